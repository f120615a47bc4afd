#include "wall_shape.h"

#include "contact/history.h"

#include "domain.h"
#include "error.h"
#include "lammps.h"
#include "modify.h"
#include "region.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::load_vector;
  using contact::store_vector;
  using contact::Vec3;

  constexpr double two_pi = 6.28318530717958647692;

  double component(const Vec3<double> &a, int axis)
  {
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
  }

  Vec3<double> along(int axis, double value)
  {
    return {axis == 0 ? value : 0.0, axis == 1 ? value : 0.0, axis == 2 ? value : 0.0};
  }

  /// A contact whose normal is known even where the centre lies on the surface itself.
  WallContact contact_at(int part, const Vec3<double> &normal, double distance)
  {
    const double at_least = std::max(distance, 1e-100);
    return {part, at_least * normal, at_least, 0.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  }

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

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      for (int part = 0; part < 2; ++part) {
        const double height = component(x, axis_) - (position_[part] + shift_);
        // a missing plane is NaN and near nothing
        if (!(std::fabs(height) < reach)) continue;
        // a centre on the plane itself is pushed between the planes
        const double inwards = part == 0 ? 1.0 : -1.0;
        const double side = height == 0.0 ? inwards : std::copysign(1.0, height);
        found.push_back(contact_at(part, along(axis_, side), std::fabs(height)));
        found.back().velocity = velocity_;
      }
    }

   private:
    int axis_;
    double position_[2];
    WallMotion motion_;
    double shift_ = 0.0;
    Vec3<double> velocity_{0.0, 0.0, 0.0};
  };

  class Cylinder : public WallShape {
   public:
    Cylinder(int axis, double radius, double c1, double c2, const WallMotion &motion) :
        axis_{axis}, radius_{radius}, motion_{motion}
    {
      const int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
      centre_ = along(first, c1) + along(second, c2);
    }

    [[nodiscard]] int most_contacts() const override { return 1; }

    void move_to(double time) override
    {
      const bool turns = motion_.kind == WallMotion::Kind::rotate;
      shift_ = turns ? Vec3<double>{0.0, 0.0, 0.0} : along(motion_.axis, motion_.displacement(time));
      velocity_ = turns ? Vec3<double>{0.0, 0.0, 0.0} : along(motion_.axis, motion_.velocity(time));
      omega_ = along(axis_, turns ? motion_.rate : 0.0);
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      Vec3<double> from_axis = x - centre_ - shift_;
      from_axis = from_axis - along(axis_, component(from_axis, axis_));
      const double r = length(from_axis);
      // on the axis every direction is as good as any other: a particle there is far from the wall
      if (r == 0.0 || !(std::fabs(radius_ - r) < reach)) return;
      const double inwards = r <= radius_ ? -1.0 : 1.0;
      const Vec3<double> outwards = (1.0 / r) * from_axis;
      WallContact contact = contact_at(0, inwards * outwards, std::fabs(radius_ - r));
      // the mean of the curvatures around and along the axis; from outside it is convex
      contact.curvature = inwards / (2.0 * radius_);
      contact.velocity = velocity_ + cross(omega_, radius_ * outwards);
      contact.omega = omega_;
      found.push_back(contact);
    }

   private:
    int axis_;
    double radius_;
    WallMotion motion_;
    Vec3<double> centre_, shift_{0.0, 0.0, 0.0}, velocity_{0.0, 0.0, 0.0}, omega_{0.0, 0.0, 0.0};
  };

  /// The surface of a region. Velocities of moving regions are differences of positions, taken by the
  /// region itself; this class keeps those of the last step, so that a further run or a restart begins
  /// with them and not with zero.
  class RegionWall : public WallShape {
   public:
    RegionWall(LAMMPS *lmp, const char *id) : lmp_{lmp}, id_{id} { find_region(); }

    [[nodiscard]] int most_contacts() const override { return region_->tmax; }

    void init() override
    {
      const int most = region_->tmax;
      find_region();
      if (region_->tmax > most)
        lmp_->error->all(FLERR,
                   "Region {} of fix wall/granular was replaced by one with more sides: define the fix "
                   "after it",
                   id_);
      std::vector<Part> parts;
      collect(region_, parts);
      for (std::size_t k = 0; k < std::min(parts.size(), parts_.size()); ++k) {
        Region *of_now = parts[k].region;
        parts[k] = parts_[k];
        parts[k].region = of_now;
      }
      parts_ = parts;
    }

    void move_to(double /*time*/) override
    {
      if (!region_->dynamic_check()) return;
      lmp_->modify->clearstep_compute();
      region_->prematch();
      lmp_->modify->addstep_compute(lmp_->update->ntimestep + 1);
      for (Part &part : parts_) find_velocity(part);
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      if (!region_->match(x.x, x.y, x.z)) return;
      const int count = region_->surface(x.x, x.y, x.z, reach);
      const bool moves = region_->dynamic_check();
      const std::size_t first = found.size();
      for (int k = 0; k < count; ++k) {
        const auto &near = region_->contact[k];
        // no direction to push in
        if (near.r == 0.0) continue;
        WallContact contact{near.iwall,
                            {near.delx, near.dely, near.delz},
                            near.r,
                            near.radius == 0.0 ? 0.0 : 1.0 / near.radius,
                            {0.0, 0.0, 0.0},
                            {0.0, 0.0, 0.0}};
        // a union gives one number to all sides of a region that is open to its outside
        while (std::any_of(found.begin() + first, found.end(),
                           [&](const WallContact &other) { return other.part == contact.part; }))
          contact.part += region_->cmax;
        if (moves) {
          double velocity[3], position[3];
          store_vector(position, x);
          region_->velocity_contact(velocity, position, k);
          contact.velocity = load_vector(velocity);
          if (region_->rotateflag) contact.omega = load_vector(region_->omega);
        }
        found.push_back(contact);
      }
      if (found.size() - first > static_cast<std::size_t>(region_->tmax))
        lmp_->error->one(FLERR, "A particle touches region {} of fix wall/granular in more than {} places", id_,
                   region_->tmax);
    }

    [[nodiscard]] int state_bytes() override
    {
      return static_cast<int>(sizeof(int) + parts_.size() * sizeof(Rates));
    }

    int write_state(FILE *fp) override
    {
      const int count = static_cast<int>(parts_.size());
      fwrite(&count, sizeof(int), 1, fp);
      for (const Part &part : parts_) fwrite(&part.rates, sizeof(Rates), 1, fp);
      return state_bytes();
    }

    void read_state(char *buffer) override
    {
      int count = 0;
      std::memcpy(&count, buffer, sizeof(int));
      parts_.resize(static_cast<std::size_t>(count));
      for (int k = 0; k < count; ++k)
        std::memcpy(&parts_[k].rates, buffer + sizeof(int) + k * sizeof(Rates), sizeof(Rates));
    }

   private:
    /// How a region moved in a step.
    struct Rates {
      bigint step = -1;    ///< -1: not known
      double velocity[3] = {}, omega[3] = {}, previous_size = 0.0;
    };
    struct Part {
      Region *region = nullptr;
      Rates rates;
    };

    LAMMPS *lmp_;
    std::string id_;
    Region *region_ = nullptr;
    std::vector<Part> parts_;    ///< the region, or those that a union or an intersection is made of

    void find_region()
    {
      region_ = lmp_->domain->get_region_by_id(id_);
      if (!region_) lmp_->error->all(FLERR, "Region {} of fix wall/granular does not exist", id_);
    }

    static void collect(Region *region, std::vector<Part> &parts)
    {
      if (region->reglist)
        for (int k = 0; k < region->nregion; ++k) collect(region->reglist[k], parts);
      else
        parts.push_back({region, {}});
    }

    void find_velocity(Part &part)
    {
      Region &region = *part.region;
      Rates &rates = part.rates;
      const bigint now = lmp_->update->ntimestep;
      const bool done_by_another_fix = region.vel_timestep == now;
      if (!done_by_another_fix) {
        const double angle_before = region.prev[3];
        region.set_velocity();
        if (rates.step == now) {
          // the first forces of a further run: the region has not moved since the last ones
          std::copy_n(rates.velocity, 3, region.v);
          std::copy_n(rates.omega, 3, region.omega);
          region.rprev = rates.previous_size;
        } else if (rates.step != now - 1) {
          // the position one step ago is not known: the region is taken to be at rest
          region.vel_timestep = -1;
          region.set_velocity();
        } else if (region.rotateflag) {
          // the region multiplies by the axis as typed, whatever its length
          scale_to(region.omega, (region.theta - angle_before) / lmp_->update->dt);
        }
      }
      rates.step = now;
      std::copy_n(region.v, 3, rates.velocity);
      std::copy_n(region.omega, 3, rates.omega);
      rates.previous_size = region.rprev;
    }

    static void scale_to(double *vector, double size)
    {
      const double length = std::hypot(vector[0], vector[1], vector[2]);
      for (int k = 0; k < 3; ++k) vector[k] *= length > 0.0 ? std::fabs(size) / length : 0.0;
    }
  };

}    // namespace

double WallMotion::displacement(double time) const
{
  switch (kind) {
    case Kind::wiggle: return amplitude * (1.0 - std::cos(two_pi / period * time));
    case Kind::translate: return rate * time;
    default: return 0.0;
  }
}

double WallMotion::velocity(double time) const
{
  switch (kind) {
    case Kind::wiggle: return amplitude * two_pi / period * std::sin(two_pi / period * time);
    case Kind::shear:
    case Kind::translate: return rate;
    default: return 0.0;
  }
}

std::unique_ptr<WallShape> make_planes(int axis, double lo, double hi, const WallMotion &motion)
{
  return std::make_unique<Planes>(axis, lo, hi, motion);
}

std::unique_ptr<WallShape> make_cylinder(int axis, double radius, double c1, double c2,
                                         const WallMotion &motion)
{
  return std::make_unique<Cylinder>(axis, radius, c1, c2, motion);
}

std::unique_ptr<WallShape> make_region_wall(LAMMPS *lmp, const char *region_id)
{
  return std::make_unique<RegionWall>(lmp, region_id);
}

}    // namespace granular_srt
