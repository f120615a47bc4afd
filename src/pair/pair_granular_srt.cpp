#include "pair_granular_srt.h"
#include "fix_contact_history.h"
#include "force_interval.h"

#include "host/fix_sort_bins.h"
#include "host/queries.h"
#include "engine/evaluate/instruction_set.h"
#include "host/style_table.h"
#include "checks/contact_requirements.h"
#include "restart/fix_last_step.h"

#include "atom.h"
#include "comm.h"
#include "compute.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "respa.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <string_view>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  constexpr const char *sort_bins_id = "GRANULAR_SRT_SORT_BINS";

}    // namespace

PairGranularSrt::PairGranularSrt(LAMMPS *lmp, const char *name) : Pair(lmp), name_{name}
{
  single_enable = 1;
  no_virial_fdotr_compute = 1;
  centroidstressflag = CENTROID_NOTAVAIL;
  finitecutflag = 1;
  beyond_contact = 0;
  comm_forward = 1;    // masses of rigid bodies
  single_extra = standard_extras;
  svector = new double[single_extra];

  // The number distinguishes instances under pair_style hybrid. It counts existing instances, so that a later
  // session finds its histories in a restart file under the same name.
  const auto taken = [this](const std::string &prefix) {
    const auto &fixes = modify->get_fix_list();
    return std::any_of(fixes.begin(), fixes.end(),
                       [&](const Fix *fix) { return utils::strmatch(fix->id, "^" + prefix); });
  };
  for (int number = 0; id_prefix_.empty() || taken(id_prefix_); ++number)
    id_prefix_ = fmt::format("NEIGH_HISTORY_GRANULAR_SRT{}_", number);
  id_placeholder_ = id_prefix_ + "PLACE";
  modify->add_fix(id_placeholder_ +
                  (atom->nextra_store > 0 ? " all GRANULAR_SRT_RESTART_ROWS" : " all DUMMY"));
}

PairGranularSrt::~PairGranularSrt()
{
  delete[] svector;
  FixLastStep::remove(lmp);
  for (const std::string &fix : {fix_history_ ? id_history_ : id_placeholder_, std::string(sort_bins_id)})
    if (modify->get_fix_by_id(fix)) modify->delete_fix(fix);
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
  cutoff_global_ = -1.0;
  in_moving_box_ = false;
  options_.set_defaults();
  const auto is_box = [](const char *word) { return std::string_view(word) == "box"; };
  int k = 0;
  if (narg > 0 && !is_box(arg[0]) && !RunOptions::has(arg[0])) {
    if (!utils::is_double(arg[0]))
      error->all(
          FLERR,
          "Illegal pair_style granular argument {}: must be a number, the cutoff, or a keyword: box, {}",
          arg[0], RunOptions::names());
    cutoff_global_ = utils::numeric(FLERR, arg[k++], false, lmp);
    if (!(cutoff_global_ > 0.0))
      error->all(FLERR, "Illegal pair_style granular cutoff value {}: must be > 0", arg[0]);
  }
  for (; k < narg; k += 2) {
    if (RunOptions::has(arg[k])) {
      options_.read(lmp, name_, k, narg, arg);
      continue;
    }
    if (!is_box(arg[k]))
      error->all(FLERR, "Unknown pair_style granular keyword '{}': known are box, {}", arg[k],
                 RunOptions::names());
    if (k + 1 == narg)
      error->all(FLERR, "Missing value of pair_style granular keyword box: must be yes or no");
    const std::string_view value = arg[k + 1];
    if (value != "yes" && value != "no")
      error->all(FLERR, "Illegal pair_style granular box value {}: must be yes or no", arg[k + 1]);
    in_moving_box_ = value == "yes";
  }
}

void PairGranularSrt::coeff(int narg, char **arg)
{
  if (narg < 3) error->all(FLERR, "Missing pair_coeff normal model: known are {}", known_models(NORMAL));
  double cutoff = -1.0;
  const ModelSpec spec = parse_model_spec(lmp, narg - 2, arg + 2, cutoff);
  set_type_pairs(arg[0], arg[1], {spec, cutoff});
}

void PairGranularSrt::set_type_pairs(const char *types_i, const char *types_j, const TypePair &settings)
{
  if (!allocated) allocate();
  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, types_i, 1, atom->ntypes, ilo, ihi, error);
  utils::bounds(FLERR, types_j, 1, atom->ntypes, jlo, jhi, error);
  int count = 0;
  for (int i = ilo; i <= ihi; ++i)
    for (int j = std::max(jlo, i); j <= jhi; ++j, ++count) {
      change_settings_of(i, j) = settings;
      setflag[i][j] = 1;
    }
  if (count == 0)
    error->all(FLERR, "Illegal pair_coeff types {} {}: no pair of types i <= j is named", types_i, types_j);
}

void PairGranularSrt::check_atoms()
{
  require_sphere_atoms(lmp, "pair style " + name_, heat_);
  if (comm->ghost_velocity == 0)
    error->all(FLERR, "Pair style {} requires that ghost atoms store velocities: use comm_modify vel yes",
               name_);

  int bad = 0;
  for (int i = 0; i < atom->nlocal; ++i)
    if (!(atom->radius[i] >= 0.0) || !std::isfinite(atom->radius[i])) ++bad;
  int all_bad = 0;
  MPI_Allreduce(&bad, &all_bad, 1, MPI_INT, MPI_SUM, world);
  if (all_bad)
    error->all(FLERR, "Pair style {}: {} atoms have a radius that is negative or not a number: must be >= 0",
               name_, all_bad);
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
      const ModelSpec &spec = settings_of(i, j).spec;
      if (acts_beyond_contact(spec)) beyond_contact = 1;
      if (spec.name(HEAT) != "none") heat_ = true;
      n_diagnostics = std::max(n_diagnostics, static_cast<int>(diagnostics_of(spec).size()));
    }
  check_atoms();
  announce_styles(lmp);
  options_.read_environment(lmp);
  options_.report(lmp, name_);
  ledger_ = find_ledger(lmp);
  if (!ghost_packing_) ghost_packing_ = make_ghost_packing();
  if (ghost_packing_) ghost_packing_->update(name_, reason_of_any(RunOptions::GHOSTS));
  instruction_set_ = &instruction_set(lmp);
  if (comm->me == 0) utils::logmesg(lmp, "pair {}: contacts {}\n", name_, evaluation_summary());

  lay_out_history();
  needs_history = layout_.size > 0;

  single_extra = extras(n_diagnostics);
  delete[] svector;
  svector = new double[single_extra];

  request_history_fix(needs_history);
  FixLastStep::make_last(lmp, reason_of_any(RunOptions::RESTART).empty());

  find_partner_fixes();
  examine_box_motion();
  find_largest_radii();
  radii_may_grow_ = !modify->get_fix_by_style("^adapt").empty();
  choose_list();
  request_sort_bins();

  laws_.clear();
  needs_means_ = false;
  swap_factors_.clear();
  law_of_.assign(static_cast<std::size_t>(stride_) * stride_, -1);
  driver_.reset();
  ghost_driver_.reset();
}

std::string PairGranularSrt::evaluation_summary() const
{
  return instruction_set_->description;
}

std::unique_ptr<GhostPacking> PairGranularSrt::make_ghost_packing()
{
  return make_sphere_packing(lmp);
}

// Ghosts and restart files belong to all sub-styles of pair_style hybrid: what one of them switches off is off.
std::string PairGranularSrt::reason_of_any(RunOptions::Keyword keyword) const
{
  std::string reason;
  for_each_pair_of<PairGranularSrt>(lmp, [&](PairGranularSrt &pair) {
    pair.options_.read_environment(lmp);
    if (reason.empty()) reason = pair.options_.reason_against_default(keyword);
  });
  return reason;
}

// Another style of a hybrid may be faster with another order of particles.
void PairGranularSrt::request_sort_bins()
{
  const Fix *old = modify->get_fix_by_id(sort_bins_id);
  const std::string_view sort = options_.value(RunOptions::SORT);
  const bool may_set = may_set_sort_bins() && force->pair == this && sort != "no";
  const double size = may_set ? wanted_sort_bins(lmp, sort == "always", largest_radius()) : 0.0;
  if (old) modify->delete_fix(sort_bins_id);
  if (size == 0.0) return;
  modify->add_fix(fmt::format("{} all GRANULAR_SRT_SORT_BINS {:.17g}", sort_bins_id, size));
  if (comm->me == 0 && !old)
    utils::logmesg(lmp, "pair {}: particles sorted in bins of a diameter, {:.6g}\n", name_, size);
}

void PairGranularSrt::find_partner_fixes()
{
  const auto freezes = modify->get_fix_by_style("^freeze");
  if (freezes.size() > 1)
    error->all(FLERR, "Pair style {} allows one fix freeze, found {}", name_, freezes.size());
  freeze_group_bit_ = freezes.empty() ? 0 : freezes.front()->groupbit;

  fix_rigid_ = find_rigid_fix(lmp, "pair style " + name_);
  if (!fix_rigid_) body_mass_.clear();
}

void PairGranularSrt::examine_box_motion()
{
  if (in_moving_box_) check_box_motion(lmp, name_, fix_rigid_ != nullptr);
  const auto rubs = [this](int i, int j) {
    const auto acts = [&](Axis axis) { return settings_of(i, j).spec.name(axis) != "none"; };
    return setflag[i][j] && (acts(DAMPING) || acts(TANGENTIAL));
  };
  bool any_rubs = false;
  for (int i = 1; i < stride_; ++i)
    for (int j = i; j < stride_; ++j) any_rubs = any_rubs || rubs(i, j);
  warn_of_unseen_motion(lmp, "Pair style " + name_, any_rubs, in_moving_box_, unseen_motion_);
}

contact::BoxRate PairGranularSrt::box_rate()
{
  return in_moving_box_ ? present_box_rate(lmp) : contact::BoxRate{};
}

void PairGranularSrt::add_tally_callback(Compute *compute)
{
  error->all(
      FLERR,
      "Illegal compute {} of style {} with pair style {}: */tally computes take forces along the line of "
      "centres only; use compute pair/local, stress/atom or centroid/stress/atom",
      compute->id, compute->style, name_);
}

double PairGranularSrt::init_one(int i, int j)
{
  const TypePair &pair = settings_of(i, j);
  const TypePair &pair_i = settings_of(i, i), &pair_j = settings_of(j, j);
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

  // Types with equal coefficients share a law: its contacts are evaluated together.
  const contact::AnyContact law = build_contact(a, b, mixed);
  const auto known = std::ranges::find(laws_, law);
  law_of_[i * stride_ + j] = law_of_[j * stride_ + i] = static_cast<int>(known - laws_.begin());
  if (known == laws_.end()) add_law(law, a);

  if (!(cutoff > 0.0)) cutoff = cutoff_global_;
  if (cutoff > 0.0)
    check_given_cutoff(i, j, cutoff);
  else
    cutoff = automatic_cutoff(i, j, law);
  check_cutoff(i, j, cutoff);
  return cutoff;
}

void PairGranularSrt::add_law(const contact::AnyContact &law, const ModelSpec &models)
{
  laws_.push_back(law);
  needs_means_ = needs_means_ || contact::uses_means(law);
  std::vector<double> factors(layout_.size, 1.0);
  const auto place = [&](Axis axis, int offset) {
    const auto values = swap_factors_of(axis, models);
    std::copy(values.begin(), values.end(), factors.begin() + offset);
  };
  place(TANGENTIAL, layout_.tangential);
  place(ROLLING, layout_.rolling);
  place(TWISTING, layout_.twisting);
  swap_factors_.push_back(factors);
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

ContactLoop PairGranularSrt::contact_loop()
{
  ContactLoop loop{};
  ParticleArrays &particles = loop.particles;
  particles.count = atom->nlocal + atom->nghost;
  particles.type = atom->type;
  particles.mask = atom->mask;
  particles.x = atom->x[0];
  particles.v = atom->v[0];
  particles.omega = atom->omega[0];
  particles.radius = atom->radius;
  particles.mass = atom->rmass;
  particles.body_mass = fix_rigid_ ? body_mass_.data() : nullptr;
  particles.temperature = heat_ ? atom->temperature : nullptr;
  particles.frozen = freeze_group_bit_;

  loop.options.layout = layout_;
  loop.options.step = {force_interval(lmp, this), update->setupflag == 0};
  loop.options.has_history = fix_history_ != nullptr;
  loop.options.acts_beyond_touch = beyond_contact != 0;
  loop.options.needs_means = needs_means_;
  loop.options.special = atom->molecular == Atom::ATOMIC ? nullptr : force->special_lj;
  loop.options.in_moving_box = in_moving_box_;
  loop.options.box_rate = box_rate();

  loop.loads.f = atom->f[0];
  loop.loads.torque = atom->torque[0];
  loop.loads.heatflow = heat_ ? atom->heatflow : nullptr;
  loop.loads.end = force->newton_pair ? particles.count : atom->nlocal;
  return loop;
}

// With run_style respa a style on an inner level acts several times after each list.
bool PairGranularSrt::has_new_list() const
{
  if (neighbor->lastcall != last_list_ || (memory_ && !memory_->active())) return true;
  return neighbor->ago == 0 && (update->setupflag || !dynamic_cast<Respa *>(update->integrate));
}

void PairGranularSrt::compute(int eflag, int vflag)
{
  ev_init(eflag, vflag);
  if (radii_may_grow_) check_grown_radii();
  update_body_masses();
  bool new_list = has_new_list();
  if (!driver_) {
    driver_ = std::make_unique<ContactDriver>(laws_, *instruction_set_);
    new_list = true;
  }
  if (new_list && writes_restart_file(lmp)) begin_lists_anew();
  if (!new_list && driver_->has_no_pairs() && (!ghost_driver_ || ghost_driver_->has_no_pairs())) return;
  const ContactTally tally = [this](int i, int j, const contact::Vec3<double> &f,
                                    const contact::Vec3<double> &d) {
    const auto v = (in_moving_box_ ? contact::virial_of_box(f, d) : contact::virial_of(f, d)).value;
    v_tally_tensor(i, j, atom->nlocal, force->newton_pair, v[0], v[1], v[2], v[3], v[4], v[5]);
  };
  ContactLoop loop = contact_loop();
  if (evflag && vflag_atom)
    loop.loads.tally = &tally;
  else if (vflag_global)
    loop.loads.virial = virial;
  evaluate(loop, new_list);
  last_list_ = neighbor->lastcall;
}

double PairGranularSrt::memory_usage()
{
  double bytes = static_cast<double>(body_mass_.capacity() * sizeof(double));
  for (const auto *driver : {driver_.get(), ghost_driver_.get()})
    if (driver) bytes += driver->memory_usage();
  return bytes + (own_list_ ? own_list_->memory_usage() : 0.0);
}

}    // namespace granular_srt
