"""Restart files that LAMMPS' own pair styles and walls have written, continued with the plugin and with LAMMPS' own.

No contact slides in these decks: at the start of a run LAMMPS' own styles store the springs of sliding contacts, as
doc/pair_gran.md tells. LAMMPS runs the first part of each deck without the plugin and writes the file in the run. Both then continue from it, and
both start in the same way, with forces of full-step velocities. BOUND: as in test_legacy_styles.py, both evaluate the
same expressions in another order.
"""

import copy
import re
import struct
import unittest

import harness
import test_against_stock as against_stock
import test_legacy_styles as legacy
from harness import Sphere, data_file, deck
from test_against_stock import granular, trap

STEPS, EVERY = 100, 10
# Measured: 1e-12 with the pistons of fix nph/sphere; 3e-12 where a contact begins, whose small overlap magnifies rounding
# (also by a change of the order of sums alone, from 7e-14); else 3e-13.
BOUND = 1e-11
WRITE = "restart 500 half.*.bin\nrun 500\n"
FILE = "half.500.bin"

# Decks of LAMMPS' own style whose springs a restart file keeps: no rolling, twisting, heat, synchronized_verlet.
NAMES = ("hooke_velocity_nohistory", "hooke_mass_velocity_history", "hooke_default_damping_classic", "hooke_tsuji_history",
         "hooke_restitution_limit_damping", "hertz_velocity_mindlin", "hertz_mass_velocity_mindlin_classic",
         "hertz_viscoelastic_mindlin_force", "hertz_tsuji_mindlin_rescale_limit_damping",
         "hertz_restitution_mindlin_rescale_force", "material_mindlin_null", "material_mindlin_force_null",
         "material_mindlin_rescale_null", "material_mindlin_rescale_force_null", "material_linear_history",
         "dmt_mindlin_null", "dmt_mindlin_rescale_force", "jkr_mindlin_null", "jkr_nohistory", "jkr_mindlin_rescale",
         "rolling_none_twisting_none", "cutoff_keyword", "types_explicit", "types_mixed_hertz", "types_mixed_material",
         "types_mixed_jkr", "newton_off", "bins_and_sorting", "planar", "triclinic_newton_on", "triclinic_newton_off",
         "hybrid")
GRANULAR = {name: copy.deepcopy(against_stock.DECKS[name]) for name in NAMES if name not in ("newton_off", "hybrid")}
GRANULAR["newton_off"] = trap(granular(f"* * {against_stock.DAMPED}"), newton="off")
# Under hybrid LAMMPS' own style reads its global cutoff from memory that is not set, where there is no other.
GRANULAR["hybrid"] = trap("\n".join([
    "pair_style hybrid granular granular", f"pair_coeff 1 * granular 1 {against_stock.DAMPED} cutoff 1.5",
    "pair_coeff 2 2 granular 2 jkr 9000.0 10.0 0.3 1.0 tangential mindlin_rescale NULL 0.7 0.3 damping velocity "
    "cutoff 1.5"]),
    types=(1, 2))
GRAN = {f"{style}, {name}": trap(legacy.gran(style, legacy.changed(style, **dict(places, xmu=1000.0))), seed=4, types=(1, 2), count=9,
                                 timestep=against_stock.HOOKE_STEP)
        for style in legacy.STYLES for name, places in legacy.VARIANTS.items()
        if "limit" not in name and "slides" not in name and "friction" not in name}
GRAN["metal"] = copy.deepcopy(legacy.METAL)
GRAN["metal"].options["pair"] = GRAN["metal"].options["pair"].replace(" 0.4 1", " 1000.0 1")
DAMPED = "hooke 1000.0 10.0 tangential linear_history 300.0 1.0 1000.0 damping velocity"
ROLLS = "rolling sds 200.0 5.0 100.0"
TWISTS = "twisting sds 100.0 0.5 100.0"

PLANES = """fix integrate all nve/sphere
fix weight all gravity 20.0 vector 0.3 0.2 -1
fix floor all wall/gran {models} zplane 0.0 2.6
fix side all wall/gran {models} xplane -2.0 2.0
fix back all wall/gran {models} yplane -2.0 2.0
"""
REGION = """fix integrate all nve/sphere
fix weight all gravity 20.0 vector 0.3 0.2 -1
region bin block -2 2 -2 2 0 6 units box
fix walls all wall/gran/region {models} region bin
"""
WALL_MODELS = {
    "hooke/history": "hooke/history 1000.0 300.0 20.0 15.0 1000.0 1",
    "hertz/history": "hertz/history 9000.0 6000.0 250.0 150.0 1000.0 1",
    "linear_history, sds": f"granular {DAMPED} {ROLLS} {TWISTS}",
    "jkr, mindlin_rescale": "granular jkr 9000.0 250.0 0.3 1.0 tangential mindlin_rescale/force 6000.0 0.7 1000.0",
}


def sticking(case):
    """The same with a friction coefficient that no contact reaches."""
    case.options["pair"] = re.sub(r"(tangential (?:linear_history|mindlin)\S* \S+ \S+) \S+", r"\1 1000.0",
                                  case.options["pair"])
    return case


def piled(fixes, models):
    """A few spheres that lie in a corner of the walls."""
    spheres = [Sphere((0.4 * k - 1.2, 0.9 * (k % 3) - 1.0, 0.6 + 0.2 * k), (0.5, 0.3 * k - 1.0, 0.0), (2.0, -3.0 * k, 1.0),
                      against_stock.SIZES[k % 3]) for k in range(6)]
    return against_stock.Case(spheres, pair=granular(f"* * {DAMPED}"), fixes=fixes.format(models=models),
                              timestep=against_stock.HOOKE_STEP)


# Spheres that only touch walls: `jkr` at a region breaks earlier in LAMMPS' own fix.
WALLS = {f"{kind}, {name}": piled(fixes, models) for kind, fixes in (("planes", PLANES), ("region", REGION))
         for name, models in WALL_MODELS.items() if not (kind == "region" and name.startswith("jkr"))}
# Its data in the file begin with the length 2, which is a format of the plugin's as well.
WALLS["region of one letter"] = piled(REGION.replace("region bin", "region b"), WALL_MODELS["hooke/history"])


def rest_of(case, file, pair=None, stock=False):
    """The deck that goes on from the file. LAMMPS' own styles need what their files do not have."""
    options = dict(case.options, run=f"run {STEPS}\n", every=EVERY)
    text = deck(**options)
    command = options["pair"].split("\n", 1)[0]
    again = command if stock else ""    # global cutoff, limit_damping
    if command.startswith("pair_style hybrid"):
        again = options["pair"].removeprefix(command + "\n")
    head = text[:text.index("read_data")].replace("boundary", "# boundary").replace("atom_style", "# atom_style")
    return (head + f'read_restart "{file}"\n' + text[text.index("neighbor"):].replace(
        options["pair"], again if pair is None else pair))


@unittest.skipIf(harness.ARGUMENTS, "LAMMPS' own styles of these decks are for hosts")
class StockRestart(harness.DeckTest):
    bound = BOUND

    def written(self, cases):
        """{name: file} of LAMMPS' own styles."""
        jobs = {name: (deck(**dict(case.options, run=WRITE)),
                       {"data.txt": data_file(case.spheres, **dict(dict(types=case.types), **case.box))})
                for name, case in cases.items()}
        files = {}
        for name, (run, folder) in self.space.run_each(jobs, stock=True).items():
            self.assert_ended(run, name)
            files[name] = folder.path / FILE
        return files

    def continued(self, cases, files, **options):
        jobs = {name: (rest_of(case, files[name], stock=options.get("stock", False)), {}) for name, case in cases.items()}
        found = self.space.run_each(jobs, **options)
        for name, (run, _) in found.items():
            self.assert_ended(run, name)
        return found

    def compare(self, cases, **options):
        """Continues both and returns the results of the plugin."""
        cases = {name: sticking(case) for name, case in cases.items() if not harness.wrong_in_older(deck(**case.options))}
        files = self.written(cases)
        stock = self.continued(cases, files, stock=True)
        here = self.continued(cases, files, **options)
        for name, case in cases.items():
            with self.subTest(name):
                one, other = stock[name][1].frames(), here[name][1].frames()
                self.assertGreater(len(one), STEPS // EVERY)
                measured = self.assert_same_trajectory(one, other, self.bound, name, case.quantities)
                if harness.REPORT:
                    print(f"{name}: {measured:.1e}")
        return {name: run for name, (run, _) in here.items()}, files

    def test_granular(self):
        runs, files = self.compare(GRANULAR)
        for name, run in runs.items():
            if name != "hybrid":    # whose files have none
                self.assertIn("coefficients of LAMMPS' own style in the restart file", run.log, name)
            self.assertFalse([w for w in run.warnings if "history" in w or "springs" in w], name)
            if "nohistory" not in name or "jkr" in name:
                self.assertRegex(run.log, r"history of [1-9]\d* contacts taken from LAMMPS' own style", name)
        if harness.is_older():    # whose own style finds the springs here
            return
        # the springs matter
        case = GRANULAR["hooke_mass_velocity_history"]
        file = files["hooke_mass_velocity_history"]
        reread = rest_of(case, file, case.options["pair"].replace("linear_history 300.0", "linear_history_classic 300.0"))
        stock = self.space.run_each({"stock": (rest_of(case, file, stock=True), {})}, stock=True)["stock"][1].frames()
        self.assertGreater(max(harness.deviations(stock, self.trajectory(reread)).values()), 1e-3)

    def test_gran(self):
        runs, _ = self.compare(GRAN)
        for name, run in runs.items():
            if "gran/hooke," not in name:
                self.assertRegex(run.log, r"history of [1-9]\d* contacts taken from LAMMPS' own style", name)

    def test_walls(self):
        self.compare(WALLS)

    def warned(self, text, pair=None, **options):
        """Continues `half.500.bin` of the deck and returns the warning with this text, and the log."""
        run = self.space.run(rest_of(self.case, FILE, pair), **options)
        self.assertEqual(run.returncode, 0, run.output[-2000:])
        found = [line for line in run.warnings if text in line]
        self.assertEqual(len(found), 1, run.output[:3000])
        return found[0], run.log

    def write(self, case, run=WRITE, **options):
        self.case = case
        self.space.write("data.txt", data_file(case.spheres, **dict(dict(types=case.types), **case.box)))
        return self.lmp(deck(**dict(case.options, run=run)), stock=True, **options)

    def test_rolling_and_twisting_start_from_zero(self):
        """With a warning that counts the contacts. Sliding springs are kept: they carry force, which a run whose law has no
        rolling loses."""
        pairs = against_stock.pairs(granular(f"* * {DAMPED} {ROLLS} {TWISTS}"))
        self.write(pairs)
        warning, log = self.warned("rolling and twisting springs of 8 contacts start from zero")
        self.assertIn("history of 8 contacts taken from LAMMPS' own style", log)
        frames = self.space.frames()
        self.warned("changed what a contact remembers", pair=f"pair_style granular\npair_coeff * * {DAMPED}")
        without = self.space.frames()
        sums = {name: {step: {number: sum(abs(atom[c]) for c in ("fx", "fy", "fz")) for number, atom in atoms.items()}
                       for step, atoms in each.items()} for name, each in (("with", frames), ("without", without))}
        # sliding springs carry force here, the pseudo-force of rolling none
        self.assertGreater(max(abs(sums["with"][500][k] - sums["without"][500][k]) for k in sums["with"][500]), 1.0)

    def test_command_write_restart_between_runs(self):
        """LAMMPS' own style has then given springs to wrong partners, where atoms have moved to other places."""
        case = against_stock.triclinic("on", 9)
        case.options["neighbor"] = "0.3 bin"
        self.write(case, run="run 500\nwrite_restart half.500.bin\n")
        warning, log = self.warned("the contact history of LAMMPS' own style in the restart file starts from zero")
        self.assertRegex(warning, r"[1-9]\d* of its [1-9]\d* contacts do not touch, as in files that the command write_restart")
        self.assertNotIn("taken from LAMMPS' own style", log)

    def test_deleted_atoms(self):
        """Other atoms move to the places of those that are deleted before the first run: springs move with them."""
        self.write(GRANULAR["hooke_mass_velocity_history"])
        text, gone = rest_of(self.case, FILE), "group gone id 1 4\ndelete_atoms group gone compress no\n"
        read = f'read_restart "{FILE}"\n'
        late = self.trajectory(text.replace(f"run {STEPS}", f"run 0\n{gone}run {STEPS}"))
        for ranks in (1, 2):
            early = self.trajectory(text.replace(read, read + gone), ranks=ranks)
            self.assertRegex(self.space.log(), "history of [1-9]\\d* contacts taken")
            after = {step: (early[step], late[step]) for step in early if step > 500}
            self.assert_same_trajectory(*({step: both[k] for step, both in after.items()} for k in (0, 1)), BOUND)

    def test_other_models(self):
        self.write(GRANULAR["hooke_mass_velocity_history"])
        self.warned("changed what a contact remembers", pair=granular(
            "* * hooke 1000.0 10.0 tangential mindlin_rescale 1000.0 0.5 0.5 damping velocity"))
        self.write(GRANULAR["hybrid"])
        self.warned("atoms have contacts of another kind than these models", pair="\n".join([
            "pair_coeff 1 * granular 1 hooke 1e3 10 tangential mindlin_rescale 1e3 1 1 damping velocity",
            "pair_coeff 2 2 granular 2 hooke 1e3 10 tangential mindlin_rescale 1e3 1 1 damping velocity"]))

    def test_ranks(self):
        case = GRANULAR["types_mixed_material"]
        for ranks in (1, 2):
            self.write(case, ranks=ranks)
            alone = self.trajectory(rest_of(case, FILE))
            for on in (2, 4):
                with self.subTest(written=ranks, read=on):
                    self.assert_same_trajectory(alone, self.trajectory(rest_of(case, FILE), ranks=on), BOUND)
                    self.assertRegex(self.space.log(), "history of [1-9]\\d* contacts taken")

    def test_wrong_files(self):
        self.write(GRANULAR["hooke_mass_velocity_history"])
        file = self.space.path / FILE
        good = file.read_bytes()

        def error_with(old, new):
            self.assertEqual(good.count(old), 1, old)
            file.write_bytes(good.replace(old, new))
            return self.space.run(rest_of(self.case, FILE)).error

        release = harness.release()
        self.assertRegex(error_with(f"{release}\0".encode(), f"{release[:-4]}2024\0".encode()),
                         r"built-in pair style granular of LAMMPS version 2024\d{4}: this plugin reads such files of versions "
                         "20250204, 20250722 and 20260704 only")
        self.assertIn("Illegal restart file's pair_coeff normal hooke k_n value -1000: must be >= 0",
                      error_with(struct.pack("=5sid", b"hooke", 2, 1000.0), struct.pack("=5sid", b"hooke", 2, -1000.0)))
        self.assertIn("Unknown restart file's pair_coeff damping model 'mass_velocitx'",
                      error_with(b"mass_velocity", b"mass_velocitx"))
        self.assertIn("The restart file has 77 models of pair style granular: must be at most 5",
                      error_with(struct.pack("ii5s", 1, 5, b"hooke"), struct.pack("ii5s", 77, 5, b"hooke")))
        self.assertIn("The restart file has 99 coefficients of the normal model 'hooke'",
                      error_with(struct.pack("=5si", b"hooke", 2), struct.pack("=5si", b"hooke", 99)))
        case = GRAN["gran/hooke/history, all numbers"]
        self.write(case)
        good = file.read_bytes()
        self.assertIn("Illegal pair_style gran/hooke/history Kt value -300 in the restart file: must be >= 0",
                      error_with(struct.pack("d", 300.0), struct.pack("d", -300.0)))


if __name__ == "__main__":
    unittest.main(verbosity=2)
