// Every instruction set of this processor gives the bits of scalar code, for every combination of laws. With
// GRANULAR_SRT_REPORT set, the bits of each combination are printed: packaging/test_aarch64.py compares two processors, of
// which one is emulated and takes each third combination (GRANULAR_SRT_EVERY).
#include "engine/evaluate/account_set.h"
#include "engine/evaluate/compiled_laws.h"
#include "engine/evaluate/instruction_set.h"

#include "../contact/support.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <iostream>

using namespace granular_srt;
using namespace support;

namespace {

// A hash of the bits of numbers, like FNV-1a but of whole words. Processors differ in the sign of a NaN that they make.
class Bits {
 public:
  void add(const std::vector<double> &values)
  {
    for (const double value : values)
      add(std::isnan(value) ? std::uint64_t{0} : std::bit_cast<std::uint64_t>(value));
  }
  // turned, because a product takes no bit to a lower place
  void add(std::uint64_t word) { hash_ = std::rotl(hash_ ^ word, 29) * 1099511628211u; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037u;
};

// 27 spheres near the points of a cubic grid: some of the pairs touch, the others have a gap. Their number is no multiple
// of the lanes of any register.
struct Grid {
  static constexpr int side = 3, count = side * side * side, owned = 20;
  std::vector<double> x, v, omega, radius, mass, temperature;
  std::vector<int> type, mask, slots, which;
  std::vector<ClosePair> pairs;
  std::vector<State> states;

  Grid(const AnyContact &law, std::mt19937 &random)
  {
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    for (int i = 0; i < count; ++i) {
      const int place[3] = {i % side, i / side % side, i / (side * side)};
      for (const int k : place) {
        x.push_back(k + 0.01 * u(random));
        v.push_back((i % 2 ? 1.0 : 0.02) * u(random));    // some contacts slip
        omega.push_back(u(random));
      }
      radius.push_back(0.51 + 0.02 * u(random));
      mass.push_back(1.0 + 0.3 * u(random));
      temperature.push_back(1.0 + 0.5 * u(random));
      type.push_back(1);
      mask.push_back(1 | (i % 7 ? 0 : 2));
      for (const int step : {1, side, side * side})
        if (step == 1 ? place[0] + 1 < side : step == side ? place[1] + 1 < side : place[2] + 1 < side)
          pairs.push_back({i, (i + step) | (i % 3) << SBBITS});
    }
    pairs.pop_back();
    for (int pair = 0; pair < static_cast<int>(pairs.size()); ++pair) {
      which.push_back(pair);
      slots.push_back(pair);
      states.push_back(random_state(law, random));
    }
  }
};

enum class Options { plain, all };

// Loads and histories after three evaluations, the last of which does not advance histories.
// \param account  null, or what gets the accounts of energy: the evaluation is then that of the ledger
std::uint64_t contacts_of(const InstructionSet &set, const AnyContact &law, const Grid &grid, Options options,
                          Bits *account = nullptr)
{
  const bool all = options == Options::all;
  AnyContact with_options = law;
  with_options.synchronized_verlet = all;
  const CompiledLaw compiled = account ? account_law(with_options) : compiled_law(with_options);
  const std::vector<double> image_velocity(3 * Grid::count, 0.1);
  const AccountOptions for_account{all,
                                   {0.1, 0.2, -0.1, 0.3, 0.2, 0.1},
                                   all ? image_velocity.data() : nullptr,
                                   false};
  const double special[4] = {1.0, 0.5, 0.25, 0.125};
  std::vector<double> f(3 * Grid::count), torque(3 * Grid::count), heatflow(Grid::count), history, virial(6);
  for (const State &state : grid.states)
    history.insert(history.end(), state.history.begin(), state.history.end());
  std::vector<int> ended(grid.pairs.size());
  EndedContacts ends{ended.data(), 0};
  const ContactBatch batch{grid.pairs.data(),
                           grid.which.data(),
                           static_cast<int>(grid.which.size()),
                           grid.slots.data(),
                           history.data(),
                           0,
                           static_cast<int>(grid.pairs.size()),
                           &ends};
  ContactLoop loop{{Grid::count, grid.type.data(), grid.mask.data(), grid.x.data(), grid.v.data(),
                    grid.omega.data(), grid.radius.data(), grid.mass.data(),
                    all ? grid.temperature.data() : nullptr, all ? 2 : 0},
                   {roomy,
                    {0.01, true},
                    true,
                    true,
                    true,
                    all ? special : nullptr,
                    false,
                    {},
                    account ? &for_account : nullptr},
                   {f.data(), torque.data(), all ? heatflow.data() : nullptr, all ? Grid::owned : Grid::count,
                    virial.data(), nullptr}};
  Bits bits;
  for (int step = 0; step < 3; ++step) {
    loop.options.step.update = step < 2;
    BlockSums sums{};
    ends.count = 0;
    if (account) {
      AccountSums energies;
      set.accounts->evaluate(compiled, is_plain(loop), batch, loop, sums, energies);
      AccountTotals totals;
      totals.add(energies);
      account->add({std::begin(totals.value), std::end(totals.value)});
      account->add({std::begin(totals.ended), std::end(totals.ended)});
    } else {
      set.contacts->evaluate(compiled, is_plain(loop), batch, loop, sums);
    }
    sums.add_to(virial.data());
    for (int k = 0; k < ends.count; ++k) bits.add(static_cast<std::uint64_t>(ended[k]));
    for (const auto *values : {&f, &torque, &heatflow, &history, &virial}) bits.add(*values);
  }
  return bits.hash();
}

// Loads and histories of the spheres of a grid that each touch a wall.
std::uint64_t walls_of(const InstructionSet &set, const AnyContact &law, const Grid &grid)
{
  const CompiledLaw compiled = compiled_law(law);
  std::vector<std::vector<double>> histories;
  for (int i = 0; i < Grid::count; ++i) histories.push_back(grid.states[i].history);
  std::vector<WallTouch> touches;
  std::vector<WallContact> places;
  for (int i = 0; i < Grid::count; ++i) {
    touches.push_back({i, histories[i].data()});
    const double distance = 0.98 * grid.radius[i];
    const V toward = (distance / grid.states[i].geometry.distance) * grid.states[i].geometry.separation;
    places.push_back(
        {0, toward, length(toward), i % 2 ? 0.1 : 0.0, grid.states[i].motion.v_j, {0.0, 0.1, 0.0}});
  }
  const WallLoop loop{roomy,
                      {0.01, true},
                      {Grid::count, grid.type.data(), grid.mask.data(), grid.x.data(), grid.v.data(),
                       grid.omega.data(), grid.radius.data(), grid.mass.data(), grid.temperature.data(), 0},
                      2.0};
  std::vector<WallLoads> loads(Grid::count);
  set.walls->evaluate(compiled, is_plain(loop), touches.data(), places.data(), Grid::count, loop,
                      loads.data());
  Bits bits;
  for (const WallLoads &one : loads)
    bits.add({one.force.x, one.force.y, one.force.z, one.torque.x, one.torque.y, one.torque.z, one.heat,
              one.normal_force});
  for (const auto &history : histories) bits.add(history);
  return bits.hash();
}

// What an instruction set gives: loads and histories of contacts with each kind of options and at a wall, and the accounts
// of energy. Beside these the ledger's loops give the loads and histories of the others.
struct Found {
  std::uint64_t loads, accounts;

  Found(const InstructionSet &set, const AnyContact &law, const Grid &grid, const std::string &name)
  {
    Bits bits, energies;
    for (const Options options : {Options::plain, Options::all}) {
      const std::uint64_t one = contacts_of(set, law, grid, options);
      bits.add(one);
      EXPECT_EQ(contacts_of(set, law, grid, options, &energies), one) << name;
    }
    bits.add(walls_of(set, law, grid));
    loads = bits.hash();
    accounts = energies.hash();
  }
};

}    // namespace

TEST(InstructionSets, TheWidestIsFirstAndScalarLast)
{
  const auto sets = instruction_sets();
  ASSERT_GE(sets.size(), 2u);    // all processors that are tested have registers of two doubles
  EXPECT_STREQ(sets.back().name, "off");
}

TEST(InstructionSets, GiveTheBitsOfScalarCode)
{
  const auto sets = instruction_sets();
  const std::span wider(sets.data(), sets.size() - 1);
  const bool report = std::getenv("GRANULAR_SRT_REPORT") != nullptr;
  const char *const every = std::getenv("GRANULAR_SRT_EVERY");
  const int step = every ? std::max(std::atoi(every), 1) : 1;
  std::mt19937 random(23);
  int number = 0;
  for_every_combination([&](const std::string &name, auto make) {
    AnyContact law = make();
    law.limit_damping = number++ % 2 == 1;
    const Grid grid(law, random);
    if (number % step != 0) return;
    const Found scalar(*sets.back().set, law, grid, name);
    for (const NamedInstructionSet &one : wider) {
      const Found found(*one.set, law, grid, name);
      EXPECT_EQ(found.loads, scalar.loads) << one.name << ": " << name;
      EXPECT_EQ(found.accounts, scalar.accounts) << one.name << ": energies of " << name;
    }
    if (report) std::cout << "bits of " << name << ": " << std::hex << scalar.loads << std::dec << "\n";
  });
  if (report)
    for (const NamedInstructionSet &one : sets) std::cout << "instruction set " << one.name << "\n";
}
