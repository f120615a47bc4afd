"""What granular_srt.check asks. Each case yields (found, expected, scale): the deviation is |found - expected|/scale.

Bounds: ROUND, 1e-12, is a closed form evaluated here in another order than in LAMMPS, over springs that are sums of up to 200
equal increments. Larger ones have their reason in the case.
"""

import math

from . import meshes
from .decks import (DT, OVERLAP, R_EFF, REACH, Sphere, data_file, deck, move, read_dump, show, shown, spin, still_deck,
                    two_spheres)

ROUND = 1e-12
CASES = []


class Case:
    def __init__(self, name, function, bound, ranks):
        self.name, self.function, self.bound, self.ranks = name, function, bound, ranks

    def deviation(self, bench):
        """The largest deviation; infinite where a number is none."""
        found = [abs(a - b) / scale for a, b, scale in self.function(bench)]
        return max(value if math.isfinite(value) else math.inf for value in found)


def case(name, bound=ROUND, ranks=1):
    """A case that needs at least so many ranks."""
    return lambda function: CASES.append(Case(name, function, bound, ranks)) or function


def relative(found, expected):
    return found, expected, abs(expected)


# ---- the laws of one contact ----------------------------------------------------------------------------------------------

PUSH = move(1, 3.0, 0.5, 0.2) + spin(1, 1, 2, 3) + "run 1\n" + show("fx", "fy", "fz")


@case("hooke: k d, without dashpots")
def spring(bench):
    fx, fy, fz = bench.still("pair_coeff * * hooke 1000.0 50.0 tangential linear_nohistory 1.0 0.5 damping none\n", PUSH)[0]
    yield relative(fx, -1000.0 * OVERLAP)
    yield fy, 0.0, 20.0    # the tangential dashpot is a multiple of the normal one
    yield fz, 0.0, 20.0


@case("damping velocity: k d + c v")
def dashpot(bench):
    fx, fy, fz = bench.still("pair_coeff * * hooke 1000.0 50.0 tangential none damping velocity\n", PUSH)[0]
    yield relative(fx, -1000.0 * OVERLAP - 50.0 * 3.0)
    yield fy, 0.0, 170.0
    yield fz, 0.0, 170.0


NO_SLIDING = "tangential linear_nohistory 0.0 0.0 damping velocity\n"
AT_REST = "run 1\n" + show("fx")


@case("hertz: k d sqrt(R d)")
def hertz(bench):
    yield relative(bench.still(f"pair_coeff * * hertz 9000.0 0.0 {NO_SLIDING}", AT_REST)[0][0],
                   -9000.0 * OVERLAP * math.sqrt(R_EFF * OVERLAP))


E_EFF = 9000.0 / (2 * (1 - 0.3**2))    # of two spheres with E = 9000, nu = 0.3


@case("hertz/material: 4/3 E sqrt(R d) d")
def hertz_material(bench):
    yield relative(bench.still(f"pair_coeff * * hertz/material 9000.0 0.0 0.3 {NO_SLIDING}", AT_REST)[0][0],
                   -4 / 3 * E_EFF * math.sqrt(R_EFF * OVERLAP) * OVERLAP)


@case("dmt: Hertz less 4 pi gamma R")
def dmt(bench):
    yield relative(bench.still(f"pair_coeff * * dmt 9000.0 0.0 0.3 0.5 {NO_SLIDING}", AT_REST)[0][0],
                   -4 / 3 * E_EFF * math.sqrt(R_EFF * OVERLAP) * OVERLAP + 4 * math.pi * 0.5 * R_EFF)


class Jkr:
    """R_eff = 0.5, E_eff = 1000, gamma = 0.1."""

    R, E, GAMMA = 0.5, 1000.0, 0.1
    PAIR = f"pair_coeff * * jkr {2 * E * (1 - 0.3**2)!r} 0.0 0.3 {GAMMA} {NO_SLIDING}"
    BALANCE = (9 * math.pi * GAMMA * R**2 / E) ** (2 / 3) / (3 * R)    # a^2/(3 R), F = 0
    PULL_OFF = (3 * math.pi**2 / 16) ** (1 / 3) * (GAMMA**2 * R / E**2) ** (1 / 3)

    @classmethod
    def forces(cls, still, *overlaps):
        """Repulsion for one overlap after the other, the contact being kept or lost on the way."""
        script = ""
        for overlap in overlaps:
            half = 1.0 - 0.5 * overlap
            script += f"set atom 1 x {-half!r}\nset atom 2 x {half!r}\nrun 1\n" + show("fx")
        return [-f for f, in still(cls.PAIR, script, two_spheres(gap=0.5, diameter=2.0))]


@case("jkr: force at first touch and at balance", 1e-6)    # the touch is 1e-9 deep, 1e-8 of F
def jkr(bench):
    scale = 3 * math.pi * Jkr.GAMMA * Jkr.R
    yield Jkr.forces(bench.still, 1e-9)[0], -8 / 9 * scale, scale
    yield Jkr.forces(bench.still, Jkr.BALANCE)[0], 0.0, scale


@case("jkr: pull-off, and no force after it", 1e-2)    # at the largest stretch F is stationary to the square root
def jkr_pull_off(bench):
    scale = 3 * math.pi * Jkr.GAMMA * Jkr.R
    held = Jkr.forces(bench.still, 1e-4, *(factor * Jkr.PULL_OFF for factor in (-0.999999, -1.000001, -0.5)))
    for found, expected in zip(held[1:], (-scale, 0.0, 0.0)):
        yield found, expected, scale


SLIDE = move(1, vy=0.01) + "run 100\n" + move(1) + "run 0\n" + show("fy")
CONTACT_RADIUS = math.sqrt(R_EFF * OVERLAP)


@case("mindlin NULL: 8 G a, of two materials")
def mindlin(bench):
    e, nu = (9000.0, 3000.0), (0.3, 0.1)
    g_eff = 1.0 / sum(2 * (2 - n) * (1 + n) / y for y, n in zip(e, nu))
    pair = "".join(f"pair_coeff {k} {k} hertz/material {e[k - 1]} 0.0 {nu[k - 1]} "
                   "tangential mindlin NULL 0.0 10.0 damping velocity\n" for k in (1, 2))
    yield relative(bench.still(pair, SLIDE, two_spheres(types=(1, 2)))[0][0], -8 * g_eff * CONTACT_RADIUS * 0.001)


UNLOADING = {"mindlin": 1 / 2, "mindlin_rescale": 1 / 4, "mindlin/force": 1, "mindlin_rescale/force": 1 / 2}


@case("mindlin: springs of an unloaded contact")
def unloading(bench):
    quarter = 0.5 * (1.0 - OVERLAP / 4)    # a is proportional to sqrt(overlap)
    for tangential, factor in UNLOADING.items():
        pair = f"pair_coeff * * hertz 9000.0 0.0 tangential {tangential} 6000.0 0.0 10.0 damping velocity\n"
        script = SLIDE + f"set atom 1 x {-quarter!r}\nset atom 2 x {quarter!r}\nrun 1\n" + show("fy")
        loaded = -6000.0 * CONTACT_RADIUS * 0.001
        before, after = bench.still(pair, script)
        yield relative(before[0], loaded)
        yield relative(after[0], factor * loaded)


@case("sliding: spring, then Coulomb's limit")
def coulomb(bench):
    pair = "pair_coeff * * hooke 1000.0 0.0 tangential linear_history 300.0 0.0 0.5 damping velocity\n"
    yield relative(bench.still(pair, SLIDE)[0][0], -300.0 * 0.001)
    yield relative(bench.still(pair, SLIDE.replace("0.01", "3.0"))[0][0], -0.5 * 1000.0 * OVERLAP)


class Turn:
    """Springs of rolling and twisting while the spheres change places. k_roll xi and k_twist xi act on the same sphere in the
    same sense, whichever of the two owns the pair."""

    PAIR = ("pair_coeff * * hooke 1000.0 0.0 tangential linear_nohistory 0.0 0.0 damping velocity "
            "rolling sds 200.0 0.0 10.0 twisting sds 100.0 0.0 10.0\n")
    W_TWIST, W_ROLL, STEPS = 0.3, 0.2, 100
    SCRIPT = (spin(1, W_TWIST, W_ROLL) + f"run {STEPS}\n" + spin(1) + "run 0\n" + show("tqx", "tqy")
              + f"set atom 1 x {REACH!r}\nset atom 2 x {-REACH!r}\nrun 0\n" + show("tqx", "tqy"))
    # Before the turn n = -x, seen from sphere 1. Torque on it: -k xi_t n, with xi_t = w.n t, and R n x (-k xi_r), with
    # xi_r = R (w x n) t. Turning n alone turns both.
    TWIST = -100.0 * (-W_TWIST * DT * STEPS) * -1.0
    ROLL = -200.0 * R_EFF * R_EFF * W_ROLL * DT * STEPS
    EXPECTED = [[TWIST, ROLL], [-TWIST, -ROLL]]

    @classmethod
    def compare(cls, bench, **options):
        for line, wanted in zip(bench.still(cls.PAIR, cls.SCRIPT, **options), cls.EXPECTED):
            yield from map(relative, line, wanted)


@case("rolling and twisting: springs")
def rolling_twisting(bench):
    yield from Turn.compare(bench)


@case("rolling and twisting: the other sphere owns the pair")
def owner_swap(bench):    # sorted by position, the left one is the first
    yield from Turn.compare(bench, sort="1 1.0")


@case("the same with newton off")
def owner_swap_newton_off(bench):
    yield from Turn.compare(bench, sort="1 1.0", newton="off")


@case("the same across two ranks", ranks=2)
def owner_swap_ranks(bench):    # the plane between the ranks lies between the spheres
    yield from Turn.compare(bench, ranks=2, neighbor="0.1 bin", before="processors * 1 1\n")


@case("twisting marshall: k_t a^3/2")
def marshall(bench):
    pair = "pair_coeff * * hertz 9000.0 0.0 tangential mindlin 6000.0 0.0 10.0 twisting marshall damping velocity\n"
    script = spin(1, 0.1) + "run 100\n" + spin(1) + "run 0\n" + show("tqx")
    yield relative(bench.still(pair, script)[0][0], -0.5 * 6000.0 * CONTACT_RADIUS**3 * 0.1 * DT * 100)


class TwistCap:
    """A spring wound to k xi = 0.8 meets a cap of 0.4 while it unwinds slowly: the torque is the cap, against the spring."""

    SCRIPT = spin(1, 0.08) + "run 100\n" + spin(1) + "run 0\n" + show("tqx")
    CAPPED = -0.02 * 1000.0 * OVERLAP

    @staticmethod
    def pair(mu):
        return ("pair_coeff * * hooke 1000.0 0.0 tangential linear_nohistory 0.0 0.0 damping velocity "
                f"twisting sds 100.0 0.0 {mu}\n")

    @classmethod
    def torques(cls, still, w, **options):
        script = cls.SCRIPT + cls.pair(0.02) + spin(1, w) + "run 1\n" + show("tqx")
        return [torque for torque, in still(cls.pair(1.0), script, **options)]


@case("twisting: the cap while a spring unwinds")
def twisting_cap(bench):
    for w in (-0.001, 0.0):
        wound, capped = TwistCap.torques(bench.still, w)
        yield relative(wound, -0.8)
        yield relative(capped, TwistCap.CAPPED)


# The squares of distance and sum of the radii differ, their roots do not: the stiffness k_t a is 0.
TOUCHING = [Sphere((0, 0, 0), diameter=0.9), Sphere((0.21362683875657854, 0.8742788878629466, 0), diameter=0.9)]


@case("no NaN at an overlap of zero")
def overlap_of_zero(bench):
    pair = "pair_coeff * * hertz 9000.0 30.0 tangential mindlin_rescale 6000.0 1.0 0.5 damping mass_velocity\n"
    for value in bench.still(pair, spin(1, z=1.0) + "run 3\n" + show("fx", "fy", "tqz"), TOUCHING)[0]:
        yield value, 0.0, 1.0


class Collisions:
    """Head-on collisions of single pairs. At 500 steps a collision the integrator errs by far less than 1e-3."""

    E = (0.9, 0.7, 0.5, 0.3, 0.1)

    @classmethod
    def deck(cls, normal, damping):
        """One type and one pair for each requested e; the data file beside it."""
        spheres, coefficients = [], []
        for k, e in enumerate(cls.E, 1):
            y = 4.0 * k
            spheres += [Sphere((-0.505, y, 0), (1, 0, 0), type=k), Sphere((0.505, y, 0), (-1, 0, 0), type=k)]
            coefficients.append(f"pair_coeff {k} {k} {normal} {e} tangential linear_nohistory 0.0 0.0 damping {damping}")
        return (deck(pair="pair_style granular\n" + "\n".join(coefficients), timestep=1.4e-4, steps=2500, every=2500),
                data_file(spheres))

    @staticmethod
    def returned(last):
        """Relative speed after over before, from the last frame."""
        return [(last[2 * k + 2]["vx"] - last[2 * k + 1]["vx"]) / 2.0 for k in range(len(Collisions.E))]


@case("coeff_restitution returns what is asked", 1e-3)
def restitution(bench):
    for normal in ("hooke 1000.0", "hertz 20000.0"):
        text, data = Collisions.deck(normal, "coeff_restitution")
        bench.write("data.txt", data)
        bench.log(text)
        yield from zip(Collisions.returned(read_dump(bench.read("dump.txt"))[2500]), Collisions.E, [1.0] * 5)


# ---- springs through what happens to particles -----------------------------------------------------------------------------

SPRING = "pair_coeff * * hooke 1000.0 0.0 tangential linear_history 300.0 0.0 10.0 damping velocity\n"
WIND = move(2, vy=0.01) + "run 100\n" + move(2) + "run 0\n"
WOUND = 300.0 * 0.001    # force on the sphere that is not moved


@case("springs outlive new IDs")
def new_ids(bench):
    spheres = [*two_spheres(), Sphere((10, 0, 0))]
    script = WIND + "set atom 3 x 20\nreset_atoms id sort yes\ngroup gone id 3\ndelete_atoms group gone\nrun 0\n" + show("fx", "fy")
    fx, fy = bench.still(SPRING, script, spheres)[0]
    yield relative(fx, -1000.0 * OVERLAP)
    yield relative(fy, WOUND)


@case("springs across a periodic face")
def images(bench):
    """One sphere comes back on the other side of the box, an image away from its partner."""
    script = WIND + "displace_atoms all move 50.0 0 0\nrun 0\n" + show("fx", "fy")
    fx, fy = bench.still(SPRING, script, boundary="p p p")[0]
    yield fx, -1000.0 * OVERLAP, 20.0
    yield fy, WOUND, 20.0


@case("springs through a restart file")
def restart(bench):
    bench.still(SPRING, WIND + "write_restart half\n")
    bench.log("newton on\ncomm_modify vel yes\nread_restart half\nneighbor 0.1 nsq\ntimestep 1e-3\nrun 0\n" + show("fx", "fy"))
    fx, fy = shown(bench.read("show.@.txt"))
    yield relative(fx, -1000.0 * OVERLAP)
    yield relative(fy, WOUND)


@case("contacts see a box that moves", 1e-5)    # the angle of shear is 1e-6, of which terms are linear
def moving_box(bench):
    """The box shears a contact along y. The spring grows with the motion of the upper sphere, and the normal turns: fix deform
    displaces particles after the forces of a step, so that it has turned for 99 steps of 100."""
    angle = 1e-6
    text, _ = still_deck(SPRING, f"fix shear all deform 1 xy erate {angle / (100 * DT)!r} remap x\nrun 100\n" + show("fx", "fy"),
                         boundary="p p p")
    bench.write("data.txt", data_file([Sphere((-10, -REACH, 0)), Sphere((-10, REACH, 0))], tilt=(0, 0, 0)))
    bench.log(text.replace("pair_style granular", "pair_style granular box yes"))
    fx, fy = shown(bench.read("show.0.txt"))
    yield relative(fy, -1000.0 * OVERLAP)
    yield relative(fx, (300.0 * 2 * REACH - 0.99 * 1000.0 * OVERLAP) * angle)


# ---- walls -----------------------------------------------------------------------------------------------------------------

def on_a_wall(wall, spheres, script, bench):
    """What the show() line of a script writes for spheres that do not move beside a wall."""
    text = deck(pair="pair_style zero 2.5\npair_coeff * *\n", fixes=f"fix wall all wall/granular {wall}\n", timestep=DT, run=script)
    bench.write("data.txt", data_file(spheres))
    bench.log(text.replace("@", "0"))
    return shown(bench.read("show.0.txt"))


@case("wall: normal force and sliding spring")
def plane(bench):
    sphere = [Sphere((0, 0, 0.5 - OVERLAP))]
    fy, fz = on_a_wall("hooke 1000.0 0.0 tangential linear_history 300.0 0.0 10.0 damping velocity zplane 0 NULL", sphere,
                       move(1, vy=0.01) + "run 100\n" + move(1) + "run 0\n" + show("fy", "fz"), bench)
    yield relative(fz, 1000.0 * OVERLAP)
    yield relative(fy, -WOUND)


# Spheres of radius 0.5 at a box with the corners (0, 0, 0) and (4, 4, 4): contacts, and forces of springs with k = 1000.
BESIDE_A_BOX = {(0.4, 0.45, 0.3): (3, (100, 50, 200)), (0.4, 0.45, 1.3): (2, (100, 50, 0)),
                (0.4, 1.45, 1.3): (1, (100, 0, 0)), (-0.4, 1.3, 2.2): (1, (-100, 0, 0))}
for _x in ((-0.3, -0.3, 2.0), (-0.25, -0.25, -0.25)):
    _away = [min(c, 0.0) for c in _x]
    _distance = math.hypot(*_away)
    BESIDE_A_BOX[_x] = 1, tuple(1000 * (0.5 - _distance) * c / _distance for c in _away)


@case("mesh: faces, edges and corners of a box")
def mesh(bench):
    bench.write("mesh.stl", meshes.ascii_stl(meshes.box((0, 0, 0), (4, 4, 4))))
    for x, (_, force) in BESIDE_A_BOX.items():
        found = on_a_wall("hooke 1000 0 tangential none damping none mesh mesh.stl", [Sphere(x)],
                          "run 0\n" + show("fx", "fy", "fz"), bench)
        yield from zip(found, force, [100.0] * 3)


# ---- ledger and barostat ---------------------------------------------------------------------------------------------------

@case("ledger: a collision with e = 0.6", 1e-3)    # 500 steps of the integrator
def ledger(bench):
    """The kinetic energy 1 of two spheres becomes e^2, and the rest is what the dashpot has taken."""
    spheres = [Sphere((-0.505, 0, 0), (1, 0, 0)), Sphere((0.505, 0, 0), (-1, 0, 0))]
    bench.write("data.txt", data_file(spheres))
    last = bench.rows(deck(pair="pair_style granular\npair_coeff * * hooke 1000.0 0.6 tangential none damping coeff_restitution\n",
                           timestep=1.4e-4, steps=2500, every=2500,
                           after="compute e all granular/energy\nthermo_style custom step ke c_e[1] c_e[7]\n"
                                 "thermo_modify norm no format float %.17g\n"))[-1]
    yield last["c_e[1]"], 0.36, 1.0
    yield last["c_e[7]"], 0.64, 1.0    # pairs_lost_normal


TARGET, MODULUS = -1e-5, 0.5    # of the lattice; k_t/2d: half of the shear turns the spheres


def pistons(xy=0.0):
    return ("fix 1 all nph/sphere x 1e-4 1e-4 2.25 y 1e-4 1e-4 2.25 z 1e-4 1e-4 2.25 "
            f"xy {xy} {xy} 2.25 xz 0 0 2.25 yz 0 0 2.25 nreset 1 pchain 0 ptemp 1\n")


def lattice(fixes, run):
    """216 spheres on a simple cubic lattice under the pressure 1e-4, with overlaps of 1e-4."""
    return f"""units lj
atom_style sphere
atom_modify map array
boundary p p p
newton on
comm_modify vel yes
lattice sc 1.0 origin 0.5 0.5 0.5
region box prism 0 6 0 6 0 6 0 0 0
create_box 1 box
create_atoms 1 box
set group all diameter 1.0001
set group all mass 1.0
pair_style granular box yes
pair_coeff * * hooke 1.0 2.0 damping velocity tangential linear_history 1.0 1.0 10
neighbor 0.1 bin
timestep 0.02
{fixes}thermo 100
thermo_style custom step pxx pyy pzz pxy lx ly lz xy
thermo_modify format float %.17g norm no
{run}"""


@case("barostat: a lattice at its pressure stays", 1e-9)    # of an overlap of 1e-4 a position has 12 digits
def at_rest(bench):
    last = bench.rows(lattice(pistons(), "run 1000\n"))[-1]
    for side in "xyz":
        yield last[f"P{side}{side}"], 1e-4, 1e-4
        yield last[f"L{side}"], 6.0, 6.0
    yield last["Xy"], 0.0, 6.0


@case("barostat: shear strain under a shear stress", 0.05)    # what is left of the oscillation after 60 time units
def sheared(bench):
    last = bench.rows(lattice(pistons(TARGET), "run 3000\n"))[-1]
    yield relative(last["Xy"] / last["Ly"], -TARGET / MODULUS)
