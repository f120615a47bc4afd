#include "wall_command.h"

#include <algorithm>
#include <cmath>

namespace granular_srt {
namespace {

  using contact::Vec3;

  /// Side of a cone between two points of its axis, open at both ends: a hopper with an orifice, or a funnel. Part 0 of
  /// the wall. Particles remain on the side where their center is.
  class Cone : public WallShape {
   public:
    /// \param lo, hi                ends on the axis, lo < hi [length]
    /// \param radius_lo, radius_hi  there, >= 0, not both 0 [length]
    /// \param center                a point of the axis with the coordinate 0 on it [length]
    Cone(int axis, double lo, double hi, double radius_lo, double radius_hi, const Vec3<double> &center) :
        axis_{along(axis, 1.0)}, across_{along((axis + 1) % 3, 1.0)}, lo_{lo}, height_{hi - lo},
        radius_lo_{radius_lo}, widening_{radius_hi - radius_lo},
        per_side_squared_{1.0 / (height_ * height_ + widening_ * widening_)},
        half_cosine_{0.5 * height_ * std::sqrt(per_side_squared_)}, center_{center}
    {
    }

    [[nodiscard]] int most_contacts() const override { return 1; }

    void place(const WallPlacement &at) override
    {
      shift_ = at.shift;
      velocity_ = at.velocity;
      omega_ = at.spin * axis_;
    }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                   std::vector<double> &distance) override
    {
      const auto distance_of = [&](const Vec3<double> &at) { return nearest(at).distance; };
      list_near(x, reach, count, distance_of, near, distance);
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      const Nearest place = nearest(x);
      if (place.distance == 0.0 || !(place.distance < reach)) return;
      // a particle on the axis has the same distance from the wall in all directions across it
      const Vec3<double> outwards = place.r > 0.0 ? (1.0 / place.r) * place.from_axis : across_;
      const Vec3<double> separation = place.radial * outwards + place.axial * axis_;
      const Vec3<double> foot_from_axis = place.foot_radius * outwards;
      found.push_back({0, separation, place.distance, place.curvature,
                       velocity_ + cross(omega_, foot_from_axis), omega_});
    }

   private:
    Vec3<double> axis_, across_;                   // unit vectors
    double lo_, height_, radius_lo_, widening_;    // widening_: of the radius from lo to hi
    double per_side_squared_, half_cosine_;        // of the side's length; of half of the opening angle
    Vec3<double> center_, shift_{0.0, 0.0, 0.0}, velocity_{0.0, 0.0, 0.0}, omega_{0.0, 0.0, 0.0};

    /// The point of the cone nearest to a given point, in the half plane through the axis and this point.
    struct Nearest {
      Vec3<double> from_axis;    ///< of the point
      double r;                  ///< its length
      double foot_radius;        ///< distance of the place from the axis
      double radial, axial;      ///< from the place to the point
      double distance;
      double curvature;    ///< mean curvature of the side; 0 at a rim
    };

    [[nodiscard]] Nearest nearest(const Vec3<double> &x) const
    {
      const Vec3<double> from = x - center_ - shift_;
      const double along_axis = dot(from, axis_), height = along_axis - lo_;
      Nearest place{};
      place.from_axis = from - along_axis * axis_;
      place.r = length(place.from_axis);
      const double free = (height * height_ + (place.r - radius_lo_) * widening_) * per_side_squared_;
      const double fraction = std::clamp(free, 0.0, 1.0);
      place.foot_radius = radius_lo_ + fraction * widening_;
      place.radial = place.r - place.foot_radius;
      place.axial = height - fraction * height_;
      place.distance = std::sqrt(place.radial * place.radial + place.axial * place.axial);
      if (fraction == free && place.foot_radius > 0.0)
        // 1/R around the axis is the cosine of the half angle divided by the radius; along the side it is 0
        place.curvature = std::copysign(half_cosine_, place.radial) / place.foot_radius;
      return place;
    }
  };

}    // namespace

BuildWall read_cone(CommandWords &words, const WallCommand &command)
{
  const double lo = words.number(command.style, "lo"), hi = words.number(command.style, "hi");
  if (!(lo < hi)) words.illegal(command.style + " hi", words.last(), "> lo");
  const double radius_lo = words.not_negative(command.style, "radius at lo");
  const double radius_hi = words.not_negative(command.style, "radius at hi");
  if (!(radius_lo + radius_hi > 0.0))
    words.illegal(command.style + " radius at hi", words.last(), "> 0 where the other one is 0");
  return [=](LAMMPS_NS::LAMMPS *, const WallCommand &all) {
    return BuiltWall{std::make_shared<Cone>(all.axis, lo, hi, radius_lo, radius_hi, all.center_on_plane()),
                     nullptr, 7 ^ (1 << all.axis)};
  };
}

}    // namespace granular_srt
