"""pair_style gran/hooke, gran/hooke/history and gran/hertz/history against the built-in styles of the same LAMMPS.

Each deck runs with the plugin, with the built-in style, and with the built-in style from positions, velocities and
spins changed by one part in 1e15. BOUND: both evaluate the same expressions in another order; sums of a few rounded
terms differ by some 1e-15 of the largest force, which STEPS steps let grow (measured: 1e-14, and 5e-13 with the pistons
of fix nph/sphere). NOISE: a position of 4 diameters moved by 4e-15 changes an overlap of 0.01 diameters by 4e-13 at
once; a deck in which the third run goes further is too chaotic for BOUND.
"""

import math
import pathlib
import re
import unittest

import harness
import test_against_stock as against_stock
from harness import data_file, deck
from test_against_stock import bowl, trap

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "doc" / "pair_gran.md").read_text()
STEPS, EVERY = 300, 25
BOUND = 1e-12
NOISE = 2e-12

HOOKE, HOOKE_HISTORY, HERTZ_HISTORY = STYLES = "gran/hooke", "gran/hooke/history", "gran/hertz/history"
# Kn Kt gamma_n gamma_t xmu dampflag. Collisions last about as long with all three.
NUMBERS = {HOOKE: "1000.0 300.0 20.0 15.0 0.4 1", HOOKE_HISTORY: "1000.0 300.0 20.0 15.0 0.4 1",
           HERTZ_HISTORY: "9000.0 6000.0 250.0 150.0 0.4 1"}


def gran(style, arguments=None, coefficients="* *"):
    return f"pair_style {style} {arguments or NUMBERS[style]}\npair_coeff {coefficients}"


def changed(style, **places):
    """NUMBERS with some of them replaced, and what follows them."""
    words = NUMBERS[style].split()
    names = "Kn", "Kt", "gamma_n", "gamma_t", "xmu", "dampflag"
    for name, value in places.items():
        if name in names:
            words[names.index(name)] = str(value)
    return " ".join(words + [places["more"]] if "more" in places else words)


def frictionless(style):
    """Names of VARIANTS in which no sliding force acts."""
    return {"no friction"} | ({"no tangential damping", "limit_damping, NULL, dampflag 0", "no damping"}
                              if style == HOOKE else set())


VARIANTS = {
    "all numbers": {},
    "Kt and gamma_t NULL": dict(Kt="NULL", gamma_t="NULL"),
    "no tangential damping": dict(dampflag=0),
    "limit_damping": dict(more="limit_damping"),
    "limit_damping, NULL, dampflag 0": dict(Kt="NULL", gamma_t="NULL", dampflag=0, more="limit_damping"),
    "tangential damping only": dict(gamma_n=0.0),
    "no damping": dict(gamma_n=0.0, gamma_t=0.0),
    "no friction": dict(xmu=0.0),
    "never slides": dict(xmu=10000.0),
}
SHORT = dict(steps=STEPS, every=EVERY, timestep=against_stock.HOOKE_STEP)
# The box of these is cut between ranks where the spheres are.
FOUR_TYPES = dict(types=(1, 2), count=12)


def decks_of(style):
    kind = dict(seed=4, **SHORT)
    cases = {name: trap(gran(style, changed(style, **places)), **kind) for name, places in VARIANTS.items()}
    cases["polydisperse, two types"] = trap(gran(style), **dict(kind, **FOUR_TYPES))
    cases["newton off"] = trap(gran(style), newton="off", **kind)
    cases["bins and sorting"] = trap(gran(style), neighbor="0.1 bin", sort="50 1.0", **dict(kind, count=12))
    cases["hybrid with soft"] = trap(
        "\n".join([f"pair_style hybrid/overlay {style} {NUMBERS[style]} soft 1.2", f"pair_coeff * * {style}",
                   "pair_coeff * * soft 2.0"]), neighbor="0.1 bin", **kind)    # KOKKOS has bins only for soft
    cases["hybrid, types"] = trap(
        "\n".join([f"pair_style hybrid {style} {NUMBERS[style]} soft 1.4", f"pair_coeff 1 * {style}",
                   "pair_coeff 2 2 soft 30.0"]), types=(1, 2), neighbor="0.1 bin", **kind)
    other = HERTZ_HISTORY if style == HOOKE else HOOKE
    cases["hybrid of two"] = trap(
        "\n".join([f"pair_style hybrid {style} {NUMBERS[style]} {other} {changed(other, xmu=0.1)}",
                   f"pair_coeff 1 * {style}", f"pair_coeff 2 2 {other}"]), types=(1, 2), **dict(kind, count=9))
    cases["freeze"] = bowl(gran(style), types=(1, 2), **SHORT)
    cases["pour"] = bowl(
        gran(style), after="region hopper block -1.2 1.2 -1.2 1.2 2.5 4.5\nfix pour mobile pour 4 2 4711 region "
        "hopper diam range 0.8 1.4 dens 1.8 2.0 vel -0.2 0.2 -0.2 0.2 -3.0\n", types=(1, 2), **SHORT)
    cases["rigid bodies"] = trap(
        gran(style), after="group clump id 1 2 3\ngroup loose id > 3\nunfix integrate\nfix integrate loose nve/sphere\n"
        "fix clump clump rigid/nve single\nneigh_modify exclude group clump clump\n", **kind)
    cases["special bonds"] = trap(
        gran(style), box=dict(bonded=True), atom_style="hybrid sphere bond",
        data="data.txt extra/bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 6",
        before="special_bonds lj 0.4 0.0 0.7\n",
        after="bond_style zero\nbond_coeff *\ncreate_bonds single/bond 1 1 2\ncreate_bonds single/bond 1 2 3\n"
              "create_bonds single/bond 1 3 4\n", **kind)
    cases["stress per atom"] = trap(
        gran(style), after="compute stress all stress/atom NULL pair\ncompute coordination all contact/atom\n",
        columns=" " + " ".join(against_stock.STRESS) + " c_coordination",
        quantities=dict(harness.QUANTITIES, stress=against_stock.STRESS, coordination=("c_coordination",)), **kind)
    for newton in ("on", "off"):
        case = against_stock.triclinic(newton, 9)
        case.options.update(SHORT, pair=gran(style), steps=100)    # more spheres, which grow apart sooner
        cases[f"triclinic, newton {newton}"] = case
    cases["respa"] = trap(gran(style), after="run_style respa 2 2 pair 2\n", **kind)
    cases["planar"] = trap(gran(style), after="fix flat all enforce2d\n", before="dimension 2\n", boundary="f f p",
                           **kind)
    for s in cases["planar"].spheres:
        s.x, s.v, s.omega = (1.6 * s.x[0], 1.6 * s.x[1], 0.0), (*s.v[:2], 0.0), (0.0, 0.0, s.omega[2])
    return cases


# Forces of metal are 9648.5 times smaller for the same motion, and a pressure is 1.6e6 times a force/length^2.
METAL = trap(gran(HERTZ_HISTORY, "1.4944e6 1.0e6 0.0259 0.0155 0.4 1"), before="units metal\n", seed=4, **SHORT)
METAL.options["fixes"] = against_stock.TRAP.replace("-40.0", "-0.0041")



def shaken(case):
    return harness.perturbed(case.spheres, seed=1)


class AgainstBuiltin(harness.DeckTest):
    def run_all(self, cases, spheres_of=lambda case: case.spheres, **options):
        """Trajectories of {name: case} by name."""
        jobs = {name: (deck(**case.options), {"data.txt": data_file(spheres_of(case), types=case.types, **case.box)})
                for name, case in cases.items()}
        found = {}
        for name, (run, folder) in self.space.run_each(jobs, **options).items():
            self.assert_ended(run, name)
            found[name] = folder.frames()
        return found

    def compare(self, cases, what, slides=lambda name: True, **options):
        builtin, moved = self.run_all(cases, stock=True, **options), self.run_all(cases, shaken, stock=True, **options)
        plugin = self.run_all(cases, **options)
        for name, case in cases.items():
            with self.subTest(what, deck=name, **options):
                noise = max(harness.deviations(builtin[name], moved[name], case.quantities).values())
                measured = max(harness.deviations(builtin[name], plugin[name], case.quantities).values())
                if harness.REPORT:
                    print(f"{what:20s} {name:35s} noise {noise:8.1e} deviation {measured:8.1e}", flush=True)
                torques = [abs(atom[c]) for frame in plugin[name].values() for atom in frame.values()
                           for c in ("tqx", "tqy", "tqz")]
                self.assertEqual(max(torques) > 0.0, slides(name), "sliding forces")
                self.assertLess(noise, NOISE, "the deck is too chaotic for the bound")
                self.assertLessEqual(measured, BOUND)

    def decks(self, style):
        self.compare(decks_of(style), style, lambda name: name not in frictionless(style))

    def test_hooke(self):
        self.decks(HOOKE)

    def test_hooke_history(self):
        self.decks(HOOKE_HISTORY)

    def test_hertz_history(self):
        self.decks(HERTZ_HISTORY)

    def test_units_with_another_pressure(self):
        self.compare({"metal": METAL}, HERTZ_HISTORY)

    def test_ranks(self):
        cases = {f"{style}, newton {newton}": trap(gran(style), newton=newton, seed=4, **SHORT, **FOUR_TYPES)
                 for style in STYLES for newton in ("on", "off")}
        for ranks in (2, 4):
            self.compare(cases, f"{ranks} ranks", ranks=ranks)


LOCAL = """compute pairs all pair/local dist force p1 p2 p3 p4 p5 p6 p7 p8 p9 p10
compute ids all property/local patom1 patom2
dump local all local 25 local.txt index c_ids[*] c_pairs[*]
dump_modify local format float %.17g
"""


class Output(harness.DeckTest):
    def locals_of(self, style, arguments, **options):
        case = trap(gran(style, arguments), after=LOCAL, seed=4, **SHORT)
        self.space.write("data.txt", data_file(case.spheres, types=case.types))
        self.lmp(deck(**case.options), **options)
        # pairs of the neighbor list without a contact have zeros
        return {(step, row[1], row[2]): row[3:] for step, rows in self.space.locals().items() for row in rows
                if any(row[4:])}

    def test_pair_local(self):
        for style in STYLES:
            for arguments in (NUMBERS[style], changed(style, gamma_n=0.0), changed(style, more="limit_damping")):
                with self.subTest(style, arguments=arguments):
                    builtin = self.locals_of(style, arguments, stock=True)
                    plugin = self.locals_of(style, arguments)
                    self.assertEqual(builtin.keys(), plugin.keys())
                    self.assertGreater(len(builtin), 20)
                    for column in range(12):
                        scale = max(abs(row[column]) for row in builtin.values())
                        self.assertGreater(scale, 0.0, column)
                        for pair, row in builtin.items():
                            self.assertLessEqual(abs(row[column] - plugin[pair][column]), BOUND * scale, (pair, column))

    def test_log_names_the_style(self):
        case = trap(gran(HOOKE), **dict(SHORT, steps=0))
        self.space.write("data.txt", data_file(case.spheres))
        self.assertIn("pair gran/hooke: contacts ", self.lmp(deck(**case.options)).log)

    def test_built_in_under_its_second_name(self):
        for style in STYLES:
            with self.subTest(style):
                case = trap(gran(style), **SHORT)
                self.space.write("data.txt", data_file(case.spheres))
                stock = self.trajectory(deck(**case.options), stock=True)
                case.options["pair"] = gran(style).replace(style, f"{style}/builtin")
                self.assertEqual(stock, self.trajectory(deck(**case.options)))

    def test_neighbor_list_is_not_larger(self):
        """Number of neighbors at the end, in a deck with two types of one size each and one type without atoms."""
        lines = {}
        for stock in (True, False):
            case = trap(gran(HOOKE_HISTORY), count=12, types=(1, 2), seed=4, **SHORT)
            self.space.write("data.txt", data_file(case.spheres, types=3))
            log = self.lmp(deck(**case.options), stock=stock).log
            lines[stock] = re.findall(r"^(?:Total # of neighbors|Nghost|Dangerous builds|Neighbor list builds).*", log,
                                      re.MULTILINE)
        self.assertEqual(lines[True], lines[False])


RESTARTED = "units lj\natom_modify map array sort 0 0.0\nnewton on\ncomm_modify vel yes\nread_restart half.bin\n"


class Restart(harness.DeckTest):
    def halves(self, style, arguments, coefficients="", hybrid=False):
        """Two runs of 150 steps, and the second one from a restart file: the frames of the second part of both."""
        pair = gran(style, arguments)
        if hybrid:
            pair = (f"pair_style hybrid/overlay {style} {arguments} soft 1.2\npair_coeff * * {style}\n"
                    "pair_coeff * * soft 2.0")
            coefficients = "pair_coeff * * %s\npair_coeff * * soft 2.0\n" % style
        case = trap(pair, types=(1, 2), count=9, seed=4, **SHORT)
        self.space.write("data.txt", data_file(case.spheres, types=2))
        whole = self.trajectory(deck(**dict(case.options, run="run 150\nwrite_restart half.bin\nrun 150\n")))
        text = deck(**dict(case.options, run="run 150\n"))
        second = self.trajectory(RESTARTED + text[text.index("neighbor 0.1"):].replace(pair, coefficients))
        # the first frame of the second run may have either forces
        return harness.later(whole, 150), harness.later(second, 150)

    def test_goes_on_exactly(self):
        for style in STYLES:
            for name, arguments in (("all", NUMBERS[style]), ("limit_damping", changed(style, more="limit_damping")),
                                    ("gamma_n 0", changed(style, gamma_n=0.0)), ("Kt 0", changed(style, Kt=0.0))):
                for again in ("", "pair_coeff * *\n"):
                    with self.subTest(style, arguments=name, again=again):
                        whole, second = self.halves(style, arguments, again)
                        self.assertGreater(len(second), 4)
                        self.assert_same_trajectory(whole, second, BOUND)    # contacts in another order

    def test_hybrid(self):
        for style in STYLES:
            with self.subTest(style):
                whole, second = self.halves(style, changed(style, more="limit_damping"), hybrid=True)
                self.assert_same_trajectory(whole, second, BOUND)

    def test_moving_on_to_granular(self):
        """The lines of doc/pair_gran.md: the same forces from the springs of a restart file, and torques with another
        lever."""
        moves = re.findall(r"^\| `pair_style (\S+) ([^`]+)` \| `(pair_coeff [^`]+)` \|$", PAGE, re.MULTILINE)
        self.assertEqual([move[0] for move in moves], list(STYLES))
        for style, arguments, coefficients in moves:
            with self.subTest(style):
                case = trap(gran(style, arguments), count=9, seed=4, **SHORT)
                self.space.write("data.txt", data_file(case.spheres))
                text = deck(**case.options)
                self.lmp(text + "write_restart half.bin\n")
                rest = text[text.index("neighbor 0.1"):text.index("run 300")] + "run 0\n"
                old, new = (self.trajectory(RESTARTED + rest.replace(gran(style, arguments), pair))
                            for pair in ("", f"pair_style granular\n{coefficients}"))
                forces = {name: columns for name, columns in harness.QUANTITIES.items() if name != "torque"}
                self.assert_same_trajectory(old, new, BOUND, quantities=forces)
                lever = harness.deviations(old, new)["torque"]
                # half of an overlap of a few percent, over the radius
                self.assertGreater(lever, 1e-3)
                self.assertLess(lever, 0.1)

    def test_file_for_the_built_in_style(self):
        """LAMMPS without the plugin does not read wrong numbers."""
        case = trap(gran(HOOKE_HISTORY), **dict(SHORT, steps=10))
        self.space.write("data.txt", data_file(case.spheres))
        self.lmp(deck(**case.options) + "write_restart half.bin\n")
        self.assertIn("Invalid flag in force field section of restart file", self.space.run(RESTARTED, stock=True).error)


class Commands(harness.DeckTest):
    def frames(self, pair, stock=False, **changes):
        case = trap(pair, types=(1, 2), seed=4, **SHORT)
        self.space.write("data.txt", data_file(case.spheres, types=2))
        return self.trajectory(deck(**dict(case.options, **changes)), stock=stock)

    def test_pair_style_given_again_changes_the_law(self):
        for style in STYLES:
            with self.subTest(style):
                again = gran(style, changed(style, Kn=500.0, xmu=0.1)) + f"\npair_style {style} {NUMBERS[style]}"
                self.assertEqual(self.frames(gran(style)), self.frames(again))

    def test_style_of_lammps_in_a_hybrid(self):
        """It copies the list of the plugin's style before it, and must find its springs again after a new list."""
        own, lammps = (f"{HOOKE_HISTORY}{more} {NUMBERS[HOOKE_HISTORY]}" for more in ("", "/builtin"))
        coefficients = f"pair_coeff * * {HOOKE_HISTORY}\npair_coeff * * {HOOKE_HISTORY}/builtin"
        first, second = (self.frames(f"pair_style hybrid/overlay {one} {other}\n{coefficients}", neighbor="0.01 bin")
                         for one, other in ((own, lammps), (lammps, own)))
        self.assert_same_trajectory(first, second, BOUND)

    def test_types_may_be_left_to_mixing(self):
        for style in STYLES:
            with self.subTest(style):
                parts = f"pair_style {style} {NUMBERS[style]}\npair_coeff 1 1\npair_coeff 2 2"
                self.assertEqual(self.frames(gran(style)), self.frames(parts))

    def test_spring_without_stiffness_is_a_dashpot(self):
        """Stock has the same forces below the Coulomb limit. At the limit it divides by Kt."""
        for style in (HOOKE_HISTORY, HERTZ_HISTORY):
            with self.subTest(style):
                sticks, slides = (gran(style, changed(style, Kt=0.0, xmu=xmu)) for xmu in (10000.0, 0.4))
                self.assert_same_trajectory(self.frames(sticks, stock=True), self.frames(sticks), BOUND)
                found = self.frames(slides)
                self.assertTrue(all(math.isfinite(x) for atoms in found.values() for a in atoms.values()
                                    for x in a.values()))
                if style == HOOKE_HISTORY:
                    self.assertEqual(self.frames(gran(HOOKE)), found)

    def test_setup_changes_no_spring(self):
        """A run 0 with little friction. Stock stores the springs that it caps there."""
        for style in (HOOKE_HISTORY, HERTZ_HISTORY):
            for stock in (False, True):
                with self.subTest(style, stock=stock):
                    normal = f"pair_style {style} {NUMBERS[style]}\n"
                    between = f"pair_style {style} {changed(style, xmu=1e-4)}\nrun 0\n{normal}"
                    once, more = (self.frames(gran(style), run=f"run 150\n{change}run 150\n", stock=stock)
                                  for change in (normal, between))
                    for frames in (once, more):
                        del frames[150]    # may have the forces of either run
                    deviation = max(harness.deviations(once, more).values())
                    if stock:
                        self.assertGreater(deviation, 1e-3)
                    else:
                        self.assertEqual(deviation, 0.0)

    def deck(self, style=HOOKE_HISTORY, arguments="", coefficients="* *", before="", after=""):
        return (f"units lj\natom_style sphere\n{before or 'comm_modify vel yes'}\nregion box block 0 5 0 5 0 5\n"
                f"create_box 1 box\ncreate_atoms 1 single 1 1 1\nset group all diameter 1\n"
                f"pair_style {style} {arguments}\npair_coeff {coefficients}\n{after}run 0\n")

    def test_errors(self):
        def arguments(text, style=HOOKE_HISTORY):
            return dict(style=style, arguments=text)

        good = "1000 NULL 20 NULL 0.5 1"
        table = {}
        for style in STYLES:
            begin = f"Illegal pair_style {style}"
            for name, text, message in (
                    ("few", "1 1 1 1 1", ": needs Kn Kt gamma_n gamma_t xmu dampflag [limit_damping], found 5 of 6 values"),
                    ("many", good + " limit_damping 1", " argument 1: only limit_damping may follow dampflag, once, "
                     "and then the keywords lists, ghosts, sort, restart"),
                    ("twice", good + " limit_damping limit_damping", " argument limit_damping: only limit_damping may"),
                    ("word", good + " foo", " argument foo: only limit_damping may follow dampflag, once, "
                     "and then the keywords lists, ghosts, sort, restart"),
                    ("Kn", "-1 NULL 20 NULL 0.5 1", " Kn value -1: must be >= 0"),
                    ("Kn NULL", "NULL NULL 20 NULL 0.5 1", " Kn value NULL: must be >= 0"),
                    ("Kt", "1 -2 20 NULL 0.5 1", " Kt value -2: must be >= 0 or NULL"),
                    ("Kt word", "1 two 20 NULL 0.5 1", " Kt value two: must be >= 0 or NULL"),
                    ("gamma_n", "1 1 -3 NULL 0.5 1", " gamma_n value -3: must be >= 0"),
                    ("gamma_n nan", "1 1 nan NULL 0.5 1", " gamma_n value nan: must be >= 0"),
                    ("gamma_t", "1 1 1 -4 0.5 1", " gamma_t value -4: must be >= 0 or NULL"),
                    ("xmu", "1 1 1 1 -0.5 1", " xmu value -0.5: must be >= 0 and <= 10000"),
                    ("xmu large", "1 1 1 1 10001 1", " xmu value 10001: must be >= 0 and <= 10000"),
                    ("dampflag", "1 1 1 1 0.5 2", " dampflag value 2: must be 0 or 1"),
                    ("dampflag real", "1 1 1 1 0.5 1.0", " dampflag value 1.0: must be 0 or 1")):
                table[f"{style} {name}"] = arguments(text, style), begin + message
            table[f"{style} pair_coeff"] = (
                dict(arguments(good, style), coefficients="* * hooke 1 1"),
                f"Illegal pair_coeff argument hooke of pair style {style}: takes two types only, the law is in pair_style")
            table[f"{style} ghosts"] = (
                dict(arguments(good, style), before="comm_modify vel no"),
                f"Pair style {style} requires that ghost atoms store velocities: use comm_modify vel yes")
            table[f"{style} freeze"] = (
                dict(arguments(good, style), after="fix 1 all freeze\nfix 2 all freeze\n"),
                f"Pair style {style} allows one fix freeze, found 2")
        self.assert_each_stops(table)


if __name__ == "__main__":
    unittest.main()
