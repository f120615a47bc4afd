"""The plugin's pair style against the built-in one of the same LAMMPS: equal trajectories.

Every keyword of pair_style granular occurs in at least one deck. Each deck is run three times: with
the plugin, with the built-in style, and with the built-in style from positions, velocities and spins
changed by one part in 1e15.

BOUND, 1e-10 after 2000 steps (40 collision times): both styles compute the same expressions in
another order, so one step differs by a few units in the last place; what that grows to depends on the
deck alone. The third run measures this growth. It must stay below NOISE = 1e-11, else the deck is too
chaotic for the bound to mean anything.

The decks keep away from what is different on purpose (doc/pair_granular.md lists it): rolling and
twisting springs only where no pair changes owner, `twisting marshall` only with linear_history, no
mixed pairs with k_t NULL or synchronized_verlet, one run command.
"""

import random
import unittest

import harness
from harness import Sphere, cluster, data_file, deck, perturbed

BOUND = 1e-10
NOISE = 1e-11
# A change of one percent in a coefficient that is at work moves a trajectory by far more than this.
FELT = 1e-7

# Spheres fall into a harmonic trap and end as one shaken, then resting, pressed clump.
TRAP = """fix integrate all nve/sphere
variable tx atom -40.0*x
variable ty atom -40.0*y
variable tz atom -40.0*z
fix trap all addforce v_tx v_ty v_tz
"""
BOWL = """group frozen id 1:25
group mobile id > 25
fix integrate mobile nve/sphere
fix gravity all gravity 10.0 vector 0 0 -1
fix freeze frozen freeze
"""
HOOKE_STEP = 1.4e-3     # collision time of k_n = 1000, m_eff = 0.5 is 0.070
SIZES = (1.0, 0.8, 1.2)
STRESS = tuple(f"c_stress[{k}]" for k in range(1, 7))


class Case:
    """A deck, the spheres that it reads and what is compared."""

    def __init__(self, spheres, types=1, quantities=None, box=None, **options):
        self.spheres, self.types, self.box = spheres, types, box or {}
        self.quantities = quantities or harness.QUANTITIES
        self.options = dict(dict(timestep=HOOKE_STEP), **options)

    def run(self, test, stock=False, shake=0):
        spheres = perturbed(self.spheres, seed=shake) if shake else self.spheres
        test.space.write("data.txt", data_file(spheres, types=self.types, **self.box))
        return test.trajectory(deck(**self.options), stock=stock)


def trap(pair, count=7, seed=2, types=(1,), spread=1.0, **options):
    """Spheres fall into the trap."""
    return Case(cluster(count, seed, SIZES, types, spread, 8.0 * spread), max(types), pair=pair,
                **dict(dict(fixes=TRAP), **options))


def pairs(pair, seed=1, types=(1,), **options):
    """Eight pairs of spheres far from each other, each in a trap of its own, spinning about the line
    of centres. Four start pressed together, twist, and end stuck; four start apart, hit, and part again
    while they spin so fast that no twist velocity changes its sign.

    Stock gives a capped twisting torque the sign of the twist velocity, the plugin that of the spring.
    The two differ when the normal force drops below the wound spring while the spring unwinds, which
    these contacts do not do.
    """
    draw = random.Random(seed)
    spheres = []
    for k in range(8):
        pressed = k < 4
        axis = [draw.uniform(-1, 1) for _ in range(3)]
        length = sum(a * a for a in axis) ** 0.5
        axis = [a / length for a in axis]
        sizes = draw.choice(SIZES), draw.choice(SIZES)
        gap = -0.02 if pressed else 0.05
        spin = draw.uniform(8, 14) if pressed else draw.uniform(60, 80)
        for side in (0, 1):
            sign = 1 - 2 * side
            slide = [draw.uniform(-0.4, 0.4) for _ in range(3)]
            x = [sign * a * 0.5 * (0.5 * sum(sizes) + gap) for a in axis]
            x[0] += 10.0 * k
            omega = [sign * spin * a + draw.uniform(-2, 2) for a in axis]
            spheres.append(Sphere(x, slide, omega, sizes[side], types[(k + side) % len(types)]))
    return Case(spheres, max(types), pair=pair, fixes=TRAP.replace("*x", "*(x-10.0*floor(0.5*(id-1)))"),
                box=dict(high=(150, 50, 50)), **options)


def bowl(pair, seed=3, types=(1,), **options):
    """Three spheres fall into a bowl of frozen spheres."""
    draw = random.Random(seed)
    spheres = [Sphere((a - 2, b - 2, 0.12 * ((a - 2) ** 2 + (b - 2) ** 2)), diameter=1.05)
               for a in range(5) for b in range(5)]
    for k, (a, b) in enumerate([(-0.5, -0.5), (0.5, -0.4), (0.0, 0.55)]):
        spheres.append(Sphere((a, b, 1.1 + 0.05 * k), tuple(draw.uniform(-1, 1) for _ in range(3)),
                              tuple(draw.uniform(-9, 9) for _ in range(3)), SIZES[k], types[-1]))
    return Case(spheres, max(types), pair=pair, fixes=BOWL, **options)


def granular(*coefficients, style="granular"):
    return "\n".join([f"pair_style {style}", *(f"pair_coeff {c}" for c in coefficients)])


HEAT = dict(before="fix temperatures all property/atom temperature heatflow ghost yes\n",
            after="variable start atom 1.0+id\nset atom * temperature v_start\n"
                  "fix conduct all heat/flow constant 2.0\n"
                  "compute heat all property/atom temperature heatflow\n",
            columns=" c_heat[1] c_heat[2]",
            quantities=dict(harness.QUANTITIES, temperature=("c_heat[1]",), heatflow=("c_heat[2]",)))


def heat(pair, **options):
    """Spheres of different temperature in the trap."""
    return trap(pair, **dict(dict(count=5), **options), **HEAT)


# Normal force, damping and tangential force in all kinds; k_n, E and eta are chosen so that all
# collisions last about as long as those of hooke 1000.
DAMPED = "hooke 1000.0 10.0 tangential linear_history 300.0 1.0 0.4 damping velocity"
DECKS = {
    # damping with hooke, and the linear tangential models
    "hooke_velocity_nohistory": trap(granular(
        "* * hooke 1000.0 10.0 tangential linear_nohistory 0.7 0.4 damping velocity")),
    "hooke_mass_velocity_history": trap(granular(
        "* * hooke 1000.0 20.0 tangential linear_history 300.0 0.7 0.3 damping mass_velocity")),
    "hooke_default_damping_classic": trap(granular(
        "* * hooke 1000.0 250.0 tangential linear_history_classic 300.0 0.7 0.3")),
    "hooke_tsuji_history": trap(granular(
        "* * hooke 1000.0 0.3 tangential linear_history 300.0 0.7 0.4 damping tsuji")),
    "hooke_restitution_limit_damping": trap(seed=1, pair=granular(
        "* * hooke 1000.0 0.3 tangential linear_history 300.0 0.7 0.4 damping coeff_restitution limit_damping")),
    "hooke_frictionless": trap(seed=10, pair=granular(
        "* * hooke 1000.0 10.0 tangential linear_nohistory 0.0 0.0 damping velocity")),
    # hertz and the mindlin family
    "hertz_velocity_mindlin": trap(seed=1, count=5, pair=granular(
        "* * hertz 9000.0 30.0 tangential mindlin 6000.0 0.7 0.4 damping velocity")),
    "hertz_mass_velocity_mindlin_classic": trap(seed=8, count=5, pair=granular(
        "* * hertz 9000.0 60.0 tangential mindlin_classic 6000.0 0.7 0.4 damping mass_velocity")),
    "hertz_viscoelastic_mindlin_force": trap(seed=4, pair=granular(
        "* * hertz 9000.0 250.0 tangential mindlin/force 6000.0 0.7 0.4 damping viscoelastic")),
    "hertz_tsuji_mindlin_rescale_limit_damping": trap(seed=1, count=4, pair=granular(
        "* * hertz 9000.0 0.1 tangential mindlin_rescale 6000.0 1.0 0.4 damping tsuji limit_damping")),
    "hertz_restitution_mindlin_rescale_force": trap(seed=4, pair=granular(
        "* * hertz 9000.0 0.3 tangential mindlin_rescale/force 6000.0 0.7 0.4 damping coeff_restitution")),
    # elastic constants, k_t from them
    "material_mindlin_null": trap(seed=7, count=5, pair=granular(
        "* * hertz/material 9000.0 30.0 0.3 tangential mindlin NULL 0.7 0.4 damping velocity")),
    "material_mindlin_force_null": trap(seed=3, pair=granular(
        "* * hertz/material 9000.0 0.3 0.25 tangential mindlin/force NULL 0.7 0.4 damping tsuji")),
    "material_mindlin_rescale_null": trap(seed=8, pair=granular(
        "* * hertz/material 9000.0 0.4 -0.2 tangential mindlin_rescale NULL 0.7 0.4 damping coeff_restitution")),
    "material_mindlin_rescale_force_null": trap(seed=1, pair=granular(
        "* * hertz/material 9000.0 250.0 0.5 tangential mindlin_rescale/force NULL 0.7 0.4")),
    "material_linear_history": trap(seed=1, pair=granular(
        "* * hertz/material 9000.0 20.0 0.3 tangential linear_history 300.0 0.7 0.4 damping mass_velocity")),
    # cohesion
    "dmt_mindlin_null": trap(seed=1, pair=granular(
        "* * dmt 9000.0 250.0 0.3 1.0 tangential mindlin NULL 0.7 0.4")),
    "dmt_history": trap(granular(
        "* * dmt 9000.0 20.0 0.3 1.0 tangential linear_history 300.0 0.7 0.3 damping mass_velocity")),
    "dmt_mindlin_rescale_force": trap(granular(
        "* * dmt 9000.0 10.0 0.3 1.0 tangential mindlin_rescale/force 6000.0 0.7 0.3 damping velocity")),
    "jkr_mindlin_null": trap(seed=1, pair=granular(
        "* * jkr 9000.0 250.0 0.3 1.0 tangential mindlin NULL 0.7 0.3")),
    "jkr_nohistory": trap(granular(
        "* * jkr 9000.0 10.0 0.3 1.0 tangential linear_nohistory 0.7 0.3 damping velocity")),
    "jkr_mindlin_rescale": trap(seed=4, pair=granular(
        "* * jkr 9000.0 20.0 0.3 1.0 tangential mindlin_rescale 6000.0 0.7 0.3 damping mass_velocity")),
    # rolling and twisting
    "rolling_hooke": trap(granular(f"* * {DAMPED} rolling sds 200.0 5.0 0.1")),
    "rolling_material": trap(seed=1, count=5, pair=granular(
        "* * hertz/material 9000.0 0.1 0.3 tangential mindlin NULL 1.0 0.4 damping tsuji rolling sds 200.0 5.0 0.1")),
    "rolling_dmt": trap(granular(
        "* * dmt 9000.0 10.0 0.3 1.0 tangential mindlin/force 6000.0 0.7 0.3 damping velocity rolling sds 200.0 2.0 0.1")),
    "rolling_jkr": trap(granular(
        "* * jkr 9000.0 10.0 0.3 1.0 tangential mindlin 6000.0 0.7 0.3 damping velocity rolling sds 200.0 2.0 0.1")),
    "rolling_none_twisting_none": trap(seed=3, pair=granular(f"* * {DAMPED} rolling none twisting none")),
    "twisting_sds": pairs(granular(f"* * {DAMPED} twisting sds 100.0 0.5 0.02")),
    "twisting_marshall_hooke": pairs(granular(f"* * {DAMPED} twisting marshall")),
    "twisting_marshall_hertz_jkr": pairs(granular(
        "* * jkr 9000.0 10.0 0.3 1.0 tangential linear_history 300.0 0.7 0.3 damping velocity twisting marshall")),
    "all_modes_hooke": pairs(granular(f"* * {DAMPED} rolling sds 200.0 5.0 0.1 twisting sds 100.0 0.5 0.03")),
    "all_modes_material": pairs(granular(
        "* * hertz/material 9000.0 30.0 0.3 tangential mindlin_rescale NULL 0.7 0.4 damping velocity "
        "rolling sds 200.0 5.0 0.1 twisting sds 100.0 0.5 0.03")),
    "all_modes_jkr": pairs(granular(
        "* * jkr 9000.0 10.0 0.3 1.0 tangential mindlin NULL 0.7 0.3 damping velocity "
        "rolling sds 200.0 5.0 0.1 twisting sds 100.0 0.5 0.03")),
    # heat
    "heat_of_frozen": Case([Sphere((0, 0, 0)), Sphere((0.95, 0, 0)), Sphere((0.4, 0.1, 0.8), (0.3, 0, 0), diameter=0.9)], 1,
                           pair=granular(f"* * {DAMPED} heat area 5.0"),
                           fixes=TRAP + "group held id 1 2\nfix hold held freeze\nvelocity held set 0 0 0\n",
                           **HEAT),
    "heat_radius": heat(seed=3, pair=granular(f"* * {DAMPED} heat radius 3.0")),
    "heat_area": heat(seed=1, pair=granular(
        "* * hertz/material 9000.0 0.1 0.3 tangential mindlin NULL 1.0 0.4 damping tsuji heat area 5.0"), count=4),
    "heat_mixed_pairs": heat(seed=3, types=(1, 2), pair=granular(
        f"1 1 {DAMPED} heat radius 3.0", f"2 2 {DAMPED} heat area 5.0", f"1 2 {DAMPED} heat none")),
    # the other keywords
    "synchronized_verlet_history": trap(seed=1, pair=granular(f"* * {DAMPED} synchronized_verlet")),
    "synchronized_verlet_classic": trap(granular(
        "* * hooke 1000.0 10.0 tangential linear_history_classic 300.0 1.0 0.4 damping velocity synchronized_verlet")),
    "synchronized_verlet_mindlin_rolling": trap(seed=1, count=5, pair=granular(
        "* * hertz 9000.0 30.0 tangential mindlin 6000.0 0.7 0.4 damping velocity rolling sds 200.0 5.0 0.1 "
        "synchronized_verlet")),
    "synchronized_verlet_mindlin_force": trap(seed=1, pair=granular(
        "* * hertz 9000.0 30.0 tangential mindlin_rescale/force 6000.0 0.7 0.4 damping velocity synchronized_verlet")),
    "cutoff_keyword": trap(seed=3, pair=granular(f"* * {DAMPED} cutoff 1.5")),
    "cutoff_global": trap(seed=3, pair=granular(f"* * {DAMPED}", style="granular 1.7")),
    "cutoff_shorter_than_pull_off": trap(seed=1, pair=granular(
        "* * jkr 9000.0 250.0 0.3 1.0 tangential mindlin NULL 0.7 0.3 cutoff 1.2"), neighbor="0.01 nsq"),
    # several types
    "types_explicit": trap(seed=5, count=5, pair=granular(
        f"1 1 {DAMPED}",
        "1 2 hertz 9000.0 0.1 tangential mindlin 6000.0 1.0 0.4 damping tsuji",
        "2 2 jkr 9000.0 10.0 0.3 1.0 tangential mindlin_rescale NULL 0.7 0.3 damping velocity"), types=(1, 2)),
    "types_explicit_rolling": trap(seed=15, pair=granular(
        f"1 1 {DAMPED} rolling sds 200.0 5.0 0.1",
        "1 2 hertz 9000.0 0.1 tangential mindlin 6000.0 1.0 0.4 damping tsuji rolling sds 100.0 3.0 0.05",
        "2 2 dmt 9000.0 10.0 0.3 1.0 tangential linear_nohistory 0.7 0.3 damping velocity"), types=(1, 2)),
    "types_mixed_hooke": trap(granular(
        "1 1 hooke 1000.0 10.0 tangential linear_history 300.0 1.0 0.4 damping velocity rolling sds 200.0 5.0 0.1",
        "2 2 hooke 2000.0 20.0 tangential linear_history 600.0 0.5 0.2 damping velocity rolling sds 100.0 3.0 0.2"),
        types=(1, 2)),
    "types_mixed_hertz": trap(seed=2, count=4, pair=granular(
        "1 1 hertz 9000.0 0.1 tangential mindlin 6000.0 1.0 0.4 damping tsuji limit_damping",
        "2 2 hertz 5000.0 0.2 tangential mindlin 3000.0 1.0 0.6 damping tsuji"), types=(1, 2)),
    "types_mixed_material": trap(seed=1, pair=granular(
        "1 1 hertz/material 9000.0 250.0 0.3 tangential mindlin_rescale 6000.0 0.7 0.4",
        "2 2 hertz/material 3000.0 150.0 0.1 tangential mindlin_rescale 3000.0 0.4 0.6"), types=(1, 2)),
    "types_mixed_dmt": trap(seed=1, pair=granular(
        "1 1 dmt 9000.0 250.0 0.3 1.0 tangential mindlin 6000.0 0.7 0.4",
        "2 2 dmt 3000.0 150.0 0.1 0.5 tangential mindlin 3000.0 0.4 0.6"), types=(1, 2)),
    "types_mixed_jkr": trap(granular(
        "1 1 jkr 9000.0 10.0 0.3 1.0 tangential mindlin 6000.0 0.7 0.4 damping velocity",
        "2 2 jkr 3000.0 15.0 0.1 0.5 tangential mindlin 3000.0 0.4 0.6 damping velocity"), types=(1, 2)),
    "types_wildcard": trap(seed=1, count=4, pair=granular(
        f"* * {DAMPED}",
        "2* 3 hertz 9000.0 0.1 tangential mindlin 6000.0 1.0 0.4 damping tsuji"), types=(1, 2, 3)),
    "types_overridden": trap(seed=6, count=5, pair=granular(
        "* * hertz 9000.0 0.1 tangential mindlin 6000.0 1.0 0.4 damping tsuji",
        f"1 2 {DAMPED}",
        f"* 2 {DAMPED} rolling sds 200.0 5.0 0.1",
        "1 2 hooke 1500.0 10.0 tangential linear_history 300.0 1.0 0.2 damping velocity"), types=(1, 2)),
    # what other commands do to a pair style
    "freeze": bowl(granular(f"* * {DAMPED}")),
    "freeze_material_types": bowl(granular(
        "* * hertz/material 9000.0 20.0 0.3 tangential mindlin NULL 0.7 0.4 damping mass_velocity rolling sds 200.0 5.0 0.1"),
        types=(1, 2)),
    "rigid_masses": trap(granular(
        "* * hooke 1000.0 20.0 tangential linear_history 300.0 0.7 0.3 damping mass_velocity"),
        after="group clump id 1 2 3\ngroup loose id > 3\nunfix integrate\nfix integrate loose nve/sphere\n"
              "fix clump clump rigid/nve single\nneigh_modify exclude group clump clump\n"),
    "rigid_small_masses": trap(seed=17, count=5, pair=granular(
        "* * hertz 9000.0 60.0 tangential mindlin 6000.0 0.7 0.4 damping mass_velocity"),
        before="comm_modify cutoff 4.0\nfix molecules all property/atom mol ghost yes\n",
        after="group clump id 1 2 3\ngroup loose id > 3\nset group clump mol 1\nunfix integrate\n"
              "fix integrate loose nve/sphere\nfix clump clump rigid/nve/small molecule\n"
              "neigh_modify exclude group clump clump\n"),
    "pour": bowl(granular(f"* * {DAMPED}"),
                 after="region hopper block -1.2 1.2 -1.2 1.2 2.5 4.5\n"
                       "fix pour mobile pour 4 2 4711 region hopper diam range 0.8 1.4 dens 1.8 2.0 vel -0.2 0.2 -0.2 0.2 -3.0\n",
                 types=(1, 2), every=100),
    "deposit": bowl(granular(f"* * {DAMPED}"),
                    after="region hopper block -1.2 1.2 -1.2 1.2 2.5 3.5\n"
                          "fix deposit mobile deposit 4 2 100 4711 region hopper near 1.1 vz -3.0 -3.0\n",
                    types=(1, 2), every=100),
    "hybrid": trap("\n".join([
        "pair_style hybrid granular granular",
        f"pair_coeff 1 1 granular 1 {DAMPED}",
        "pair_coeff 2 2 granular 2 jkr 9000.0 10.0 0.3 1.0 tangential mindlin NULL 0.7 0.3 damping velocity",
        f"pair_coeff 1 2 granular 1 {DAMPED} rolling sds 200.0 5.0 0.1"]), types=(1, 2)),
    "hybrid_overlay": trap(seed=5, pair="\n".join([
        "pair_style hybrid/overlay granular granular",
        "pair_coeff * * granular 1 hooke 1000.0 10.0 tangential linear_history 300.0 1.0 0.4 damping velocity",
        "pair_coeff 1 1 granular 2 hertz 4000.0 0.3 tangential mindlin 3000.0 0.7 0.4 damping tsuji rolling sds 200.0 5.0 0.1"]),
        types=(1, 2)),
    "special_bonds": trap(granular(f"* * {DAMPED} rolling sds 200.0 5.0 0.1"), box=dict(bonded=True),
                          atom_style="hybrid sphere bond", data="data.txt extra/bond/types 1 "
                          "extra/bond/per/atom 2 extra/special/per/atom 6",
                          before="special_bonds lj 0.4 0.0 0.7\n",
                          after="bond_style zero\nbond_coeff *\ncreate_bonds single/bond 1 1 2\n"
                                "create_bonds single/bond 1 2 3\ncreate_bonds single/bond 1 3 4\n"),
    "respa_pair": trap(granular(f"* * {DAMPED}"), after="run_style respa 2 2 pair 2\n"),
    "stress_per_atom": trap(seed=1, pair=granular(
        "* * hertz/material 9000.0 20.0 0.3 tangential linear_history 300.0 0.7 0.4 damping mass_velocity"),
        after="compute stress all stress/atom NULL pair\ncompute energy all pe/atom pair\n"
              "compute coordination all contact/atom\n",
        columns=" " + " ".join(STRESS) + " c_coordination c_energy",
        quantities=dict(harness.QUANTITIES, stress=STRESS, coordination=("c_coordination",), energy=("c_energy",))),
    "newton_off": trap(granular(f"* * {DAMPED} rolling sds 200.0 5.0 0.1"), newton="off"),
    "bins_and_sorting": trap(seed=1, count=5, pair=granular(
        "* * hertz/material 9000.0 20.0 0.3 tangential mindlin_rescale 6000.0 0.7 0.4 damping mass_velocity"),
        neighbor="0.1 bin", sort="50 1.0"),
    "planar": trap(seed=6, count=5, pair=granular(f"* * {DAMPED}"), after="fix flat all enforce2d\n", before="dimension 2\n",
                   boundary="f f p"),
}

for s in DECKS["planar"].spheres:
    s.x, s.v, s.omega = (1.6 * s.x[0], 1.6 * s.x[1], 0.0), (s.v[0], s.v[1], 0.0), (0.0, 0.0, s.omega[2])


def triclinic(newton, seed):
    """A packing under pressure and shear stress whose box passes the largest tilt and flips."""
    draw = random.Random(seed)
    spheres = [Sphere([site + draw.uniform(-0.02, 0.02) for site in (a + 0.4 * b, b, c)],
                      diameter=draw.choice((0.98, 1.0, 1.02)))
               for c in range(4) for b in range(4) for a in range(4)]
    barostat = " ".join(f"{axis} {p} {p} 1.0" for axis, p in dict(x=20, y=20, z=20, xy=-8, xz=0, yz=0).items())
    return Case(
        spheres, box=dict(low=(0, 0, 0), high=(4, 4, 4), tilt=(1.9, 0, 0)),
        pair=granular("* * hooke 1000.0 30.0 tangential linear_history 300.0 1.0 0.3 damping velocity"),
        boundary="p p p", newton=newton, neighbor="0.1 bin",
        fixes=f"fix integrate all nph/sphere {barostat} ptemp 1.0\n",
        after="thermo_style custom step xy lx ly lz press\n")


DECKS["triclinic_newton_on"] = triclinic("on", 9)
DECKS["triclinic_newton_off"] = triclinic("off", 9)

AXES = ("normal", "tangential", "damping", "rolling", "twisting", "heat")


def numbers_of(deck_options):
    """Every coefficient of a deck: (axis, model, its place, damping model for those of the normal
    model, position of the word in the pair commands, which are split at blanks and newlines)."""
    words = deck_options["pair"].replace("\n", " \n ").split(" ")
    starts = [k for k, word in enumerate(words) if word == "pair_coeff"]
    for start, end in zip(starts, starts[1:] + [len(words)]):
        k = start + 3 + (2 if words[start + 3] == "granular" else 0)
        line = words[start:end]
        damping = line[line.index("damping") + 1] if "damping" in line else "viscoelastic"
        axis, model, place = "normal", words[k], 0
        for position in range(k + 1, end):
            word = words[position].strip()
            if word in AXES:
                axis = word
            elif word in ("cutoff", "\n"):
                break
            elif word.replace(".", "").replace("-", "").isdigit():
                yield (axis, model, place, damping if axis == "normal" else ""), position
                place += 1
            elif word not in ("NULL", "limit_damping", "synchronized_verlet"):
                model, place = word, 0
            else:
                place += 1


class AgainstStock(harness.DeckTest):
    def compare(self, name):
        case = DECKS[name]
        harness.skip_wrong_in_older(case.options["pair"])
        stock, shaken, plugin = case.run(self, True), case.run(self, True, shake=1), case.run(self)
        noise = max(harness.deviations(stock, shaken, case.quantities).values())
        self.assertLess(noise, NOISE, "the deck is too chaotic for the bound")
        measured = self.assert_same_trajectory(stock, plugin, BOUND, name, case.quantities)
        if harness.REPORT:
            print(f"{name:44s} noise {noise:8.1e} deviation {measured:8.1e}", flush=True)

    def test_boxes_flip(self):
        """The triclinic decks pass the largest tilt, xy / lx = 0.5, and go on at -0.5."""
        case = DECKS["triclinic_newton_on"]
        self.space.write("data.txt", data_file(case.spheres, **case.box))
        rows = self.lmp(deck(**dict(case.options, every=20)), stock=True).thermo()
        flips = sum(abs(b["Xy"] - a["Xy"]) > 0.5 * a["Lx"] for a, b in zip(rows, rows[1:]))
        self.assertGreaterEqual(flips, 1)

    def test_every_coefficient_is_felt(self):
        """Each coefficient of each model does something in a deck above: the decks do slide, roll,
        twist, reach the caps, conduct heat."""
        checked = set()
        for name, case in DECKS.items():
            base, options = None, case.options
            for key, position in numbers_of(options):
                words = options["pair"].replace("\n", " \n ").split(" ")
                if key in checked or float(words[position]) == 0.0:
                    continue
                checked.add(key)
                base = base or case.run(self)
                words[position] = harness.number(0.99 * float(words[position]))
                case.options = dict(options, pair=" ".join(words).replace(" \n ", "\n"))
                changed = case.run(self)
                case.options = options
                with self.subTest(deck=name, coefficient=key):
                    self.assertGreater(max(harness.deviations(base, changed, case.quantities).values()), FELT)
        self.assertGreater(len(checked), 60)


def add_test(name):
    setattr(AgainstStock, f"test_{name}", lambda self: self.compare(name))


for deck_name in DECKS:
    add_test(deck_name)

if __name__ == "__main__":
    unittest.main()
