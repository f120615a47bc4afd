#include "verlet_granular_kokkos.h"
#include "fix_nph_sphere_kokkos.h"

#include "contact/history.h"
#include "host/style_table.h"
#include "pair/pair_granular_srt.h"

#include "atom_vec_kokkos.h"
#include "comm_kokkos.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "kokkos.h"
#include "modify.h"
#include "neighbor.h"
#include "output.h"
#include "timer.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr unsigned long seen_by_contacts = X_MASK | V_MASK | OMEGA_MASK;

  // Whether all fixes with one of the marks of Fix::setmask() fulfil a condition.
  template <class Condition> bool all_marked(const Modify &modify, int marks, Condition condition)
  {
    for (int k = 0; k < modify.nfix; ++k)
      if (modify.fmask[k] & marks && !condition(modify.fix[k])) return false;
    return true;
  }

  // Access to protected members: which particles become ghosts.
  struct Swaps : CommKokkos {
    static auto members()
    {
      return std::tuple{&Swaps::nswap, &Swaps::sendnum, &Swaps::firstrecv, &Swaps::pbc, &Swaps::k_sendlist};
    }
  };

  /// Calls f at the end of a scope.
  template <class F> struct AtEnd {
    F f;
    ~AtEnd() { f(); }
  };

  BoxNumbers operator-(BoxNumbers a, const BoxNumbers &b)
  {
    std::ranges::transform(a, b, a.begin(), std::minus{});
    return a;
  }

  /* ---- kernels ---- */

  /// Positions of owned particles.
  struct HoldPositions {
    SphereViews atoms;
    Positions hold;

    KOKKOS_FUNCTION void operator()(const int i) const
    {
      for (int k = 0; k < 3; ++k) hold(i, k) = atoms.x(i, k);
    }
  };

  /// Images of the ghosts that come with one swap. A swap may send ghosts of the swaps before.
  struct ImagesOfSwap {
    Images images;
    SphereViews::Types::t_int_2d_lr sent;
    int swap, first, owned;
    int periods[3];

    KOKKOS_FUNCTION void operator()(const int n) const
    {
      const int from = sent(swap, n), ghost = first + n - owned;
      images.source(ghost) = from < owned ? from : images.source(from - owned);
      for (int k = 0; k < 3; ++k)
        images.periods(ghost, k) = periods[k] + (from < owned ? 0 : images.periods(from - owned, k));
    }
  };

  /// Places ghosts, clears loads, and tells whether an owned particle has moved by more than the trigger.
  struct BeginForces {
    SphereViews atoms;
    Positions hold;
    Images images;
    int owned, cleared;       ///< numbers of particles
    double trigger;           ///< square of a distance [length^2]
    double edge[3][3];        ///< of the box, along x, y and z [length]
    double velocity[3][3];    ///< differences between images across these [length/time]

    KOKKOS_FUNCTION void operator()(const int i, int &moved) const
    {
      if (i < owned) {
        double square = 0.0;
        for (int k = 0; k < 3; ++k) square += (atoms.x(i, k) - hold(i, k)) * (atoms.x(i, k) - hold(i, k));
        if (square > trigger) moved = 1;
      }
      (*this)(i);
    }

    KOKKOS_FUNCTION void operator()(const int i) const
    {
      if (i >= owned) place(i);
      for (int k = 0; i < cleared && k < 3; ++k) atoms.f(i, k) = atoms.torque(i, k) = 0.0;
    }

   private:
    KOKKOS_FUNCTION void place(const int i) const
    {
      const int source = images.source(i - owned);
      for (int k = 0; k < 3; ++k) {
        // one period after the other, as messages add them
        auto x = atoms.x(source, k);
        auto v = atoms.v(source, k);
        for (int d = 0; d < 3; ++d) {
          const int periods = images.periods(i - owned, d), sign = periods < 0 ? -1 : 1;
          for (int n = 0; n < sign * periods; ++n) {
            x += sign * edge[d][k];
            v += sign * velocity[d][k];
          }
        }
        atoms.x(i, k) = x;
        atoms.v(i, k) = v;
        atoms.omega(i, k) = atoms.omega(source, k);
      }
    }
  };

  void set_edges(const double *h, double (&edge)[3][3])
  {
    for (int axis = 0; axis < 3; ++axis) contact::store_vector(edge[axis], box_edge(h, axis));
  }

  auto items(int count)
  {
    return Kokkos::RangePolicy<SphereViews::Device>(0, count);
  }

}    // namespace

VerletGranularKokkos::VerletGranularKokkos(LAMMPS *lammps, int narg, char **arg) :
    VerletKokkos(lammps, narg, arg)
{
  if (narg > 0)
    error->all(FLERR, "Illegal run_style verlet/granular/kk argument '{}': it has no arguments", arg[0]);
}

void VerletGranularKokkos::init()
{
  if (!lmp->kokkos)
    error->all(FLERR, "The run_style verlet/granular/kk needs KOKKOS: use the command-line option -k on");
  VerletKokkos::init();
}

void VerletGranularKokkos::setup(int flag)
{
  VerletKokkos::setup(flag);
  hold();
}

void VerletGranularKokkos::setup_minimal(int flag)
{
  VerletKokkos::setup_minimal(flag);
  if (flag) hold();
}

std::string VerletGranularKokkos::obstacle() const
{
  const Pair *const pair = force->pair;
  if (comm->nprocs > 1) return "there are several ranks";
  if (!dynamic_cast<const CommKokkos *>(comm)) return "comm_style is not brick";
  if (!pair || !pair_compute_flag || !pair->kokkosable || pair->execution_space != SphereViews::space)
    return "the pair style does not run on a device, or without full neighbor lists";
  if (atomKK->molecular != Atom::ATOMIC || force->kspace) return "there are bonds or long-range forces";
  if (!comm->ghost_velocity || atomKK->avecKK->datamask_comm_vel != seen_by_contacts)
    return "ghosts have other data than positions, velocities and spins";
  if (domain->deform_vremap && domain->deform_groupbit != 1)    // 1: of group all
    return "fix deform changes the velocities of a group";
  if (external_force_clear || neighbor->includegroup || extraflag || !torqueflag)
    return "other arrays than forces and torques are cleared, or of a group";
  return "";
}

// Between pair style and barostat nothing reads the virial, and from then on nothing moves particles but the barostat.
bool VerletGranularKokkos::can_read_once() const
{
  using namespace FixConst;
  const auto sums_at_the_end = [](const Fix *fix) {
    const auto *barostat = dynamic_cast<const FixNphSphereKokkos<SphereViews::Device> *>(fix);
    return barostat && barostat->sums_at_the_end();
  };
  return dynamic_cast<const PairGranularSrt *>(force->pair) && modify->n_pre_reverse == 0 &&
      modify->n_initial_integrate == 1 && modify->n_final_integrate == 1 && modify->n_post_integrate == 0 &&
      all_marked(*modify, INITIAL_INTEGRATE | FINAL_INTEGRATE, sums_at_the_end) &&
      all_marked(*modify, POST_FORCE, is_ours);
}

void VerletGranularKokkos::run(int n)
{
  using namespace FixConst;
  const std::string reason = obstacle();
  const bool joined = reason.empty();
  reads_once_ = joined && can_read_once();
  clears_early_ = all_marked(*modify, PRE_EXCHANGE | PRE_NEIGHBOR, is_ours);
  ghosts_feel_nothing_ = dynamic_cast<const PairGranularSrt *>(force->pair) && modify->n_pre_force == 0 &&
      modify->n_pre_reverse == 0;
  ends_.clear();
  all_marked(*modify, END_OF_STEP, [&](const Fix *fix) { return ends_.push_back(fix), true; });
  reach_ = -1.0;
  const std::string line = "run_style verlet/granular/kk: " +
      (joined ? "steps without a new neighbor list are joined\n"
              : "steps are those of verlet/kk: " + reason + "\n");
  if (comm->me == 0 && line != report_) utils::logmesg(lmp, line);
  report_ = line;
  // also after an error: what commands between two runs move is not seen
  const AtEnd forget{[&] {
    held_ = reads_once_ = false;
    lent_ = nullptr;
    sums_.forget();
  }};
  if (joined) {
    lmp->kokkos->auto_sync = 0;
    fuse_integrate = 0;
    atomKK->sync(LAMMPS_NS::Device, ALL_MASK);
    timer->init_timeout();
    for (int i = 0; i < n; ++i) {
      if (timer->check_timeout(i)) {
        update->nsteps = i;
        break;
      }
      step(i, n);
    }
    atomKK->sync(Host, ALL_MASK);
    lmp->kokkos->auto_sync = 1;
  } else {
    VerletKokkos::run(n);
  }
}

// The order of VerletKokkos::run(), of pair styles on a device without bonds.
void VerletGranularKokkos::step(int i, int n)
{
  ev_set(++update->ntimestep);
  timer->stamp();
  if (!fuse_integrate) modify->initial_integrate(vflag);
  if (modify->n_post_integrate) modify->post_integrate();
  timer->stamp(Timer::MODIFY);
  if (needs_list()) make_list();
  fuse_check(i, n);
  compute_forces();
  if (modify->n_post_force_any) modify->post_force(vflag);
  if (fuse_integrate)
    modify->fused_integrate(vflag);
  else
    modify->final_integrate();
  lent_ = nullptr;
  if (sums_.pending()) sums_.read(nullptr);
  const bigint now = update->ntimestep;
  reach_ = reads_once_ ? std::exchange(sums_.reach, -1.0) : -1.0;
  if (std::ranges::any_of(ends_, [&](const Fix *fix) { return now % fix->nevery == 0; })) reach_ = -1.0;
  box_ = box_numbers(*domain);
  if (modify->n_end_of_step) modify->end_of_step();
  timer->stamp(Timer::MODIFY);
  if (now != output->next) return;
  atomKK->sync(Host, ALL_MASK);
  timer->stamp();
  output->write(now);
  timer->stamp(Timer::OUTPUT);
}

void VerletGranularKokkos::compute_forces()
{
  timer->stamp();
  if (modify->n_pre_force) {
    modify->pre_force(vflag);
    timer->stamp(Timer::MODIFY);
  }
  Pair &pair = *force->pair;
  atomKK->sync(pair.execution_space, pair.datamask_read);
  lent_ = reads_once_ && held_ ? &sums_ : nullptr;
  pair.compute(eflag, vflag);
  atomKK->modified(pair.execution_space, pair.datamask_modify);
  timer->stamp(Timer::PAIR);
  if (modify->n_pre_reverse) {
    modify->pre_reverse(eflag, vflag);
    timer->stamp(Timer::MODIFY);
  }
  if (!force->newton || ghosts_feel_nothing_) return;
  Kokkos::fence();
  comm->reverse_comm();
  timer->stamp(Timer::COMM);
}

/* ---- ghosts and neighbor lists ---- */

// Call when a neighbor list has been made: particles have not moved since.
void VerletGranularKokkos::hold()
{
  const auto *const swaps = dynamic_cast<const CommKokkos *>(comm);
  held_ = swaps && comm->nprocs == 1;
  if (!held_) return;
  const auto [count, sent, first, periods, list] = Swaps::members();
  const int owned = atomKK->nlocal;
  grow(hold_, "granular_srt::hold", owned);
  grow(images_.source, "granular_srt::source", atomKK->nghost);
  grow(images_.periods, "granular_srt::periods", atomKK->nghost);
  atomKK->sync(SphereViews::space, X_MASK);
  Kokkos::parallel_for("granular_srt::hold", items(owned), HoldPositions{SphereViews::of(*atomKK), hold_});
  auto sent_by = swaps->*list;
  sent_by.sync<SphereViews::Device>();
  for (int k = 0; k < swaps->*count; ++k) {
    const int *const shift = (swaps->*periods)[k];
    Kokkos::parallel_for("granular_srt::images", items((swaps->*sent)[k]),
                         ImagesOfSwap{images_,
                                      sent_by.view<SphereViews::Device>(),
                                      k,
                                      (swaps->*first)[k],
                                      owned,
                                      {shift[0], shift[1], shift[2]}});
  }
  sums_.prepare(hold_);
  held_box_ = box_numbers(*domain);
}

// LAMMPS makes a new list when a particle has moved farther, or a little less than that: half a skin without the two largest
// displacements of corners of the box.
double VerletGranularKokkos::trigger() const
{
  constexpr double safety = 1.0 - 1e-6;    // more than the rounding of single precision
  const BoxNumbers moved = box_numbers(*domain) - held_box_;
  double most = 0.0, second = 0.0;
  for (int corner = 0; corner < 8; corner += domain->triclinic ? 1 : 7) {
    contact::Vec3<double> way = contact::load_vector(&moved[0]);
    for (int axis = 0; axis < 3; ++axis)
      if (corner >> axis & 1) way = way + box_edge(&moved[3], axis);
    const double distance = length(way);
    second = std::max(second, std::min(most, distance));
    most = std::max(most, distance);
  }
  return safety * std::max(0.0, 0.5 * (neighbor->skin - most - second));
}

// From the end of the last step: particles have moved by themselves, and with the box.
bool VerletGranularKokkos::stays_below(double trigger) const
{
  double with_box = 0.0;
  for (const double moved : box_numbers(*domain) - box_) with_box += std::fabs(moved);
  return reach_ >= 0.0 && reach_ + 2.0 * with_box < trigger;    // particles may be outside of the box
}

// Returns whether a particle has moved by the trigger, or more.
bool VerletGranularKokkos::begin_forces(bool checks)
{
  const double farthest = checks ? trigger() : 0.0;
  checks = checks && !stays_below(farthest);
  if (clears_early_) {
    atomKK->k_f.clear_sync_state();
    atomKK->k_torque.clear_sync_state();
  }
  atomKK->sync(SphereViews::space, seen_by_contacts);
  const int owned = atomKK->nlocal, all = owned + atomKK->nghost;
  const int cleared = force->newton ? all : owned;
  BeginForces begin{SphereViews::of(*atomKK), hold_, images_, owned, clears_early_ ? cleared : 0,
                    farthest * farthest,      {},    {}};
  set_edges(domain->h, begin.edge);
  if (domain->deform_vremap) set_edges(domain->h_rate, begin.velocity);
  int moved = 0;
  if (checks)
    Kokkos::parallel_reduce("granular_srt::check_and_begin_forces", items(all), begin, moved);
  else
    Kokkos::parallel_for("granular_srt::begin_forces", items(all), begin);
  atomKK->modified(SphereViews::space,
                   seen_by_contacts | (clears_early_ ? F_MASK | TORQUE_MASK : EMPTY_MASK));
  return moved != 0;
}

// Neighbor::decide(), followed by what a step without a new list does: Comm::forward_comm() and force_clear().
bool VerletGranularKokkos::needs_list()
{
  const int ago = neighbor->ago;
  if (!held_) {
    if (neighbor->decide()) return true;
    timer->stamp();
    comm->forward_comm();
    timer->stamp(Timer::COMM);
    force_clear();
    return false;
  }
  const int checks = std::exchange(neighbor->dist_check, 0);    // decides all but that
  const bool due = neighbor->decide() != 0;
  neighbor->dist_check = checks;
  const bool counted = neighbor->ago != ago;    // else a fix or a restart file needs a list
  if (due && !(checks && counted)) return true;
  timer->stamp();
  const bool moved = begin_forces(due);
  timer->stamp(Timer::COMM);
  if (moved && neighbor->check_distance()) return true;
  if (!clears_early_) force_clear();
  return false;
}

void VerletGranularKokkos::make_list()
{
  if (modify->n_pre_exchange) {
    timer->stamp();
    modify->pre_exchange();
    timer->stamp(Timer::MODIFY);
  }
  if (triclinic) domain->x2lamda(atomKK->nlocal);
  domain->pbc();
  if (domain->box_change) {
    domain->reset_box();
    comm->setup();
    if (neighbor->style) neighbor->setup_bins();
  }
  timer->stamp();
  comm->exchange();
  if (atomKK->sortfreq > 0 && update->ntimestep >= atomKK->nextsort) atomKK->sort();
  comm->borders();
  if (triclinic) domain->lamda2x(atomKK->nlocal + atomKK->nghost);
  timer->stamp(Timer::COMM);
  if (modify->n_pre_neighbor) {
    modify->pre_neighbor();
    timer->stamp(Timer::MODIFY);
  }
  neighbor->build(1);
  hold();
  timer->stamp(Timer::NEIGH);
  if (modify->n_post_neighbor) {
    modify->post_neighbor();
    timer->stamp(Timer::MODIFY);
  }
  force_clear();
}

VerletGranularKokkos *verlet_granular_kokkos(const LAMMPS *lmp)
{
  return dynamic_cast<VerletGranularKokkos *>(lmp->update->integrate);
}

}    // namespace granular_srt
