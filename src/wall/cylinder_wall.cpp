#include "cylinder_wall.h"

#include "contact/history.h"

#include <cmath>

namespace granular_srt {
namespace {

  using contact::Vec3;

  class Cylinder : public WallShape {
   public:
    Cylinder(int axis, double radius, double first, double second, const WallMotion &motion) : motion_{motion}
    {
      const int first_axis = axis == 0 ? 1 : 0, second_axis = axis == 2 ? 1 : 2;
      surface_.axis = axis;
      surface_.radius = radius_ = radius;
      surface_.center = along(first_axis, first) + along(second_axis, second);
    }

    [[nodiscard]] int most_contacts() const override { return CylinderSurface::parts; }

    void move_to(double time) override
    {
      surface_.radius = radius_;
      surface_.radial_velocity = 0.0;
      const bool rotates = motion_.kind == WallMotion::Kind::rotate;
      surface_.shift =
          rotates ? Vec3<double>{0.0, 0.0, 0.0} : along(motion_.axis, motion_.displacement(time));
      surface_.velocity = rotates ? Vec3<double>{0.0, 0.0, 0.0} : along(motion_.axis, motion_.velocity(time));
      surface_.omega = along(surface_.axis, rotates ? motion_.rate : 0.0);
    }

    // a rotation about its own axis does not move a cylinder
    [[nodiscard]] bool moves() const override { return loaded_ || motion_.moves_surface(); }
    void mark_position() override
    {
      marked_shift_ = surface_.shift;
      marked_radius_ = surface_.radius;
    }
    [[nodiscard]] double travel(const Bounds &) const override
    {
      return length(surface_.shift - marked_shift_) + std::fabs(surface_.radius - marked_radius_);
    }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                   std::vector<double> &distance) override
    {
      for (int i = 0; i < count; ++i) {
        const Vec3<double> at = contact::load_vector(x + 3 * static_cast<std::ptrdiff_t>(i));
        const double from_wall = std::fabs(surface_.radius - length(surface_.from_axis(at)));
        if (!(from_wall < reach[i])) continue;
        near.push_back(i);
        distance.push_back(from_wall);
      }
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      WallContact contact;
      if (surface_.find(0, x, reach, contact)) found.push_back(contact);
    }

    void expect_load(int /*axis*/) override { loaded_ = true; }
    void add_load_motion(double displacement, double velocity) override
    {
      surface_.radius += displacement;
      surface_.radial_velocity = velocity;
    }
    [[nodiscard]] Vec3<double> load_direction(const WallContact &contact) const override
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
    WallMotion motion_;
    double radius_ = 0.0;    ///< without load [length]
    bool loaded_ = false;
    Vec3<double> marked_shift_{0.0, 0.0, 0.0};    ///< at mark_position() [length]
    double marked_radius_ = 0.0;                  ///< at mark_position() [length]
  };

}    // namespace

std::unique_ptr<WallShape> make_cylinder(int axis, double radius, double first, double second,
                                         const WallMotion &motion)
{
  return std::make_unique<Cylinder>(axis, radius, first, second, motion);
}

}    // namespace granular_srt
