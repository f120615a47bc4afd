#include "pair_granular_srt.h"
#include "fix_contact_history.h"
#include "own_list.h"

#include "box/flow.h"
#include "host/fix_sort_bins.h"
#include "host/queries.h"
#include "host/style_table.h"
#include "engine/evaluate/instruction_set.h"
#include "restart/checksum.h"
#include "restart/fix_last_step.h"
#include "restart/replay.h"
#include "checks/box_motion.h"
#include "checks/contact_requirements.h"

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
#include "respa.h"
#include "update.h"

#include <algorithm>
#include <string_view>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  constexpr const char *sort_bins_id = "GRANULAR_SRT_SORT_BINS";

  // Pairs with gaps up to this fraction of the neighbor skin are close pairs: large enough that searches are rare,
  // small enough that most close pairs are in contact.
  constexpr double margin_in_skins = 0.25;

}    // namespace

PairGranularSrt::PairGranularSrt(LAMMPS *lammps, const char *name) :
    PairOfSpheres(lammps), name_{name}, history_(lammps, name)
{
  begin_announcements(lammps);    // "clear" brings the styles back without a call of the plugin
  single_enable = 1;
  no_virial_fdotr_compute = 1;
  centroidstressflag = CENTROID_NOTAVAIL;
  finitecutflag = 1;
  beyond_contact = 0;
  comm_forward = 1;    // masses of rigid bodies
  single_extra = most_extras;
  svector = new double[single_extra];
}

PairGranularSrt::~PairGranularSrt()
{
  delete[] svector;
  FixLastStep::remove(lmp);
  if (modify->get_fix_by_id(sort_bins_id)) modify->delete_fix(sort_bins_id);
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
  settings_.set_types(n);
}

void PairGranularSrt::settings(int narg, char **arg)
{
  LammpsWords words(lmp, "pair_style granular", narg, arg);
  settings_.cutoff = -1.0;
  settings_.in_moving_box = false;
  settings_.options.set_defaults();
  if (!words.at_end() && !words.next_is("box") && !RunOptions::has(words.peek())) {
    settings_.cutoff = words.value_of(words.next("cutoff"));
    if (std::isnan(settings_.cutoff))
      error->all(
          FLERR,
          "Illegal pair_style granular argument {}: must be a number, the cutoff, or a keyword: box, {}",
          words.last(), RunOptions::names());
    if (!(settings_.cutoff > 0.0)) words.illegal("cutoff", words.last(), "> 0");
  }
  while (!words.at_end()) {
    const std::string word = words.keyword();
    if (word == "box")
      settings_.in_moving_box = words.choice(word, {"yes", "no"}) == 0;
    else if (!settings_.options.read(word, words))
      words.unknown(word, "box, " + RunOptions::names());
  }
}

void PairGranularSrt::coeff(int narg, char **arg)
{
  if (narg < 3) error->all(FLERR, "Missing pair_coeff normal model: known are {}", known_models(NORMAL));
  double cutoff = -1.0;
  LammpsWords words(lmp, "pair_coeff", narg - 2, arg + 2);
  const ModelSpec spec = parse_model_spec(lmp, {{}, &cutoff}, words);
  set_type_pairs(arg[0], arg[1], {spec, cutoff});
}

void PairGranularSrt::set_type_pairs(const char *types_i, const char *types_j, const TypePair &pair)
{
  if (!allocated) allocate();
  if (acts_beyond_contact(pair.spec)) beyond_contact = 1;    // pair_style hybrid asks before init_style()
  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, types_i, 1, atom->ntypes, ilo, ihi, error);
  utils::bounds(FLERR, types_j, 1, atom->ntypes, jlo, jhi, error);
  int count = 0;
  for (int i = ilo; i <= ihi; ++i)
    for (int j = std::max(jlo, i); j <= jhi; ++j, ++count) {
      settings_.set(i, j, pair);
      setflag[i][j] = 1;
    }
  if (count == 0)
    error->all(FLERR, "Illegal pair_coeff types {} {}: no pair of types i <= j is named", types_i, types_j);
}

const ModelSpec *PairGranularSrt::models_of_type(int type) const
{
  return allocated && settings_.has(type, type) ? &settings_.of(type, type).spec : nullptr;
}

/* ---- before a run ---- */

void PairGranularSrt::init_style()
{
  sync_host();
  int n_diagnostics = 0;
  heat_ = false;
  beyond_contact = 0;
  settings_.for_each([&](int, int, const TypePair &pair) {
    if (acts_beyond_contact(pair.spec)) beyond_contact = 1;
    if (pair.spec.name(HEAT) != "none") heat_ = true;
    n_diagnostics = std::max(n_diagnostics, diagnostics_of(pair.spec));
  });
  check_atoms();
  announce_styles(lmp);
  settings_.options.read_environment(lmp);
  settings_.options.report(lmp, name_);
  ledger_ = find_ledger(lmp);
  if (!ghost_packing_) ghost_packing_ = make_ghost_packing();
  if (ghost_packing_) ghost_packing_->update(name_, reason_of_any(RunOptions::GHOSTS));
  // an unknown name of an instruction set is an error on a device too
  instruction_set_ = &instruction_set(lmp);
  const std::string summary = evaluation_summary(instruction_set_->description);
  if (comm->me == 0) utils::logmesg(lmp, "pair {}: contacts {}\n", name_, summary);

  // A hybrid has taken the number before it knew the laws, and copies as many.
  if (force->pair == this) single_extra = extras(n_diagnostics);

  request_history();
  FixLastStep::make_last(lmp, reason_of_any(RunOptions::RESTART).empty());

  find_freeze_and_rigid();
  examine_box_motion();
  radii_ = LargestRadii::of_all(lmp, group_without_contacts());
  types_may_change_ = !modify->get_fix_by_style("^set$").empty();
  radii_may_grow_ = particles_may_change(lmp);
  // Bond styles bpm/* replace their placeholder after the pair style has been initialized. They change lists without
  // pairs of bonded particles.
  bonds_may_break_ = !modify->get_fix_by_style("^UPDATE_SPECIAL_BONDS").empty() ||
      (force->special_lj[1] == 0.0 && std::ranges::any_of(modify->get_fix_list(), [](const Fix *fix) {
         return utils::strmatch(fix->id, "^BPM_DUMMY");
       }));
  choose_list();
  request_sort_bins();
  laws_ = TypeLaws(atom->ntypes);
}

std::string PairGranularSrt::evaluation_summary(const std::string &instruction_set) const
{
  return instruction_set;
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
    pair.settings_.options.read_environment(lmp);
    if (reason.empty()) reason = pair.settings_.options.reason_against_default(keyword);
  });
  return reason;
}

// Names the layout of the histories and its meaning.
std::string PairGranularSrt::history_signature() const
{
  return fmt::format("{}_{}_{}_{:08x}", layout_.rolling, layout_.twisting - layout_.rolling,
                     layout_.size - layout_.twisting, settings_.history_hash());
}

void PairGranularSrt::request_history()
{
  layout_ = settings_.history_layout();
  const bool from_file = history_.request(history_style(), layout_.size, history_signature());
  if (from_file && stock_.was_read) take_stock_histories();
  stock_.was_read = false;
  auto *fix = dynamic_cast<FixContactHistory *>(history_.fix());
  contacts_ = fix ? fix->contacts() : std::make_shared<HostContacts>(0);
}

void PairGranularSrt::choose_list()
{
  std::string reason;
  if (may_make_list()) {
    bool gives_cutoff = settings_.cutoff > 0.0;
    settings_.for_each([&](int, int, const TypePair &pair) { gives_cutoff |= pair.cutoff > 0.0; });
    reason = settings_.options.reason_against_default(RunOptions::LISTS);
    if (reason.empty()) reason = reason_for_lammps_list(lmp, this);
    if (reason.empty() && gives_cutoff) reason = "the deck gives a cutoff";
    if (reason.empty() && radii_may_grow_) reason = "fix adapt or fix set may change radii";
    if (reason.empty() && bonds_may_break_) reason = "bonds may break, which changes the list";
    const std::string maker = reason.empty() ? "the plugin" : "LAMMPS: " + reason;
    if (comm->me == 0 && maker != list_maker_)
      utils::logmesg(lmp, "pair {}: list of pairs made by {}\n", name_, maker);
    list_maker_ = maker;
  }
  const bool own = may_make_list() && reason.empty();
  contacts_->reset(own);
  if (!own) neighbor->add_request(this, list_flags());
}

// A neighbor list by size ends at touch and skin. Stretched contacts, those that have ended, and radii that grow between
// two lists need the list by type cutoffs.
int PairGranularSrt::list_flags() const
{
  const bool ends_at_touch =
      !beyond_contact && !radii_may_grow_ && neighbor->skin >= gap_of_ended(2.0 * radii_.of_any());
  if (!ends_at_touch) return NeighConst::REQ_DEFAULT;
  // Another style of a hybrid may copy the list, and finds its contacts by the marks of a list with history.
  const bool marks = force->pair != this && layout_.size > 0;
  return NeighConst::REQ_SIZE | (marks ? NeighConst::REQ_HISTORY : NeighConst::REQ_DEFAULT);
}

// Another style of a hybrid may be faster with another order of particles.
void PairGranularSrt::request_sort_bins()
{
  const Fix *old = modify->get_fix_by_id(sort_bins_id);
  const std::string_view sort = settings_.options.value(RunOptions::SORT);
  const bool may_set = may_set_sort_bins() && force->pair == this && sort != "no";
  const double size = may_set ? wanted_sort_bins(lmp, sort == "always", radii_.of_any()) : 0.0;
  if (old) modify->delete_fix(sort_bins_id);
  if (size == 0.0) return;
  modify->add_fix(fmt::format("{} all GRANULAR_SRT_SORT_BINS {:.17g}", sort_bins_id, size));
  if (comm->me == 0 && !old)
    utils::logmesg(lmp, "pair {}: particles sorted in bins of a diameter, {:.6g}\n", name_, size);
}

void PairGranularSrt::find_freeze_and_rigid()
{
  const auto freezes = modify->get_fix_by_style("^freeze");
  if (freezes.size() > 1)
    error->all(FLERR, "Pair style {} allows one fix freeze, found {}", name_, freezes.size());
  freeze_group_bit_ = freezes.empty() ? 0 : freezes.front()->groupbit;

  bodies_.fix = find_rigid_fix(lmp, "pair style " + name_);
  if (!bodies_.fix) bodies_.mass.clear();
}

void PairGranularSrt::examine_box_motion()
{
  if (settings_.in_moving_box) check_box_motion(lmp, name_, bodies_.fix != nullptr);
  bool any_rubs = false;
  settings_.for_each([&](int, int, const TypePair &pair) {
    any_rubs = any_rubs || pair.spec.name(DAMPING) != "none" || pair.spec.name(TANGENTIAL) != "none";
  });
  warn_of_unseen_motion(lmp, "Pair style " + name_, any_rubs, settings_.in_moving_box, unseen_motion_);
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
  const bool mixed = !settings_.has(i, j);
  const TypePair &a = settings_.of(i, mixed ? i : j), &b = settings_.of(mixed ? j : i, j);
  if (mixed) {
    const int axis = first_difference(a.spec, b.spec);
    if (axis >= 0)
      error->all(FLERR,
                 "Cannot mix pair_coeff of types {} and {}: their {} models {} and {} differ; set "
                 "pair_coeff {} {} explicitly",
                 i, j, axis_names[axis], a.spec.name(axis), b.spec.name(axis), i, j);
  }
  const contact::AnyContact law = build_contact(a.spec, b.spec, mixed);
  const int known = laws_.find(law);
  laws_.set(i, j, known == TypeLaws::none ? laws_.add(law, swap_factors(a.spec)) : known);

  double cutoff = std::max(a.cutoff, b.cutoff);
  if (!(cutoff > 0.0))
    cutoff = settings_.cutoff;
  else if (mixed)    // only one of the types may have it
    cutoff = std::max(cutoff, automatic_cutoff(i, j, law));
  if (cutoff > 0.0)
    check_given_cutoff(i, j, cutoff);
  else
    cutoff = automatic_cutoff(i, j, law);
  check_cutoff(i, j, cutoff);
  return cutoff;
}

std::vector<double> PairGranularSrt::swap_factors(const ModelSpec &models) const
{
  std::vector<double> factors(layout_.size, 1.0);
  const auto place = [&](Axis axis, int offset) {
    std::ranges::copy(models.info(axis).swap_factors, factors.begin() + offset);
  };
  place(TANGENTIAL, layout_.tangential);
  place(ROLLING, layout_.rolling);
  place(TWISTING, layout_.twisting);
  return factors;
}

/* ---- a step ---- */

void PairGranularSrt::update_body_masses()
{
  if (!bodies_.fix || (neighbor->ago != 0 && !radii_may_grow_)) return;
  bodies_.mass.resize(static_cast<std::size_t>(atom->nmax));
  read_body_masses(*bodies_.fix, atom->nlocal, atom->rmass, bodies_.mass.data());
  comm->forward_comm(this);
}

int PairGranularSrt::pack_forward_comm(int n, int *atoms, double *buf, int, int *)
{
  for (int k = 0; k < n; ++k) buf[k] = bodies_.mass[atoms[k]];
  return n;
}

void PairGranularSrt::unpack_forward_comm(int n, int first, double *buf)
{
  std::copy(buf, buf + n, bodies_.mass.begin() + first);
}

contact::BoxRate PairGranularSrt::box_rate() const
{
  return settings_.in_moving_box ? present_box_flow(lmp).rate : contact::BoxRate{};
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
  particles.mass = std::ssize(bodies_.mass) < particles.count ? atom->rmass : bodies_.mass.data();
  particles.temperature = heat_ ? atom->temperature : nullptr;
  particles.frozen = freeze_group_bit_;

  loop.options.layout = layout_;
  loop.options.step = history_step(lmp, force_interval());
  loop.options.has_history = history_.fix() != nullptr;
  loop.options.acts_beyond_touch = beyond_contact != 0;
  loop.options.needs_means = laws_.needs_means();
  // the plugin's own list has no pairs of special neighbors with other factors than 1
  loop.options.special =
      atom->molecular == Atom::ATOMIC || contacts_->near_pairs() ? nullptr : force->special_lj;
  loop.options.in_moving_box = settings_.in_moving_box;
  loop.options.box_rate = box_rate();

  loop.loads.f = atom->f[0];
  loop.loads.torque = atom->torque[0];
  loop.loads.heatflow = heat_ ? atom->heatflow : nullptr;
  loop.loads.end = force->newton_pair ? particles.count : atom->nlocal;
  return loop;
}

// LAMMPS' fix for bonds that break changes bits in the list between two lists.
bool PairGranularSrt::laws_of_pairs_changed()
{
  Checksum sum;
  if (types_may_change_) sum.add(atom->type, atom->nlocal * sizeof(int));
  if (bonds_may_break_ && !list->kokkos)
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
  if (neighbor->lastcall != last_list_ || !contacts_->valid()) return true;
  const bool minimizes = update->whichflag == 2;
  return neighbor->ago == 0 && (update->setupflag || minimizes || !dynamic_cast<Respa *>(update->integrate));
}

void PairGranularSrt::compute(int eflag, int vflag)
{
  ev_init(eflag, vflag);
  if (radii_may_grow_) check_grown_radii();
  update_body_masses();
  bool new_list = has_new_list();
  if (!contacts_->has_laws()) contacts_->set_laws(laws_, *instruction_set_);
  if ((types_may_change_ || bonds_may_break_) && laws_of_pairs_changed() && !new_list) {
    if (history_.fix()) history_.fix()->pre_exchange();
    contacts_->forget_lists();
    new_list = true;
  }
  // The state after a step decides when lists are built, and thus the order of sums. In a step that writes a restart
  // file this state is reset, as in the first setup after read_restart.
  if (new_list && writes_restart_file(lmp)) contacts_->forget_lists();
  if (!new_list && contacts_->has_no_pairs()) return;
  const ContactTally tally = [this](int i, int j, const contact::Vec3<double> &f,
                                    const contact::Vec3<double> &d) {
    const auto [v] = settings_.in_moving_box ? contact::virial_of_box(f, d) : contact::virial_of(f, d);
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

void PairGranularSrt::evaluate(ContactLoop loop, bool new_list)
{
  const auto ledger = open_ledger();
  const bool accounts = ledger && ledger->wants_accounts();
  const AccountOptions account = ledger ? account_options(*ledger) : AccountOptions{};
  CloseVisitor enter;
  if (accounts) loop.options.account = &account;
  if (account.heats) loop.loads.heatflow = atom->heatflow;
  if (ledger) {
    const double *const before = ledger->radius_before();
    const bool grown = before && !std::equal(before, before + loop.particles.count, loop.particles.radius);
    if (grown || ledger->wants_contacts())
      enter = [&](int law, const ClosePair &pair, bool touched, const double *history) {
        enter_in_ledger(loop, *ledger, account, law, pair, touched, history);
      };
  }

  if (new_list) update_near_pairs();
  ContactStep step{};
  if (!contacts_->near_pairs()) step.rows = {list->inum, list->ilist, list->numneigh, list->firstneigh};
  step.new_list = new_list;
  step.tag = atom->tag;
  step.owned = atom->nlocal;
  step.margin = margin_in_skins * neighbor->skin;
  step.half_image = new_list ? 0.5 * least_period(lmp) : 0.0;
  step.workers = workers();
  step.before = enter ? &enter : nullptr;
  contacts_->step(step, loop);
  // the row to which loads of ghosts went: with "newton off on" LAMMPS sends it back
  if (loop.loads.end < loop.particles.count)
    for (double *const rows : {loop.loads.f, loop.loads.torque})
      std::fill_n(rows + 3 * loop.loads.end, 3, 0.0);

  if (!accounts) return;
  ledger->add(between_particles, contacts_->account());
  if (vflag_global) ledger->add_virial(virial);
}

// The new list of near pairs, and its checks in a run.
void PairGranularSrt::update_near_pairs()
{
  NearPairs *const near = contacts_->near_pairs();
  const auto gap = [this](double radius_i, double radius_j) { return listed_gap(radius_i, radius_j); };
  if (near) make_own_list(lmp, *instruction_set_, gap, *near);
  if (update->setupflag != 0) {
    if (near) check_before_run(*near);
    return;
  }
  check_new_list(near ? near->rows() : PairRows{list->inum, list->ilist, list->numneigh, list->firstneigh});
  if (near && near->split()) check_new_list(near->ghost_rows());
}

double PairGranularSrt::memory_usage()
{
  return bytes_of(bodies_.mass) + contacts_->memory_usage();
}

}    // namespace granular_srt
