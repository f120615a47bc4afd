#include "region_surface.h"

#include "contact/history.h"
#include "wall/shapes/wall_command.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "lammps.h"
#include "region.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::load_vector;
  using contact::store_vector;
  using contact::Vec3;

  // Sides of a region, each of which a particle may touch. LAMMPS' number for a union with side out is that of one region.
  int sides_of(const Region &region)
  {
    if (!region.reglist) return region.cmax;
    int sum = 0;
    for (int k = 0; k < region.nregion; ++k) sum += sides_of(*region.reglist[k]);
    return sum;
  }

  /// Surface of a LAMMPS region, on the side that the region's keyword `side` selects. The region moves itself.
  /// A moving region finds its velocity from its positions in two steps. This class keeps the velocity of the last
  /// step: a further run or a restart begins with it and not with zero.
  class RegionWall : public WallShape, public WallMotion {
   public:
    /// \throws LAMMPS error if there is no region of this ID
    RegionWall(LAMMPS *lmp, const std::string &command, const std::string &id) :
        lmp_{lmp}, command_{command}, id_{id}
    {
      find_region();
      most_contacts_ = sides_of(*region_);
    }

    [[nodiscard]] int most_contacts() const override { return most_contacts_; }

    void init() override
    {
      find_region();    // the one before may have been deleted
      if (sides_of(*region_) > most_contacts_)
        lmp_->error->all(FLERR,
                         "Region {} of {} was replaced by one with more sides: define the fix after it", id_,
                         command_);
      warn_of_variables(*region_);
      // the regions are those now defined, the rates those of the last step
      surface_ = RegionSurface(*region_);
      rates_.resize(surface_.placed().size());
      placement_.region_frames.assign(surface_.placed().size(), {});
    }

    void move_to(double /*time*/) override
    {
      if (!region_->dynamic_check()) return;
      evaluate_variables(lmp_, [&] { region_->prematch(); });
      for (std::size_t k = 0; k < rates_.size(); ++k) {
        Region &region = *surface_.placed()[k].region;
        update_velocity(region, rates_[k]);
        if (region.dynamic) placement_.region_frames[k] = frame_of(region);
      }
    }

    void place(const WallPlacement &at) override
    {
      for (std::size_t k = 0; k < surface_.placed().size(); ++k)
        surface_.placed()[k].frame = at.region_frames[k];
    }

    [[nodiscard]] bool moves() const override { return region_->dynamic_check() != 0; }
    [[nodiscard]] bool reads_variables() const override { return moves(); }

    // In the frame of a region, the displacement of the points of a box is largest at a corner.
    [[nodiscard]] double travel(const WallPlacement &from, const WallPlacement &to,
                                const Bounds &box) const override
    {
      double largest = 0.0;
      for (std::size_t k = 0; k < from.region_frames.size(); ++k) {
        const Region &region = *surface_.placed()[k].region;
        if (region.varshape) return std::numeric_limits<double>::infinity();
        if (!region.dynamic) continue;
        const RigidFrame &before = from.region_frames[k], &after = to.region_frames[k];
        largest = std::max(
            largest, largest_at_corners(box, [&](auto &x) { return after.to_body(x) - before.to_body(x); }));
      }
      return largest;
    }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                   std::vector<double> &distance) override
    {
      listed_.clear();
      for (int i = 0; i < count; ++i) {
        const NearRegions regions = surface_.near_regions(row(x, i), reach[i]);
        if (!(regions.distance <= reach[i])) continue;
        near.push_back(i);
        distance.push_back(regions.distance);
        listed_.push_back(regions);
      }
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      find(x, reach, {}, found);
    }

    void find_listed(std::size_t index, const Vec3<double> &x, double reach,
                     std::vector<WallContact> &found) override
    {
      find(x, reach, listed_[index], found);
    }

    [[nodiscard]] std::string state() const override
    {
      const int count = static_cast<int>(rates_.size());
      return std::string(reinterpret_cast<const char *>(&count), sizeof count) +
          std::string(reinterpret_cast<const char *>(rates_.data()), rates_.size() * sizeof(Rates));
    }

    void set_state(const char *bytes) override
    {
      int count = 0;
      std::memcpy(&count, bytes, sizeof count);
      rates_.resize(static_cast<std::size_t>(count));
      std::memcpy(rates_.data(), bytes + sizeof count, rates_.size() * sizeof(Rates));
    }

   private:
    /// Motion of a region in one time step, as in LAMMPS' region.
    struct Rates {
      bigint step = -1;              ///< time step of these values; -1 if they are unknown
      double velocity[3] = {};       ///< [length/time]
      double omega[3] = {};          ///< [1/time]
      double previous_size = 0.0;    ///< size in the step before (Region::rprev)
    };

    LAMMPS *lmp_;
    std::string command_, id_;
    Region *region_ = nullptr;
    int most_contacts_ = 0;    ///< of the region that the command named
    bool warned_ = false;
    RegionSurface surface_;
    std::vector<Rates> rates_;            ///< of the regions of surface_
    std::vector<NearRegions> listed_;     ///< [index in the list of find_near()]
    std::vector<SurfacePoint> points_;    ///< of one particle

    void find(const Vec3<double> &x, double reach, const NearRegions &regions,
              std::vector<WallContact> &found)
    {
      points_.clear();
      surface_.find(x, reach, regions, points_);
      for (const SurfacePoint &point : points_) {
        // a particle on the surface has no normal
        if (point.distance == 0.0) continue;
        const Region &region = *point.placed->region;
        found.push_back({point.part,
                         point.separation,
                         point.distance,
                         point.curvature,
                         velocity_at(point, x - point.separation),
                         {0.0, 0.0, 0.0}});
        if (region.rotateflag) found.back().omega = load_vector(region.omega);
      }
    }

    // LAMMPS' regions know the velocity of a radius alone.
    void warn_of_variables(const Region &region)
    {
      for (int k = 0; region.reglist && k < region.nregion; ++k) warn_of_variables(*region.reglist[k]);
      const std::string style = region.style;
      if (!region.varshape || region.reglist || style == "cylinder" || style == "sphere" || warned_) return;
      warned_ = true;
      if (lmp_->comm->me == 0)
        lmp_->error->warning(
            FLERR,
            "{}: the surface of region {} ({}), whose place or size are variables, acts with the velocity 0 "
            "on dashpots and friction: use the keywords move and rotate",
            command_, region.id, style);
    }

    void find_region()
    {
      region_ = lmp_->domain->get_region_by_id(id_);
      if (!region_) lmp_->error->all(FLERR, "Region {} of {} does not exist", id_, command_);
    }

    // Velocity of a point of the surface. Region::velocity_contact has no position if a region changes its size and
    // does not rotate.
    Vec3<double> velocity_at(const SurfacePoint &point, const Vec3<double> &foot)
    {
      Region &region = *point.placed->region;
      Vec3<double> velocity{0.0, 0.0, 0.0};
      if (region.moveflag) velocity = load_vector(region.v);
      if (region.rotateflag)
        velocity = velocity + cross(load_vector(region.omega), foot - load_vector(region.rpoint));
      if (region.varshape && point.changes_size && lmp_->update->dt != 0.0) {
        double v[3], place[3];
        store_vector(v, velocity);
        store_vector(place, foot);
        region.velocity_contact_shape(v, place);
        velocity = load_vector(v);
      }
      return velocity;
    }

    void update_velocity(Region &region, Rates &rates) const
    {
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
        } else if (rates.step < 0 || rates.step != now - 1) {
          // the position in the step before is unknown: the region counts as at rest
          region.vel_timestep = -1;
          region.set_velocity();
        } else if (region.rotateflag) {
          // LAMMPS' region multiplies by the axis of the command, which need not be a unit vector
          store_vector(region.omega, ((region.theta - angle_before) / lmp_->update->dt) * axis_of(region));
        }
      }
      if (lmp_->update->dt == 0.0)    // LAMMPS has divided by it
        std::fill_n(region.v, 3, 0.0), std::fill_n(region.omega, 3, 0.0);
      rates.step = now;
      std::copy_n(region.v, 3, rates.velocity);
      std::copy_n(region.omega, 3, rates.omega);
      rates.previous_size = region.rprev;
    }
  };

}    // namespace

BuildWall read_region(CommandWords &words, const WallCommand &command)
{
  words.next(command.style, "a region ID");
  return [](LAMMPS *lmp, const WallCommand &all) {
    const auto region = std::make_shared<RegionWall>(lmp, all.name, all.region);
    return BuiltWall{region, region};
  };
}

}    // namespace granular_srt
