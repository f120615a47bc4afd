#include "plane_walls.h"

#include <cmath>

namespace granular_srt {
namespace {

  using contact::Vec3;

  class Planes : public WallShape {
   public:
    Planes(int axis, double lo, double hi, const WallMotion &motion) :
        surface_{axis, {lo, hi}}, motion_{motion}
    {
      surface_.crossed = lo > hi;
    }

    [[nodiscard]] int most_contacts() const override { return PlaneSurface::parts; }

    void move_to(double time) override
    {
      surface_.shift = moves_along_normal() ? motion_.displacement(time) : 0.0;
      surface_.velocity = along(motion_.axis, motion_.velocity(time));
    }

    [[nodiscard]] bool moves() const override
    {
      return loaded_ || (motion_.moves_surface() && moves_along_normal());
    }
    void mark_position() override { marked_shift_ = surface_.shift; }
    [[nodiscard]] double travel(const Bounds &) const override
    {
      return std::fabs(surface_.shift - marked_shift_);
    }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                   std::vector<double> &distance) override
    {
      for (int i = 0; i < count; ++i) {
        const double coordinate = x[3 * static_cast<std::ptrdiff_t>(i) + surface_.axis];
        // fmin: the height above a missing plane is NaN
        const double height =
            std::fmin(std::fabs(surface_.height(0, coordinate)), std::fabs(surface_.height(1, coordinate)));
        if (!(height < reach[i])) continue;
        near.push_back(i);
        distance.push_back(height);
      }
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      WallContact contact;
      for (int part = 0; part < PlaneSurface::parts; ++part)
        if (surface_.find(part, x, reach, contact)) found.push_back(contact);
    }

    void expect_load(int /*axis*/) override { loaded_ = true; }
    void add_load_motion(double displacement, double velocity) override
    {
      surface_.shift += displacement;
      surface_.velocity = surface_.velocity + along(surface_.axis, velocity);
    }
    [[nodiscard]] Vec3<double> load_direction(const WallContact & /*contact*/) const override
    {
      return along(surface_.axis, 1.0);
    }

    [[nodiscard]] std::optional<WallSurface> surface() const override
    {
      return WallSurface{false, surface_, {}};
    }

    [[nodiscard]] std::vector<PlaneAt> planes() const override
    {
      std::vector<PlaneAt> present;
      for (const bool upper : {false, true})
        if (!std::isnan(surface_.position[upper]))
          present.push_back({surface_.axis, upper, surface_.position[upper] + surface_.shift});
      return present;
    }

   private:
    PlaneSurface surface_;
    WallMotion motion_;
    bool loaded_ = false;
    double marked_shift_ = 0.0;    ///< at mark_position() [length]

    [[nodiscard]] bool moves_along_normal() const { return motion_.axis == surface_.axis; }
  };

}    // namespace

std::unique_ptr<WallShape> make_planes(int axis, double lo, double hi, const WallMotion &motion)
{
  return std::make_unique<Planes>(axis, lo, hi, motion);
}

}    // namespace granular_srt
