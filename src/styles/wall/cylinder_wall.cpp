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
      surface_.radius = radius;
      surface_.center = along(first_axis, first) + along(second_axis, second);
    }

    [[nodiscard]] int most_contacts() const override { return CylinderSurface::parts; }

    void move_to(double time) override
    {
      const bool rotates = motion_.kind == WallMotion::Kind::rotate;
      surface_.shift =
          rotates ? Vec3<double>{0.0, 0.0, 0.0} : along(motion_.axis, motion_.displacement(time));
      surface_.velocity = rotates ? Vec3<double>{0.0, 0.0, 0.0} : along(motion_.axis, motion_.velocity(time));
      surface_.omega = along(surface_.axis, rotates ? motion_.rate : 0.0);
    }

    // turning about its own axis, a cylinder stays where it is
    [[nodiscard]] bool moves() const override { return motion_.moves_surface(); }
    void mark_position() override { marked_shift_ = surface_.shift; }
    [[nodiscard]] double travel(const Bounds &) const override
    {
      return length(surface_.shift - marked_shift_);
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

    [[nodiscard]] std::optional<WallSurface> surface() const override
    {
      return WallSurface{true, {}, surface_};
    }

   private:
    CylinderSurface surface_;
    WallMotion motion_;
    Vec3<double> marked_shift_{0.0, 0.0, 0.0};    ///< at mark_position() [length]
  };

}    // namespace

std::unique_ptr<WallShape> make_cylinder(int axis, double radius, double first, double second,
                                         const WallMotion &motion)
{
  return std::make_unique<Cylinder>(axis, radius, first, second, motion);
}

}    // namespace granular_srt
