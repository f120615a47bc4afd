"""examples/packing_study: the driver of many packings, what it counts, its tables and figures.

Runs are tiny. An interrupted packing is one that cannot end: the launcher adds a criterion of 0 as long as a file is there,
so no test depends on how fast the machine is.
"""

import contextlib
import io
import itertools
import math
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import harness
from bed_scripts import FOLDER, branches, lines_of, rows_of
from test_examples import backbone, box_and_atoms, contact_pairs

import numpy  # bed_scripts has seen that the packages are there
import pandas

# in FOLDER
import gaps
import groups
import network
import results
import santos
import settled
import silbert
import states
import study

DOC = FOLDER.parent.parent / "doc"
COLUMNS = ("packing mu_s mu_r mu_t N P seed criterion ptol Pdamp phi0 dt drag drag_from rest spin dim ratio k_r k_t met steps phi Z rattlers contacts sliding rolling twisting "
           "Z_Nc_rule rattlers_Nc_rule Z_all touching touching_before KE KE_bearing E_elastic pxx pyy pzz pxy pxz pyz seconds parts ranks lammps plugin").split()
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
        return [sys.executable, str(FOLDER / "study.py"), *map(str, words)]

    def study(self, *words, code=0):
        """Output of study.py, which must end with this code."""
        done = subprocess.run(self.command(*words), cwd=self.path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=300, check=False)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def table_file(self, text):
        (self.path / "my.csv").write_text(text)
        return "my.csv"

    def start(self, *words):
        """Starts a study whose packings do not end."""
        self.endless.touch()
        process = subprocess.Popen(self.command(*words), cwd=self.path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
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
            self.assertEqual((row["met"], row["lammps"]), ("1", "4 Jul 2026"))
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
        self.assertEqual(sorted(tuple(sorted(pair)) for pair in zip(found.i, found.j)), sorted(pairs))
        left, _ = backbone(atoms, pairs, isostatic)
        inside = found[found.i.isin(left) & found.j.isin(left)]
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
            _, spheres = settled.read_spheres(folder / "run.dump")
            contacts = settled.read_contacts(folder / "run.contacts")
            overlaps = 1 - numpy.linalg.norm(branches(spheres, contacts.i, contacts.j), axis=1)
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

    def test_wrong_words(self):
        cases = {("list", "limit"): "limit is neither a CSV file nor a set: sets are limits,",
                 ("list", self.table_file("mu_s,my_r\n1,1\n")): "unknown column my_r: known are mu_s, mu_r",
                 ("list", "limits", "--set", "mus=1"): "--set mus=1: must be COLUMN=VALUE with one of",
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


class Counting(unittest.TestCase):
    def test_table_1(self):
        expected = {(0, 0, 0): (1, 6), (1, 0, 0): (3, 4), (0, 1, 0): (3, 4), (0, 0, 1): (2, 6), (1, 1, 0): (5, 12 / 5),
                    (1, 0, 1): (4, 3), (0, 1, 1): (4, 3), (1, 1, 1): (6, 2), (0.01, 0.0099, 0.01): (4, 3)}
        for modes, found in expected.items():
            self.assertEqual(network.constraints(*modes), found)
        for modes, found in {(0, 0, 0): (1, 4), (1, 0, 0): (2, 3), (0, 1, 0): (2, 3), (1, 1, 0): (3, 2), (1, 1, 1): (3, 2)}.items():
            self.assertEqual(network.constraints(*modes, 2), found)

    def test_backbone(self):
        """Rattlers go one after the other; two spheres can touch twice, across two faces of the box."""
        draw = random.Random(5)
        for few in (0.5, 1, 1.2, 1.5, 2, 3):
            pairs = [tuple(draw.sample(range(1, 61), 2)) for _ in range(100)] + [(1, 2), (1, 2)]
            left, contacts = backbone(dict.fromkeys(range(1, 61)), pairs, 2 * few)
            found = network.backbone(60, numpy.array(pairs), few)
            self.assertEqual(set(numpy.flatnonzero(found)), left)
            self.assertEqual(network.coordination(found, numpy.array(pairs)),
                             (sum(contacts.values()) / 2, sum(contacts.values()) / len(left) if left else None))

    def test_limits(self):
        contacts = pandas.DataFrame([(0.2, 0.01, 0, 2), (0.197, 0.1, -0.6, 2), (0.199, 0.0995, 0.58, 2), (0, 0, 0, 0)],
                                    columns=["sliding", "rolling", "twisting", "normal"]).assign(radius=0.25)
        self.assertEqual(network.at_limits(contacts, 0.1, 0.2, 0.3), {"sliding": 2, "rolling": 2, "twisting": 1})
        self.assertEqual(network.at_limits(contacts, 0.1, 0, 0), {"sliding": 2, "rolling": None, "twisting": None})

    def test_many_processes_add_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "rows.csv")
            program = ("import sys; sys.path.insert(0, sys.argv[1]); import results\nfor k in range(10):\n"
                       "    name = f'{sys.argv[3]}-{k}'; results.replace(sys.argv[2], {name}, [{'packing': name, 'phi': k / 3, 'Z': None}])")
            workers = [subprocess.Popen([sys.executable, "-c", program, str(FOLDER), str(path), str(n)]) for n in range(4)]
            self.assertEqual([worker.wait() for worker in workers], [0] * 4)
            results.replace(path, {"3-1"}, [{"packing": "3-1", "phi": 7, "Z": None}])
            rows = {row["packing"]: row["phi"] for row in results.read(path)}
            self.assertEqual(len(rows), len(results.read(path)))
            self.assertEqual(rows, {f"{n}-{k}": f"{k / 3:.8g}" for n in range(4) for k in range(10)} | {"3-1": "7"})


class Reports(unittest.TestCase):
    def rows(self, *pressures):
        """Rows as of a study whose Z is that of Eq. 5, with two seeds 0.02 apart."""
        found = []
        for (_, state), p in itertools.product(states.rows("fig3"), pressures):
            mu = [float(state[c]) for c in ("mu_s", "mu_r", "mu_t")]
            for seed, shift in ((1, -0.01), (2, 0.01)):
                packing = states.Packing.make("packing", **state, seed=seed, N=500, P=p)
                found.append({"packing": packing.name, **{c: float(x) for c, x in packing.settings}, "met": 1, "steps": 1000000, "seconds": 36.0,
                              "ranks": 1, "lammps": "L", "plugin": "p", "phi": 0.6 + shift, "rattlers": 0.2, "contacts": 50, "sliding": 5,
                              "Z": santos.estimate(*mu) + shift + 12 * (math.sqrt(p) - 0.01), "rattlers_Nc_rule": 1, "KE": 1e-12,
                              **dict.fromkeys(("pxx", "pyy", "pzz"), 1.001 * p), **dict.fromkeys(("pxy", "pxz", "pyz"), -2e-3 * p),
                              "touching": 1000, "touching_before": 1000 if seed == 1 else 990, "E_elastic": 2e-8,
                              "KE_bearing": 1e-12 if seed == 1 else 2e-11})
        return pandas.DataFrame(found)

    def test_table(self):
        rows = self.rows(1e-4)
        lost = rows.iloc[[0]].assign(packing="lost", met=0, Z=99)
        text = santos.report(pandas.concat([rows, lost]))
        for line in ("1 gave up before the criterion and do not count: lost.",
                     "| smallest Z, no friction (Fig. 3) | 6 | 6.000 ± 0.010 | mu_s, mu_r, mu_t = 0, 0, 0; 2 of N = 500 |",
                     # 6 - tanh(10/0.3) 2, and with mu_s = 1: tanh(1/0.3) = 0.9975
                     "| smallest Z, sliding (Fig. 3) | 4 | 4.000 ± 0.010 | mu_s, mu_r, mu_t = 10, 0, 0; 2 of N = 500 |",
                     "| smallest Z, sliding, twisting (Fig. 3) | 3.291 ± 0.009 | 3.008 ± 0.010 | mu_s, mu_r, mu_t = 1, 0, 1",
                     "| smallest Z, all three (Fig. 3) | 2.50 ± 0.05 | 1.013 ± 0.010 |",
                     "| pressure over target, less 1 | 0: equal | at most 1.0e-03 |",
                     "| shear pressure over target | near zero | at most 2.0e-03 |",
                     "| run time at P = 1e-4 [tau] | 2e5 | 2e+04 to 2e+04 |",
                     "\nNot run: change of phi from P = 1e-4 to 1e-7.\n", "root mean square 0.00, from",
                     "| a of Eq. 5 fitted, rolling or twisting alone | 0.3 | 0.300 ± 0.000 | 82 states, N = 500; root mean square"):
            self.assertIn(line, text)
        # halfway of tanh(mu/0.3) is mu = 0.165; the points are half a decade apart
        for name in ("sliding", "rolling", "twisting"):
            half = float(next(line for line in text.splitlines() if f"critical friction coefficient, {name}" in line).split("|")[3])
            self.assertAlmostEqual(half, 0.165, delta=0.02)

    def test_packings_at_rest(self):
        """States by their largest share of kinetic energy; Z of hard spheres on a line in the square root of the pressure."""
        text = santos.report(self.rows(1e-3, 1e-4, 1e-5))
        self.assertIn("| 0, 0, 0 | 500 | 0.0001 | 2 | 1.0e-03 | 1.0 | 6.000 ± 0.010 |", text)
        self.assertIn("| 0, 0, 0 | 5.880 ± 0.010 | 12.00 ± 0.00 | 1e-05, 0.0001, 0.001 | - | - |", text)
        self.assertIn("| 0.004 or less | 0.0000 down to P = 1e-05 | largest of 118 states", text)

    def test_older_files_of_results(self):
        """Settings that came later have their defaults."""
        for name, younger in (("settle_n1000", ["hertz", "KE0"]), ("size", ["k_r", "k_t", "drag_from"])):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "old.csv")
                pandas.read_csv(FOLDER / f"results_{name}.csv", dtype=str).drop(columns=younger).to_csv(path, index=False)
                old, new = (study.report(*results.tables([p])) for p in (path, FOLDER / f"results_{name}.csv"))
                self.assertEqual(old, new)

    def test_results_that_are_kept(self):
        """The tables in doc/data are those of the rows, to the last digit."""
        self.assertGreaterEqual(len(list(FOLDER.glob("results_*.csv"))), 9)
        for path in FOLDER.glob("results_*.csv"):
            rows = rows_of(path)
            self.assertEqual(len({row["packing"] for row in rows}), len(rows), path)
            if "mu" not in rows[0]:
                self.assertEqual(list(rows[0]), COLUMNS, path)
            with tempfile.TemporaryDirectory() as folder:
                for written in study.write_means(path, pathlib.Path(folder)):
                    self.assertEqual(written.read_text(), (DOC / "data" / written.name).read_text())

    def test_first_table_of_the_page(self):
        """What the page puts first is what the rows give, with their criterion of rest."""
        heads, *lines = study.first_table((DOC / "validation.md").read_text())
        self.assertEqual(heads, ["quantity", "paper", "found", "error", "N", "packings", "KE/E", "set", "verdict"])
        self.assertGreaterEqual(len(lines), 25)
        for quantity, _, found, error, n, packings, rest, source, verdict in lines:
            with self.subTest(quantity):
                self.assertRegex(verdict, "^(agrees|differs|undecided)")
                rows = lines_of(DOC / re.fullmatch(r"\[\w+\]\((data/\w+\.csv)\)", source)[1])
                if "packings" not in rows[0]:    # a table of quantities, each from several states
                    cells = [cell for row in rows for cell in row]
                    self.assertTrue(any(found in cell and error.strip("-") in cell for cell in cells), (found, error))
                    continue
                columns = {name: rows[0].index(name) for name in ("N", "packings")}
                energy = rows[0].index("kinetic over elastic energy, at most") if "mu_s" in rows[0] else None
                here = [row for row in rows[1:] if row[columns["N"]] == n and row[columns["packings"]] == packings
                        and found in row and (error == "-" or row[row.index(found) + 1] == error)
                        and (energy is None or (row[energy] or "-") == rest)]
                self.assertTrue(here, "no row of the set has these numbers")

    def test_numbers_of_the_text(self):
        """Each number with an error on the page stands in a CSV file, or is one of the papers'."""
        papers = {("3.291", "0.009"), ("2.85", "0.05"), ("2.50", "0.05"), ("6.144", "0.002"), ("6.01", "0.02"),
                  ("0.498", "0.002"), ("0.52", "0.03")}
        known, pair = set(papers), re.compile(r"([-+]?\d+\.\d+) ± (\d+\.\d+)")
        for row in itertools.chain(*map(lines_of, (DOC / "data").glob("*.csv"))):
            known.update(zip(row, row[1:]))
            known.update(found for cell in row for found in pair.findall(cell))
        page = " ".join((DOC / "validation.md").read_text().split())
        self.assertEqual([found for found in pair.findall(page) if found not in known], [])

    def test_tables_of_packings_at_rest(self):
        page = (DOC / "validation.md").read_text()
        tables = [study.first_table("|" + part) for part in re.findall(r"(?<=\n\n)\|(.*?)\n\n", page, re.S)]
        for name in ("rest_n10000", "hard_n1000", "discs_n2000", "pressure_n500"):
            rows, _, _ = results.tables([FOLDER / f"results_{name}.csv"])
            self.assertLess(groups.at_rest(rows).max(), 1e-3)
            # both numbers are rounded to whole contacts, of which there are more than 1500
            self.assertLessEqual(groups.contacts_changed(rows).max(), 0.01 + 1 / 1500)
            columns, lines = santos.rest_table(rows)
            self.assertIn([list(map(str, line)) for line in (columns, *lines)], tables, name)


class Positions(unittest.TestCase):
    def test_pairs_of_a_tilted_box(self):
        """All pairs that are close, through all faces: those of a search over 27 images."""
        draw = random.Random(2)
        edges = numpy.array(((6.0, 0.0, 0.0), (1.4, 5.5, 0.0), (-1.1, 0.9, 5.2)))
        places = numpy.array([[draw.random() for _ in range(3)] for _ in range(150)]) @ edges + 3
        shifts = [numpy.array(counts) @ edges for counts in itertools.product((-1, 0, 1), repeat=3)]
        expected = [r - 1 for p, q in itertools.combinations(places, 2) for r in (math.dist(p, q + shift) for shift in shifts)
                    if r < gaps.REACH]
        self.assertGreater(len(expected), 100)
        numpy.testing.assert_allclose(sorted(gaps.gaps(edges, places)), sorted(expected), atol=1e-12)
        with self.assertRaisesRegex(ValueError, "narrower than four cells"):
            gaps.gaps(numpy.diag((4.0, 6.0, 6.0)), places)

    def test_exponent(self):
        draw = random.Random(1)
        low, high = settled.NEAR
        # x^-0.5 on [low, high] by inversion
        near = [(math.sqrt(low) + draw.random() * (math.sqrt(high) - math.sqrt(low))) ** 2 for _ in range(20000)]
        # the standard error of 20 000 gaps is 0.01
        self.assertAlmostEqual(settled.exponent(near), 0.5, delta=0.04)
        self.assertIsNone(settled.exponent(near[:19]))

    def test_volume_and_distances(self):
        """A simple cubic lattice, planes anywhere; the base is narrower than twice the reach."""
        heights = [k for k in range(-5, 20) for _ in range(9)]
        self.assertAlmostEqual(settled.volume_fraction(heights, 9, 2.3, 7.3), math.pi / 6)
        places = numpy.array(list(itertools.product(range(4), range(4), range(-6, 7)))) + (0.5, 0.5, 0)
        found = settled.distances((4.0, 4.0), places, numpy.array([(0.5, 3.5, 0)]))
        expected = [math.hypot(*p) for p in itertools.product(range(-3, 4), repeat=3) if 0 < math.hypot(*p) < 3]
        numpy.testing.assert_allclose(sorted(found), sorted(expected))

    def test_layers(self):
        """A simple cubic lattice without the contacts of its upper half along x."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            ids = {place: k for k, place in enumerate(itertools.product(range(4), range(4), range(18)), 1)}
            atoms = "".join(f"{k} {1 + (z == 0)} {x + 0.5} {y + 0.5} {z}\n" for (x, y, z), k in ids.items())
            (folder / "run.dump").write_text(f"ITEM: BOX BOUNDS pp pp ff\n0 4\n0 4\n-1 20\nITEM: ATOMS id type x y z\n{atoms}")
            pairs = [(ids[x, y, z], ids[other]) for x, y, z in ids
                     for other in (((x + 1) % 4, y, z), (x, (y + 1) % 4, z), (x, y, z + 1))
                     if other in ids and not (z >= 9 and other[0] != x)]
            (folder / "run.contacts").write_text("ITEM: ENTRIES index a b d f t\n" + "".join(f"1 {i} {j} 0.999 1 0\n" for i, j in pairs))
            # the surface is at 17, the bulk ends at 14; in the upper layer 8 has six contacts, 9 to 12 have four
            _, rows = study.layers([folder, folder], 5.0)
            self.assertEqual(rows, [("3", "8", 2, "80", "6.000 ± 0.000", "0.5236 ± 0.0000"), ("8", "13", 2, "80", "4.400 ± 0.000", "0.5236 ± 0.0000")])
            with self.assertRaisesRegex(ValueError, "no layer of 12 d fits"):
                study.layers([folder], 12.0)

    def test_hard_spheres(self):
        stiffness = numpy.array(states.HARDER)
        found = silbert.hard_sphere_limit(stiffness, 6.01 + 0.134 * (stiffness / 2e5) ** -0.5)
        numpy.testing.assert_allclose(found, (6.01, 0.134, 0.5), atol=1e-6)
        self.assertIsNone(silbert.hard_sphere_limit(stiffness[:3], stiffness[:3]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
