"""examples/packing_study: the driver of many packings.

Runs are tiny. An interrupted packing is one that cannot end: the launcher adds a criterion of 0 as long as a file is there,
so no test depends on how fast the machine is.
"""

import contextlib
import io
import itertools
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import harness
from bed_scripts import COLUMNS, FOLDER, branches, rows_of
from test_examples import backbone, box_and_atoms, contact_pairs

import numpy  # bed_scripts has seen that the packages are there
import pandas

# in FOLDER
import network
import settled
from granular_srt import reading
import states
import study

# ptol: what is counted does not care how well the pressure is met
TABLE = "mu_s,mu_r,mu_t,N,criterion,ptol\n0.3,0.3,0.3,60,1e-7,1\n0.1,0,0,60,1e-7,1\n"


class StudyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="study of ")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.rows = self.path / "study" / "packings.csv"
        # with the file "endless" a packing does not end; the last one writes its process id
        self.endless = self.path / "endless"
        self.lmp = self.path / "lmp"
        self.lmp.write_text(f'#!/bin/sh\necho $$ > "{self.path}/pid"\n[ -e "{self.endless}" ] && set -- -var CRITERION 0 "$@"\n'
                            f'exec "{harness.LAUNCHER}" "$@"\n')
        self.lmp.chmod(0o755)

    def command(self, *words):
        if words[0] == "run":
            words = ("run", "--lmp", self.lmp, "--jobs", 1, "--every", 1000, *words[1:])
        return [FOLDER / "study.py", *words]

    def study(self, *words, code=0):
        """Output of study.py, which must end with this code."""
        ended, output = harness.script(*self.command(*words), cwd=self.path)
        self.assertEqual(ended, code, output)
        return output

    def table_file(self, text):
        (self.path / "my.csv").write_text(text)
        return "my.csv"

    def start(self, *words):
        """Starts a study whose packings do not end."""
        self.endless.touch()
        process = subprocess.Popen([sys.executable, *map(str, self.command(*words))], cwd=self.path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for clean in process.stdout.close, process.wait, process.kill:
            self.addCleanup(clean)
        return process

    def wait_for_restart_file(self, process):
        while not list(self.path.glob("study/runs/*/run.restart.2")):
            self.assertIsNone(process.poll(), "the study ended")
            time.sleep(0.02)


class Running(StudyTest):
    def test_stop_and_go_on(self):
        words = ("run", self.table_file(TABLE), "--seeds", 2)
        process = self.start(*words)
        self.wait_for_restart_file(process)
        process.send_signal(signal.SIGTERM)
        output = process.communicate()[0]
        self.assertEqual(process.returncode, 0, output)
        self.assertIn("0 packings finished now, 4 to go on with", output)
        self.assertFalse(self.rows.exists())
        # the machine went down while a restart file was written
        newest = max(self.path.glob("study/runs/*/run.restart.?"), key=lambda f: f.stat().st_mtime)
        newest.write_bytes(newest.read_bytes()[:5000])
        started = newest.parent.name
        self.endless.unlink()
        self.assertIn("4 packings finished now, 0 to go on with, 0 failed", self.study(*words))
        rows = rows_of(self.rows)
        self.assertEqual(list(rows[0]), COLUMNS)
        self.assertEqual(len({row["packing"] for row in rows}), 4)
        self.assertEqual({row["packing"]: row["parts"] for row in rows},
                         {row["packing"]: "3" if row["packing"] == started else "1" for row in rows})
        self.assertIn("Reading restart file", (newest.parent / "log.lammps").read_text())
        for row in rows:
            self.assertEqual((row["met"], row["lammps"].split(" - ")[0]), ("1", harness.release()))
            self.assertLess(float(row["KE"]), 1e-7)
            self.own_count(row)
        # nothing is run twice
        before = self.rows.read_text()
        self.assertIn("4 packings, 4 have their row, 0 to do", self.study(*words))
        self.assertEqual(self.rows.read_text(), before)
        self.reports()
        self.shear(rows[0])

    def own_count(self, row):
        """Z and rattlers of a row, from the positions alone; forces within the Coulomb limits."""
        folder = self.path / "study" / "runs" / row["packing"]
        edges, atoms = box_and_atoms((folder / "run.dump").read_text())
        pairs = contact_pairs(edges, atoms)
        mu_s, mu_r, mu_t = (float(row[c]) for c in ("mu_s", "mu_r", "mu_t"))
        isostatic, constraints = (4.0, 3) if mu_r == 0 else (2.0, 6)
        for z, rattlers, few in (("Z", "rattlers", isostatic), ("Z_Nc_rule", "rattlers_Nc_rule", constraints)):
            left, contacts = backbone(atoms, pairs, few)
            self.assertAlmostEqual(float(row[rattlers]), 1 - len(left) / 60, places=7)
            if left:
                self.assertAlmostEqual(float(row[z]), sum(contacts.values()) / len(left), places=6)
            else:
                self.assertEqual(row[z], "")
        self.assertAlmostEqual(float(row["Z_all"]), 2 * len(pairs) / 60, places=6)
        found = network.read_contacts(folder / "run.contacts")
        self.assertEqual(sorted(tuple(sorted(pair)) for pair in zip(found.id1, found.id2)), sorted(pairs))
        left, _ = backbone(atoms, pairs, isostatic)
        inside = found[found.id1.isin(left) & found.id2.isin(left)]
        self.assertEqual(int(row["contacts"]), len(inside))
        for name, cap in (("sliding", mu_s), ("rolling", 0.25 * mu_r), ("twisting", mu_t)):
            # 1e-9: the forces are printed with 16 digits
            self.assertTrue((found[name].abs() <= cap * found.normal * (1 + 1e-9)).all(), name)
            number = (inside[name].abs() > 0.99 * cap * inside.normal).sum()
            self.assertEqual(row[name], str(number) if cap > 0 else "", (name, row))

    def reports(self):
        text = self.study("table")
        self.assertIn("4 packings, ", text)
        # the paper's limits belong to friction coefficients of 1 and more
        self.assertRegex(text, r"\nNot run: .*smallest Z, all three \(Fig\. 3\);")
        self.assertIn("| 0.3 | 0.3 | 0.3 | 60 | 0.0001 |", text)
        pictures = self.study("plot", "study/packings.csv", "--to", "pictures").split()
        self.assertIn("pictures/fig3_both.svg", pictures)
        for picture in pictures:
            self.assertTrue((self.path / picture).read_text().endswith("</svg>\n"))

    def test_pictures_of_another_protocol(self):
        """Rows of the set fast, whose drag the paper does not have; without a packing that met its criterion there is no picture."""
        rows = FOLDER / "results_fast_n2000.csv"
        pictures = self.study("plot", rows, "--to", "pictures").split()
        self.assertIn("pictures/eq5.svg", pictures)
        for picture in pictures:
            self.assertIn("drag = 0.001", (self.path / picture).read_text())
        table = pandas.read_csv(rows)
        table.assign(met=0).to_csv(self.path / "gave_up.csv", index=False)
        self.assertIn("study.py: plot: these rows make no figure; it needs packings that met", self.study("plot", "gave_up.csv", code=2))

    def shear(self, row):
        """The last restart file is the start of another run."""
        os.link(self.path / "study" / "runs" / row["packing"] / "run.restart", self.path / "last.restart")
        (self.path / "shear.in").write_text(
            "newton on\nread_restart last.restart\ncomm_modify vel yes\nfix move all nve/sphere\n"
            "fix shear all deform 1 xy erate 1e-6 remap v\nthermo_style custom step atoms pxy\nrun 100\n")
        done = subprocess.run([str(self.lmp), "-in", "shear.in"], cwd=self.path, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, env=dict(os.environ, OMPI_MCA_ess_singleton_isolated="1"))
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("60 atoms", done.stdout)

    def test_several_at_a_time(self):
        """Two of four packings run: progress has a line for each that runs; stopped and continued, each has one row."""
        words = ("run", self.table_file(TABLE), "--seeds", 2)
        process = self.start(*words, "--jobs", 2, "--progress", 0.2, "--stop-after", 2)
        while not (running := re.findall(r"  (\S+): step \d+\n", "".join(process.stdout.readline() for _ in range(3)))):
            self.assertIsNone(process.poll(), "the study ended")
        self.assertTrue(running)
        process.send_signal(signal.SIGTERM)
        process.communicate()
        self.endless.unlink()
        output = self.study(*words)
        self.assertIn("4 packings finished now, 0 to go on with, 0 failed", output)
        rows = rows_of(self.rows)
        self.assertEqual((len(rows), len({row["packing"] for row in rows})), (4, 4))
        hours = sum(float(row["seconds"]) for row in rows) / 3600
        self.assertEqual(float(re.search(r"(\S+) packings per hour and core", output)[1]), float(f"{4 / hours:.3g}"))

    def test_500_small_packings(self):
        """The recipe of the page: its table has 500 packings; smaller ones come to rest, with a row each."""
        page = (FOLDER / "README.md").read_text()
        table, commands = re.search(r"### 500 small packings.*?```\n(mu_s.*?)```.*?```\n(.*?)```", page, re.DOTALL).groups()
        run, means = (line.split()[2:] for line in commands.splitlines())
        (self.path / run[1]).write_text(table)
        self.assertIn("500 packings", self.study("list", run[1], *run[2:4]))
        quick = (word for setting in ("criterion=1e-6", "ptol=1", "rest=1") for word in ("--set", setting))
        output = self.study(*run, "--seeds", 1, "--n", 60, "--jobs", 2, "--maxsteps", 60000, *quick)
        self.assertIn("5 packings finished now, 0 to go on with, 0 failed", output)
        self.study(*means)
        rest = [row for row in rows_of(self.path / "small" / "packings.csv") if row["met"] == "1"]
        self.assertGreater(len(rest), 2)    # a few spheres may have no backbone
        self.assertEqual(len(rows_of(self.path / "small" / "states_packings.csv")), len(rest))

    def test_a_killed_driver_leaves_its_packing_to_lammps(self):
        words = ("run", self.table_file("mu_s,mu_r,mu_t,N,criterion,ptol\n0.3,0.3,0.3,60,1e-7,1\n"), "--seeds", 1)
        process = self.start(*words)
        self.wait_for_restart_file(process)
        process.kill()
        process.wait()
        lammps = int((self.path / "pid").read_text())
        try:
            self.assertIn("is run by another process", self.study(*words))
            self.assertFalse(self.rows.exists())
        finally:
            os.kill(lammps, signal.SIGKILL)
        self.endless.unlink()
        for _ in range(100):    # until the kernel has taken the lock from the killed process
            if "1 packings finished now" in self.study(*words):
                break
            time.sleep(0.1)
        row, = rows_of(self.rows)
        # one more if LAMMPS was killed while it wrote a restart file
        self.assertIn(row["parts"], ("2", "3"))

    def test_giving_up_and_retry(self):
        words = ("run", self.table_file("mu_s,mu_r,mu_t,N,criterion,ptol\n0.3,0.3,0.3,40,1e-6,1\n"), "--seeds", 1)
        self.study(*words, "--maxsteps", 2000)
        self.assertEqual([row["met"] for row in rows_of(self.rows)], ["0"])
        self.assertIn("1 gave up before the criterion", self.study("table"))
        self.assertIn("0 to do", self.study(*words))
        self.study(*words, "--retry", "--ranks", 2)
        row, = rows_of(self.rows)
        self.assertEqual((row["met"], row["parts"], row["ranks"]), ("1", "2", "2"))

    def test_failure(self):
        self.lmp.write_text("#!/bin/sh\necho 'ERROR: something (x.cpp:1)'\nexit 1\n")
        output = self.study("run", self.table_file("mu_s,N\n0.3,1000000\n"), "--seeds", 1, code=1)
        self.assertIn("LAMMPS ended with code 1: ERROR: something", output)
        self.assertIn("0 packings finished now, 0 to go on with, 1 failed", output)

    def test_settling(self):
        self.study("run", self.table_file("mu,N,base,criterion\n0.5,260,5,1e-5\n0,260,5,1e-5\n"), "--seeds", 1)
        rows = {row["mu"]: row for row in rows_of(self.path / "study" / "settled.csv")}
        # between random loose and close packing, between isostatic with and without friction; small beds scatter
        self.assertTrue(0.56 < float(rows["0.5"]["phi"]) < 0.64, rows)
        self.assertTrue(4 < float(rows["0.5"]["z"]) < 5.6, rows)
        self.assertTrue(5.4 < float(rows["0"]["z"]) < 6.6, rows)
        self.assertTrue(0 < float(rows["0.5"]["zeta"]) < 1)
        self.assertEqual(rows["0"]["zeta"], "")
        self.assertIn("| phi, mu = 0.5 | 0.61 | 0.", self.study("table"))
        curves = pandas.read_csv(self.path / "study" / "curves.csv")
        curves = {name: curve for name, curve in curves[curves.packing == rows["0.5"]["packing"]].groupby("curve")}
        self.assertAlmostEqual(curves["z"].y.sum(), 1, places=5)
        self.assertAlmostEqual(curves["zeta"].y.sum() / 20, 1, places=5)
        self.assertGreater(curves["g"].y[curves["g"].x.between(0.95, 1.1)].max(), 2)
        self.assertIn("study/silbert_fig8.svg", self.study("plot"))

    def test_settling_of_other_beds(self):
        """Hertz's contact, and velocities at the start."""
        self.study("run", self.table_file("mu,N,base,criterion,hertz,KE0\n0.5,260,5,1e-6,1,0\n0.5,260,5,1e-5,0,20\n"), "--seeds", 1)
        hertz, thrown = sorted(rows_of(self.path / "study" / "settled.csv"), key=lambda row: row["hertz"], reverse=True)
        self.assertEqual((hertz["hertz"], hertz["KE0"], thrown["hertz"], thrown["KE0"]), ("1", "0", "0", "20"))
        for row, power in (hertz, 1.5), (thrown, 1):
            self.assertTrue(0.56 < float(row["phi"]) < 0.64, row)
            folder = self.path / "study" / "runs" / row["packing"]
            spheres = reading.last(folder / "run.dump").rows
            contacts = settled.read_contacts(folder / "run.contacts")
            overlaps = 1 - numpy.linalg.norm(branches(spheres, contacts.id1, contacts.id2), axis=1)
            # dashpots: at rest they change the force of a contact by less than a thousandth, of the median one by far less
            self.assertAlmostEqual(float(numpy.median(contacts.normal / (2e5 * overlaps**power))), 1, delta=1e-3)
        log = (folder / "log.lammps").read_text()
        # the centre of mass has no velocity: one sphere's share is missing
        first = re.search(r"KE/N +c_height *\n +0 +(\S+)", log)[1]
        self.assertAlmostEqual(float(first) / (20 * 259 / 260), 1, delta=1e-3)    # it is printed with four digits
        self.assertIn("| z and phi with Hertz's contact, mu = 0.5 | falls smoothly from 6 | ", self.study("table"))


class Lists(StudyTest):
    def names(self, *words):
        return [packing.name for packing in study.chosen(study.arguments(["list", *map(str, words)]))]

    def test_parts_make_the_whole(self):
        whole = self.names("fig4", "--seeds", 2)
        parts = [self.names("fig4", "--seeds", 2, "--only", f"{k}/7") for k in range(1, 8)]
        self.assertEqual(sorted(whole), sorted(itertools.chain(*parts)))
        self.assertEqual(len(set(whole)), len(whole))
        self.assertLessEqual(max(map(len, parts)) - min(map(len, parts)), 1)

    def test_packings_at_a_time(self):
        """One rank per core, and at least one packing."""
        with mock.patch("os.sched_getaffinity", return_value=set(range(6))):
            for words, jobs in (((), 6), (("--ranks", "2"), 3), (("--ranks", "4"), 1), (("--ranks", "8"), 1),
                                (("--ranks", "2", "--jobs", "5"), 5)):
                self.assertEqual(study.jobs_of(study.arguments(["run", "limits", *words])), jobs, words)

    def test_sets(self):
        self.assertEqual(len(self.names("limits", "--seeds", 3, "--n", 100, 200, "--pressure", "1e-4", "1e-5")), 60)
        names = self.names("fig5", "--seeds", 1)
        self.assertIn("s0.1_r0.1_t0.1_N1000_P1e-07_seed12345_ke1e-13_spin0", names)
        self.assertIn("s0.1_r0.1_t0.1_N1000_P0.0001_seed12345_ke1e-10_spin0", names)
        for name in [*states.SETS, *states.SETTLE_SETS]:
            self.assertTrue(self.names(name, "--seeds", 1), name)

    def test_results_are_a_table(self):
        names = self.names("limits", "--seeds", 1)
        (self.path / "results.csv").write_text("packing,mu_s,mu_r,mu_t,N,seed,phi\nx,1,1,1,1000,12345,0.5\n")
        self.assertEqual(self.names(self.path / "results.csv"), [names[-1]])
        self.assertIn("5 packings", self.study("list", "limits", "--seeds", 1))

    def test_missing_package(self):
        (self.path / "scipy.py").write_text("raise ModuleNotFoundError('no scipy', name='scipy')\n")
        with mock.patch.dict(os.environ, PYTHONPATH=str(self.path)):
            self.assertIn("has no scipy; on Debian: apt-get install python3-scipy", self.study("list", "limits", code=1))

    def test_wrong_words(self):
        cases = {("list", "limit"): "limit is neither a CSV file nor a set: sets are limits,",
                 ("list", self.table_file("mu_s,my_r\n1,1\n")): "unknown column my_r: known are mu_s, mu_r",
                 ("list", "limits", "--set", "mus=1"): "--set mus=1: must be COLUMN=VALUE with one of",
                 ("list", "limits", "--set", "mu=0.5"): "--set mu: no setting of a packing: known are mu_s, mu_r",
                 ("list", "silbert", "--pressure", "1e-5"): "--pressure (P): no setting of a settle: known are mu, restitution",
                 ("list", "limits", "--set", "P=low"): "P low: not a number",
                 ("list", "limits", "--set", "dt=-1"): "dt -1: must be >= 0",
                 ("list", "limits", "--set", "N=1.5"): "N 1.5: must be a whole number above 0",
                 ("list", "limits", "--only", "3/2"): "3/2: must be K/M with 1 <= K <= M",
                 ("list", "limits", "--seeds", "0"): "0: must be a whole number >= 1",
                 ("table",): "no results: study.py run writes study/packings.csv",
                 ("table", "x.csv"): "x.csv: no such file",
                 ("layers", "nowhere"): "layers: [Errno 2] No such file",
                 ("run", "limits", "--lmp", "nowhere"): "--lmp nowhere: no such program"}
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.path)
        for words, message in cases.items():
            with self.subTest(words), contextlib.redirect_stderr(io.StringIO()) as text:
                try:
                    code = study.main(words)
                except SystemExit as stopped:
                    code = stopped.code
                self.assertEqual(code, 2)
                self.assertIn(message, text.getvalue())


if __name__ == "__main__":
    unittest.main(verbosity=2)
