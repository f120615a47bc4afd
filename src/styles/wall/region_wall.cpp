#include "region_wall.h"

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

  /// Surface of a region. A moving region finds its velocity from its positions in two steps. This class keeps
  /// the velocity of the last step: a further run or a restart begins with it and not with zero.
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
      // the pointers are of the regions now defined, the rates those of the last step
      std::vector<PrimitiveRegion> primitives;
      collect(region_, primitives);
      for (std::size_t k = 0; k < std::min(primitives.size(), primitives_.size()); ++k)
        primitives[k].rates = primitives_[k].rates;
      primitives_ = primitives;
    }

    void move_to(double /*time*/) override
    {
      if (!region_->dynamic_check()) return;
      lmp_->modify->clearstep_compute();
      region_->prematch();
      lmp_->modify->addstep_compute(lmp_->update->ntimestep + 1);
      for (PrimitiveRegion &primitive : primitives_) update_velocity(primitive);
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      if (!region_->match(x.x, x.y, x.z)) return;
      const int count = region_->surface(x.x, x.y, x.z, reach);
      const bool moves = region_->dynamic_check();
      const std::size_t first = found.size();
      for (int k = 0; k < count; ++k) {
        const auto &near = region_->contact[k];
        // a particle on the surface has no normal
        if (near.r == 0.0) continue;
        WallContact contact{near.iwall,      {near.delx, near.dely, near.delz},
                            near.r,          near.radius == 0.0 ? 0.0 : 1.0 / near.radius,
                            {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
        // a union of regions can give several surfaces the same index
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
        lmp_->error->one(FLERR, "A particle touches region {} of fix wall/granular in more than {} places",
                         id_, region_->tmax);
    }

    [[nodiscard]] int state_bytes() override
    {
      return static_cast<int>(sizeof(int) + primitives_.size() * sizeof(Rates));
    }

    int write_state(FILE *fp) override
    {
      const int count = static_cast<int>(primitives_.size());
      fwrite(&count, sizeof(int), 1, fp);
      for (const PrimitiveRegion &primitive : primitives_) fwrite(&primitive.rates, sizeof(Rates), 1, fp);
      return state_bytes();
    }

    void read_state(char *buffer) override
    {
      int count = 0;
      std::memcpy(&count, buffer, sizeof(int));
      primitives_.resize(static_cast<std::size_t>(count));
      for (int k = 0; k < count; ++k)
        std::memcpy(&primitives_[k].rates, buffer + sizeof(int) + k * sizeof(Rates), sizeof(Rates));
    }

   private:
    /// Motion of a region in one time step, as LAMMPS' region keeps it.
    struct Rates {
      bigint step = -1;              ///< time step of these values; -1 if they are unknown
      double velocity[3] = {};       ///< [length/time]
      double omega[3] = {};          ///< [1/time]
      double previous_size = 0.0;    ///< size in the step before (Region::rprev)
    };
    /// A region that is not made of others.
    struct PrimitiveRegion {
      Region *region = nullptr;
      Rates rates;
    };

    LAMMPS *lmp_;
    std::string id_;
    Region *region_ = nullptr;
    std::vector<PrimitiveRegion> primitives_;    ///< the region itself, or those of its union or intersection

    void find_region()
    {
      region_ = lmp_->domain->get_region_by_id(id_);
      if (!region_) lmp_->error->all(FLERR, "Region {} of fix wall/granular does not exist", id_);
    }

    static void collect(Region *region, std::vector<PrimitiveRegion> &primitives)
    {
      if (region->reglist)
        for (int k = 0; k < region->nregion; ++k) collect(region->reglist[k], primitives);
      else
        primitives.push_back({region, {}});
    }

    void update_velocity(PrimitiveRegion &primitive)
    {
      Region &region = *primitive.region;
      Rates &rates = primitive.rates;
      const bigint now = lmp_->update->ntimestep;
      const bool done_by_another_fix = region.vel_timestep == now;
      if (!done_by_another_fix) {
        const double angle_before = region.prev[3];
        region.set_velocity();
        if (rates.step == now) {
          // setup of a further run: the region has not moved since the last force computation
          std::copy_n(rates.velocity, 3, region.v);
          std::copy_n(rates.omega, 3, region.omega);
          region.rprev = rates.previous_size;
        } else if (rates.step != now - 1) {
          // the position in the step before is unknown: the region counts as at rest
          region.vel_timestep = -1;
          region.set_velocity();
        } else if (region.rotateflag) {
          // LAMMPS' region multiplies by the axis as typed, which need not be a unit vector
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

std::unique_ptr<WallShape> make_region_wall(LAMMPS *lmp, const char *region_id)
{
  return std::make_unique<RegionWall>(lmp, region_id);
}

}    // namespace granular_srt
