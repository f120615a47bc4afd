// Steps of a small packing on HostEngine alone: near pairs, overlaps, and histories that survive new lists and storing.
#include "engine/host_engine.h"

#include "engine/evaluate/instruction_set.h"

#include "../contact/support.h"

#include <algorithm>
#include <map>
#include <utility>

using namespace granular_srt;
using namespace support;
using LAMMPS_NS::tagint;

namespace {

constexpr int side = 3, count = side * side * side;    // owned spheres
constexpr double radius = 0.5, skin = 0.2, dt = 0.01;

using SpringLaw = contact::Contact<Hooke, MassVelocityDamping, LinearHistory, NoRolling, NoTwisting, NoHeat>;

AnyContact law_of_springs()
{
  return any_of(make_contact<Hooke, MassVelocityDamping, LinearHistory, NoRolling, NoTwisting, NoHeat>());
}

/// Spheres on a cubic grid, with overlaps between neighbors, that rub on each other; ghosts are copies of one face.
struct Packing {
  int all;
  std::vector<double> x, v, omega, radii, mass, f, torque;
  std::vector<int> type, mask;
  std::vector<tagint> tag;

  explicit Packing(bool ghosts = false) : all{count + (ghosts ? side * side : 0)}
  {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    for (int i = 0; i < count; ++i) {
      for (const int place : {i % side, i / side % side, i / (side * side)}) {
        x.push_back(0.98 * place);
        v.push_back(0.1 * u(random));
        omega.push_back(u(random));
      }
      tag.push_back(10 * (i + 1));
    }
    for (int i = count; i < all; ++i) {    // the lowest layer, above the highest
      const int of = i - count;
      for (auto *rows : {&x, &v, &omega})
        for (int k = 0; k < 3; ++k) rows->push_back((*rows)[3 * of + k]);
      x.back() += 0.98 * side;
      tag.push_back(tag[of]);
    }
    radii.assign(all, radius);
    mass.assign(all, 1.0);
    type.assign(all, 1);
    mask.assign(all, 1);
    f.assign(3 * all, 0.0);
    torque.assign(3 * all, 0.0);
  }

  void move()
  {
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += dt * v[k];
  }

  ContactLoop loop(const contact::HistoryLayout &layout)
  {
    ContactLoop all_of_them{};
    all_of_them.particles = {all,          type.data(),  mask.data(), x.data(), v.data(),
                             omega.data(), radii.data(), mass.data(), nullptr,  0};
    all_of_them.options.layout = layout;
    all_of_them.options.step = {dt, true};
    all_of_them.options.has_history = true;
    std::ranges::fill(f, 0.0);
    std::ranges::fill(torque, 0.0);
    all_of_them.loads.f = f.data();
    all_of_them.loads.torque = torque.data();
    all_of_them.loads.end = all;
    return all_of_them;
  }
};

using Histories = std::map<std::pair<int, int>, std::vector<double>>;

/// The contacts of a packing, as a pair style uses them.
struct Steps {
  static constexpr contact::HistoryLayout layout = contact::StaticLayout<SpringLaw>::value();
  Packing &spheres;
  HostEngine contacts;
  TypeLaws laws{1};
  LAMMPS_NS::bigint now = 0;

  explicit Steps(Packing &packing) : spheres{packing}
  {
    laws.set(1, 1, laws.add(law_of_springs(), std::vector<double>(layout.size, -1.0)));
    contacts.start(layout.size);
    contacts.stored().grow(packing.all + 1);
    contacts.begin_run(true);
  }

  void step(bool new_list)
  {
    const InstructionSet &set = *instruction_sets().back().set;
    if (new_list) {
      EXPECT_TRUE(contacts.near_pairs()->update({count,
                                                 spheres.all,
                                                 spheres.x.data(),
                                                 spheres.radii.data(),
                                                 spheres.tag.data(),
                                                 false,
                                                 {},
                                                 nullptr},
                                                {spheres.v.data(), spheres.type.data(), now, dt, skin,
                                                 [](double, double) { return skin; }, true, set.find_near,
                                                 set.any_point_moved}));
    }
    ContactStep step{};
    step.laws = &laws;
    step.set = &set;
    step.new_list = new_list;
    step.tag = spheres.tag.data();
    step.owned = count;
    step.margin = 0.25 * skin;
    contacts.step(step, spheres.loop(layout));
    ++now;
    spheres.move();
  }

  void store(const std::function<void(std::vector<int> &)> &add_counts = [](std::vector<int> &) {})
  {
    contacts.store({true, spheres.all, spheres.tag.data(), nullptr}, add_counts);
  }

  [[nodiscard]] Histories histories() const
  {
    Histories found;
    contacts.visit([&](int, int i, int j, const double *history) {
      found[{i, j}] = std::vector<double>(history, history + layout.size);
    });
    return found;
  }

  [[nodiscard]] std::vector<double> find(int i, int j)
  {
    std::vector<double> history(layout.size, 0.0);
    const V way = row(spheres.x.data(), i) - row(spheres.x.data(), j);
    return contacts.find(i, j, spheres.tag[j], spheres.type.data(), way, 1.0, history.data())
        ? history
        : std::vector<double>{};
  }
};

/// Spheres that move so slowly that new lists are asked for every few steps: owned pairs then have their own list.
void make_split(Steps &run)
{
  run.contacts.near_pairs()->splitting = {1.0, true};
}

bool has_springs(const Histories &histories)
{
  return std::ranges::all_of(histories, [](const auto &one) {
    return std::ranges::any_of(one.second, [](double value) { return value != 0.0; });
  });
}

}    // namespace

// In a cubic grid each sphere touches its neighbors along the axes.
TEST(HostEngine, EvaluateEachOverlapOnce)
{
  Packing spheres;
  Steps run(spheres);
  run.step(true);
  EXPECT_EQ(run.histories().size(), 3u * side * side * (side - 1));
  double sum[3] = {};
  for (int i = 0; i < spheres.all; ++i)
    for (int k = 0; k < 3; ++k) sum[k] += spheres.f[3 * i + k];
  for (const double total : sum) EXPECT_NEAR(total, 0.0, 1e-12);    // rounding of forces of about 1
  EXPECT_NE(spheres.f[0], 0.0);
}

TEST(HostEngine, KeepHistoriesWhileAListIsValid)
{
  Packing spheres;
  Steps run(spheres);
  run.step(true);
  ASSERT_TRUE(has_springs(run.histories()));
  Packing same = spheres;
  run.step(false);
  Steps fresh(same);    // the second step without the history of the first
  fresh.step(true);
  const Histories histories = run.histories();
  ASSERT_EQ(fresh.histories().size(), histories.size());
  for (const auto &[pair, history] : fresh.histories()) EXPECT_NE(histories.at(pair), history);
}

// The run with lists that are made anew gives the bits of the run without.
TEST(HostEngine, AStoreAndANewListChangeNothing)
{
  Packing spheres, others;
  Steps run(spheres), other(others);
  run.step(true);
  other.step(true);
  for (int k = 0; k < 4; ++k) {
    run.step(false);
    other.store();
    other.contacts.invalidate();
    other.step(true);
  }
  EXPECT_EQ(run.histories(), other.histories());
  EXPECT_EQ(spheres.f, others.f);
  EXPECT_EQ(spheres.torque, others.torque);
}

TEST(HostEngine, ANewRunTakesStoredHistories)
{
  Packing spheres, others;
  Steps run(spheres), other(others);
  run.step(true);
  other.step(true);
  run.store();
  run.contacts.begin_run(true);
  EXPECT_EQ(run.find(0, 1), other.find(0, 1));
  run.step(true);
  other.step(false);
  EXPECT_EQ(run.histories(), other.histories());
}

// What is stored is what find() gives, from each side.
TEST(HostEngine, FindHistoriesWhereTheyAre)
{
  Packing spheres;
  Steps run(spheres);
  run.step(true);
  const std::vector<double> active = run.find(0, 1);
  ASSERT_FALSE(active.empty());
  const auto negative = [](std::vector<double> values) {
    for (double &value : values) value = -value;
    return values;
  };
  EXPECT_EQ(negative(run.find(1, 0)), active);    // a list has each pair once
  EXPECT_TRUE(run.find(0, count - 1).empty());
  run.store();
  EXPECT_TRUE(run.contacts.valid());
  run.contacts.invalidate();
  EXPECT_EQ(run.find(0, 1), active);
  EXPECT_EQ(negative(run.find(1, 0)), active);
  EXPECT_TRUE(run.find(0, count - 1).empty());
}

// A ghost has a record for its owner; with one more from another rank there is room for both.
TEST(HostEngine, StoreRecordsOfGhosts)
{
  Packing spheres(true);
  Steps run(spheres);
  run.step(true);
  run.store([&](std::vector<int> &partners) {
    ASSERT_EQ(std::ssize(partners), spheres.all);
    EXPECT_EQ(partners[0], 3);
    EXPECT_EQ(partners[count], 1);
    ++partners[0];
  });
  AtomHistories &stored = run.contacts.stored();
  EXPECT_EQ(stored.partners(count), 1);
  const int top = count - side * side;
  const double *of_ghost = stored.find(count, spheres.tag[top]);
  ASSERT_TRUE(of_ghost);
  EXPECT_EQ(-of_ghost[0], run.find(top, count)[0]);
  EXPECT_EQ(run.contacts.most_partners(), 6);
  std::vector<double> message(stored.packed_size(count));
  stored.pack(count, message.data());
  EXPECT_EQ(stored.add_packed(0, message.data()), std::ssize(message));
  EXPECT_EQ(stored.partners(0), 4);
  EXPECT_TRUE(stored.find(0, spheres.tag[top]));
  EXPECT_TRUE(stored.find(1, spheres.tag[0]));
}

// With their own list, pairs of owned spheres keep their close pairs over a new list, and are stored only if needed: as
// they were when store() was called.
TEST(HostEngine, PairsOfOwnedSpheresAreStoredWhenNeeded)
{
  Packing spheres(true), others(true);
  Steps run(spheres), other(others);
  make_split(run);
  run.step(true);
  other.step(true);
  ASSERT_TRUE(run.contacts.near_pairs()->split());
  EXPECT_EQ(run.histories(), other.histories());
  run.store();
  EXPECT_EQ(run.contacts.stored_so_far().partners(0), 0);
  EXPECT_EQ(run.contacts.stored_so_far().partners(count), 1);
  run.contacts.invalidate();
  run.step(true);
  EXPECT_TRUE(run.contacts.near_pairs()->kept());
  other.step(false);
  EXPECT_EQ(run.histories(), other.histories());

  run.store();
  const std::vector<double> history = run.find(0, 1);
  std::vector<tagint> tags = std::exchange(spheres.tag, std::vector<tagint>(spheres.all, 1));
  AtomHistories &stored = run.contacts.stored();    // the atoms have changed since
  EXPECT_EQ(stored.partners(0), 3);
  ASSERT_TRUE(stored.find(0, tags[1]) && stored.find(1, tags[0]));
  EXPECT_EQ(stored.find(0, tags[1])[0], history[0]);
  EXPECT_EQ(stored.find(1, tags[0])[0], -history[0]);
}

TEST(HostEngine, ForgottenListsKeepTheirHistories)
{
  Packing spheres(true), others(true);
  Steps run(spheres), other(others);
  make_split(run);
  run.step(true);
  other.step(true);
  run.store();
  run.contacts.invalidate();
  run.contacts.forget_lists();
  run.step(true);
  EXPECT_FALSE(run.contacts.near_pairs()->kept());
  other.step(false);
  EXPECT_EQ(run.histories(), other.histories());
}
