"""fix wall/granular against LAMMPS' own fix wall/gran and fix wall/gran/region, which the plugin keeps as */builtin.

Both fixes act in the same build with the same pair style and integrator; only the fix differs. Bound and
reasoning are those of test_against_stock.py: BOUND, 1e-10 of the largest component after 2000 steps, and the
same deck from positions changed by one part in 1e15 must stay below NOISE = 1e-11.

The decks keep away from what is different on purpose (doc/fix_wall_granular.md lists it): a particle
that touches both planes, `twisting marshall` with mindlin models, rolling and twisting at a rotating region, a
second run with a moving region, a region that changes its size, outside of a union, faces of two regions that coincide,
a rotating part of a union or intersection, a twist at its cap whose spring unwinds.
"""

import itertools
import unittest

import harness
from harness import Sphere, data_file, perturbed

BOUND = 1e-10
NOISE = 1e-11
STEP = 1.4e-3      # collision time with k_n = 1000 and mass 1 is 0.099
GRAVITY = "fix gravity all gravity 10.0 vector 0 0 -1\n"
ROLLING = "rolling sds 200.0 5.0 0.1"
TWISTING = "twisting sds 5.0 0.2 0.3"

NORMAL = {
    "hooke": "1000.0 {damp}",
    "hertz": "3000.0 {damp}",
    "hertz/material": "4000.0 {damp} 0.3",
    "dmt": "4000.0 {damp} 0.3 0.5",
    "jkr": "4000.0 {damp} 0.3 0.5",
}
DAMPING = {"velocity": 12.0, "mass_velocity": 20.0, "viscoelastic": 40.0, "tsuji": 0.5, "coeff_restitution": 0.5}
TANGENTIAL = {
    "linear_nohistory": "0.8 0.3",
    "linear_history": "300.0 0.8 0.3",
    "linear_history_classic": "300.0 0.8 0.3",
    "mindlin": "3000.0 0.8 0.3",
    "mindlin_classic": "3000.0 0.8 0.3",
    "mindlin/force": "3000.0 0.8 0.3",
    "mindlin_rescale": "3000.0 0.8 0.3",
    "mindlin_rescale/force": "NULL 0.8 0.3",
}


def models():
    """Every normal model with every damping and sliding model it can have, with changing modes of
    rolling and twisting."""
    modes = itertools.cycle(["", ROLLING, TWISTING, f"{ROLLING} {TWISTING}", "limit"])
    for normal, damping, tangential in itertools.product(NORMAL, DAMPING, TANGENTIAL):
        cohesive = normal in ("dmt", "jkr")
        if cohesive and damping in ("tsuji", "coeff_restitution"):
            continue
        sliding = TANGENTIAL[tangential]
        if normal in ("hooke", "hertz"):
            sliding = sliding.replace("NULL", "3000.0")
        words = f"{normal} {NORMAL[normal].format(damp=DAMPING[damping])} tangential {tangential} {sliding} damping {damping}"
        mode = next(modes)
        if mode == "limit":
            mode = "" if cohesive else "limit_damping"
        if tangential == "linear_history" and "twisting" in mode:
            mode = mode.replace(TWISTING, "twisting marshall")
        yield f"{words} {mode}".strip()


def wall_deck(walls, spheres_box="", before="", after="", fixes="fix integrate all nve/sphere\n", boundary="f f f",
              steps=2000, every=200, run=None, columns="", newton="on", pair="pair_style zero 2.5\npair_coeff * *\n",
              timestep=STEP, sort="0 0.0", gravity=GRAVITY):
    run = run or f"run {steps}\n"
    return f"""units lj
atom_style sphere
atom_modify map array sort {sort}
boundary {boundary}
newton {newton}
comm_modify vel yes
{before}read_data data.txt
neighbor 0.1 bin
neigh_modify delay 0 every 1 check yes
{pair}{fixes}{gravity}timestep {harness.number(timestep)}
{walls}thermo {every}
{after}dump trajectory all custom {every} dump.txt {harness.DUMP_COLUMNS}{columns}
dump_modify trajectory sort id format float %.17g
{run}"""


def continued_deck(walls, run="run 700\n", after="", file="half.bin"):
    """Goes on from a file that a wall_deck() has written."""
    return f"""comm_modify vel yes
read_restart "{file}"
neighbor 0.1 bin
neigh_modify delay 0 every 1 check yes
fix integrate all nve/sphere
fix gravity all gravity 10.0 vector 0 0 -1
timestep {harness.number(STEP)}
{walls}{after}thermo 100
dump trajectory all custom 100 dump.txt {harness.DUMP_COLUMNS}
dump_modify trajectory sort id format float %.17g
{run}"""


def stock(text):
    """The same walls by the built-in command."""
    lines = []
    for line in text.splitlines():
        style = "wall/gran/region/builtin granular" if " region " in line else "wall/gran/builtin granular"
        lines.append(line.replace("wall/granular", style) + "\n")
    return "".join(lines)


class WallTest(harness.DeckTest):
    def run_with(self, walls, spheres, shake=0, box=None, **options):
        chosen = perturbed(spheres, seed=shake) if shake else spheres
        self.space.write("data.txt", data_file(chosen, **(box or {})))
        return self.trajectory(wall_deck(walls, **options))

    def compare(self, walls, spheres, name="", quantities=None, **options):
        """The same trajectory with both fixes; also returns it."""
        builtin = self.run_with(stock(walls), spheres, **options)
        shaken = self.run_with(stock(walls), spheres, shake=1, **options)
        ours = self.run_with(walls, spheres, **options)
        noise = max(harness.deviations(builtin, shaken, quantities).values())
        measured = max(harness.deviations(builtin, ours, quantities).values())
        if harness.REPORT:
            print(f"{name:44s} noise {noise:8.1e} deviation {measured:8.1e}", flush=True)
        self.assertLess(noise, NOISE, f"{name}: the deck is too chaotic for the bound")
        self.assertLessEqual(measured, BOUND, f"{name}: deviates from the built-in fix by {measured:.3g}")
        return ours


PER_DECK = 28    # LAMMPS has room for 32 groups


class ModelsOnPlane(WallTest):
    """One pair of spheres and one fix for each combination of models; the spheres never meet."""

    def spheres_of(self, k):
        y = 3.0 * k - 45.0
        # one comes down fast and bounces while it spins, the other lies and is kicked
        return [Sphere((-20.0, y, 0.52), (2.0, 1.0, -1.5), (3.0, -8.0, 25.0)),
                Sphere((-5.0, y, 0.39), (1.5, -0.5, 0.0), (-4.0, 2.0, 0.0), diameter=0.8)]

    def check(self, part):
        spheres, walls = [], ""
        for k, model in enumerate(part):
            spheres += self.spheres_of(k)
            walls += (f"group g{k} id {2 * k + 1} {2 * k + 2}\n"
                      f"fix wall{k} g{k} wall/granular {model} zplane 0.0 NULL\n")
        ours = self.run_with(walls, spheres)
        shaken = self.run_with(stock(walls), spheres, shake=1)
        builtin = self.run_with(stock(walls), spheres)
        for k, model in enumerate(part):
            only = [{step: {i: atoms[i] for i in (2 * k + 1, 2 * k + 2)} for step, atoms in frames.items()}
                    for frames in (builtin, shaken, ours)]
            noise = max(harness.deviations(only[0], only[1]).values())
            measured = max(harness.deviations(only[0], only[2]).values())
            if harness.REPORT:
                print(f"{model:110s} noise {noise:8.1e} deviation {measured:8.1e}", flush=True)
            with self.subTest(model=model):
                harness.skip_wrong_in_older(model)
                self.assertLess(noise, NOISE)
                self.assertLessEqual(measured, BOUND)


ALL_MODELS = list(models())
for start in range(0, len(ALL_MODELS), PER_DECK):
    setattr(ModelsOnPlane, f"test_{start // PER_DECK}",
            lambda self, part=ALL_MODELS[start:start + PER_DECK]: self.check(part))


ALL_MODES = ("hooke 1000.0 20.0 tangential linear_history 300.0 0.8 0.3 damping velocity "
             "rolling sds 200.0 5.0 0.1 twisting sds 5.0 0.2 0.3")
NO_TWIST = ALL_MODES.split(" twisting")[0]
SLIDING = "hooke 1000.0 20.0 tangential linear_history 300.0 0.8 0.3 damping velocity"
MATERIAL = ("hertz/material 4000.0 20.0 0.3 tangential mindlin_rescale/force NULL 0.8 0.3 damping mass_velocity "
            "rolling sds 200.0 5.0 0.1")
JKR = ("jkr 4000.0 20.0 0.3 0.5 tangential mindlin NULL 0.8 0.3 damping velocity rolling sds 200.0 5.0 0.1")
DMT = "dmt 4000.0 20.0 0.3 0.5 tangential mindlin_rescale/force NULL 0.8 0.3 damping mass_velocity"
HEAT = f"{MATERIAL} heat radius 0.5"

# Spheres of several sizes, some touching the plane z = 0, for walls around the origin.
FEW = [Sphere((-2.0, 1.0, 0.49), (2.0, 1.0, 0.0), (3.0, -8.0, 0.0)),
       Sphere((0.5, -1.5, 0.41), (1.5, -1.0, -0.5), (-4.0, 2.0, 0.0), diameter=0.8),
       Sphere((1.5, 2.0, 1.0), (-1.5, 0.7, -1.0), (2.0, 6.0, 0.0), diameter=1.2),
       Sphere((2.5, -2.5, 0.7), (0.2, 0.1, 0.0), (0.0, 0.0, 0.0))]
TILTED = "fix gravity all gravity 10.0 vector 1.0 0.7 -1.2\n"
TO_EDGE = "fix gravity all gravity 10.0 vector 1.0 0.0 -1.2\n"
COLUMNS = tuple(f"f_wall[{k}]" for k in range(1, 9))


def wall(words, model=ALL_MODES):
    return f"fix wall all wall/granular {model} {words}\n"


def wall_case(words, model=ALL_MODES, **options):
    return dict(walls=wall(words, model), **options)


def region(words, model=ALL_MODES, **options):
    commands = options.pop("commands", "")
    return dict(walls=f"fix wall all wall/granular {model} region shell\n",
                before_walls=f"{commands}region shell {words} units box\n", **options)


CASES = {
    "xplane": wall_case("xplane -2.6 NULL", gravity="fix gravity all gravity 10.0 vector -1 0 0\n"),
    "yplane_above": wall_case("yplane NULL 2.7", gravity="fix gravity all gravity 10.0 vector 0 1 0\n"),
    "two_planes": wall_case("zplane 0.0 1.8", gravity=""),
    "three_planes": dict(walls="".join(f"fix {axis} all wall/granular {ALL_MODES} {axis}plane {lo} {hi}\n"
                                       for axis, lo, hi in (("x", -3.0, 3.2), ("y", -3.1, 3.0), ("z", 0.0, 5.0))),
                         gravity=TILTED),
    "both_sides": wall_case("zplane 1.6 NULL", gravity="fix gravity all gravity 10.0 vector 0 0 1\n"),
    "jkr": wall_case("zplane 0.0 NULL", JKR, gravity=""),
    "jkr_pulled_off": wall_case("zplane 0.0 NULL", JKR, gravity="fix pull all gravity 30.0 vector 0 0.4 1\n", steps=600),
    "wiggle_normal": wall_case("zplane 0.0 3.0 wiggle z 0.3 1.0"),
    "wiggle_tangential": wall_case("zplane 0.0 NULL wiggle x 0.5 0.7"),
    "shear": wall_case("zplane 0.0 NULL shear y -1.5"),
    "region_block": region("block -3 3.2 -3.1 3 0 5", NO_TWIST, gravity=TO_EDGE),
    "region_block_material": region("block -3 3.2 -3.1 3 0 5", MATERIAL, gravity=TO_EDGE),
    "region_block_open": region("block -3 3.2 -3.1 3 0 5 open 6", NO_TWIST, gravity=TO_EDGE),
    "region_block_outside": region("block -8 8 -8 8 -3 0 side out"),
    "region_cylinder": region("cylinder z 0 0.2 4.2 0 5", gravity=TO_EDGE),
    "region_cylinder_x": region("cylinder x 0 1.0 3.9 -6 6"),
    "region_cylinder_outside": region("cylinder x 0.2 -2.0 2.0 -9 9 side out", quantities=("x", "v", "f"),
                                      model=SLIDING),
    "region_sphere": region("sphere 0 0 1.5 4.4", MATERIAL),
    "region_dmt": region("sphere 0 0 1.5 4.4", DMT),
    "region_sphere_outside": region("sphere 0 0 -5 5 side out", SLIDING),
    "region_cone": region("cone z 0 0 2 6 -1 6", MATERIAL, gravity=TO_EDGE),
    "region_plane": region("plane 0 0 0 0.3 0.2 1"),
    "region_union": region("union 2 hall tower", NO_TWIST, gravity=TO_EDGE,
                           commands="region hall block -3 3.2 -3.1 3 0 2 units box\n"
                                    "region tower cylinder z 0 0 2 1 8 units box\n"),
    "region_intersect": region("intersect 2 hall tower", NO_TWIST, gravity=TO_EDGE,
                               commands="region hall block -9 9 -9 9 0 4 units box\n"
                                        "region tower cylinder z 0 0 4 -1 8 units box\n"),
    "region_moves": region("block -9 9 -9 9 0 5 move v_dx NULL v_dz", SLIDING,
                           commands="variable dx equal 0.3*sin(3.0*step*dt)\nvariable dz equal 0.2*(1.0-cos(5.0*step*dt))\n"),
    "region_rotates": region("cylinder x 0 1.0 3.9 -6 6 rotate v_turn 0 0 1 1 0 0", SLIDING,
                             commands="variable turn equal 1.2*step*dt\n"),
    "heat": wall_case("zplane 0.0 NULL temperature 3.0", HEAT, warm=True),
    "heat_variable": wall_case("zplane 0.0 NULL temperature v_hot", HEAT, warm=True,
                               commands="variable hot equal 2.0+step*dt\n"),
    "heat_region": dict(region("block -3 3.2 -3.1 3 0 5", HEAT, gravity=TO_EDGE, warm=True),
                        walls=f"fix wall all wall/granular {HEAT} region shell temperature 3.0\n"),
    "limit_damping": wall_case("zplane 0.0 NULL", "hooke 1000.0 60.0 tangential linear_history 300.0 0.8 0.3 damping velocity "
                               "limit_damping"),
    "one_group": dict(walls=f"group heavy id 1 3\nfix wall heavy wall/granular {ALL_MODES} zplane 0.0 NULL\n", steps=400),
    "freeze": dict(walls=f"fix wall all wall/granular {ALL_MODES} zplane 0.0 NULL\ngroup stuck id 2\n"
                         "fix stop stuck freeze\nvelocity stuck set 0 0 0\n"),
    "rigid": dict(walls="group body id 1 2 3\ngroup rest subtract all body\nunfix integrate\nfix integrate rest nve/sphere\n"
                        "fix rigid body rigid/nve single\ncompute_modify thermo_temp extra/dof 0\nneigh_modify exclude group body body\n"
                        f"fix wall all wall/granular {MATERIAL} zplane 0.0 NULL\n"),
    "respa": wall_case("zplane 0.0 NULL", after="run_style respa 2 2 pair 1\n"),
    "planar": dict(walls=f"fix wall all wall/granular {SLIDING} yplane -3.2 NULL\n", flat=True, boundary="f f p",
                   before="dimension 2\n", after="fix flat all enforce2d\n",
                   gravity="fix gravity all gravity 10.0 vector 0.2 -1 0\n"),
    "contacts": dict(walls=f"fix wall all wall/granular {ALL_MODES} zplane 0.0 NULL contacts\n",
                     columns=" " + " ".join(COLUMNS), quantities=dict(harness.QUANTITIES, wall=COLUMNS)),
}


class WallsAndMotions(WallTest):
    """Every kind of wall and of motion, and what other commands do to a wall."""

    def check(self, name):
        case = dict(CASES[name])
        commands, before_walls = case.pop("commands", ""), case.pop("before_walls", "")
        spheres, box = FEW, {}
        if case.pop("flat", False):
            spheres = [Sphere((s.x[0], s.x[1], 0.0), (s.v[0], s.v[1], 0.0), (0.0, 0.0, s.omega[1]), s.diameter)
                       for s in FEW]
            box = dict(low=(-50, -50, -0.5), high=(50, 50, 0.5))
        quantities = case.pop("quantities", None)
        if isinstance(quantities, tuple):
            quantities = {key: harness.QUANTITIES[key] for key in quantities}
        if case.pop("warm", False):
            case["before"] = "fix warmth all property/atom temperature heatflow ghost yes\n"
            case["after"] = ("variable start atom 1.0+id\nset atom * temperature v_start\n"
                             "fix conduction all heat/flow constant 1.0\ncompute heat all property/atom temperature heatflow\n")
            case["columns"] = " c_heat[1] c_heat[2]"
            quantities = dict(harness.QUANTITIES, heat=("c_heat[1]", "c_heat[2]"))
        walls = commands + before_walls + case.pop("walls")
        self.compare(walls, spheres, name, quantities, box=box, **case)


for case_name in CASES:
    setattr(WallsAndMotions, f"test_{case_name}", lambda self, name=case_name: self.check(name))


class ManualPage(WallTest):
    def test_its_examples_run(self):
        page = (harness.HERE.parent.parent / "doc" / "fix_wall_granular.md").read_text()
        block = page.split("## Examples")[1].split("```")[1].replace("&\n", " ")
        examples = [commands for commands in block.strip().split("\n\n")]
        self.assertGreaterEqual(len(examples), 4)
        for commands in examples:
            with self.subTest(commands):
                self.run_with(commands + "\n", [Sphere((0.5, 1.0, 2.0)), Sphere((-0.5, 1.5, 4.0))], steps=20, every=20,
                              pair="pair_style zero 2.5\npair_coeff * *\n", before="lattice none 1.0\n")


if __name__ == "__main__":
    unittest.main()
