#include "plane_walls.h"

#include "wall_geometry.h"

#include <cmath>

namespace granular_srt {
namespace {

  using contact::Vec3;

  class Planes : public WallShape {
   public:
    Planes(int axis, double lo, double hi, const WallMotion &motion) :
        axis_{axis}, position_{lo, hi}, motion_{motion}
    {
    }

    [[nodiscard]] int most_contacts() const override { return 2; }

    void move_to(double time) override
    {
      const bool along_normal = motion_.axis == axis_;
      shift_ = along_normal ? motion_.displacement(time) : 0.0;
      velocity_ = along(motion_.axis, motion_.velocity(time));
    }

    [[nodiscard]] bool moves() const override { return motion_.moves_surface() && motion_.axis == axis_; }
    void mark_position() override { marked_shift_ = shift_; }
    [[nodiscard]] double travel(const Vec3<double> &, const Vec3<double> &) const override
    {
      return std::fabs(shift_ - marked_shift_);
    }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near) override
    {
      for (int i = 0; i < count; ++i) {
        const double at = x[3 * static_cast<std::ptrdiff_t>(i) + axis_] - shift_;
        if (std::fabs(at - position_[0]) < reach[i] || std::fabs(at - position_[1]) < reach[i])
          near.push_back(i);
      }
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      for (int part = 0; part < 2; ++part) {
        const double height = component(x, axis_) - (position_[part] + shift_);
        // negated, because the height above a missing plane is NaN
        if (!(std::fabs(height) < reach)) continue;
        // a particle whose center lies on a plane is pushed between the planes
        const double inwards = part == 0 ? 1.0 : -1.0;
        const double side = height == 0.0 ? inwards : std::copysign(1.0, height);
        found.push_back(contact_at(part, along(axis_, side), std::fabs(height)));
        found.back().velocity = velocity_;
      }
    }

    [[nodiscard]] std::vector<PlaneAt> planes() const override
    {
      std::vector<PlaneAt> present;
      for (const bool upper : {false, true})
        if (!std::isnan(position_[upper])) present.push_back({axis_, upper, position_[upper] + shift_});
      return present;
    }

   private:
    int axis_;
    double position_[2];
    WallMotion motion_;
    double shift_ = 0.0;           ///< displacement along the normal [length]
    double marked_shift_ = 0.0;    ///< at mark_position() [length]
    Vec3<double> velocity_{0.0, 0.0, 0.0};
  };

}    // namespace

std::unique_ptr<WallShape> make_planes(int axis, double lo, double hi, const WallMotion &motion)
{
  return std::make_unique<Planes>(axis, lo, hi, motion);
}

}    // namespace granular_srt
