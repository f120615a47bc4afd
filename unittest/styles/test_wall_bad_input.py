"""Wrong input of fix wall/granular, and what is said about it.

Every deck of the table must stop with exit code 1 and an error that contains the text beside it: each
names the keyword, the value and what is allowed.
"""

import unittest

import harness
import laws
from harness import Sphere, data_file

GOOD = "hooke 1000.0 50.0 tangential linear_history 300.0 1.0 0.5 damping velocity"
JKR = "jkr 1000.0 50.0 0.3 0.1 tangential mindlin NULL 1.0 0.5"
WALLS = "xplane, yplane, zplane, xcylinder, ycylinder, zcylinder, xcone, ycone, zcone, mesh, region"

NORMAL, ROLLING = laws.known("normal"), laws.known("rolling")
TANGENTIAL = laws.known("tangential").replace("known", "known models")


def one(words, **options):
    return dict(walls=f"fix wall all wall/granular {words}\n", **options)


def wall(words, **options):
    return one(f"{GOOD} {words}", **options)


def region(words, commands="region shell block -5 5 -5 5 0 5 units box\n", **options):
    return dict(walls=f"{commands}fix wall all wall/granular {GOOD} region {words}\n", **options)


BAD = {
    # contact models
    "nothing": (one(""), f"Missing fix wall/granular normal model: {NORMAL}"),
    "only granular": (one("granular"), f"Missing fix wall/granular normal model: {NORMAL}"),
    "unknown normal": (one("hook 1 1 zplane 0 NULL"), f"Unknown fix wall/granular normal model 'hook': {NORMAL}"),
    "classic command": (one("hooke/history 1000 NULL 50 NULL 0.5 0 zplane 0 NULL"), f"Unknown fix wall/granular normal model 'hooke/history': {NORMAL}"),
    "unknown rolling": (wall("rolling epsd 1 1 1 zplane 0 NULL"), f"Unknown fix wall/granular rolling model 'epsd': {ROLLING}"),
    "mdr": (one("mdr 1 1 1 1 1 1 tangential none zplane 0 NULL"), "The fix wall/granular normal model mdr is not part of plugin GRANULAR-SRT: run another version of LAMMPS without this plugin to use mdr"),
    "too few": (one("hooke 1000 zplane 0 NULL"), "Too few coefficients for fix wall/granular normal hooke: needs k_n eta_n0, and 1 precedes keyword zplane"),
    "wall cuts coefficients": (one("hooke 1000 50 tangential linear_history 300 zplane 0 NULL"), "Too few coefficients for fix wall/granular tangential linear_history: needs k_t x_gamma_t mu, and 1 precedes keyword zplane"),
    "negative mu": (one("hooke 1 1 tangential linear_nohistory 1 -0.5 zplane 0 NULL"), "Illegal fix wall/granular tangential linear_nohistory mu value -0.5: must be >= 0"),
    "no tangential": (one("hooke 1 1 zplane 0 NULL"), f"Missing fix wall/granular keyword tangential: {TANGENTIAL}"),
    "cutoff": (wall("cutoff 1.0 zplane 0 NULL"), "Unknown fix wall/granular keyword 'cutoff': known are tangential, damping, rolling, twisting, heat, limit_damping, synchronized_verlet, xplane"),
    "damping twice": (wall("damping velocity zplane 0 NULL"), "The fix wall/granular keyword damping is given twice"),
    "tsuji jkr": (one(JKR.replace("50.0", "0.5") + " damping tsuji zplane 0 NULL"), "Illegal fix wall/granular damping tsuji with the cohesive normal model jkr"),
    "limit_damping jkr": (one(JKR + " limit_damping zplane 0 NULL"), "Illegal fix wall/granular keyword limit_damping with the cohesive normal model jkr"),
    "limit_damping dmt": (one(JKR.replace("jkr", "dmt") + " limit_damping zplane 0 NULL"), "Illegal fix wall/granular keyword limit_damping with the cohesive normal model dmt"),
    "NULL without material": (one("hertz 1 1 tangential mindlin NULL 1 0.5 zplane 0 NULL"), "Illegal fix wall/granular tangential mindlin k_t value NULL: the normal model hertz has no E and nu"),
    # the wall
    "no wall": (wall(""), f"Missing wall of fix wall/granular: known are {WALLS}"),
    "unknown wall": (wall("wplane 0 NULL"), f"Unknown fix wall/granular keyword 'wplane': known are tangential, damping, rolling, twisting, heat, limit_damping, synchronized_verlet, {WALLS}"),
    "option before wall": (wall("wiggle z 1 1 zplane 0 NULL"), "Unknown fix wall/granular keyword 'wiggle'"),
    "two walls": (wall("zplane 0 NULL xplane 0 NULL"), "Unknown fix wall/granular keyword 'xplane': known are wiggle, shear, translate, rotate, center, temperature, contacts, origin, material, load, inertia, speed, travel, scale, displace, smooth, move, turn, faces"),
    "number too many": (wall("zplane 0 NULL 5"), "Unknown fix wall/granular keyword '5' after zplane 0 NULL: known are wiggle, shear"),
    "lo missing": (wall("zplane"), "Missing value of fix wall/granular keyword zplane: lo must be a number or NULL"),
    "hi missing": (wall("zplane 0"), "Missing value of fix wall/granular keyword zplane: hi must be a number or NULL"),
    "lo no number": (wall("zplane low NULL"), "Illegal fix wall/granular zplane lo value low: must be a number or NULL"),
    "hi no number": (wall("zplane 0 wiggle"), "Illegal fix wall/granular zplane hi value wiggle: must be a number or NULL"),
    "lo infinite": (wall("zplane -inf NULL"), "Illegal fix wall/granular zplane lo value -inf: must be a number or NULL"),
    "no radius": (wall("zcylinder"), "Missing value of fix wall/granular keyword zcylinder: radius must be > 0"),
    "zero radius": (wall("zcylinder 0"), "Illegal fix wall/granular zcylinder radius value 0: must be > 0"),
    "negative radius": (wall("xcylinder -3"), "Illegal fix wall/granular xcylinder radius value -3: must be > 0"),
    "radius no number": (wall("xcylinder wide"), "Illegal fix wall/granular xcylinder radius value wide: must be > 0"),
    "load of no plane": (wall("zplane NULL NULL load z 1 1"), "Cannot use fix wall/granular keyword load with zplane NULL NULL: there is no plane"),
    "cone hi below lo": (wall("zcone 2 1 1 1"), "Illegal fix wall/granular zcone hi value 1: must be > lo"),
    "cone without radius": (wall("zcone 0 1 0 0"), "Illegal fix wall/granular zcone radius at hi value 0: must be > 0 where the other one is 0"),
    "cone negative radius": (wall("zcone 0 1 -1 2"), "Illegal fix wall/granular zcone radius at lo value -1: must be >= 0"),
    "cone shear": (wall("zcone 0 1 1 2 shear z 1"), "Cannot use fix wall/granular keyword shear with zcone: it belongs to planes and cylinders"),
    "cone load": (wall("zcone 0 1 1 2 load z 1 1"), "Cannot use fix wall/granular keyword load with zcone: planes, cylinders and meshes take it"),
    "cone periodic": (wall("zcone 0 1 1 2", boundary="p f f"), "Cannot use fix wall/granular zcone in a box that is periodic in x: use the command boundary"),
    "center of a plane": (wall("zplane 0 NULL center 0 0"), "Cannot use fix wall/granular keyword center with zplane: it belongs to cylinders and cones"),
    "center no number": (wall("zcylinder 3 center 0 y"), "Illegal fix wall/granular center coordinate value y: must be a number"),
    "periodic plane": (wall("zplane 0 NULL", boundary="f f p"), "Cannot use fix wall/granular zplane in a box that is periodic in z: use the command boundary"),
    "periodic cylinder": (wall("xcylinder 4", boundary="f p f"), "Cannot use fix wall/granular xcylinder in a box that is periodic in y: use the command boundary"),
    "periodic later": (dict(wall("zplane 0 NULL"), later="change_box all boundary f f p\n"), "Cannot use fix wall/granular zplane in a box that is periodic in z"),
    # regions
    "region missing": (region("shelf"), "Region shelf of fix wall/granular does not exist"),
    "region without ID": (region(""), "Missing value of fix wall/granular keyword region: must be a region ID"),
    "region deleted": (region("shell", later="region shell delete\n"), "Region shell of fix wall/granular does not exist"),
    "region replaced": (region("ball", "region ball sphere 0 0 0 5 units box\n", later="region ball delete\nregion ball block -5 5 -5 5 0 5 units box\n"),
                        "Region ball of fix wall/granular was replaced by one with more sides: define the fix after it"),
    "wiggling region": (region("shell wiggle z 1 1"), "Cannot use fix wall/granular keyword wiggle with region: use keyword move or rotate of the region"),
    "shearing region": (region("shell shear x 1"), "Cannot use fix wall/granular keyword shear with region"),
    "does not fit": (region("hole", "region hole sphere 0 0 0.55 0.3 units box\n"), "A particle of radius 0.5 touches a wall of fix wall/granular wall that is hollow with a smaller radius of mean curvature, 0.3"),
    # motion
    "wiggle and shear": (wall("zplane 0 NULL wiggle z 1 1 shear x 1"), "Cannot use fix wall/granular keywords wiggle and shear together"),
    "translate and wiggle": (wall("zplane 0 NULL translate z 1 wiggle x 1 1"), "Cannot use fix wall/granular keywords translate and wiggle together"),
    "wiggle twice": (wall("zplane 0 NULL wiggle z 1 1 wiggle x 1 1"), "The fix wall/granular keyword wiggle is given twice"),
    "wiggle without values": (wall("zplane 0 NULL wiggle"), "Missing value of fix wall/granular keyword wiggle: dimension must be x, y or z"),
    "wiggle two values": (wall("zplane 0 NULL wiggle z 1"), "Missing value of fix wall/granular keyword wiggle: period must be > 0"),
    "wiggle dimension": (wall("zplane 0 NULL wiggle w 1 1"), "Illegal fix wall/granular wiggle dimension value w: must be x, y or z"),
    "wiggle amplitude": (wall("zplane 0 NULL wiggle z wide 1"), "Illegal fix wall/granular wiggle amplitude value wide: must be a number"),
    "negative period": (wall("zplane 0 NULL wiggle z 1 -2.0"), "Illegal fix wall/granular wiggle period value -2.0: must be > 0"),
    "zero period": (wall("zplane 0 NULL wiggle z 1 0"), "Illegal fix wall/granular wiggle period value 0: must be > 0"),
    "shear along normal": (wall("zplane 0 NULL shear z 1"), "Illegal fix wall/granular shear dimension value z: must be in the plane of zplane (translate moves along its normal)"),
    "shear across cylinder": (wall("zcylinder 3 shear x 1"), "Illegal fix wall/granular shear dimension value x: must be the axis of zcylinder (rotate turns about it)"),
    "shear velocity": (wall("zplane 0 NULL shear x fast"), "Illegal fix wall/granular shear velocity value fast: must be a number"),
    "translate nan": (wall("zplane 0 NULL translate x nan"), "Illegal fix wall/granular translate velocity value nan: must be a number"),
    "rotating plane": (wall("zplane 0 NULL rotate 1"), "Cannot use fix wall/granular keyword rotate with zplane: it turns cylinders, cones and meshes"),
    "rotate no number": (wall("zcylinder 3 rotate z"), "Illegal fix wall/granular rotate angular velocity value z: must be a number"),
    "steps start anew": (dict(wall("zplane 0 NULL wiggle z 0.1 1"), later="reset_timestep 0\n"), "Cannot reset timestep with time-dependent fix wall/granular defined"),
    # the other keywords
    "unknown keyword": (wall("zplane 0 NULL friction 1"), "Unknown fix wall/granular keyword 'friction': known are wiggle, shear, translate, rotate, center, temperature, contacts, origin, material, load, inertia, speed, travel, scale, displace, smooth, move, turn, faces"),
    "contacts twice": (wall("zplane 0 NULL contacts contacts"), "The fix wall/granular keyword contacts is given twice"),
    "origin": (wall("zplane 0 NULL origin 1 2"), "Missing value of fix wall/granular keyword origin: z must be a number"),
    "origin no number": (wall("zplane 0 NULL origin 1 2 contacts"), "Illegal fix wall/granular origin z value contacts: must be a number"),
    "heat without temperature": (wall("heat radius 1 zplane 0 NULL", warm=True), "Missing fix wall/granular keyword temperature: the heat model radius needs the temperature of the wall"),
    "temperature without heat": (wall("zplane 0 NULL temperature 1"), "Cannot use fix wall/granular keyword temperature without a heat model"),
    "temperature no number": (wall("heat radius 1 zplane 0 NULL temperature hot", warm=True), "Illegal fix wall/granular temperature wall temperature value hot: must be a number or v_name"),
    "no such variable": (wall("heat radius 1 zplane 0 NULL temperature v_hot", warm=True), "Variable hot for fix wall/granular keyword temperature does not exist"),
    "variable of other style": (wall("heat radius 1 zplane 0 NULL temperature v_hot", warm=True, later="variable hot atom x\n"), "Variable hot for fix wall/granular keyword temperature must be of style equal"),
    # the material of the wall
    "material of hooke": (wall("zplane 0 NULL material 1e9 0.3"), "Cannot use fix wall/granular keyword material with E and nu beside the normal model hooke, which has none: must be hertz/material, dmt or jkr, or material mix"),
    "material without values": (one(f"{JKR} zplane 0 NULL material"), "Missing value of fix wall/granular keyword material: E must be > 0, inf or the word mix"),
    "material without nu": (one(f"{JKR} zplane 0 NULL material 1e9"), "Missing value of fix wall/granular keyword material: nu must be > -1 and <= 0.5"),
    "negative modulus": (one(f"{JKR} zplane 0 NULL material -1e9 0.3"), "Illegal fix wall/granular material E value -1e9: must be > 0, inf or the word mix"),
    "zero modulus": (one(f"{JKR} zplane 0 NULL material 0 0.3"), "Illegal fix wall/granular material E value 0: must be > 0, inf or the word mix"),
    "modulus no number": (one(f"{JKR} zplane 0 NULL material steel 0.3"), "Illegal fix wall/granular material E value steel: must be > 0, inf or the word mix"),
    "modulus nan": (one(f"{JKR} zplane 0 NULL material nan 0.3"), "Illegal fix wall/granular material E value nan: must be > 0, inf or the word mix"),
    "Poisson's ratio": (one(f"{JKR} zplane 0 NULL material 1e9 0.51"), "Illegal fix wall/granular material nu value 0.51: must be > -1 and <= 0.5"),
    "Poisson's ratio -1": (one(f"{JKR} zplane 0 NULL material 1e9 -1"), "Illegal fix wall/granular material nu value -1: must be > -1 and <= 0.5"),
    "material twice": (one(f"{JKR} zplane 0 NULL material 1e9 0.3 material mix"), "The fix wall/granular keyword material is given twice"),
    "material of a classic model": (dict(walls="fix wall all wall/gran hooke 1000 NULL 50 NULL 0.5 0 zplane 0 NULL material mix\n"), "Cannot use fix wall/gran keyword material with the model hooke: use the models of granular"),
    "mix without pair style": (wall("zplane 0 NULL material mix"), "Cannot use fix wall/granular keyword material mix: type 1 has no coefficients of its own; set pair_coeff 1 1 of pair style granular"),
    "mix with one type": (wall("zplane 0 NULL material mix", later=f"comm_modify vel yes\npair_style hybrid/overlay granular zero 1.5\npair_coeff 1 1 granular {GOOD}\npair_coeff 1 2 granular {GOOD}\npair_coeff 2 2 zero\n"), "Cannot use fix wall/granular keyword material mix: type 2 has no coefficients of its own; set pair_coeff 2 2 of pair style granular"),
    "mix with other models": (wall("zplane 0 NULL material mix", later=f"comm_modify vel yes\npair_style granular\npair_coeff 1 1 {GOOD}\npair_coeff 1*2 2 {JKR}\n"), "Cannot mix fix wall/granular with pair_coeff 2 2: their normal models hooke and jkr differ"),
    # the system
    "atoms without temperature": (wall("heat radius 1 zplane 0 NULL temperature 1"), "requires atoms with temperature and heatflow: use fix property/atom temperature heatflow"),
    "atom style without radius": (wall("zplane 0 NULL", atomic=True), "Fix wall/granular requires atoms with radius, rmass, omega and torque: use atom_style sphere"),
    "two fix rigid": (dict(wall("zplane 0 NULL"), later="group a id 1 2\ngroup b id 3 4\nfix r1 a rigid/nve single\nfix r2 b rigid/nve single\n"),
                      "Fix wall/granular allows one fix rigid, found r1 and r2"),
    "respa level": (dict(wall("zplane 0 NULL"), later="fix_modify wall respa 1\n"), "Illegal fix_modify respa command"),
}


class BadInput(harness.DeckTest):
    def deck(self, walls, boundary="f f f", later="", atomic=False, warm=False):
        system = "atom_style sphere\nread_data data.txt"
        if warm:
            system = "atom_style sphere\nfix warmth all property/atom temperature heatflow ghost yes\nread_data data.txt"
        fixes = "fix integrate all nve/sphere" if "rigid" not in later else ""
        if atomic:
            system = ("atom_style atomic\nregion box block -5 5 -5 5 -5 5\ncreate_box 2 box\n"
                      "create_atoms 1 single 0 0 0\nmass * 1.0\n")
            fixes = "fix integrate all nve"
        return (f"units lj\nboundary {boundary}\n{system}\npair_style zero 1.5\npair_coeff * *\n{fixes}\n"
                f"{walls}{later}run 1\n")

    def setUp(self):
        super().setUp()
        self.space.write("data.txt", data_file([Sphere((0.98 * k, 0, 0.49), type=1 + k % 2) for k in range(4)],
                                               low=(-9, -9, -9), high=(9, 9, 9)))

    def test_good_input_runs(self):
        """The same decks with right words run, so that what stops the others is what the table says."""
        for options in (wall("zplane 0 NULL wiggle z 0.1 1 contacts origin 1 2 3"), one(JKR + " zcylinder 8 center 1 1 rotate 2"),
                        region("shell contacts"), wall("heat radius 1 zplane 0 NULL temperature 1", warm=True)):
            result = self.space.run(self.deck(**options))
            self.assertEqual(result.returncode, 0, result.output[-2000:])

    def test_table(self):
        self.assert_each_stops(BAD)


if __name__ == "__main__":
    unittest.main()
