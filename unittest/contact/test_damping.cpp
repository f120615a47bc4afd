// Head-on collisions: the restitution that each damping law returns.

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

/// Speed ratio after and before a head-on collision of two spheres of mass 1 and radius 0.5, by velocity
/// Verlet with half-step velocities, as LAMMPS integrates.
template <class N, class D> double restitution(double e, bool limit_damping = false)
{
  const std::vector<double> normal = {1e4, e, 0.25};
  auto law = make_contact<N, D, NoTangential, NoRolling, NoTwisting, NoHeat>();
  law.normal = N::make(one_material(normal));
  law.damping = D::make(e, N::hertzian);
  law.limit_damping = limit_damping;

  const double dt = 2e-6, v0 = 0.2;
  double gap_velocity = -v0, distance = 1.0, force = 0.0;
  bool touched = false;
  for (;;) {
    gap_velocity += 0.5 * dt * force * 2.0;    // relative motion: 1/m_eff = 2
    distance += dt * gap_velocity;
    if (!contact::acts(law.life(distance * distance, 0.5, 0.5, touched))) return gap_velocity / v0;
    touched = true;
    const V separation{distance, 0, 0};
    const V none{0, 0, 0};
    const Motion<double> motion{{gap_velocity, 0, 0}, none, none, none, 0.5, 0, 0};
    force = law.loads(sphere_pair(separation, distance * distance, 0.5, 0.5), motion, {dt, true}, roomy,
                      static_cast<double *>(nullptr))
                .force.x;
    gap_velocity += 0.5 * dt * force * 2.0;
  }
}

// The time step resolves the contact in some 1e4 steps of a scheme that is first order in the
// velocity-dependent force: 1e-3 of the restitution.
constexpr double resolution = 1e-3;

}    // namespace

TEST(Damping, CoeffRestitutionReturnsWhatIsAsked)
{
  for (const double e : {0.9, 0.7, 0.5, 0.3, 0.1}) {
    EXPECT_NEAR((restitution<HertzMaterial, CoeffRestitutionDamping>(e)), e, resolution);
    EXPECT_NEAR((restitution<Hertz, CoeffRestitutionDamping>(e)), e, resolution);
    EXPECT_NEAR((restitution<Hooke, CoeffRestitutionDamping>(e)), e, resolution);
  }
}

// Tsuji's polynomial belongs with the particle mass; with m_eff it returns more than asked.
TEST(Damping, TsujiReturnsMoreThanAsked)
{
  const double asked[] = {0.9, 0.7, 0.5, 0.3, 0.1};
  const double found[] = {0.9284, 0.7777, 0.6161, 0.4396, 0.2350};
  const double found_limited[] = {0.9294, 0.7877, 0.6458, 0.5026, 0.3500};
  for (int k = 0; k < 5; ++k) {
    EXPECT_NEAR((restitution<HertzMaterial, TsujiDamping>(asked[k])), found[k], resolution);
    EXPECT_NEAR((restitution<HertzMaterial, TsujiDamping>(asked[k], true)), found_limited[k], resolution);
  }
}

TEST(Damping, TsujiPolynomial)
{
  // last printed digits
  EXPECT_NEAR(TsujiDamping::make(0.5, true).alpha, 0.34074, 5e-6);
  EXPECT_NEAR(TsujiDamping::make(0.9, true).alpha, 0.05290, 5e-6);
  EXPECT_NEAR(CoeffRestitutionDamping::make(0.5, true).alpha, 0.48177, 5e-6);
  EXPECT_NEAR(CoeffRestitutionDamping::make(0.9, true).alpha, 0.07495, 5e-6);
}

TEST(Damping, Prefactors)
{
  Frame<double> frame{};
  frame.effective_mass = 0.5;
  frame.contact_radius = 0.2;
  frame.overlap = 0.1;
  const NormalForce<double> normal{8.0, 0.0, false};
  EXPECT_EQ(NoDamping::make(3.0, true).prefactor(frame, normal), 0.0);
  EXPECT_DOUBLE_EQ(VelocityDamping::make(3.0, true).prefactor(frame, normal), 3.0);
  EXPECT_DOUBLE_EQ(MassVelocityDamping::make(3.0, true).prefactor(frame, normal), 1.5);
  EXPECT_DOUBLE_EQ(ViscoelasticDamping::make(3.0, true).prefactor(frame, normal), 0.3);
  const auto tsuji = TsujiDamping::make(0.5, true);
  EXPECT_DOUBLE_EQ(tsuji.prefactor(frame, normal), tsuji.alpha * std::sqrt(0.5 * 80.0));
}

TEST(Damping, NoRestitutionDampingWithoutPressure)
{
  Frame<double> frame{};
  frame.effective_mass = 0.5;
  for (const double overlap : {0.0, -0.1}) {
    frame.overlap = overlap;
    EXPECT_EQ(TsujiDamping::make(0.5, true).prefactor(frame, {0.0, 0.0, false}), 0.0);
  }
}

TEST(Damping, LimitDampingLeavesNoAttraction)
{
  auto law = make_contact<Hooke, VelocityDamping, NoTangential, NoRolling, NoTwisting, NoHeat>();
  const V separation{0.99, 0, 0}, none{0, 0, 0};
  const auto geometry = sphere_pair(separation, dot(separation, separation), 0.5, 0.5);
  const Motion<double> parting{{1e3, 0, 0}, none, none, none, 0.5, 0, 0};
  const auto force = [&] {
    return law.loads(geometry, parting, {0.1, true}, roomy, static_cast<double *>(nullptr)).force.x;
  };
  EXPECT_LT(force(), 0.0);
  law.limit_damping = true;
  EXPECT_EQ(force(), 0.0);
}
