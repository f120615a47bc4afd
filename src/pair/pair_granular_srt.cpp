#include "pair_granular_srt.h"
#include "history_fix.h"
#include "own_list.h"

#include "box/flow.h"
#include "host/fix_sort_bins.h"
#include "host/queries.h"
#include "host/style_table.h"
#include "energy/fix_heat_dissipation.h"
#include "engine/host_engine.h"
#include "engine/evaluate/instruction_set.h"
#include "engine/search/near_pairs.h"
#include "restart/checksum.h"
#include "restart/fix_last_step.h"
#include "restart/replay.h"
#include "checks/box_motion.h"
#include "checks/contact_requirements.h"

#include "atom.h"
#include "atom_masks.h"
#include "comm.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "respa.h"
#include "update.h"

#include <algorithm>
#include <string_view>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  // Pairs with gaps up to this fraction of the neighbor skin are close pairs: large enough that searches are rare,
  // small enough that most close pairs are in contact.
  constexpr double margin_in_skins = 0.25;

  std::unique_ptr<ContactEngine> make_host_engine(LAMMPS *, Pair &, const std::string &)
  {
    return std::make_unique<HostEngine>();
  }

}    // namespace

const Evaluation host_evaluation{make_host_engine, make_sphere_packing};

const unsigned long PairGranularSrt::arrays_read =
    X_MASK | V_MASK | OMEGA_MASK | TYPE_MASK | MASK_MASK | RMASS_MASK | RADIUS_MASK | TAG_MASK;

PairGranularSrt::PairGranularSrt(LAMMPS *lammps, std::unique_ptr<PairSettings> settings,
                                 const Evaluation &evaluation) :
    PairOfSpheres(lammps),
    settings_{std::move(settings)}, evaluation_{evaluation}, engine_{evaluation.make_engine(lammps, *this,
                                                                                            name_)},
    history_(lammps, name_)
{
  begin_announcements(lammps);    // "clear" brings the styles back without a call of the plugin
  single_enable = 1;
  no_virial_fdotr_compute = 1;
  centroidstressflag = CENTROID_NOTAVAIL;
  finitecutflag = 1;
  beyond_contact = 0;
  comm_forward = 1;    // masses of rigid bodies
  single_extra = settings_->most_extras();
  svector = new double[single_extra];
}

PairGranularSrt::~PairGranularSrt()
{
  delete[] svector;
  FixLastStep::remove(lmp);
  request_sort_bins(lmp, name_, false);
  if (allocated) {
    memory->destroy(setflag);
    memory->destroy(cutsq);
  }
}

/* ---- arguments ---- */

void PairGranularSrt::allocate()
{
  allocated = 1;
  const int n = atom->ntypes;
  memory->create(setflag, n + 1, n + 1, "pair:setflag");
  memory->create(cutsq, n + 1, n + 1, "pair:cutsq");
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) setflag[i][j] = 0;
  settings_->set_types(n);
}

void PairGranularSrt::coeff(int narg, char **arg)
{
  const TypePair pair = settings_->read_coefficients(narg, arg);
  if (!allocated) allocate();
  if (acts_beyond_contact(pair.spec)) beyond_contact = 1;    // pair_style hybrid asks before init_style()
  settings_->set(arg[0], arg[1], pair);
  take_flags();
}

// LAMMPS reads which pairs of types have coefficients.
void PairGranularSrt::take_flags()
{
  settings_->for_each([this](int i, int j, const TypePair &) { setflag[i][j] = 1; });
}

const ModelSpec *PairGranularSrt::models_of_type(int type) const
{
  return allocated && settings_->has(type, type) ? &settings_->of(type, type).spec : nullptr;
}

/* ---- before a run ---- */

void PairGranularSrt::init_style()
{
  sync_host();
  int n_diagnostics = 0;
  run_.heat = run_.beyond_contact = false;
  settings_->for_each([&](int, int, const TypePair &pair) {
    if (acts_beyond_contact(pair.spec)) run_.beyond_contact = true;
    if (pair.spec.name(HEAT) != "none") run_.heat = true;
    n_diagnostics = std::max(n_diagnostics, diagnostics_of(pair.spec));
  });
  beyond_contact = run_.beyond_contact ? 1 : 0;
  checks_.check_atoms();
  announce_styles(lmp);
  settings_->options.read_environment(lmp);
  settings_->options.report(lmp, name_);
  ledger_ = find_ledger(lmp);
  run_.counts_ended = !ledger_.expired();
  if (!ghost_packing_ && evaluation_.make_ghost_packing) ghost_packing_ = evaluation_.make_ghost_packing(lmp);
  if (ghost_packing_) ghost_packing_->update(name_, reason_of_any(RunOptions::GHOSTS));
  // an unknown name of an instruction set is an error on a device too
  instruction_set_ = &instruction_set(lmp);
  if (comm->me == 0)
    utils::logmesg(lmp, "pair {}: contacts {}\n", name_, engine_->description(*instruction_set_));

  // A hybrid has taken the number before it knew the laws, and copies as many.
  if (force->pair == this) single_extra = settings_->extras(n_diagnostics, run_.heat);

  request_history();
  FixLastStep::make_last(lmp, reason_of_any(RunOptions::RESTART).empty());

  find_freeze_and_rigid();
  examine_box_motion();
  run_.radii = LargestRadii::of_all(lmp, run_.group_without_contacts());
  examine_changes();
  choose_list();
  // Another style of a hybrid may be faster with another order of particles.
  const std::string_view sort = settings_->options.value(RunOptions::SORT);
  request_sort_bins(lmp, name_, engine_->traits.sets_sort_bins && force->pair == this && sort != "no",
                    sort == "always", run_.radii.of_any());
  run_.laws = TypeLaws(atom->ntypes);
}

void PairGranularSrt::examine_changes()
{
  run_.types_may_change = !modify->get_fix_by_style("^set$").empty();
  run_.radii_may_grow = particles_may_change(lmp);
  // Bond styles bpm/* replace their placeholder after the pair style has been initialized. They change lists without
  // pairs of bonded particles.
  run_.bonds_may_break = !modify->get_fix_by_style("^UPDATE_SPECIAL_BONDS").empty() ||
      (force->special_lj[1] == 0.0 && std::ranges::any_of(modify->get_fix_list(), [](const Fix *fix) {
         return utils::strmatch(fix->id, "^BPM_DUMMY");
       }));
}

// Ghosts and restart files belong to all sub-styles of pair_style hybrid: what one of them switches off is off.
std::string PairGranularSrt::reason_of_any(RunOptions::Keyword keyword) const
{
  std::string reason;
  for_each_pair_of<PairGranularSrt>(lmp, [&](PairGranularSrt &pair) {
    pair.settings_->options.read_environment(lmp);
    if (reason.empty()) reason = pair.settings_->options.reason_against_default(keyword);
  });
  return reason;
}

void PairGranularSrt::request_history()
{
  run_.layout = settings_->history_layout();
  const bool from_file =
      history_.request(*engine_, run_.layout.size, settings_->history_signature(run_.layout));
  if (from_file && stock_ && stock_->take_histories(*history_.fix(), run_.layout))
    history_.starts_from_zero = false;
  stock_.reset();
}

void PairGranularSrt::choose_list()
{
  std::string reason;
  if (engine_->traits.makes_lists) {
    bool gives_cutoff = settings_->cutoff > 0.0;
    settings_->for_each([&](int, int, const TypePair &pair) { gives_cutoff |= pair.cutoff > 0.0; });
    reason = settings_->options.reason_against_default(RunOptions::LISTS);
    if (reason.empty()) reason = reason_for_lammps_list(lmp, this);
    if (reason.empty() && gives_cutoff) reason = "the deck gives a cutoff";
    if (reason.empty() && run_.radii_may_grow) reason = "fix adapt or fix set may change radii";
    if (reason.empty() && run_.bonds_may_break) reason = "bonds may break, which changes the list";
    const std::string maker = reason.empty() ? "the plugin" : "LAMMPS: " + reason;
    if (comm->me == 0 && maker != list_maker_)
      utils::logmesg(lmp, "pair {}: list of pairs made by {}\n", name_, maker);
    list_maker_ = maker;
  }
  const bool own = engine_->traits.makes_lists && reason.empty();
  if (!own) neighbor->add_request(this, list_flags());
  engine_->begin_run(own);
}

// A neighbor list by size ends at touch and skin. Stretched contacts, those that have ended, and radii that grow between
// two lists need the list by type cutoffs.
int PairGranularSrt::list_flags() const
{
  if (engine_->traits.full_lists) return NeighConst::REQ_FULL;
  const bool ends_at_touch = !beyond_contact && !run_.radii_may_grow &&
      neighbor->skin >= cutoffs_.gap_of_ended(2.0 * run_.radii.of_any());
  if (!ends_at_touch) return NeighConst::REQ_DEFAULT;
  // Another style of a hybrid may copy the list, and finds its contacts by the marks of a list with history.
  const bool marks = force->pair != this && run_.layout.size > 0;
  return NeighConst::REQ_SIZE | (marks ? NeighConst::REQ_HISTORY : NeighConst::REQ_DEFAULT);
}

void PairGranularSrt::find_freeze_and_rigid()
{
  const auto freezes = modify->get_fix_by_style("^freeze");
  if (freezes.size() > 1)
    error->all(FLERR, "Pair style {} allows one fix freeze, found {}", name_, freezes.size());
  run_.frozen = freezes.empty() ? 0 : freezes.front()->groupbit;

  rigid_ = find_rigid_fix(lmp, "pair style " + name_);
  if (!rigid_) body_mass_.clear();
}

void PairGranularSrt::examine_box_motion()
{
  if (settings_->in_moving_box) check_box_motion(lmp, name_, rigid_ != nullptr);
  bool any_rubs = false;
  settings_->for_each([&](int, int, const TypePair &pair) {
    any_rubs = any_rubs || pair.spec.name(DAMPING) != "none" || pair.spec.name(TANGENTIAL) != "none";
  });
  warn_of_unseen_motion(lmp, "Pair style " + name_, any_rubs, settings_->in_moving_box, unseen_motion_);
}

void PairGranularSrt::add_tally_callback(Compute *compute)
{
  error->all(
      FLERR,
      "Illegal compute {} of style {} with pair style {}: */tally computes take forces along the line of "
      "centres only; use compute pair/local or stress/atom",
      compute->id, compute->style, name_);
}

double PairGranularSrt::init_one(int i, int j)
{
  const contact::AnyContact law = settings_->law_of(i, j);
  const int known = run_.laws.find(law);
  run_.laws.set(
      i, j, known == TypeLaws::none ? run_.laws.add(law, settings_->swap_factors(i, j, run_.layout)) : known);

  const bool mixed = !settings_->has(i, j);
  double cutoff = std::max(settings_->of(i, mixed ? i : j).cutoff, settings_->of(mixed ? j : i, j).cutoff);
  if (!(cutoff > 0.0))
    cutoff = settings_->cutoff;
  else if (mixed)    // only one of the types may have it
    cutoff = std::max(cutoff, cutoffs_.automatic(i, j, law));
  if (cutoff > 0.0)
    cutoffs_.check_given(i, j, cutoff);
  else
    cutoff = cutoffs_.automatic(i, j, law);
  cutoffs_.check(i, j, cutoff);
  return cutoff;
}

void PairGranularSrt::setup()
{
  sync_host();
  checks_.begin_run(force_interval());
  // of bond styles bpm/* only those with bonds that break have replaced their placeholder
  run_.bonds_may_break = run_.bonds_may_break && !modify->get_fix_by_style("^UPDATE_SPECIAL_BONDS").empty();
  // the engine's lists are made when the forces are computed
  if (engine_->near_pairs() || !checks_.expects_list()) return;
  NearPairs touching;
  make_own_list(
      lmp, *instruction_set_, [](double, double) { return 0.0; }, touching);
  checks_.before_run(touching, std::exchange(history_.starts_from_zero, false));
}

double PairGranularSrt::contact_energy(double pressure)
{
  sync_host();
  const double diameter = mean_diameter(lmp);
  const double area =
      domain->dimension == 2 ? diameter : diameter * diameter;    // a length in two dimensions
  const double one_contact = std::max(pressure, 0.0) / force->nktv2p * area;
  double stiffness = 0.0;
  for (const auto &law : run_.laws.all())
    stiffness = std::max(stiffness, law.normal.stiffness_at(one_contact, 0.25 * diameter));
  return stiffness * diameter * diameter;
}

/* ---- a step ---- */

// Masses of rigid bodies, which are on the host. Returns whether they are new.
bool PairGranularSrt::update_body_masses()
{
  if (!rigid_ || (neighbor->ago != 0 && !run_.radii_may_grow)) return false;
  engine_->sync_host(RMASS_MASK);
  body_mass_.resize(static_cast<std::size_t>(atom->nmax));
  read_body_masses(*rigid_, atom->nlocal, atom->rmass, body_mass_.data());
  const ExecutionSpace space = std::exchange(execution_space, Host);
  comm->forward_comm(this);
  execution_space = space;
  return true;
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

// Time between two force evaluations: the time step, or with run_style respa the step of the level on which this style
// acts.
double PairGranularSrt::force_interval() const
{
  const auto *respa = dynamic_cast<Respa *>(update->integrate);
  if (!respa) return update->dt;
  int level = respa->level_pair;
  for_each_pair_style(lmp, [&](const Pair *style, int number) {
    if (style == this && number < respa->nhybrid_styles) level = respa->hybrid_level[number];
  });
  return level < 0 ? update->dt : respa->step[level];
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
  particles.mass = std::ssize(body_mass_) < particles.count ? atom->rmass : body_mass_.data();
  particles.temperature = run_.heat ? atom->temperature : nullptr;
  particles.frozen = run_.frozen;

  loop.options.layout = run_.layout;
  loop.options.step = history_step(lmp, force_interval());
  loop.options.has_history = history_.fix() != nullptr;
  loop.options.acts_beyond_touch = beyond_contact != 0;
  loop.options.needs_means = run_.laws.needs_means();
  // the plugin's own list has no pairs of special neighbors with other factors than 1
  loop.options.special =
      atom->molecular == Atom::ATOMIC || engine_->near_pairs() ? nullptr : force->special_lj;
  loop.options.in_moving_box = settings_->in_moving_box;
  loop.options.box_rate = box_rate_;

  loop.loads.f = atom->f[0];
  loop.loads.torque = atom->torque[0];
  loop.loads.heatflow = run_.heat ? atom->heatflow : nullptr;
  loop.loads.end = force->newton_pair && !has_full_lists() ? particles.count : atom->nlocal;
  return loop;
}

// LAMMPS' fix for bonds that break changes bits in the list between two lists.
bool PairGranularSrt::laws_of_pairs_changed()
{
  Checksum sum;
  engine_->sync_host(TYPE_MASK);
  if (run_.types_may_change) sum.add(atom->type, atom->nlocal * sizeof(int));
  if (run_.bonds_may_break && !list->kokkos)
    for (int ii = 0; ii < list->inum; ++ii) {
      const int i = list->ilist[ii];
      sum.add(list->firstneigh[i], list->numneigh[i] * sizeof(int));
    }
  int changed = std::exchange(sum_of_pairs_, sum.value()) != sum.value() ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &changed, 1, MPI_INT, MPI_MAX, world);
  return changed != 0;
}

// In a run with run_style respa a style on an inner level acts several times after each list.
bool PairGranularSrt::has_new_list() const
{
  if (neighbor->lastcall != last_list_) return true;
  const bool minimizes = update->whichflag == 2;
  return neighbor->ago == 0 && (update->setupflag || minimizes || !dynamic_cast<Respa *>(update->integrate));
}

void PairGranularSrt::compute(int eflag, int vflag)
{
  ev_init(eflag, vflag);
  if (run_.radii_may_grow) {
    engine_->sync_host(RADIUS_MASK | TYPE_MASK | MASK_MASK);
    cutoffs_.check_grown_radii(cutsq);
  }
  const bool new_masses = update_body_masses();
  const bool new_list = has_new_list(), has_contacts = !new_list && engine_->valid();
  if ((run_.types_may_change || run_.bonds_may_break) && laws_of_pairs_changed() && has_contacts) {
    if (history_.fix()) history_.fix()->pre_exchange();
    engine_->forget_lists();
  }
  // The state after a step decides when lists are built, and thus the order of sums. In a step that writes a restart
  // file this state is reset, as in the first setup after read_restart.
  if (!has_contacts && writes_restart_file(lmp)) engine_->forget_lists();
  if (engine_->valid() && !new_list && engine_->has_no_pairs()) return;
  evaluate(new_list, new_masses);
  last_list_ = neighbor->lastcall;
}

void PairGranularSrt::evaluate(bool new_list, bool new_masses)
{
  const bool renews = new_list || !engine_->valid();
  if (sees_box()) box_rate_ = present_box_flow(lmp).rate;
  ContactLoop loop = contact_loop();
  const ContactTally tally = [this](int i, int j, const contact::Vec3<double> &f,
                                    const contact::Vec3<double> &d) {
    const auto [v] = settings_->in_moving_box ? contact::virial_of_box(f, d) : contact::virial_of(f, d);
    v_tally_tensor(i, j, atom->nlocal, force->newton_pair, v[0], v[1], v[2], v[3], v[4], v[5]);
  };
  if (vflag_atom && !has_full_lists())
    loop.loads.tally = &tally;
  else if (vflag_global)
    loop.loads.virial = virial;

  const auto ledger = open_ledger();
  const bool accounts = ledger && ledger->wants_accounts();
  const AccountOptions account = ledger ? account_options(*ledger) : AccountOptions{};
  CloseVisitor enter;
  if (accounts) loop.options.account = &account;
  if (account.heats) loop.loads.heatflow = atom->heatflow;
  if (accounts && has_full_lists()) refuse_heat_on_device(lmp, *ledger, "pair style " + name_);
  if (ledger && (ledger->contacts.wanted() || ledger->radius_before())) {
    sync_host();
    const double *const before = ledger->radius_before();
    const bool grown = before && !std::equal(before, before + loop.particles.count, loop.particles.radius);
    if (grown || ledger->contacts.wanted())
      enter = [&](int law, const ClosePair &pair, bool touched, const double *history) {
        enter_in_ledger(loop, *ledger, account, law, pair, touched, history);
      };
  }

  ContactStep step{};
  if (renews) {
    update_near_pairs();
    step.half_image = 0.5 * least_period(lmp);
    step.reach = beyond_contact || run_.radii_may_grow
        ? -1.0
        : std::max(neighbor->skin, cutoffs_.gap_of_ended(2.0 * run_.radii.of_any()));
  }
  step.laws = &run_.laws;
  step.set = instruction_set_;
  if (!engine_->near_pairs()) step.pairs = {list->inum, list->ilist, list->numneigh, list->firstneigh};
  step.new_list = new_list;
  step.tag = atom->tag;
  step.owned = atom->nlocal;
  step.margin = margin_in_skins * neighbor->skin;
  step.body_mass = rigid_ ? body_mass_.data() : nullptr;
  step.new_body_mass = new_masses;
  step.virial_of_atom = vflag_atom && has_full_lists() ? vatom : nullptr;
  step.before = enter ? &enter : nullptr;
  engine_->step(step, loop);

  if (!accounts) return;
  ledger->add(between_particles, engine_->account());
  if (vflag_global) ledger->add_virial(virial);
}

// The new list of near pairs, and its checks in a run.
void PairGranularSrt::update_near_pairs()
{
  if (has_full_lists()) return;    // on a device
  sync_host();
  NearPairs *const near = engine_->near_pairs();
  const auto gap = [this](double radius_i, double radius_j) {
    return cutoffs_.listed_gap(radius_i, radius_j);
  };
  if (near) make_own_list(lmp, *instruction_set_, gap, *near);
  if (update->setupflag != 0) {
    if (near && checks_.expects_list())
      checks_.before_run(*near, std::exchange(history_.starts_from_zero, false));
    return;
  }
  const double interval = force_interval();
  checks_.new_list(near ? near->pairs() : PairList{list->inum, list->ilist, list->numneigh, list->firstneigh},
                   interval);
  if (near && near->split()) checks_.new_list(near->ghost_pairs(), interval);
}

double PairGranularSrt::memory_usage()
{
  return bytes_of(body_mass_) + engine_->memory_usage();
}

}    // namespace granular_srt
