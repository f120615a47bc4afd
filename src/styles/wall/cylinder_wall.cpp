#include "cylinder_wall.h"

#include "wall_geometry.h"

#include <cmath>

namespace granular_srt {
namespace {

  using contact::Vec3;

  class Cylinder : public WallShape {
   public:
    Cylinder(int axis, double radius, double first, double second, const WallMotion &motion) :
        axis_{axis}, radius_{radius}, motion_{motion}
    {
      const int first_axis = axis == 0 ? 1 : 0, second_axis = axis == 2 ? 1 : 2;
      center_ = along(first_axis, first) + along(second_axis, second);
    }

    [[nodiscard]] int most_contacts() const override { return 1; }

    void move_to(double time) override
    {
      const bool rotates = motion_.kind == WallMotion::Kind::rotate;
      shift_ = rotates ? Vec3<double>{0.0, 0.0, 0.0} : along(motion_.axis, motion_.displacement(time));
      velocity_ = rotates ? Vec3<double>{0.0, 0.0, 0.0} : along(motion_.axis, motion_.velocity(time));
      omega_ = along(axis_, rotates ? motion_.rate : 0.0);
    }

    // turning about its own axis, a cylinder stays where it is
    [[nodiscard]] bool moves() const override { return motion_.moves_surface(); }
    void mark_position() override { marked_shift_ = shift_; }
    [[nodiscard]] double travel(const Vec3<double> &, const Vec3<double> &) const override
    {
      return length(shift_ - marked_shift_);
    }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near) override
    {
      const int first_axis = axis_ == 0 ? 1 : 0, second_axis = axis_ == 2 ? 1 : 2;
      const Vec3<double> center = center_ + shift_;
      const double first = component(center, first_axis), second = component(center, second_axis);
      for (int i = 0; i < count; ++i) {
        const double *at = x + 3 * static_cast<std::ptrdiff_t>(i);
        const double r = std::hypot(at[first_axis] - first, at[second_axis] - second);
        if (std::fabs(radius_ - r) < reach[i]) near.push_back(i);
      }
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      Vec3<double> from_axis = x - center_ - shift_;
      from_axis = from_axis - along(axis_, component(from_axis, axis_));
      const double r = length(from_axis);
      // a particle on the axis is equally far from all of the wall: there is no normal
      if (r == 0.0 || !(std::fabs(radius_ - r) < reach)) return;
      const double side = r <= radius_ ? -1.0 : 1.0;
      const Vec3<double> outwards = (1.0 / r) * from_axis;
      WallContact contact = contact_at(0, side * outwards, std::fabs(radius_ - r));
      // mean of the curvatures around and along the axis: concave inside, convex outside
      contact.curvature = side / (2.0 * radius_);
      contact.velocity = velocity_ + cross(omega_, radius_ * outwards);
      contact.omega = omega_;
      found.push_back(contact);
    }

   private:
    int axis_;
    double radius_;
    WallMotion motion_;
    Vec3<double> center_;                         ///< a point of the axis [length]
    Vec3<double> shift_{0.0, 0.0, 0.0};           ///< displacement [length]
    Vec3<double> marked_shift_{0.0, 0.0, 0.0};    ///< at mark_position() [length]
    Vec3<double> velocity_{0.0, 0.0, 0.0}, omega_{0.0, 0.0, 0.0};
  };

}    // namespace

std::unique_ptr<WallShape> make_cylinder(int axis, double radius, double first, double second,
                                         const WallMotion &motion)
{
  return std::make_unique<Cylinder>(axis, radius, first, second, motion);
}

}    // namespace granular_srt
