#include "pair_granular_srt.h"

#include "styles/contact_requirements.h"
#include "fix_contact_history.h"
#include "ghosts/ghost_rows.h"
#include "simd/kernels.h"

#include "atom.h"
#include "comm.h"
#include "compute.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  // Gaps up to this part of the neighbor skin are watched: large enough that pairs are seldom searched
  // anew, small enough that most of those watched do touch.
  constexpr double watched_part_of_skin = 0.25;

  /// Forwards each contact to Pair's own bookkeeping of per-atom stress.
  template <class F> class Tally : public ContactTally {
   public:
    explicit Tally(F f) : f_{f} {}
    void add(int i, int j, const contact::Vec3<double> &force,
             const contact::Vec3<double> &separation) override
    {
      f_(i, j, force, separation);
    }

   private:
    F f_;
  };

}    // namespace

PairGranularSrt::PairGranularSrt(LAMMPS *lmp) : Pair(lmp), sort_bins_{lmp}
{
  single_enable = 1;
  no_virial_fdotr_compute = 1;
  centroidstressflag = CENTROID_NOTAVAIL;
  finitecutflag = 1;
  nondefault_history_transfer = 1;    // every slot has its own swap rule
  beyond_contact = 0;
  comm_forward = 1;                   // masses of rigid bodies
  single_extra = standard_extras;
  svector = new double[single_extra];

  // The number tells instances under pair_style hybrid apart. It counts those that live now, so that
  // a later session finds its springs in a restart file under the same name.
  const auto taken = [this](const std::string &prefix) {
    const auto &fixes = modify->get_fix_list();
    return std::any_of(fixes.begin(), fixes.end(),
                       [&](const Fix *fix) { return utils::strmatch(fix->id, "^" + prefix); });
  };
  for (int number = 0; id_prefix_.empty() || taken(id_prefix_); ++number)
    id_prefix_ = fmt::format("NEIGH_HISTORY_GRANULAR_SRT{}_", number);
  id_placeholder_ = id_prefix_ + "DUMMY";
  modify->add_fix(id_placeholder_ + " all DUMMY");
}

PairGranularSrt::~PairGranularSrt()
{
  delete[] svector;
  modify->delete_fix(fix_history_ ? id_history_ : id_placeholder_);
  if (allocated) {
    memory->destroy(setflag);
    memory->destroy(cutsq);
  }
}

void PairGranularSrt::allocate()
{
  allocated = 1;
  const int n = atom->ntypes;
  stride_ = n + 1;
  memory->create(setflag, n + 1, n + 1, "pair:setflag");
  memory->create(cutsq, n + 1, n + 1, "pair:cutsq");
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) setflag[i][j] = 0;
  type_pairs_.resize(static_cast<std::size_t>(stride_) * stride_);
}

void PairGranularSrt::settings(int narg, char **arg)
{
  if (narg > 1) error->all(FLERR, "Illegal pair_style granular: takes one optional number, the cutoff");
  cutoff_global_ = -1.0;
  if (narg == 1) {
    cutoff_global_ = utils::numeric(FLERR, arg[0], false, lmp);
    if (!(cutoff_global_ > 0.0))
      error->all(FLERR, "Illegal pair_style granular cutoff value {}: must be > 0", arg[0]);
  }
}

void PairGranularSrt::coeff(int narg, char **arg)
{
  if (narg < 3)
    error->all(FLERR, "Missing pair_coeff normal model: known are {}", known_models(NORMAL));
  if (!allocated) allocate();

  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, arg[0], 1, atom->ntypes, ilo, ihi, error);
  utils::bounds(FLERR, arg[1], 1, atom->ntypes, jlo, jhi, error);

  double cutoff = -1.0;
  const ModelSpec spec = parse_model_spec(lmp, narg - 2, arg + 2, cutoff);

  int count = 0;
  for (int i = ilo; i <= ihi; ++i)
    for (int j = std::max(jlo, i); j <= jhi; ++j, ++count) {
      pair_of(i, j) = {spec, cutoff};
      setflag[i][j] = 1;
    }
  if (count == 0)
    error->all(FLERR, "Illegal pair_coeff types {} {}: no pair of types i <= j is named", arg[0], arg[1]);
}

void PairGranularSrt::check_atoms()
{
  require_sphere_atoms(lmp, "pair style granular", heat_);
  if (comm->ghost_velocity == 0)
    error->all(FLERR,
               "Pair style granular requires that ghost atoms store velocities: use comm_modify vel yes");

  int bad = 0;
  for (int i = 0; i < atom->nlocal; ++i)
    if (!(atom->radius[i] >= 0.0) || !std::isfinite(atom->radius[i])) ++bad;
  int all_bad = 0;
  MPI_Allreduce(&bad, &all_bad, 1, MPI_INT, MPI_SUM, world);
  if (all_bad)
    error->all(FLERR, "Pair style granular: {} atoms have a radius that is negative or not a number: "
                      "must be >= 0",
               all_bad);
}

void PairGranularSrt::init_style()
{
  bool needs_history = false;
  int n_diagnostics = 0;
  heat_ = false;
  beyond_contact = 0;
  for (int i = 1; i < stride_; ++i)
    for (int j = i; j < stride_; ++j) {
      if (!setflag[i][j]) continue;
      const ModelSpec &spec = pair_of(i, j).spec;
      if (acts_beyond_contact(spec)) beyond_contact = 1;
      if (spec.name(HEAT) != "none") heat_ = true;
      n_diagnostics = std::max(n_diagnostics, static_cast<int>(diagnostics_of(spec).size()));
    }
  check_atoms();
  pack_spheres_by_row(lmp);
  kernels_ = &kernels(lmp);
  if (comm->me == 0) utils::logmesg(lmp, "pair granular: contacts {}\n", way());

  lay_out_history();
  needs_history = layout_.size > 0;

  single_extra = standard_extras + (heat_ ? 1 : 0) + n_diagnostics;
  delete[] svector;
  svector = new double[single_extra];

  neighbor->add_request(this, list_flags());
  request_history_fix(needs_history);

  find_partner_fixes();
  find_largest_radii();
  // another style of a hybrid may want another order
  if (sorts() && force->pair == this)
    sort_bins_.choose(std::max(std::ranges::max(largest_moving_), std::ranges::max(largest_frozen_)));

  laws_.clear();
  means_ = false;
  swap_factors_.clear();
  law_of_.assign(static_cast<std::size_t>(stride_) * stride_, -1);
  kernel_.reset();
}

std::string PairGranularSrt::way() const
{
  return kernels_->name;
}

// A size list ends at touch; contacts that stretch need the list of type cutoffs.
int PairGranularSrt::list_flags() const
{
  return beyond_contact ? NeighConst::REQ_DEFAULT : NeighConst::REQ_SIZE;
}

void PairGranularSrt::find_partner_fixes()
{
  const auto freezes = modify->get_fix_by_style("^freeze");
  if (freezes.size() > 1) error->all(FLERR, "Pair style granular allows one fix freeze, found {}", freezes.size());
  freeze_group_bit_ = freezes.empty() ? 0 : freezes.front()->groupbit;

  fix_rigid_ = find_rigid_fix(lmp, "pair style granular");
  if (!fix_rigid_) body_mass_.clear();
}

void PairGranularSrt::find_largest_radii()
{
  std::vector<double> moving(stride_, 0.0), frozen(stride_, 0.0);
  for (const char *style : {"^pour", "^deposit"})
    for (const auto &fix : modify->get_fix_by_style(style))
      for (int type = 1; type < stride_; ++type) {
        int of_type = type;
        const auto *radius = static_cast<double *>(fix->extract("radius", of_type));
        if (radius) moving[type] = std::max(moving[type], *radius);
      }

  for (int i = 0; i < atom->nlocal; ++i) {
    auto &largest = atom->mask[i] & freeze_group_bit_ ? frozen : moving;
    largest[atom->type[i]] = std::max(largest[atom->type[i]], atom->radius[i]);
  }
  largest_moving_.resize(stride_);
  largest_frozen_.resize(stride_);
  MPI_Allreduce(moving.data(), largest_moving_.data(), stride_, MPI_DOUBLE, MPI_MAX, world);
  MPI_Allreduce(frozen.data(), largest_frozen_.data(), stride_, MPI_DOUBLE, MPI_MAX, world);
}

// Sum of the largest radii that can meet, plus the pull-off distance. Two frozen atoms never meet.
double PairGranularSrt::automatic_cutoff(int i, int j, const contact::AnyContact &law) const
{
  const auto reach = [&](double r_i, double r_j) {
    if (r_i <= 0.0 || r_j <= 0.0) return 0.0;
    return r_i + r_j + law.normal.pull_off_distance(r_i * r_j / (r_i + r_j));
  };
  const double cutoff = std::max({reach(largest_moving_[i], largest_moving_[j]),
                                  reach(largest_frozen_[i], largest_moving_[j]),
                                  reach(largest_moving_[i], largest_frozen_[j])});
  if (cutoff > 0.0) return cutoff;

  // No atom of one type is there, nor announced: the neighbor list still needs a sensible number.
  double largest = 0.0;
  for (int type = 1; type < stride_; ++type)
    largest = std::max({largest, largest_moving_[type], largest_frozen_[type]});
  return 2.0 * largest;
}

void PairGranularSrt::add_tally_callback(Compute *compute)
{
  error->all(FLERR,
             "Illegal compute {} of style {} with pair style granular: */tally computes take forces along the line "
             "of centres only; use compute pair/local, stress/atom or centroid/stress/atom",
             compute->id, compute->style);
}

double PairGranularSrt::init_one(int i, int j)
{
  const TypePair &pair = pair_of(i, j);
  const TypePair &pair_i = pair_of(i, i), &pair_j = pair_of(j, j);
  const bool mixed = setflag[i][j] == 0;
  double cutoff = pair.cutoff;
  if (mixed) {
    const int axis = first_difference(pair_i.spec, pair_j.spec);
    if (axis >= 0)
      error->all(FLERR,
                 "Cannot mix pair_coeff of types {} and {}: their {} models {} and {} differ; set "
                 "pair_coeff {} {} explicitly",
                 i, j, axis_names[axis], pair_i.spec.name(axis), pair_j.spec.name(axis), i, j);
    cutoff = std::max(pair_i.cutoff, pair_j.cutoff);
  }
  const ModelSpec &a = mixed ? pair_i.spec : pair.spec;
  const ModelSpec &b = mixed ? pair_j.spec : pair.spec;

  law_of_[i * stride_ + j] = law_of_[j * stride_ + i] = static_cast<int>(laws_.size());
  laws_.push_back(build_contact(a, b, mixed));
  means_ = means_ || reads_means(laws_.back());

  std::vector<double> factors(layout_.size, 1.0);
  const auto place = [&](Axis axis, int offset) {
    const auto values = swap_factors_of(axis, a);
    std::copy(values.begin(), values.end(), factors.begin() + offset);
  };
  place(TANGENTIAL, layout_.tangential);
  place(ROLLING, layout_.rolling);
  place(TWISTING, layout_.twisting);
  swap_factors_.push_back(factors);

  if (cutoff > 0.0) return cutoff;
  if (cutoff_global_ > 0.0) return cutoff_global_;
  return automatic_cutoff(i, j, laws_.back());
}

void PairGranularSrt::update_body_masses()
{
  if (!fix_rigid_ || neighbor->ago != 0) return;
  int dim;
  const auto *body = static_cast<int *>(fix_rigid_->extract("body", dim));
  const auto *mass = static_cast<double *>(fix_rigid_->extract("masstotal", dim));
  body_mass_.resize(static_cast<std::size_t>(atom->nmax));
  for (int i = 0; i < atom->nlocal; ++i) body_mass_[i] = body[i] >= 0 ? mass[body[i]] : 0.0;
  comm->forward_comm(this);
}

int PairGranularSrt::pack_forward_comm(int n, int *atoms, double *buf, int, int *)
{
  for (int k = 0; k < n; ++k) buf[k] = body_mass_[atoms[k]];
  return n;
}

void PairGranularSrt::unpack_forward_comm(int n, int first, double *buf)
{
  std::copy(buf, buf + n, body_mass_.begin() + first);
}

ContactLoop PairGranularSrt::make_loop()
{
  ContactLoop loop{};
  loop.list = list;
  loop.remembers = fix_history_ != nullptr;
  loop.stretches = beyond_contact != 0;
  loop.layout = layout_;
  loop.step = {update->dt, update->setupflag == 0};
  loop.law_of = law_of_.data();
  loop.type_stride = stride_;
  loop.nall = atom->nlocal + atom->nghost;
  loop.served = force->newton_pair ? loop.nall : atom->nlocal;
  loop.new_list = neighbor->ago == 0 || neighbor->lastcall != last_list_;
  loop.margin = watched_part_of_skin * neighbor->skin;
  loop.type = atom->type;
  loop.mask = atom->mask;
  loop.x = atom->x[0];
  loop.v = atom->v[0];
  loop.omega = atom->omega[0];
  loop.radius = atom->radius;
  loop.mass = atom->rmass;
  loop.body_mass = fix_rigid_ ? body_mass_.data() : nullptr;
  loop.frozen = freeze_group_bit_;
  loop.means = means_;
  loop.temperature = heat_ ? atom->temperature : nullptr;
  loop.special = atom->molecular == Atom::ATOMIC ? nullptr : force->special_lj;
  loop.f = atom->f[0];
  loop.torque = atom->torque[0];
  loop.heatflow = heat_ ? atom->heatflow : nullptr;
  loop.workers = workers();
  return loop;
}

void PairGranularSrt::compute(int eflag, int vflag)
{
  ev_init(eflag, vflag);
  update_body_masses();
  const bool is_first = !kernel_;
  if (is_first) kernel_ = make_contact_kernel(laws_, *kernels_);

  Tally tally([this](int i, int j, const contact::Vec3<double> &f, const contact::Vec3<double> &d) {
    ev_tally_xyz(i, j, atom->nlocal, force->newton_pair, 0.0, 0.0, f.x, f.y, f.z, d.x, d.y, d.z);
  });
  ContactLoop loop = make_loop();
  if (evflag && vflag_atom)
    loop.tally = &tally;
  else if (vflag_global)
    loop.virial = virial;
  StoredContacts stored{};
  if (fix_history_ && (is_first || !fix_history_->is_taken() || neighbor->lastcall != last_list_)) {
    stored = fix_history_->give_to(*kernel_);
    loop.stored = &stored;
    loop.new_list = true;
  }
  kernel_->run(loop);
  last_list_ = neighbor->lastcall;
}

double PairGranularSrt::contact_energy(double pressure)
{
  double sums[2] = {0.0, static_cast<double>(atom->nlocal)};
  for (int i = 0; i < atom->nlocal; ++i) sums[0] += 2.0 * atom->radius[i];
  double totals[2];
  MPI_Allreduce(sums, totals, 2, MPI_DOUBLE, MPI_SUM, world);
  if (totals[1] == 0.0) return 0.0;
  const double diameter = totals[0] / totals[1];
  const double one_contact = std::max(pressure, 0.0) / force->nktv2p * diameter * diameter;
  double stiffness = 0.0;
  for (const auto &law : laws_)
    stiffness = std::max(stiffness, law.normal.stiffness_at(one_contact, 0.25 * diameter));
  return stiffness * diameter * diameter;
}

double PairGranularSrt::memory_usage()
{
  return static_cast<double>(body_mass_.capacity() * sizeof(double)) +
      (kernel_ ? kernel_->memory_usage() : 0.0);
}

}    // namespace granular_srt
