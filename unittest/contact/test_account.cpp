// The account of a contact's energy: what springs store, what friction takes, and that nothing else is missing.

#include "contact/touch.h"
#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

const V none{0, 0, 0};

template <class N> Frame<double> frame_at(const N &law, double overlap, double R)
{
  Frame<double> frame{};
  frame.overlap = overlap;
  frame.effective_radius = R;
  frame.contact_radius = law.contact_radius(overlap, R);
  return frame;
}

/// The account of a touching pair. Advances the history.
ContactAccount<double> account_in(const AnyContact &law, const Geometry<double> &geometry,
                                  const Motion<double> &motion, const Step &step,
                                  std::vector<double> &history)
{
  const std::vector<double> before = history;
  ContactAccount<double> account;
  (void)loads_with_account(law, geometry, motion, step, roomy, before.data(), history.data(),
                           [&](const auto &, const auto &, const auto &now) { account = now(); });
  return account;
}

/// A sphere of radius 0.5 on a floor or in a bowl, at one overlap, without dashpots.
struct OnAFloor {
  static constexpr double radius = 0.5, overlap = 0.02, distance = radius - overlap;
  AnyContact law;
  std::vector<double> history = std::vector<double>(roomy.size, 0.0);
  double work = 0.0, lost = 0.0, changed = 0.0, curvature = 0.0;
  ContactAccount<double> last{};
  Loads<double> before{};

  void move(V by, V turn, int n)
  {
    const auto geometry = curved_wall(V{0, 0, distance}, distance, radius, curvature);
    for (int k = 0; k < n; ++k) {
      const Motion<double> motion{(1.0 / n) * by, none, (1.0 / n) * turn, none, 1, 1, 1, 1, 0.1};
      std::vector<double> advanced = history;
      const Loads<double> loads = law.loads(geometry, motion, Step{1.0, true}, roomy, advanced.data());
      last = account_in(law, geometry, motion, Step{1.0, true}, history);
      EXPECT_EQ(history, advanced);
      // trapezoidal rule: exact for springs
      work += 0.5 *
          (dot(before.tangential_force + loads.tangential_force, motion.v_i) +
           dot(before.torque_i + loads.torque_i, motion.omega_i));
      lost += last.dissipated.total();
      changed -= last.by_law;    // on a floor a law gives nothing else
      before = loads;
    }
  }

  [[nodiscard]] double stored() const
  {
    return last.stored[in_sliding] + last.stored[in_rolling] + last.stored[in_twisting];
  }
};

template <class N, class T, class R, class W> OnAFloor on_a_floor()
{
  return {without_dashpots<N, T, R, W>()};
}

/// All laws of the friction axes, each with others that it can build on.
template <class F> void for_each_friction(F &&f)
{
  for_each(TangentialModels{}, [&](auto m) {
    using T = typename decltype(m)::type;
    f(on_a_floor<HertzMaterial, T, NoRolling, NoTwisting>(), std::string(T::key), !T::has_stiffness);
    f(on_a_floor<HertzMaterial, T, SdsRolling, SdsTwisting>(), std::string(T::key) + " sds",
      !T::has_stiffness);
  });
  for_each(RollingModels{}, [&](auto m) {
    using R = typename decltype(m)::type;
    f(on_a_floor<HertzMaterial, TrackingSliding, R, NoTwisting>(), std::string("rolling ") + R::key,
      R::slots.size() == 0);
  });
  for_each(TwistingModels{}, [&](auto m) {
    using W = typename decltype(m)::type;
    f(on_a_floor<HertzMaterial, TrackingSliding, NoRolling, W>(), std::string("twisting ") + W::key,
      W::slots.size() == 0);
  });
}

}    // namespace

// dE/d delta = F_ne: central differences of a step h err by h^2, relative to the overlap.
TEST(Account, NormalEnergyIsTheIntegralOfTheForce)
{
  for_each(NormalModels{}, [](auto m) {
    using N = typename decltype(m)::type;
    const N law = N::make(one_material(coefficients_of<N>()));
    const double R = 0.3, h = 1e-6;
    EXPECT_NEAR(law.energy(frame_at(law, 0.0, R)), 0.0, 1e-15) << N::key;
    for (const double overlap : {0.002, 0.02, 0.05}) {
      const double slope =
          (law.energy(frame_at(law, overlap + h, R)) - law.energy(frame_at(law, overlap - h, R))) / (2 * h);
      const double force = law.force(frame_at(law, overlap, R)).elastic;
      EXPECT_NEAR(slope, force, 1e-6 * (std::fabs(force) + 1.0)) << N::key << " at " << overlap;
    }
  });
}

// A neck stores the work of pulling it to its end, which is lost there. The numbers are those of the JKR theory with
// delta_c and F_po as units: 0.655 (16/27)... of the closed form is compared with a sum over the branch.
TEST(Account, AdhesionLosesTheWorkOfTheNeck)
{
  const Jkr law = Jkr::make(one_material({2e3, 0.0, 0.0, 0.5}));
  const double R = 0.25, end = -law.pull_off_distance(R);
  const int n = 4000;
  double work = 0.0;
  for (int k = 0; k < n; ++k) {
    // the slope of F is infinite at the end: midpoints of steps that shrink towards it
    const auto at = [&](double s) { return end * (1.0 - (1.0 - s) * (1.0 - s)); };
    const double from = at(static_cast<double>(k) / n), to = at((k + 1.0) / n);
    work += law.force(frame_at(law, 0.5 * (from + to), R)).elastic * (to - from);
  }
  EXPECT_GT(work, 0.0);
  EXPECT_NEAR(law.energy(frame_at(law, end, R)), work, 1e-6 * work);

  const AnyContact contact{AnyNormal(law),
                           AnyDamping(NoDamping{}),
                           AnyTangential(NoTangential{}),
                           AnyRolling(NoRolling{}),
                           AnyTwisting(NoTwisting{}),
                           AnyHeat(NoHeat{}),
                           false,
                           false};
  std::vector<double> history(roomy.size, 0.0);
  const Motion<double> motion{none, none, none, none, 1, 1, 1, 1, 0.1};
  const double distance = 1.0 - 0.9 * end;
  double ended[n_modes];
  ended_contact(contact, sphere_pair(V{distance, 0, 0}, distance * distance, 0.5, 0.5), motion, roomy,
                history.data(), ended);
  EXPECT_NEAR(ended[in_normal], work, 1e-6 * work);
}

// At a wall the effective radius is that of its curvature.
TEST(Account, AdhesionAtACurvedWall)
{
  const Jkr law = Jkr::make(one_material({2e3, 0.0, 0.0, 0.5}));
  const AnyContact contact{AnyNormal(law),
                           AnyDamping(NoDamping{}),
                           AnyTangential(NoTangential{}),
                           AnyRolling(NoRolling{}),
                           AnyTwisting(NoTwisting{}),
                           AnyHeat(NoHeat{}),
                           false,
                           false};
  std::vector<double> history(roomy.size, 0.0);
  const double radius = 0.5;
  const Body<double> sphere{V{1e-3, 0, 0}, none, 1.0, radius, 0.0, false};
  for (const double curvature : {0.0, 0.5, -0.5}) {
    const double R = effective_radius_at_wall(radius, curvature), end = -law.pull_off_distance(R);
    double ended[n_modes];
    SphereAtWall{sphere, none, 0.0, curvature, none, none, 0.0}.ended(contact, 1.0, roomy, history.data(),
                                                                      ended);
    const double expected = law.energy(frame_at(law, end, R));
    EXPECT_NEAR(ended[in_normal], expected, 1e-14 * expected) << curvature;
    const double neck = 0.9 * end, distance = radius - neck, stored = law.energy(frame_at(law, neck, R));
    const SphereAtWall there{sphere, V{distance, 0, 0}, distance, curvature, none, none, 0.0};
    EXPECT_NEAR(normal_energy(contact, there, true), stored, 1e-12 * stored) << curvature;
    EXPECT_EQ(normal_energy(contact, there, false), 0.0) << curvature;
  }
  // a search finds contacts in hollow walls that are hardly larger than the sphere
  for (const double curvature : {-1.0, -1.8, -1.99})
    EXPECT_LT(contact.reach(radius, effective_radius_at_wall(radius, curvature)),
              contact.reach_at_wall(radius));
}

// Springs are what the laws answer without motion, dashpots and caps: their power is that of this answer.
TEST(Account, SpringsAreTheLawsAnswerAtRest)
{
  std::mt19937 random(5);
  for_every_combination([&](const std::string &name, auto make) {
    const AnyContact law = make();
    const State s = random_state(law, random);
    const support::Seen seen = seen_by_laws(law, s, {0.01, false});
    const Frame<double> &frame = seen.frame;
    Frame<double> still = frame;
    still.v_n = still.w_t = 0.0;
    still.v_s = still.v_r = none;
    Motion<double> &m = still.motion;
    m.v_i = m.v_j = m.omega_i = m.omega_j = m.by_box = none;
    constexpr double uncapped = 1e200;
    std::vector<double> history = s.history;
    double *const h = history.data();

    const auto sliding = law.tangential.respond(still, uncapped, 0.0, h + roomy.tangential);
    const V slip = law.tangential.slip(frame);
    const auto spring = law.tangential.springs(frame, slip, h + roomy.tangential);
    const double scale = length(sliding.force) * length(slip);
    EXPECT_NEAR(spring.power, dot(sliding.force, slip), 1e-12 * scale) << name;
    if (sliding.stiffness > 0.0) {
      EXPECT_NEAR(spring.energy * 2 * sliding.stiffness, dot(sliding.force, sliding.force),
                  1e-12 * dot(sliding.force, sliding.force))
          << name;
    }

    const auto torques = law.rolling.torques(still, uncapped, sliding, h + roomy.rolling);
    const V turn = (1.0 / s.geometry.distance) * cross(frame.n, relative_velocity(frame.motion));
    const V w_i = frame.motion.omega_i - turn, w_j = frame.motion.omega_j - turn;
    EXPECT_NEAR(law.rolling.springs(frame, sliding, h + roomy.rolling).power,
                dot(torques.on_i, w_i) + dot(torques.on_j, w_j),
                1e-12 * (length(torques.on_i) * length(w_i) + length(torques.on_j) * length(w_j)))
        << name;

    const double twisting = law.twisting.torque(still, uncapped, sliding, h + roomy.twisting);
    EXPECT_NEAR(law.twisting.springs(frame, sliding, h + roomy.twisting).power, twisting * frame.w_t,
                1e-12 * std::fabs(twisting * frame.w_t))
        << name;
  });
}

// The power of all modes together is that of the loads on the bodies.
TEST(Account, NoPowerIsMissing)
{
  std::mt19937 random(6);
  for_every_combination([&](const std::string &name, auto make) {
    const AnyContact law = make();
    const State s = random_state(law, random);
    const Step step{0.01, true};
    std::vector<double> history = s.history;
    const ContactAccount<double> account = account_in(law, s.geometry, s.motion, step, history);
    std::vector<double> again = s.history;
    const Loads<double> loads = law.loads(s.geometry, s.motion, step, roomy, again.data());
    EXPECT_EQ(history, again) << name;
    const Motion<double> &m = s.motion;
    const double on_bodies =
        dot(loads.force, m.v_i - m.v_j) + dot(loads.torque_i, m.omega_i) + dot(loads.torque_j, m.omega_j);
    const double scale = length(loads.force) * length(m.v_i - m.v_j) +
        length(loads.torque_i) * length(m.omega_i) + length(loads.torque_j) * length(m.omega_j);
    EXPECT_NEAR(account.power, on_bodies, 1e-12 * scale) << name;
  });
}

// What the bodies lose is stored or dissipated: to rounding, because at one overlap the rule for the work of springs
// is exact.
TEST(Account, ClosesWhileSlidingRollingAndTwisting)
{
  std::mt19937 random(11);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  for_each_friction([&](OnAFloor c, const std::string &name, bool) {
    for (int leg = 0; leg < 20; ++leg)
      c.move({0.02 * u(random), 0.02 * u(random), 0}, {0.05 * u(random), 0.05 * u(random), 0.2 * u(random)},
             50);
    EXPECT_NEAR(c.changed, c.stored(), 1e-12) << name;
    EXPECT_NEAR(c.work + c.stored() + c.lost, 0.0, 1e-11 * (1.0 + c.lost)) << name;
  });
}

// Motion below all caps is stored and not lost. A law that does not tell what its springs store fails here.
TEST(Account, ContactsThatStickLoseNothing)
{
  for_each_friction([&](OnAFloor c, const std::string &name, bool no_spring) {
    if (no_spring || name.find("none") != std::string::npos || name.find("creep") != std::string::npos)
      return;
    c.move({2e-5, 1e-5, 0}, {1e-5, 2e-5, 1e-4}, 20);
    EXPECT_GT(-c.work, 1e-10) << name;
    EXPECT_NEAR(c.stored() / -c.work, 1.0, 1e-9) << name;
    EXPECT_LT(c.lost, 1e-9 * -c.work) << name;
  });
}

TEST(Account, ContactsThatStickInABowlLoseNothing)
{
  for_each_friction([&](OnAFloor c, const std::string &name, bool no_spring) {
    if (no_spring || name.find("none") != std::string::npos || name.find("creep") != std::string::npos)
      return;
    c.curvature = -0.2;
    c.move({2e-5, 1e-5, 0}, {1e-5, 2e-5, 1e-4}, 20);
    EXPECT_GT(-c.work, 1e-10) << name;
    EXPECT_LT(std::fabs(c.lost), 1e-9 * -c.work) << name;
  });
}

// A sphere leaves a floor much faster along it than away from it.
TEST(Account, FrictionThatEndsAtAWallIsThatOfTheStepBefore)
{
  OnAFloor c = on_a_floor<HertzMaterial, Mindlin, NoRolling, NoTwisting>();
  c.move({2e-5, 0, 0}, none, 5);
  const double dt = 0.03;
  const Body<double> sphere{V{5, 0, 1}, none, 1.0, OnAFloor::radius, 0.0, false};
  double ended[n_modes];
  SphereAtWall{sphere, V{0, 0, OnAFloor::distance + dt}, OnAFloor::distance + dt, 0.0, none, none, 0.0}.ended(
      c.law, dt, roomy, c.history.data(), ended);
  EXPECT_GT(c.last.stored[in_sliding], 0.0);
  EXPECT_NEAR(ended[in_sliding] / c.last.stored[in_sliding], 1.0, 1e-12);
}

// Below the cap a dashpot is damping; at the cap all of the load is sliding.
TEST(Account, DashpotsAreDampingUntilTheContactSlides)
{
  const Contact<Hooke, VelocityDamping, LinearHistory, NoRolling, NoTwisting, NoHeat> law{
      {{}, 100.0}, {{}, 2.0}, {{{}, 60.0, 1.5, 0.5}}, {}, {}, {}, false, false};
  std::vector<double> history(roomy.size, 0.0);
  const double distance = 0.48, eta_t = 3.0;
  const auto geometry = flat_wall(V{0, 0, distance}, distance, 0.5);
  const auto at = [&](double speed, double dt) {
    return account_in(any_of(law), geometry, Motion<double>{{speed, 0, 0}, none, none, none, 1, 0, 0, 1, 0.1},
                      Step{dt, true}, history);
  };
  const double slow = 0.01;
  EXPECT_NEAR(at(slow, 1e-3).dissipated.sliding_damping, eta_t * slow * slow, 1e-12);
  EXPECT_NEAR(at(slow, 1e-3).dissipated.sliding, 0.0, 1e-12);
  // a step without duration: the spring gives back all it takes
  EXPECT_NEAR(at(slow, 0.0).dissipated.sliding, 0.0, 1e-12);
  ContactAccount<double> fast{};
  for (int k = 0; k < 10; ++k) fast = at(1.0, 0.1);
  EXPECT_EQ(fast.dissipated.sliding_damping, 0.0);
  EXPECT_NEAR(fast.dissipated.sliding, 0.5 * 100.0 * 0.02 * 1.0, 1e-12);
}
