#include "wall_command.h"

#include <cmath>
#include <limits>

namespace granular_srt {
namespace {

  using contact::Vec3;

  /// One or two parallel planes. Particles remain on the side of a plane where their center is.
  /// Parts of the wall: 0 (lo) and 1 (hi).
  class Planes : public WallShape {
   public:
    explicit Planes(const PlaneSurface &surface) : surface_{surface} {}

    [[nodiscard]] int most_contacts() const override { return PlaneSurface::parts; }

    void place(const WallPlacement &at) override
    {
      surface_.shift = component(at.shift, surface_.axis) + at.load.displacement;
      surface_.velocity = at.velocity + along(surface_.axis, at.load.velocity);
    }

    // A motion within the planes does not count.
    [[nodiscard]] double travel(const WallPlacement &from, const WallPlacement &to,
                                const Bounds & /*box*/) const override
    {
      const auto shift = [&](const WallPlacement &at) {
        return component(at.shift, surface_.axis) + at.load.displacement;
      };
      return std::fabs(shift(to) - shift(from));
    }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                   std::vector<double> &distance) override
    {
      const auto distance_of = [&](const Vec3<double> &at) {
        const double coordinate = component(at, surface_.axis);
        // fmin: the height above a missing plane is NaN
        return std::fmin(std::fabs(surface_.height(0, coordinate)),
                         std::fabs(surface_.height(1, coordinate)));
      };
      list_near(x, reach, count, distance_of, near, distance);
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      WallContact contact;
      for (int part = 0; part < PlaneSurface::parts; ++part)
        if (surface_.find(part, x, reach, contact)) found.push_back(contact);
    }

    [[nodiscard]] std::optional<WallSurface> surface() const override
    {
      return WallSurface{false, surface_, {}};
    }

   private:
    PlaneSurface surface_;
  };

  // The position of a plane; NaN for NULL.
  double read_plane(const std::string &style, const std::string &which, CommandWords &words)
  {
    return words.skip("NULL") ? std::numeric_limits<double>::quiet_NaN()
                              : words.number(style, which, "a number or NULL");
  }

  // LAMMPS accepts all of these.
  void warn_of_odd_planes(const std::string &wall, PlaneSurface &planes, const CommandWords &words)
  {
    const double lo = planes.position[0], hi = planes.position[1];
    if (std::isnan(lo) && std::isnan(hi)) {
      words.warn(wall + " has no plane: lo and hi are NULL");
    } else if (planes.crossed) {
      words.warn(wall +
                     " lo {} is above hi {}: as in LAMMPS, a particle below the middle between them touches "
                     "lo only, one above it hi only",
                 lo, hi);
    } else if (lo == hi) {
      words.warn(wall + " lo and hi are both {}: this is one plane", lo);
      planes.position[1] = std::numeric_limits<double>::quiet_NaN();
    }
  }

  void check_motion(const PlaneSurface &planes, const CommandWords &words, const WallCommand &wall)
  {
    const MotionRule &rule = wall.motion;
    if (rule.kind == MotionRule::Kind::shear && rule.axis == planes.axis)
      words.illegal("shear dimension", std::string(1, "xyz"[rule.axis]),
                    "in the plane of " + wall.style + " (translate moves along its normal)");
    if (!wall.load) return;
    const bool lo = !std::isnan(planes.position[0]), hi = !std::isnan(planes.position[1]);
    if (!lo && !hi) words.cannot_use("load", "with " + wall.style + " NULL NULL: there is no plane");
    if (lo && hi) words.cannot_use("load", "with two planes: use a fix for each of them");
    if (wall.load->axis != planes.axis)
      words.illegal("load dimension", std::string(1, "xyz"[wall.load->axis]), "the normal of " + wall.style);
  }

}    // namespace

BuildWall read_planes(CommandWords &words, const WallCommand &command)
{
  const double lo = read_plane(command.style, "lo", words), hi = read_plane(command.style, "hi", words);
  PlaneSurface planes{command.axis, {lo, hi}};
  planes.crossed = lo > hi;
  warn_of_odd_planes(command.name + " " + command.style, planes, words);
  return [planes, &words](LAMMPS_NS::LAMMPS *, const WallCommand &all) {
    check_motion(planes, words, all);
    return BuiltWall{std::make_shared<Planes>(planes), nullptr, 1 << planes.axis};
  };
}

}    // namespace granular_srt
