#include "cone_wall.h"

#include "contact/history.h"

#include <algorithm>
#include <cmath>

namespace granular_srt {
namespace {

  using contact::Vec3;

  class Cone : public WallShape {
   public:
    Cone(int axis, double lo, double hi, double radius_lo, double radius_hi, double first, double second,
         const WallMotion &motion) :
        axis_{along(axis, 1.0)},
        lo_{lo}, height_{hi - lo}, radius_lo_{radius_lo}, widening_{radius_hi - radius_lo},
        per_side_squared_{1.0 / (height_ * height_ + widening_ * widening_)},
        half_cosine_{0.5 * height_ * std::sqrt(per_side_squared_)}, motion_{motion}
    {
      const int first_axis = axis == 0 ? 1 : 0, second_axis = axis == 2 ? 1 : 2;
      center_ = along(first_axis, first) + along(second_axis, second);
    }

    [[nodiscard]] int most_contacts() const override { return 1; }

    void move_to(double time) override
    {
      const Vec3<double> none{0.0, 0.0, 0.0};
      const bool rotates = motion_.kind == WallMotion::Kind::rotate;
      shift_ = rotates ? none : along(motion_.axis, motion_.displacement(time));
      velocity_ = rotates ? none : along(motion_.axis, motion_.velocity(time));
      omega_ = (rotates ? motion_.rate : 0.0) * axis_;
    }

    [[nodiscard]] bool moves() const override { return motion_.moves_surface(); }
    void mark_position() override { marked_shift_ = shift_; }
    [[nodiscard]] double travel(const Bounds &) const override { return length(shift_ - marked_shift_); }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                   std::vector<double> &distance) override
    {
      for (int i = 0; i < count; ++i) {
        const double from_wall =
            nearest(contact::load_vector(x + 3 * static_cast<std::ptrdiff_t>(i))).distance;
        if (!(from_wall < reach[i])) continue;
        near.push_back(i);
        distance.push_back(from_wall);
      }
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      const Nearest place = nearest(x);
      // a particle on the axis has the same distance from the wall in all directions
      if (place.r == 0.0 || place.distance == 0.0 || !(place.distance < reach)) return;
      const Vec3<double> outwards = (1.0 / place.r) * place.from_axis;
      const Vec3<double> separation = place.radial * outwards + place.axial * axis_;
      const Vec3<double> foot_from_axis = place.foot_radius * outwards;
      found.push_back({0, separation, place.distance, place.curvature,
                       velocity_ + cross(omega_, foot_from_axis), omega_});
    }

   private:
    Vec3<double> axis_;                            // unit vector
    double lo_, height_, radius_lo_, widening_;    // widening_: of the radius from lo to hi
    double per_side_squared_, half_cosine_;        // of the side's length; of half of the opening angle
    WallMotion motion_;
    Vec3<double> center_{0.0, 0.0, 0.0}, shift_{0.0, 0.0, 0.0}, marked_shift_{0.0, 0.0, 0.0};
    Vec3<double> velocity_{0.0, 0.0, 0.0}, omega_{0.0, 0.0, 0.0};

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
      const double part = std::clamp(free, 0.0, 1.0);
      place.foot_radius = radius_lo_ + part * widening_;
      place.radial = place.r - place.foot_radius;
      place.axial = height - part * height_;
      place.distance = std::sqrt(place.radial * place.radial + place.axial * place.axial);
      if (part == free && place.foot_radius > 0.0)
        // 1/R around the axis is the cosine of the half angle divided by the radius; along the side it is 0
        place.curvature = std::copysign(half_cosine_, place.radial) / place.foot_radius;
      return place;
    }
  };

}    // namespace

std::unique_ptr<WallShape> make_cone(int axis, double lo, double hi, double radius_lo, double radius_hi,
                                     double first, double second, const WallMotion &motion)
{
  return std::make_unique<Cone>(axis, lo, hi, radius_lo, radius_hi, first, second, motion);
}

}    // namespace granular_srt
