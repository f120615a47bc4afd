// A wall as body j: geometry, motion of the contact point, levers. A wall bent like a sphere must act like
// that sphere.

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

constexpr double rounding = 1e-14;
const V none{0, 0, 0};

/// The frame of a contact, as the laws see it.
struct Probe {
  Frame<double> frame{};

  Probe(const Geometry<double> &g, const Motion<double> &m)
  {
    frame.geometry = g;
    frame.motion = m;
    frame.n = frame.n_end = (1.0 / g.distance) * g.separation;
    const V v = m.v_i - m.v_j;
    frame.v_n = dot(v, frame.n);
    frame.v_s = v - frame.v_n * frame.n - cross(g.radius_i * m.omega_i + g.radius_j * m.omega_j, frame.n);
  }

  [[nodiscard]] Paths<double> paths() const { return contact_paths(frame); }
};

/// A sphere of radius 0.5 on a sphere of radius 0.3, and on a wall of curvature 1/0.3 that lies and moves as
/// the second sphere's surface does.
struct Twins {
  Geometry<double> pair, wall;
  Motion<double> pair_motion, wall_motion;

  explicit Twins(std::mt19937 &random)
  {
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    const auto vector = [&] { return V{u(random), u(random), u(random)}; };
    const V d = vector();
    const V n = (1.0 / length(d)) * d;
    pair = sphere_pair(0.79 * n, 0.79 * 0.79, 0.5, 0.3);
    wall = curved_wall((0.79 - 0.3) * n, 0.79 - 0.3, 0.5, 1.0 / 0.3);
    pair_motion = {vector(), vector(), vector(), vector(), 0.5, 0, 0};
    wall_motion = pair_motion;
    wall_motion.v_j = pair_motion.v_j + cross(pair_motion.omega_j, 0.3 * n);
  }
};

/// Loads by springs and dashpots of every mode.
Loads<double> loads_of(const Geometry<double> &geometry, const Motion<double> &motion,
                       bool synchronized = false)
{
  auto law =
      make_contact<HertzMaterial, ViscoelasticDamping, LinearHistory, SdsRolling, SdsTwisting, NoHeat>();
  law.synchronized_verlet = synchronized;
  double history[8] = {};
  return law.loads(geometry, motion, Step{0.01, true}, HistoryLayout{0, 3, 6, 7}, history);
}

}    // namespace

TEST(Walls, Geometry)
{
  const auto flat = flat_wall(V{0, 0, 0.49}, 0.49, 0.5);
  EXPECT_NEAR(flat.overlap, 0.01, rounding);
  EXPECT_EQ(flat.effective_radius, 0.5);
  EXPECT_TRUE(flat.wall);
  // 1/R = 1/R_i + curvature: on a ball of radius 0.3, in a hollow of radius 2
  EXPECT_NEAR(curved_wall(V{0, 0, 0.49}, 0.49, 0.5, 1 / 0.3).effective_radius, 0.1875, rounding);
  EXPECT_NEAR(curved_wall(V{0, 0, 0.49}, 0.49, 0.5, -1 / 2.0).effective_radius, 0.5 * 2.0 / (2.0 - 0.5),
              rounding);
  EXPECT_EQ(curved_wall(V{0, 0, 0.49}, 0.49, 0.5, 0.0).effective_radius, 0.5);
  EXPECT_FALSE(sphere_pair(V{0, 0, 0.79}, 0.79 * 0.79, 0.5, 0.3).wall);
}

// Sliding along x over a floor: friction backwards, turning i with the lever R_i about +y; the floor feels
// no torque about the foot.
TEST(Walls, SlidingOverAFloor)
{
  const Contact<Hooke, VelocityDamping, LinearNoHistory, NoRolling, NoTwisting, NoHeat> law{
      {{}, 1e6}, {{}, 2.0}, {{}, 1.0, 1e9}, {}, {}, {}, false, false};
  double *nothing = nullptr;
  const auto l = law.loads(flat_wall(V{0, 0, 0.49}, 0.49, 0.5),
                           Motion<double>{{0.4, 0, 0}, {0.1, 0, 0}, none, none, 0.5, 0, 0}, Step{0.01, false},
                           {}, nothing);
  EXPECT_NEAR(l.tangential_force.x, -2.0 * 0.3, rounding);
  EXPECT_NEAR(l.torque_i.y, 0.5 * 0.6, rounding);
  EXPECT_EQ(length(l.torque_j), 0.0);
}

TEST(Walls, OverAFloor)
{
  Probe slides(flat_wall(V{0, 0, 0.49}, 0.49, 0.5), {{0.4, 0, 0}, none, none, none, 0.5, 0, 0});
  EXPECT_EQ(length(slides.paths().over_i), 0.0);
  EXPECT_NEAR(slides.paths().over_j.x, 0.4, rounding);

  Probe spins(flat_wall(V{0, 0, 0.49}, 0.49, 0.5), {none, none, {0, 0.6, 0}, none, 0.5, 0, 0});
  EXPECT_NEAR(spins.paths().over_i.x, 0.5 * 0.6, rounding);
  EXPECT_EQ(length(spins.paths().over_j), 0.0);

  // rolling: the point travels the same way over both
  Probe rolls(flat_wall(V{0, 0, 0.49}, 0.49, 0.5), {{0.3, 0, 0}, none, {0, 0.6, 0}, none, 0.5, 0, 0});
  EXPECT_NEAR(rolls.paths().over_i.x, 0.3, rounding);
  EXPECT_NEAR(length(rolls.paths().slip()), 0.0, rounding);
  EXPECT_NEAR(length(rolls.frame.v_s), 0.0, rounding);
}

// Inside a hollow of radius 2 (n points to its axis): a ball that rolls, seen from the centre of curvature,
// at speed 0.3 turns about itself with 0.3/0.5, and the point travels faster over the hollow than the
// centre does, by 2/(2 - 0.49).
TEST(Walls, InAHollow)
{
  const double over_hollow = 0.3 * 2.0 / (2.0 - 0.49);
  Probe p(curved_wall(V{0, 0, 0.49}, 0.49, 0.5, -1 / 2.0), {{0.3, 0, 0}, none, none, none, 0.5, 0, 0});
  EXPECT_NEAR(p.paths().over_j.x, over_hollow, rounding);
  EXPECT_NEAR(p.paths().over_i.x, 0.5 * over_hollow / 2.0, rounding);
}

TEST(Walls, AWallBentLikeASphereIsThatSphere)
{
  std::mt19937 random(3);
  for (int k = 0; k < 20; ++k) {
    const Twins t(random);
    Probe pair(t.pair, t.pair_motion), wall(t.wall, t.wall_motion);
    EXPECT_NEAR(t.pair.effective_radius, t.wall.effective_radius, rounding);
    EXPECT_NEAR(t.pair.overlap, t.wall.overlap, rounding);
    EXPECT_LT(difference(pair.frame.v_s, wall.frame.v_s), rounding);
    EXPECT_LT(difference(pair.paths().over_i, wall.paths().over_i), rounding);
    EXPECT_LT(difference(pair.paths().over_j, wall.paths().over_j), rounding);
    for (const bool synchronized : {false, true}) {
      const auto a = loads_of(t.pair, t.pair_motion, synchronized);
      const auto b = loads_of(t.wall, t.wall_motion, synchronized);
      // loads of order 10. In the synchronized case n is scaled differently along v_n, which the turned
      // velocities see in second order of dt.
      EXPECT_LT(difference(a.force, b.force), synchronized ? 1e-2 : 1e-12);
      EXPECT_LT(difference(a.rolling_torque, b.rolling_torque), synchronized ? 1e-2 : 1e-12);
      EXPECT_NEAR(a.twisting_torque, b.twisting_torque, synchronized ? 1e-2 : 1e-12);
    }
  }
}

TEST(Walls, SlipOfThePathsIsVsAtTouch)
{
  std::mt19937 random(4);
  for (int k = 0; k < 20; ++k) {
    Twins t(random);
    const V n = (1.0 / t.pair.distance) * t.pair.separation;
    Probe pair(sphere_pair(0.8 * n, 0.64, 0.5, 0.3), t.pair_motion);
    EXPECT_LT(difference(pair.paths().slip(), pair.frame.v_s), rounding);
    Probe floor(flat_wall(0.5 * n, 0.5, 0.5), t.wall_motion);
    EXPECT_LT(difference(floor.paths().slip(), floor.frame.v_s), rounding);
  }
}

// What turns as one rigid body has no paths, at any overlap; v_s has -delta W x n.
TEST(Walls, RigidTurningIsNoTravel)
{
  std::mt19937 random(5);
  for (int k = 0; k < 20; ++k) {
    Twins t(random);
    const V W = t.pair_motion.omega_j;
    for (const auto &g : {t.pair, t.wall, flat_wall(t.wall.separation, t.wall.distance, 0.5)}) {
      Probe p(g, {t.pair_motion.v_j + cross(W, g.separation), t.pair_motion.v_j, W, W, 0.5, 0, 0});
      EXPECT_LT(length(p.paths().over_i), rounding);
      EXPECT_LT(length(p.paths().over_j), rounding);
      EXPECT_NEAR(length(p.frame.v_s), std::fabs(g.overlap) * length(cross(W, p.frame.n)), rounding);
    }
  }
}

// Exchanging the bodies exchanges the paths, without a sign.
TEST(Walls, PathsOfARelabelledPair)
{
  std::mt19937 random(6);
  for (int k = 0; k < 20; ++k) {
    const Twins t(random);
    Probe p(t.pair, t.pair_motion);
    const auto &m = t.pair_motion;
    Probe q(sphere_pair(-t.pair.separation, t.pair.distance * t.pair.distance, 0.3, 0.5),
            {m.v_j, m.v_i, m.omega_j, m.omega_i, 0.5, 0, 0});
    EXPECT_LT(difference(p.paths().over_i, q.paths().over_j), rounding);
    EXPECT_LT(difference(p.paths().over_j, q.paths().over_i), rounding);
  }
}

// Material points that touched before a step and the point that touches after it: the arcs between them
// over both spheres are dt over_i and dt over_j, to second order in dt.
TEST(Walls, PathsAreArcsOnTheSpheres)
{
  std::mt19937 random(7);
  const double dt = 1e-5;
  for (int k = 0; k < 20; ++k) {
    const Twins t(random);
    const auto &m = t.pair_motion;
    Probe p(t.pair, m);
    const V n = p.frame.n, after = t.pair.separation + dt * (m.v_i - m.v_j);
    const V n_after = (1.0 / length(after)) * after;
    const auto turned = [&](V w, V a) {
      return a + dt * cross(w, a) + 0.5 * dt * dt * cross(w, cross(w, a));
    };
    const V arc_i = -0.5 * n_after - turned(m.omega_i, -0.5 * n);
    const V arc_j = 0.3 * n_after - turned(m.omega_j, 0.3 * n);
    EXPECT_LT(difference((1 / dt) * arc_i, p.paths().over_i), 20 * dt);
    EXPECT_LT(difference((1 / dt) * arc_j, p.paths().over_j), 20 * dt);
  }
}

// At mid-step a floor has the n of the end of the step, however the sphere moves.
TEST(Walls, AFloorDoesNotTurn)
{
  const auto g = flat_wall(V{0, 0, 0.49}, 0.49, 0.5);
  const Motion<double> motion{{3.0, 1.0, -2.0}, none, none, none, 0.5, 0, 0};
  const auto plain = loads_of(g, motion), synchronized = loads_of(g, motion, true);
  EXPECT_EQ(plain.force.x, synchronized.force.x);
  EXPECT_EQ(plain.force.z, synchronized.force.z);
}

TEST(Walls, Touching)
{
  const auto law = make_contact<Jkr, NoDamping, NoTangential, NoRolling, NoTwisting, NoHeat>();
  EXPECT_TRUE(contact::acts(law.life_at_wall(0.499, 0.5, 0.0, false)));
  EXPECT_FALSE(contact::acts(law.life_at_wall(0.5, 0.5, 0.0, false)));
  // a neck reaches as far as R allows, less on a convex wall
  const double reach = law.normal.pull_off_distance(0.5);
  EXPECT_TRUE(contact::acts(law.life_at_wall(0.5 + 0.999 * reach, 0.5, 0.0, true)));
  EXPECT_FALSE(contact::acts(law.life_at_wall(0.5 + 1.001 * reach, 0.5, 0.0, true)));
  EXPECT_FALSE(contact::acts(law.life_at_wall(0.5 + 0.999 * reach, 0.5, 1.0, true)));
}

// A law that reads the means where nobody gave them yields NaN, which a run cannot overlook.
TEST(Walls, MeansThatNobodyGaveAreNaN)
{
  const Motion<double> motion{none, none, none, none, 0.5, 0, 0};
  EXPECT_TRUE(std::isnan(motion.mean_mass) && std::isnan(motion.mean_inertia));
  EXPECT_NEAR(ball_inertia(5.0, 0.2), 0.08, rounding);
}

// Harmonic means: the dashpots of tracking laws are then critical for the smaller body too.
TEST(Walls, MeansOfUnequalBodies)
{
  const Body<double> small{none, none, 1.0, 0.5, 0.0, false}, large{none, none, 125.0, 2.5, 0.0, false};
  const auto free = motion_of(small, large, true, true),
             held = motion_of(small, wall_body(none, none, 0.0), true, true);
  EXPECT_NEAR(free.mean_mass, 2.0 * 125.0 / 126.0, rounding);
  EXPECT_NEAR(free.mean_inertia, 2.0 * 0.1 * 312.5 / 312.6, rounding);
  EXPECT_NEAR(held.mean_mass, 1.0, rounding);
  EXPECT_NEAR(held.mean_inertia, 0.1, rounding);
}
