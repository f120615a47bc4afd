#include "wall_command.h"

#include <cmath>

namespace granular_srt {
namespace {

  using contact::Vec3;

  /// Surface of an infinite cylinder, part 0 of the wall. Particles remain inside or outside of it, where their center
  /// is.
  class Cylinder : public WallShape {
   public:
    explicit Cylinder(const CylinderSurface &surface) : surface_{surface}, radius_{surface.radius} {}

    [[nodiscard]] int most_contacts() const override { return CylinderSurface::parts; }

    void place(const WallPlacement &at) override
    {
      surface_.shift = at.shift;
      surface_.velocity = at.velocity;
      surface_.omega = along(surface_.axis, at.spin);
      surface_.radius = radius_ + at.load.displacement;
      surface_.radial_velocity = at.load.velocity;
    }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                   std::vector<double> &distance) override
    {
      const auto distance_of = [&](const Vec3<double> &at) {
        return std::fabs(surface_.radius - length(surface_.from_axis(at)));
      };
      list_near(x, reach, count, distance_of, near, distance);
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      WallContact contact;
      if (surface_.find(0, x, reach, contact)) found.push_back(contact);
    }

    [[nodiscard]] Vec3<double> load_direction(const LoadShift & /*load*/,
                                              const WallContact &contact) const override
    {
      // the separation points inwards from a hollow wall
      return (std::copysign(1.0, contact.curvature) / contact.distance) * contact.separation;
    }

    [[nodiscard]] std::optional<WallSurface> surface() const override
    {
      return WallSurface{true, {}, surface_};
    }

   private:
    CylinderSurface surface_;
    double radius_;    ///< without load [length]
  };

}    // namespace

BuildWall read_cylinder(CommandWords &words, const WallCommand &command)
{
  const double radius = words.positive(command.style, "radius");
  return [radius, &words](LAMMPS_NS::LAMMPS *, const WallCommand &all) {
    const MotionRule &rule = all.motion;
    if (rule.kind == MotionRule::Kind::shear && rule.axis != all.axis)
      words.illegal("shear dimension", std::string(1, "xyz"[rule.axis]),
                    "the axis of " + all.style + " (rotate turns about it)");
    // under a load it keeps a tenth of its radius
    return BuiltWall{std::make_shared<Cylinder>(CylinderSurface{all.axis, radius, all.center_on_plane()}),
                     nullptr, 7 ^ (1 << all.axis), -0.9 * radius};
  };
}

}    // namespace granular_srt
