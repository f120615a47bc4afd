"""Wrong input, and what is said about it.

Every deck of the table must stop with exit code 1 and an error that contains the text beside it: each
names the keyword, the value and what is allowed.
"""

import unittest

import harness
import laws
from harness import Sphere, data_file

GOOD = "hooke 1000.0 50.0 tangential linear_history 300.0 1.0 0.5 damping velocity"
MATERIAL = "hertz/material 1000.0 50.0 0.3 tangential mindlin NULL 1.0 0.5"
JKR = "jkr 1000.0 50.0 0.3 0.1 tangential mindlin NULL 1.0 0.5"

NORMAL, DAMPING, TANGENTIAL, ROLLING, TWISTING, HEAT = map(laws.known, laws.AXES)
KEYWORDS = "known are tangential, damping, rolling, twisting, heat, cutoff, limit_damping, synchronized_verlet"


def one(coefficients):
    """pair_coeff * * with these."""
    return dict(pair=f"pair_style granular\npair_coeff * * {coefficients}\n")


def normal(model, *values):
    return one(" ".join([model, *values]) + " tangential linear_nohistory 1.0 0.5 damping velocity")


def sliding(model, *values):
    return one("hertz 1000.0 50.0 tangential " + " ".join([model, *values]))


def with_word(words, base=GOOD):
    return one(f"{base} {words}")


# Fixes that act before histories are stored, if they come first.
EARLY = {"deposit": "fix early all deposit 3 1 10 4711 region top near 1.0\n", "evaporate": "fix early all evaporate 10 1 top 4711\n",
         "balance": "fix early all balance 10 1.0 shift x 5 1.0\n"}


def after_fixes(fixes, coefficients=GOOD, pair=""):
    return dict(pair=f"region top block -1 1 -1 1 2 4\n{pair}{fixes}pair_style granular\npair_coeff * * {coefficients}\n")


def early(style, **options):
    return after_fixes(EARLY[style], **options), (f"Pair style granular must be defined before fix early {style}, which inserts, deletes or migrates atoms")


BAD = {
    # names
    "unknown normal": (normal("hook", "1", "1"), f"Unknown pair_coeff normal model 'hook': {NORMAL}"),
    "unknown tangential": (sliding("mindlin_force", "1", "1", "1"),
                           f"Unknown pair_coeff tangential model 'mindlin_force': {TANGENTIAL}"),
    "unknown damping": (one("hooke 1 1 tangential linear_nohistory 1 1 damping linear"),
                        f"Unknown pair_coeff damping model 'linear': {DAMPING}"),
    "unknown rolling": (with_word("rolling epsd 1 1 1"), f"Unknown pair_coeff rolling model 'epsd': {ROLLING}"),
    "unknown twisting": (with_word("twisting mashall"),
                         f"Unknown pair_coeff twisting model 'mashall': {TWISTING}"),
    "unknown heat": (with_word("heat conduction 1"), f"Unknown pair_coeff heat model 'conduction': {HEAT}"),
    "unknown keyword": (with_word("friction 1"), f"Unknown pair_coeff keyword 'friction': {KEYWORDS}"),
    "number too many": (with_word("0.5"), f"Unknown pair_coeff keyword '0.5' after damping velocity: {KEYWORDS}"),
    "normal coefficient too many": (one("hooke 1 1 1 tangential none"), f"Unknown pair_coeff keyword '1' after hooke 1 1: {KEYWORDS}"),
    "upper case": (one("HOOKE 1 1 tangential linear_nohistory 1 1"), f"Unknown pair_coeff normal model 'HOOKE': {NORMAL}"),
    "mdr": (one("mdr 1 1 1 1 1 1 tangential linear_nohistory 1 1 damping mdr 1"), "The pair_coeff normal model mdr is not part of plugin GRANULAR-SRT: run another version of LAMMPS without this plugin to use mdr (LAMMPS 4 Jul 2026 stops with \"Cannot find fix storing granular history\")"),
    "mdr damping": (one("hooke 1 1 tangential linear_nohistory 1 1 damping mdr 1"), "The pair_coeff damping model mdr is not part of plugin GRANULAR-SRT"),
    # something is missing
    "no normal": (dict(pair="pair_style granular\npair_coeff * *\n"), "Missing pair_coeff normal model: " + NORMAL),
    "no tangential": (one("hooke 1000.0 50.0 damping velocity"), f"Missing pair_coeff keyword tangential: {TANGENTIAL.replace('known', 'known models')}"),
    "tangential without model": (one("hooke 1000.0 50.0 tangential"), f"Missing pair_coeff tangential model: {TANGENTIAL}"),
    "damping without model": (one("hooke 1 1 tangential linear_nohistory 1 1 damping"), f"Missing pair_coeff damping model: {DAMPING}"),
    "rolling without model": (with_word("rolling"), f"Missing pair_coeff rolling model: {ROLLING}"),
    "twisting without model": (with_word("twisting"), f"Missing pair_coeff twisting model: {TWISTING}"),
    "heat without model": (with_word("heat"), f"Missing pair_coeff heat model: {HEAT}"),
    "cutoff without value": (with_word("cutoff"), "Missing value of pair_coeff keyword cutoff: must be > 0"),
    "too few hooke": (one("hooke 1000.0"), "Too few coefficients for pair_coeff normal hooke: needs k_n"),
    "too few jkr": (one("jkr 1000.0 50.0 0.3"), "Too few coefficients for pair_coeff normal jkr: needs E"),
    "too few tangential": (one("hooke 1 1 tangential linear_history 1 1"),
                           "Too few coefficients for pair_coeff tangential linear_history: needs k_t"),
    "too few rolling": (with_word("rolling sds 1 1"), "Too few coefficients for pair_coeff rolling sds: needs k_roll gamma_roll mu_roll"),
    "too few twisting": (with_word("twisting sds 1"), "Too few coefficients for pair_coeff twisting sds: needs k_twist gamma_twist mu_twist"),
    "too few heat": (with_word("heat radius"), "Too few coefficients for pair_coeff heat radius: needs"),
    "a keyword as number": (one("hooke 1000.0 tangential linear_history 1 1 1"),
                            "Too few coefficients for pair_coeff normal hooke: needs k_n eta_n0, and 1 precedes keyword tangential"),
    "a keyword as last number": (with_word("rolling sds 1 1 twisting none"), "Too few coefficients for pair_coeff rolling sds: "
                                 "needs k_roll gamma_roll mu_roll, and 2 precede keyword twisting"),
    "NULL k_t": (sliding("linear_history", "NULL", "1", "0.5"),
                 "Illegal pair_coeff tangential linear_history k_t value NULL: must be >= 0 (gran/* take NULL as 2/7 k_n)"),
    # numbers
    "text for a number": (normal("hooke", "stiff", "1"), "Illegal pair_coeff normal hooke k_n value stiff: must be >= 0"),
    "nan": (normal("hooke", "nan", "1"), "Illegal pair_coeff normal hooke k_n value nan: must be >= 0"),
    "inf": (normal("hooke", "inf", "1"), "Illegal pair_coeff normal hooke k_n value inf: must be >= 0"),
    "overflow": (normal("hooke", "1e999", "1"), "Floating point number 1e999 in input script or data file is out of range"),
    "negative k_n": (normal("hertz", "-5.0", "1"), "Illegal pair_coeff normal hertz k_n value -5.0: must be >= 0"),
    "NULL k_n": (normal("hooke", "NULL", "1"), "Illegal pair_coeff normal hooke k_n value NULL: must be >= 0"),
    "zero E": (one(JKR.replace("1000.0", "0.0")), "Illegal pair_coeff normal jkr E value 0.0: must be > 0"),
    "negative eta": (normal("hooke", "1000", "-1"), "Illegal pair_coeff normal hooke eta_n0 value -1: must be >= 0"),
    "nu too large": (normal("hertz/material", "1000", "1", "0.6"), "Illegal pair_coeff normal hertz/material nu value 0.6: must be > -1 and <= 0.5"),
    "nu too small": (normal("dmt", "1000", "1", "-1", "0.1"), "Illegal pair_coeff normal dmt nu value -1: must be > -1 and <= 0.5"),
    "negative surface energy": (normal("jkr", "1000", "1", "0.3", "-0.1"), "Illegal pair_coeff normal jkr gamma value -0.1: must be >= 0"),
    "restitution 0": (one("hooke 1000 0 tangential linear_nohistory 1 1 damping coeff_restitution"),
                      "Illegal pair_coeff normal hooke e value 0: must be > 0 and <= 1 with damping coeff_restitution"),
    "restitution above 1": (one("hertz 1000 1.2 tangential linear_nohistory 1 1 damping coeff_restitution"),
                            "Illegal pair_coeff normal hertz e value 1.2: must be > 0 and <= 1 with damping coeff_restitution"),
    "tsuji above 1": (one("hertz 1000 1.2 tangential linear_nohistory 1 1 damping tsuji"),
                      "Illegal pair_coeff normal hertz e value 1.2: must be >= 0 and <= 1 with damping tsuji"),
    "zero k_t": (sliding("linear_history", "0", "1", "0.5"), "Illegal pair_coeff tangential linear_history k_t value 0: must be > 0 where x_gamma_t is > 0 (tangential none switches it off, linear_nohistory is a dashpot without a spring)"),
    "zero k_t without a cap": (sliding("mindlin", "0", "1", "0"), "Illegal pair_coeff tangential mindlin k_t value 0: must be > 0 where x_gamma_t is > 0"),
    "zero k_t from E": (one("hertz/material 0 50.0 0.3 tangential mindlin NULL 1.0 0.5"), "Illegal pair_coeff tangential mindlin k_t value NULL with E = 0: must be > 0 where x_gamma_t is > 0"),
    "negative k_t": (sliding("mindlin", "-1", "1", "0.5"), "Illegal pair_coeff tangential mindlin k_t value -1: must be >= 0 or NULL"),
    "negative x_gamma": (sliding("linear_nohistory", "-1", "0.5"), "Illegal pair_coeff tangential linear_nohistory x_gamma_t value -1: must be >= 0"),
    "negative mu": (sliding("linear_nohistory", "1", "-0.5"), "Illegal pair_coeff tangential linear_nohistory mu value -0.5: must be >= 0"),
    "NULL for linear k_t": (sliding("linear_history", "NULL", "1", "0.5"), "Illegal pair_coeff tangential linear_history k_t value NULL: must be >= 0"),
    "NULL for classic k_t": (sliding("mindlin_classic", "NULL", "1", "0.5"), "Illegal pair_coeff tangential mindlin_classic k_t value NULL: must be >= 0"),
    "NULL mu": (sliding("mindlin", "1000", "1", "NULL"), "Illegal pair_coeff tangential mindlin mu value NULL: must be >= 0"),
    "zero k_roll": (with_word("rolling sds 0 1 1"), "Illegal pair_coeff rolling sds k_roll value 0: must be > 0 where gamma_roll is > 0 (rolling none switches it off)"),
    "negative gamma_roll": (with_word("rolling sds 1 -1 1"), "Illegal pair_coeff rolling sds gamma_roll value -1: must be >= 0"),
    "negative mu_roll": (with_word("rolling sds 1 1 -1"), "Illegal pair_coeff rolling sds mu_roll value -1: must be >= 0"),
    "zero k_twist": (with_word("twisting sds 0 1 1"), "Illegal pair_coeff twisting sds k_twist value 0: must be > 0 where gamma_twist is > 0 (twisting none switches it off)"),
    "negative mu_twist": (with_word("twisting sds 1 1 -1"), "Illegal pair_coeff twisting sds mu_twist value -1: must be >= 0"),
    "negative conductivity": (with_word("heat radius -1"), "value -1: must be >= 0"),
    "zero cutoff": (with_word("cutoff 0"), "Illegal pair_coeff cutoff value 0: must be > 0"),
    "negative cutoff": (with_word("cutoff -1.5"), "Illegal pair_coeff cutoff value -1.5: must be > 0"),
    "NULL cutoff": (with_word("cutoff NULL"), "Illegal pair_coeff cutoff value NULL: must be > 0"),
    "huge cutoff": (with_word("cutoff 1e15"), "Illegal cutoff 1e+15 of types 1 and 1 of pair style granular: must be at most"),
    "small cutoff": (with_word("cutoff 0.5"), "Illegal cutoff 0.5 of types 1 and 1 of pair style granular: must be at least "),
    "zero global cutoff": (dict(pair="pair_style granular 0\npair_coeff * * " + GOOD), "Illegal pair_style granular cutoff value 0: must be > 0"),
    "negative global cutoff": (dict(pair="pair_style granular -2.0\npair_coeff * * " + GOOD), "Illegal pair_style granular cutoff value -2.0: must be > 0"),
    "two global cutoffs": (dict(pair="pair_style granular 1.0 2.0\npair_coeff * * " + GOOD), "Unknown pair_style granular keyword '2.0' after 1.0: known are box, lists, ghosts, sort, restart"),
    # combinations
    "NULL without material": (sliding("mindlin", "NULL", "1", "0.5"),
                              "Illegal pair_coeff tangential mindlin k_t value NULL: the normal model hertz has no E and nu"),
    "NULL with hooke": (one("hooke 1000 1 tangential mindlin_rescale/force NULL 1 0.5"),
                        "Illegal pair_coeff tangential mindlin_rescale/force k_t value NULL: the normal model hooke has no E and nu"),
    "limit_damping jkr": (with_word("limit_damping", JKR), "Illegal pair_coeff keyword limit_damping with the cohesive normal model jkr"),
    "limit_damping dmt": (with_word("limit_damping", JKR.replace("jkr", "dmt")), "Illegal pair_coeff keyword limit_damping with the cohesive normal model dmt"),
    "tsuji jkr": (with_word("damping tsuji", JKR.replace("50.0", "0.5")), "Illegal pair_coeff damping tsuji with the cohesive normal model jkr"),
    "restitution dmt": (with_word("damping coeff_restitution", JKR.replace("jkr", "dmt").replace("50.0", "0.5")),
                        "Illegal pair_coeff damping coeff_restitution with the cohesive normal model dmt"),
    "synchronized_verlet nohistory": (one("hooke 1 1 tangential linear_nohistory 1 1 synchronized_verlet"),
                                      "Illegal pair_coeff keyword synchronized_verlet with tangential linear_nohistory"),
    "marshall without friction": (one("hooke 1 1 tangential none twisting marshall"), "Illegal pair_coeff twisting marshall with tangential none"),
    # friction with creep, or with static and kinetic coefficients
    "creep without material": (sliding("mindlin_creep", "NULL", "0", "0.5"),
                               "Illegal pair_coeff tangential mindlin_creep nu value NULL: must be a number, or the normal model "
                               "hertz/material, dmt or jkr, which has E and nu"),
    "creep without G": (sliding("mindlin_creep", "100", "0", "0.5", "0.3"),
                        "Illegal pair_coeff tangential mindlin_creep G value NULL: must be a number, or the normal model"),
    "creep, nu too large": (sliding("mindlin_creep", "100", "0", "0.5", "0.6", "50"),
                            "Illegal pair_coeff tangential mindlin_creep nu value 0.6: must be > -1 and <= 0.5 or NULL"),
    "creep, G negative": (sliding("mindlin_creep", "100", "0", "0.5", "0.3", "-1"),
                          "Illegal pair_coeff tangential mindlin_creep G value -1: must be > 0 or NULL"),
    "creep, c zero": (sliding("mindlin_creep", "100", "0", "0.5", "0.3", "50", "0"),
                      "Illegal pair_coeff tangential mindlin_creep c value 0: must be > 0, inf or NULL"),
    "creep, infinite G": (sliding("mindlin_creep", "100", "0", "0.5", "0.3", "inf"),
                          "Illegal pair_coeff tangential mindlin_creep G value inf: must be > 0 or NULL"),
    "creep, too few": (sliding("mindlin_creep", "100", "0"),
                       "Too few coefficients for pair_coeff tangential mindlin_creep: needs k_t x_gamma_t mu [nu] [G] [c]"),
    "creep, one too many": (sliding("mindlin_creep", "100", "0", "0.5", "0.3", "50", "4", "7"), f"Unknown pair_coeff keyword '7' after tangential mindlin_creep 100 0 0.5 0.3 50 4: {KEYWORDS}"),
    "mu_k above mu_s": (sliding("tracking", "1e5", "0.2", "0.25"), "Illegal pair_coeff tangential tracking mu_k value 0.25: must be <= mu_s"),
    "tracking, zero K_E": (sliding("tracking", "0", "0.25", "0.2"), "Illegal pair_coeff tangential tracking K_E value 0: must be > 0 (tangential none switches it off)"),
    "tracking, NULL mu_s": (sliding("tracking", "1e5", "NULL", "0.2"), "Illegal pair_coeff tangential tracking mu_s value NULL: must be >= 0"),
    "tracking, negative c_D": (sliding("tracking", "1e5", "0.25", "0.2", "-1"), "Illegal pair_coeff tangential tracking c_D value -1: must be >= 0"),
    "tracking, too few": (sliding("tracking", "1e5", "0.25"), "Too few coefficients for pair_coeff tangential tracking: needs K_E mu_s mu_k [c_D]"),
    "negative eta_r": (with_word("rolling tracking -0.1"), "Illegal pair_coeff rolling tracking eta_r value -0.1: must be >= 0"),
    "negative eta_r, balanced": (with_word("rolling tracking/balanced -0.1"), "Illegal pair_coeff rolling tracking/balanced eta_r value -0.1: must be >= 0"),
    "negative c_R": (with_word("rolling tracking 0.1 -2"), "Illegal pair_coeff rolling tracking c_R value -2: must be >= 0"),
    "negative eta_psi": (with_word("twisting tracking -0.1"), "Illegal pair_coeff twisting tracking eta_psi value -0.1: must be >= 0"),
    "zero K_c": (with_word("twisting tracking 0.1 0"), "Illegal pair_coeff twisting tracking K_c value 0: must be > 0 or NULL"),
    "negative c_psi": (with_word("twisting tracking/hertz -1"), "Illegal pair_coeff twisting tracking/hertz c_psi value -1: must be >= 0"),
    "rolling without a spring": (one("hooke 1 1 tangential linear_nohistory 1 1 rolling tracking 0.1"),
                                 "Illegal pair_coeff rolling tracking with tangential linear_nohistory: it takes its stiffness and "
                                 "friction from a tangential model with a spring"),
    "rolling without sliding": (one("hooke 1 1 tangential none rolling tracking/balanced 0.1"),
                                "Illegal pair_coeff rolling tracking/balanced with tangential none: it takes its stiffness and friction"),
    "spinning without a spring": (one("hooke 1 1 tangential linear_nohistory 1 1 twisting tracking 0.1"),
                                  "Illegal pair_coeff twisting tracking with tangential linear_nohistory: it takes its stiffness and friction"),
    "spinning without sliding": (one("hooke 1 1 tangential none twisting tracking/hertz"),
                                 "Illegal pair_coeff twisting tracking/hertz with tangential none"),
    "an optional value that is a word": (with_word("rolling tracking 0.1 much"), f"Unknown pair_coeff keyword 'much': {KEYWORDS}"),
    # given twice
    "tangential twice": (with_word("tangential linear_nohistory 1 1"), "The pair_coeff keyword tangential is given twice"),
    "damping twice": (with_word("damping velocity"), "The pair_coeff keyword damping is given twice"),
    "rolling twice": (with_word("rolling none rolling sds 1 1 1"), "The pair_coeff keyword rolling is given twice"),
    "twisting twice": (with_word("twisting marshall twisting marshall"), "The pair_coeff keyword twisting is given twice"),
    "heat twice": (with_word("heat radius 1 heat area 1"), "The pair_coeff keyword heat is given twice"),
    "a keyword of pair_style twice": (dict(pair="pair_style granular lists plugin lists lammps\npair_coeff * * " + GOOD),
                                      "The pair_style granular keyword lists is given twice"),
    "cutoff twice": (with_word("cutoff 1 cutoff 1"), "The pair_coeff keyword cutoff is given twice"),
    "limit_damping twice": (with_word("limit_damping limit_damping"), "The pair_coeff keyword limit_damping is given twice"),
    "synchronized_verlet twice": (with_word("synchronized_verlet synchronized_verlet"), "The pair_coeff keyword synchronized_verlet is given twice"),
    # pairs of types
    "no pair_coeff": (dict(pair="pair_style granular\n"), "All pair coeffs are not set"),
    "one type without": (dict(pair=f"pair_style granular\npair_coeff 1 1 {GOOD}\n"), "All pair coeffs are not set"),
    "mixing other normal": (dict(pair=f"pair_style granular\npair_coeff 1 1 {GOOD}\npair_coeff 2 2 {MATERIAL}\n"),
                            "Cannot mix pair_coeff of types 1 and 2: their normal models hooke and hertz/material differ; set pair_coeff 1 2 explicitly"),
    "mixing other rolling": (dict(pair=f"pair_style granular\npair_coeff 1 1 {GOOD}\npair_coeff 2 2 {GOOD} rolling sds 1 1 1\n"),
                             "Cannot mix pair_coeff of types 1 and 2: their rolling models none and sds differ; set pair_coeff 1 2 explicitly"),
    "type out of range": (dict(pair=f"pair_style granular\npair_coeff 3 3 {GOOD}\n"), "Numeric index 3 is out of bounds (1-2)"),
    # the system
    "no ghost velocities": (dict(one(GOOD), ghost_velocities=""), "requires that ghost atoms store velocities: use comm_modify vel yes"),
    "atom style without radius": (dict(one(GOOD), atomic=True), "requires atoms with radius, rmass, omega and torque: use atom_style sphere"),
    "heat without temperature": (with_word("heat radius 1"), "requires atoms with temperature and heatflow: use fix property/atom temperature heatflow"),
    "fabric of jkr in a hybrid": (dict(pair=f"pair_style hybrid granular\npair_coeff * * granular {JKR}\n", fixes="compute f all fabric radius contact\nfix out all ave/time 1 1 1 c_f\n"),
                                  "does not support pair styles that extend beyond contact"),
    "two fix freeze": (dict(one(GOOD), fixes="fix f1 all freeze\nfix f2 all freeze\n"), "Pair style granular allows one fix freeze, found 2"),
    "two fix rigid": (dict(one(GOOD), fixes="group a id 1 2\ngroup b id 3 4\nfix r1 a rigid/nve single\nfix r2 b rigid/nve single\n"),
                      "Pair style granular allows one fix rigid, found"),
    **{f"{style} before the pair style": early(style) for style in EARLY},
    "another pair style before": early("deposit", pair="pair_style gran/hooke/history 1000.0 300.0 50.0 50.0 0.5 1\npair_coeff * *\n"),
    "radius not a number": (dict(one(GOOD), fixes="fix integrate all nve/sphere\nvariable d atom exp(1000)*0.0\nset atom 1 diameter v_d\n"),
                            "atoms have a radius that is negative or not a number: must be >= 0"),
}

DECK = """units lj
{style}
boundary f f f
newton on
{ghost_velocities}
{system}
{pair}
{fixes}
run 1
"""


class BadInput(harness.DeckTest):
    def deck(self, pair, ghost_velocities="comm_modify vel yes", fixes="fix integrate all nve/sphere", atomic=False):
        if atomic:
            style = "atom_style atomic"
            system = ("region box block -5 5 -5 5 -5 5\ncreate_box 2 box\ncreate_atoms 1 single 0 0 0\n"
                      "create_atoms 2 single 1 0 0\nmass * 1.0\n")
            fixes = "fix integrate all nve"
        else:
            style, system = "atom_style sphere", "read_data data.txt"
        return DECK.format(style=style, system=system, pair=pair, ghost_velocities=ghost_velocities, fixes=fixes)

    def setUp(self):
        super().setUp()
        self.space.write("data.txt", data_file([Sphere((0.98 * k, 0, 0), type=1 + k % 2) for k in range(4)]))

    def test_good_input_runs(self):
        """The same deck with right coefficients runs, so that what stops the others is what the table says."""
        for coefficients in (GOOD, MATERIAL, JKR):
            self.lmp(self.deck(**one(coefficients)))

    def test_fixes_before_the_pair_style(self):
        """Accepted are fixes that insert where no history is stored, and fixes that ask for new lists without changing atoms."""
        for options in (after_fixes(EARLY["deposit"], coefficients="hooke 1000.0 50.0 tangential linear_nohistory 1.0 0.5"),
                        after_fixes("group some id 1\nfix turn some move rotate 0 0 0 0 0 1 10\n")):
            self.lmp(self.deck(**options))

    def test_table(self):
        self.assert_each_stops(BAD)


if __name__ == "__main__":
    unittest.main()
