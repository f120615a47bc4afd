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
import statistics
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import harness
from bed_scripts import apart, lines_of, rows_of
from test_examples import backbone, box_and_atoms, contact_pairs

FOLDER = harness.HERE.parent.parent / "examples" / "packing_study"
sys.path.insert(0, str(FOLDER))
import equation_5  # noqa: E402
import gaps  # noqa: E402
import groups  # noqa: E402
import layers  # noqa: E402
import network  # noqa: E402
import results  # noqa: E402
import settled  # noqa: E402
import settled_report  # noqa: E402
import states  # noqa: E402
import study  # noqa: E402
import tables  # noqa: E402
from layout import first_table  # noqa: E402

COLUMNS = ("packing mu_s mu_r mu_t N P seed criterion ptol Pdamp phi0 dt drag drag_from rest spin dim ratio k_r k_t met steps phi Z rattlers contacts sliding rolling twisting "
           "Z_Nc_rule rattlers_Nc_rule Z_all touching touching_before KE KE_bearing E_elastic pxx pyy pzz pxy pxz pyz seconds parts ranks lammps plugin").split()


class StudyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="study of ")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        # with the file "endless" a packing does not end; the last one writes its process id
        self.endless = self.path / "endless"
        self.lmp = self.path / "lmp"
        self.lmp.write_text(f'#!/bin/sh\necho $$ > "{self.path}/pid"\n[ -e "{self.endless}" ] && set -- -var CRITERION 0 "$@"\n'
                            f'exec "{harness.LAUNCHER}" "$@"\n')
        self.lmp.chmod(0o755)

    def command(self, *words):
        return [sys.executable, str(FOLDER / "study.py"), *map(str, words)]

    def run_words(self, *sources, options=()):
        return self.command("run", *sources, "--lmp", self.lmp, "--jobs", 1, "--every", 1000, *options)

    def study(self, *words, code=0):
        """Output of study.py, which must end with this code."""
        done = subprocess.run(self.command(*words) if words[0] != "run" else self.run_words(*words[1:]), cwd=self.path,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def table_file(self, text):
        (self.path / "my.csv").write_text(text)
        return "my.csv"

    def start_endless(self, *sources):
        """Starts a study whose packing does not end; returns when it can go on from a restart file."""
        self.endless.touch()
        process = subprocess.Popen(self.run_words(*sources), cwd=self.path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        while not list(self.path.glob("study/runs/*/run.restart.2")):
            self.assertIsNone(process.poll(), "the study ended")
            time.sleep(0.02)
        return process


class Running(StudyTest):
    # PTOL: what is counted does not care how well the pressure is met
    TABLE = "mu_s,mu_r,mu_t,N,criterion,ptol\n0.3,0.3,0.3,60,1e-7,1\n0.1,0,0,60,1e-7,1\n"

    def test_stop_and_go_on(self):
        table = self.table_file(self.TABLE)
        process = self.start_endless(table, "--seeds", 2)
        process.send_signal(signal.SIGTERM)
        output = process.communicate()[0]
        self.assertEqual(process.returncode, 0, output)
        self.assertIn("0 packings finished now, 4 to go on with", output)
        self.assertFalse((self.path / "study" / "packings.csv").exists())
        # the machine went down while a restart file was written
        newest = max(self.path.glob("study/runs/*/run.restart.?"), key=lambda f: f.stat().st_mtime)
        newest.write_bytes(newest.read_bytes()[:5000])
        started = newest.parent.name
        self.endless.unlink()
        output = self.study("run", table, "--seeds", 2)
        self.assertIn("4 packings finished now, 0 to go on with, 0 failed", output)
        rows = rows_of(self.path / "study" / "packings.csv")
        self.assertEqual(list(rows[0]), COLUMNS)
        self.assertEqual(len({row["packing"] for row in rows}), 4)
        self.assertEqual({row["packing"]: row["parts"] for row in rows},
                         {row["packing"]: "3" if row["packing"] == started else "1" for row in rows})
        self.assertIn("Reading restart file", (newest.parent / "log.lammps").read_text())
        for row in rows:
            self.assertEqual(row["met"], "1")
            self.assertEqual(row["lammps"], "4 Jul 2026")
            self.assertLess(float(row["KE"]), 1e-7)
        # nothing is run twice
        before = (self.path / "study" / "packings.csv").read_text()
        self.assertIn("4 packings, 4 have their row, 0 to do", self.study("run", table, "--seeds", 2))
        self.assertEqual((self.path / "study" / "packings.csv").read_text(), before)
        self.own_count(rows)
        self.reports()
        self.shear(rows[0])

    def test_several_at_a_time(self):
        """Two of four packings run: progress has a line for each that runs; stopped and continued, each has one row."""
        table = self.table_file(self.TABLE)
        self.endless.touch()
        process = subprocess.Popen(self.run_words(table, "--seeds", 2, options=("--jobs", 2, "--progress", 0.2, "--stop-after", 2)),
                                   cwd=self.path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for line in process.stdout:
            if "2 running:" in line:
                running = [re.search(r"  (\S+): step \d+ of about \S+, about [\d:]+ left$", process.stdout.readline())[1]
                           for _ in range(2)]
                break
        self.assertEqual(len(set(running)), 2)
        process.send_signal(signal.SIGTERM)
        process.communicate()
        self.endless.unlink()
        output = self.study("run", table, "--seeds", 2)
        self.assertIn("4 packings finished now, 0 to go on with, 0 failed", output)
        rows = rows_of(self.path / "study" / "packings.csv")
        self.assertEqual(len({row["packing"] for row in rows}), 4)
        self.assertEqual(len(rows), 4)
        hours = sum(float(row["seconds"]) for row in rows) / 3600
        self.assertEqual(float(re.search(r"(\S+) packings per hour and core", output)[1]), float(f"{4 / hours:.3g}"))

    def test_packings_at_a_time(self):
        """One rank per core, and at least one packing."""
        with mock.patch("os.sched_getaffinity", return_value=set(range(6))):
            for words, jobs in (((), 6), (("--ranks", "2"), 3), (("--ranks", "4"), 1), (("--ranks", "8"), 1),
                                (("--ranks", "2", "--jobs", "5"), 5)):
                self.assertEqual(study.jobs_of(study.arguments(["run", "limits", *words])), jobs, words)

    def own_count(self, rows):
        """Z and rattlers of the rows, from the positions alone; forces within the Coulomb limits."""
        for row in rows:
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
            self.assertEqual(sorted(tuple(sorted((c["i"], c["j"]))) for c in found), sorted(pairs))
            for contact in found:
                # 1e-9: the forces are printed with 16 digits
                normal = contact["normal"] * (1 + 1e-9)
                self.assertLessEqual(contact["sliding"], mu_s * normal)
                self.assertLessEqual(contact["rolling"], 0.25 * mu_r * normal)
                self.assertLessEqual(abs(contact["twisting"]), mu_t * normal)
            left, _ = backbone(atoms, pairs, isostatic)
            inside = [c for c in found if c["i"] in left and c["j"] in left]
            self.assertEqual(int(row["contacts"]), len(inside))
            for name, cap in (("sliding", mu_s), ("rolling", 0.25 * mu_r), ("twisting", mu_t)):
                number = sum(1 for c in inside if abs(c[name]) > 0.99 * cap * c["normal"])
                self.assertEqual(row[name], str(number) if cap > 0 else "", (name, row))

    def reports(self):
        text = self.study("table")
        self.assertIn("4 packings, ", text)
        # the paper's limits belong to friction coefficients of 1 and more
        self.assertRegex(text, r"\nNot run: .*smallest Z, all three \(Fig\. 3\);")
        self.assertIn("| 0.3, 0.3, 0.3 | 60 | 0.0001 | 2 |", text)
        pictures = self.study("plot", "study/packings.csv", "--to", "pictures").split()
        self.assertIn("pictures/fig3_both.svg", pictures)
        for picture in pictures:
            self.assertTrue((self.path / picture).read_text().endswith("</svg>\n"))

    def shear(self, row):
        """The last restart file is the start of another run."""
        restart = self.path / "study" / "runs" / row["packing"] / "run.restart"
        (self.path / "shear.in").write_text(
            "newton on\nread_restart last.restart\ncomm_modify vel yes\nfix move all nve/sphere\n"
            "fix shear all deform 1 xy erate 1e-6 remap v\nthermo_style custom step atoms pxy\nrun 100\n")
        os.link(restart, self.path / "last.restart")
        done = subprocess.run([str(self.lmp), "-in", "shear.in"], cwd=self.path, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False,
                              env=dict(os.environ, OMPI_MCA_ess_singleton_isolated="1"))
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("60 atoms", done.stdout)

    def test_a_killed_driver_leaves_its_packing_to_lammps(self):
        table = self.table_file("mu_s,mu_r,mu_t,N,criterion,ptol\n0.3,0.3,0.3,60,1e-7,1\n")
        process = self.start_endless(table, "--seeds", 1)
        process.kill()
        process.wait()
        lammps = int((self.path / "pid").read_text())
        try:
            self.assertIn("is run by another process", self.study("run", table, "--seeds", 1))
            self.assertFalse((self.path / "study" / "packings.csv").exists())
        finally:
            os.kill(lammps, signal.SIGKILL)
        self.endless.unlink()
        for _ in range(100):    # until the kernel has taken the lock from the killed process
            if "1 packings finished now" in self.study("run", table, "--seeds", 1):
                break
            time.sleep(0.1)
        row, = rows_of(self.path / "study" / "packings.csv")
        # one more if LAMMPS was killed while it wrote a restart file
        self.assertIn(row["parts"], ("2", "3"))

    def test_giving_up_and_retry(self):
        table = self.table_file("mu_s,mu_r,mu_t,N,criterion,ptol\n0.3,0.3,0.3,40,1e-6,1\n")
        self.study("run", table, "--seeds", 1, "--maxsteps", 2000)
        self.assertEqual([row["met"] for row in rows_of(self.path / "study" / "packings.csv")], ["0"])
        self.assertIn("1 gave up before the criterion", self.study("table"))
        self.assertIn("0 to do", self.study("run", table, "--seeds", 1))
        self.study("run", table, "--seeds", 1, "--retry", "--ranks", 2)
        row = rows_of(self.path / "study" / "packings.csv")[0]
        self.assertEqual((row["met"], row["parts"], row["ranks"]), ("1", "2", "2"))

    def test_failure(self):
        table = self.table_file("mu_s,N\n0.3,1000000\n")
        self.lmp.write_text("#!/bin/sh\necho 'ERROR: something (x.cpp:1)'\nexit 1\n")
        output = self.study("run", table, "--seeds", 1, code=1)
        self.assertIn("LAMMPS ended with code 1: ERROR: something", output)
        self.assertIn("0 packings finished now, 0 to go on with, 1 failed", output)

    def test_settling(self):
        table = self.table_file("mu,N,base,criterion\n0.5,260,5,1e-5\n0,260,5,1e-5\n")
        self.study("run", table, "--seeds", 1)
        rows = {row["mu"]: row for row in rows_of(self.path / "study" / "settled.csv")}
        # between random loose and close packing, between isostatic with and without friction; small beds scatter
        self.assertTrue(0.56 < float(rows["0.5"]["phi"]) < 0.64, rows)
        self.assertTrue(4 < float(rows["0.5"]["z"]) < 5.6, rows)
        self.assertTrue(5.4 < float(rows["0"]["z"]) < 6.6, rows)
        self.assertTrue(0 < float(rows["0.5"]["zeta"]) < 1)
        self.assertEqual(rows["0"]["zeta"], "")
        self.assertIn("| phi, mu = 0.5 | 0.61 | 0.", self.study("table"))
        curves = settled.read_curves(self.path / "study" / "curves.csv")[rows["0.5"]["packing"]]
        self.assertAlmostEqual(sum(y for _, y in curves["z"]), 1, places=5)
        self.assertAlmostEqual(sum(y for _, y in curves["zeta"]) / 20, 1, places=5)
        self.assertGreater(max(y for x, y in curves["g"] if 0.95 < x < 1.1), 2)
        self.assertIn("study/silbert_fig8.svg", self.study("plot"))

    def test_settling_of_other_beds(self):
        """Hertz's contact, and velocities at the start."""
        table = self.table_file("mu,N,base,criterion,hertz,KE0\n0.5,260,5,1e-6,1,0\n0.5,260,5,1e-5,0,20\n")
        self.study("run", table, "--seeds", 1)
        hertz, thrown = sorted(rows_of(self.path / "study" / "settled.csv"), key=lambda row: row["hertz"], reverse=True)
        self.assertEqual((hertz["hertz"], hertz["KE0"], thrown["hertz"], thrown["KE0"]), ("1", "0", "0", "20"))
        for row in hertz, thrown:
            self.assertTrue(0.56 < float(row["phi"]) < 0.64, row)
            folder = self.path / "study" / "runs" / row["packing"]
            _, places = settled.read_dump(folder / "run.dump")
            forces = [(normal, 1 - math.hypot(*apart(places[i], places[j])))
                      for i, j, normal, _ in settled.read_contacts(folder / "run.contacts")]
            power = 1.5 if row is hertz else 1
            # dashpots: at rest they change the force of a contact by less than a thousandth, of the median one by far less
            self.assertAlmostEqual(statistics.median(f / (2e5 * overlap**power) for f, overlap in forces), 1, delta=1e-3)
        log = (self.path / "study" / "runs" / thrown["packing"] / "log.lammps").read_text()
        # the centre of mass has no velocity: one sphere's share is missing
        first = re.search(r"KE/N +c_height *\n +0 +(\S+)", log)[1]
        self.assertAlmostEqual(float(first) / (20 * 259 / 260), 1, delta=1e-3)    # it is printed with four digits
        text = self.study("table")
        self.assertIn("| z and phi with Hertz's contact, mu = 0.5 | falls smoothly from 6 | ", text)


class Lists(StudyTest):
    def names(self, *words):
        return [packing.name for packing in study.chosen(study.arguments(["list", *map(str, words)]))]

    def wrong(self, *words):
        """What is printed about words that are refused."""
        text = io.StringIO()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.path)
        with contextlib.redirect_stderr(text):
            try:
                code = study.main(words)
            except SystemExit as stopped:
                code = stopped.code
        self.assertEqual(code, 2, words)
        return text.getvalue()

    def test_parts_make_the_whole(self):
        whole = self.names("fig4", "--seeds", 2)
        parts = [self.names("fig4", "--seeds", 2, "--only", f"{k}/7") for k in range(1, 8)]
        self.assertEqual(sorted(whole), sorted(itertools.chain(*parts)))
        self.assertEqual(len(set(whole)), len(whole))
        self.assertLessEqual(max(map(len, parts)) - min(map(len, parts)), 1)

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
                 ("table", "x.csv"): "x.csv: no such file"}
        for words, message in cases.items():
            with self.subTest(words):
                self.assertIn(message, self.wrong(*words))
        self.assertIn("--lmp nowhere: no such program", self.wrong("run", "limits", "--lmp", "nowhere"))


class Counting(unittest.TestCase):
    def test_table_1(self):
        expected = {(0, 0, 0): (1, 6), (1, 0, 0): (3, 4), (0, 1, 0): (3, 4), (0, 0, 1): (2, 6), (1, 1, 0): (5, 12 / 5),
                    (1, 0, 1): (4, 3), (0, 1, 1): (4, 3), (1, 1, 1): (6, 2)}
        for modes, found in expected.items():
            self.assertEqual(network.constraints(*modes), found)
        for modes, found in {(0, 0, 0): (1, 4), (1, 0, 0): (2, 3), (0, 1, 0): (2, 3), (1, 1, 0): (3, 2), (1, 1, 1): (3, 2)}.items():
            self.assertEqual(network.constraints(*modes, 2), found)
        # a mode counts from 0.01 on
        self.assertEqual(network.constraints(0.01, 0.0099, 0.01), (4, 3))

    def test_rattlers_go_one_after_the_other(self):
        # a ring of four, a chain of three that hangs on it, a pair, a single sphere
        pairs = [(1, 2), (2, 3), (3, 4), (4, 1), (4, 5), (5, 6), (6, 7), (8, 9)]
        left = network.backbone(range(1, 11), pairs, 1)
        self.assertEqual(left, {1, 2, 3, 4})
        self.assertEqual(network.coordination(left, pairs), (4, 2.0))
        self.assertEqual(network.backbone(range(1, 11), pairs, 2), set())
        self.assertEqual(network.coordination(set(), pairs), (0, None))
        # two contacts of the same two spheres, across two faces of the box
        self.assertEqual(network.backbone((1, 2), [(1, 2), (1, 2)], 1), {1, 2})

    def test_random_networks(self):
        draw = random.Random(5)
        for few in (0.5, 1, 1.2, 1.5, 2, 3):
            pairs = [tuple(draw.sample(range(1, 61), 2)) for _ in range(100)]
            self.assertEqual(network.backbone(range(1, 61), pairs, few), backbone(dict.fromkeys(range(1, 61)), pairs, 2 * few)[0])

    def test_limits(self):
        def contact(sliding, rolling, twisting, normal=2.0):
            return {"normal": normal, "radius": 0.25, "sliding": sliding, "rolling": rolling, "twisting": twisting}

        contacts = [contact(0.2, 0.01, 0), contact(0.197, 0.1, -0.6), contact(0.199, 0.0995, 0.58), contact(0, 0, 0, normal=0.0)]
        self.assertEqual(network.at_limits(contacts, (0.1, 0.2, 0.3)), {"sliding": 2, "rolling": 2, "twisting": 1})
        self.assertEqual(network.at_limits(contacts, (0.1, 0, 0)), {"sliding": 2, "rolling": None, "twisting": None})


class Rows(unittest.TestCase):
    def test_many_processes_append(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "rows.csv")
            program = ("import sys; sys.path.insert(0, sys.argv[1]); import results\n"
                       "for k in range(10): results.append(sys.argv[2], {'packing': f'{sys.argv[3]}-{k}', 'phi': k / 3, 'Z': None})")
            workers = [subprocess.Popen([sys.executable, "-c", program, str(FOLDER), str(path), str(n)]) for n in range(6)]
            self.assertEqual([worker.wait() for worker in workers], [0] * 6)
            rows = results.read(path)
            self.assertEqual({row["packing"] for row in rows}, {f"{n}-{k}" for n in range(6) for k in range(10)})
            self.assertEqual(len(rows), 60)
            self.assertEqual({(row["phi"], row["Z"]) for row in rows if row["packing"] == "3-1"}, {("0.33333333", "")})
            results.append(path, {"packing": "3-1", "phi": 7, "Z": None})
            rows = results.read(path)
            self.assertEqual(([row["phi"] for row in rows if row["packing"] == "3-1"], len(rows)), (["7"], 60))


class Reports(unittest.TestCase):
    def rows(self):
        """Rows as of a study whose Z is that of Eq. 5, with two seeds 0.02 apart."""
        found = []
        for state in states.rows("fig3"):
            mu = [float(state[1][c]) for c in ("mu_s", "mu_r", "mu_t")]
            for seed, shift in ((1, -0.01), (2, 0.01)):
                packing = states.Packing.make("packing", **state[1], seed=seed, N=500)
                found.append({"packing": packing.name, **dict(packing.settings), "met": "1", "steps": "1000000", "seconds": "36",
                              "ranks": "1", "lammps": "L", "plugin": "p", "phi": str(0.6 + shift), "Z": str(groups.estimate(*mu) + shift),
                              "rattlers": "0.2", "contacts": "50", "sliding": "5", "Z_Nc_rule": "", "rattlers_Nc_rule": "1", "KE": "1e-12",
                              **dict.fromkeys(("pxx", "pyy", "pzz"), "1.001e-4"), **dict.fromkeys(("pxy", "pxz", "pyz"), "-2e-7")})
        return found

    def test_table(self):
        rows = self.rows()
        rows.append(dict(rows[0], packing="lost", met="0", Z="99"))
        text = tables.markdown(rows, [])
        self.assertIn("1 gave up before the criterion and do not count: lost.", text)
        for line in ("| smallest Z, no friction (Fig. 3) | 6 | 6.000 ± 0.010 | mu_s, mu_r, mu_t = 0, 0, 0; 2 of N = 500 |",
                     # 6 - tanh(10/0.3) 2, and with mu_s = 1: tanh(1/0.3) = 0.9975
                     "| smallest Z, sliding (Fig. 3) | 4 | 4.000 ± 0.010 | mu_s, mu_r, mu_t = 10, 0, 0; 2 of N = 500 |",
                     "| smallest Z, sliding, twisting (Fig. 3) | 3.291 ± 0.009 | 3.008 ± 0.010 | mu_s, mu_r, mu_t = 1, 0, 1",
                     "| smallest Z, all three (Fig. 3) | 2.50 ± 0.05 | 1.013 ± 0.010 |",
                     "| pressure over target, less 1 | 0: equal | at most 1.0e-03 |",
                     "| shear pressure over target | near zero | at most 2.0e-03 |",
                     "| run time at P = 1e-4 [tau] | 2e5 | 2e+04 to 2e+04 |",
                     "\nNot run: change of phi from P = 1e-4 to 1e-7.\n",
                     "root mean square 0.00, from",
                     "| a of Eq. 5 fitted, rolling or twisting alone | 0.3 | 0.300 ± 0.000 | 82 states, N = 500; root mean square"):
            self.assertIn(line, text)
        # halfway of tanh(mu/0.3) is mu = 0.165; the points are half a decade apart
        for name in ("sliding", "rolling", "twisting"):
            half = float(next(line for line in text.splitlines() if f"critical friction coefficient, {name}" in line).split("|")[3])
            self.assertAlmostEqual(half, 0.165, delta=0.02)

    def test_packings_at_rest(self):
        """States by their largest share of kinetic energy; Z of hard spheres on a line in the square root of the pressure."""
        rows = [dict(row, P=p, Z=str(6 + shift + 12 * math.sqrt(float(p))), touching="1000", touching_before=before, E_elastic="2e-8",
                     KE_bearing=energy, seed=seed)
                for p in ("0.001", "0.0001", "1e-05")
                for seed, row, shift, energy, before in zip("12", self.rows(), (-0.01, 0.01), ("1e-12", "2e-11"), ("1000", "990"))]
        text = "\n".join(tables.at_rest_section(rows))
        self.assertIn("| 0, 0, 0 | 500 | 0.0001 | 2 | 1.0e-03 | 1.0 | 6.120 ± 0.010 |", text)
        self.assertIn("| 0, 0, 0 | 6.000 ± 0.010 | 12.00 ± 0.00 | 1e-05, 0.0001, 0.001 | - | - |", text)
        states_of = tables.state_rows(rows)
        self.assertIn("1.0e-03", states_of[1][states_of[0].index("kinetic over elastic energy, at most")])
        # without the energies nothing is said
        self.assertEqual(tables.at_rest_section(self.rows()), [])

    def test_fit_of_equation_5(self):
        numbers = (5.9, 1.8, 1.3, 0.7, 0.32, 0.35, 0.11)
        points = [(mu, equation_5.value_at(numbers, mu)) for s in (0.01, 0.1, 0.3, 1) for m in (0.003, 0.03, 0.1, 0.3, 1)
                  for mu in ((s, m, 0), (s, 0, m), (s, 0, 0))]
        found, deviation = equation_5.fit(points)
        for name, expected in zip(equation_5.NAMES, numbers):
            self.assertAlmostEqual(found[name][0], expected, places=6)
        self.assertLess(deviation, 1e-6)
        # an error of each value moves the numbers by about their standard errors
        draw = random.Random(3)
        found, deviation = equation_5.fit([(mu, z + draw.gauss(0, 0.02)) for mu, z in points])
        self.assertAlmostEqual(deviation, 0.02, delta=0.006)
        for name, expected in zip(equation_5.NAMES, numbers):
            number, error = found[name]
            self.assertLess(abs(number - expected), 3 * error, name)
            self.assertLess(error, 0.3 * expected)
        self.assertIsNone(equation_5.fit(points[:7]))

    def test_older_files_of_results(self):
        """Settings that came later have their defaults."""
        for name, younger in (("settle_n1000", {"hertz", "KE0"}), ("rest_n10000", {"k_r", "k_t", "drag_from"})):
            rows = [row for row in rows_of(FOLDER / f"results_{name}.csv") if float(row.get("drag_from", 0)) == 0]
            with tempfile.TemporaryDirectory() as folder:
                texts = []
                for without in set(), younger:
                    path = pathlib.Path(folder, "old.csv")
                    results.write(path, [{c: x for c, x in row.items() if c not in without} for row in rows],
                                  [c for c in rows[0] if c not in without])
                    texts.append(tables.markdown(*study.rows_of([path])[:2]))
                self.assertEqual(*texts)

    def test_change_by_velocities_at_the_start(self):
        rows = [row for row in rows_of(FOLDER / "results_settle_n20000.csv") if row["mu"] == "0.5"][:2]
        thrown = [dict(row, KE0="20", z=str(float(row["z"]) + 0.01), phi=str(float(row["phi"]) - 0.001)) for row in rows]
        self.assertIn("| change of z and phi, mu = 0.5, with an energy of 20 at the start | none | +0.010 ± 0.0",
                      tables.markdown([], rows + thrown))
        self.assertNotIn("at the start | none", tables.markdown([], thrown))

    def test_change_with_pressure(self):
        rows = [dict(row, P="1e-06", phi=str(float(row["phi"]) - 0.003)) for row in self.rows()[:2]] + self.rows()
        self.assertIn("| 0.004 or less | 0.0030 down to P = 1e-06 | largest of 1 states", tables.markdown(rows, []))

    def test_means(self):
        mean = groups.Mean([1.0, 2.0, math.nan, 3.0])
        self.assertEqual((mean.count, mean.mean), (3, 2.0))
        self.assertAlmostEqual(mean.error, 1 / math.sqrt(3))
        self.assertEqual(groups.Mean([1.0]).text(), "1.000 (one packing)")
        self.assertEqual(groups.Mean([]).text(), "none")

    def test_results_that_are_kept(self):
        data = FOLDER.parent.parent / "doc" / "data"
        self.assertGreaterEqual(len(list(FOLDER.glob("results_*.csv"))), 9)
        for path in FOLDER.glob("results_*.csv"):
            rows = rows_of(path)
            self.assertEqual(len({row["packing"] for row in rows}), len(rows), path)
            settle = "mu" in rows[0]
            if not settle:
                self.assertEqual(list(rows[0]), COLUMNS, path)
            name = path.stem.removeprefix("results_")
            of_states = (settled_report if settle else tables).state_rows(rows)
            self.assertEqual(lines_of(data / f"states_{name}.csv"), [list(line) for line in of_states], path)
            text = tables.markdown(*(([], rows) if settle else (rows, [])))
            self.assertEqual(lines_of(data / f"found_{name}.csv"), first_table(text), path)
            with tempfile.TemporaryDirectory() as folder:
                for written in study.write_means(path, pathlib.Path(folder)):
                    self.assertEqual(written.read_text(), (data / written.name).read_text())

    def test_first_table_of_the_page(self):
        """What the page puts first is what the rows give, with their criterion of rest."""
        doc = FOLDER.parent.parent / "doc"
        heads, *lines = first_table((doc / "validation.md").read_text())
        self.assertEqual(heads, ["quantity", "paper", "found", "error", "N", "packings", "KE/E", "set", "verdict"])
        self.assertGreaterEqual(len(lines), 25)
        for quantity, _, found, error, n, packings, rest, source, verdict in lines:
            with self.subTest(quantity):
                self.assertRegex(verdict, "^(agrees|differs|undecided)")
                rows = lines_of(doc / re.fullmatch(r"\[\w+\]\((data/\w+\.csv)\)", source)[1])
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
        data = FOLDER.parent.parent / "doc" / "data"
        known, pair = set(papers), re.compile(r"([-+]?\d+\.\d+) ± (\d+\.\d+)")
        for path in data.glob("*.csv"):
            for row in lines_of(path):
                known.update(zip(row, row[1:]))
                known.update(found for cell in row for found in pair.findall(cell))
        page = " ".join((data.parent / "validation.md").read_text().split())
        self.assertEqual([found for found in pair.findall(page) if found not in known], [])

    def test_tables_of_packings_at_rest(self):
        page = (FOLDER.parent.parent / "doc" / "validation.md").read_text()
        for name in ("rest_n10000", "hard_n1000", "discs_n2000", "pressure_n500"):
            rows = rows_of(FOLDER / f"results_{name}.csv")
            for row in rows:
                self.assertLess(groups.at_rest(row), 1e-3, row["packing"])
                # both numbers are rounded to whole contacts, of which there are more than 1500
                self.assertLessEqual(groups.contacts_changed(row), 0.01 + 1 / 1500, row["packing"])
            self.assertTrue(first_table(tables.at_rest_section(rows)[1]) in tables_of(page), name)


def tables_of(text):
    """The cells of all Markdown tables of a text."""
    found = []
    for is_table, lines in itertools.groupby(text.splitlines(), lambda line: line.startswith("|")):
        if is_table:
            found.append(first_table("\n".join(lines)))
    return found


class Gaps(unittest.TestCase):
    def test_pairs_of_a_tilted_box(self):
        """All pairs that are close, through all faces: those of a search over 27 images."""
        draw = random.Random(2)
        edges = ((6.0, 0.0, 0.0), (1.4, 5.5, 0.0), (-1.1, 0.9, 5.2))
        spheres = {i: tuple(sum(u * e[k] for u, e in zip(place, edges)) + 3.0 for k in range(3))
                   for i in range(1, 150) for place in [[draw.random() for _ in range(3)]]}
        expected = []
        for (_, p), (_, q) in itertools.combinations(spheres.items(), 2):
            for counts in itertools.product((-1, 0, 1), repeat=3):
                image = [b + sum(n * e[k] for n, e in zip(counts, edges)) for k, b in enumerate(q)]
                if math.dist(p, image) < gaps.REACH:
                    expected.append(math.dist(p, image) - 1)
        found = sorted(gaps.gaps(edges, spheres))
        self.assertEqual(len(found), len(expected))
        self.assertGreater(len(found), 100)
        for a, b in zip(found, sorted(expected)):
            self.assertAlmostEqual(a, b, places=9)
        with self.assertRaisesRegex(ValueError, "narrower than four cells"):
            next(gaps.gaps(((4.0, 0, 0), (0, 6.0, 0), (0, 0, 6.0)), spheres))

    def test_file_of_a_packing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "run.dump")
            # bounds of a box with edges of 6 and xy = 1
            path.write_text("ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n3\nITEM: BOX BOUNDS xy xz yz pp pp pp\n0 7 1\n0 6 0\n0 6 0\n"
                            "ITEM: ATOMS id type diameter x y z c_contacts v_rattler\n1 1 1 0.2 0.1 3 1 0\n2 1 1 0.2 5.08 3 1 0\n"
                            "3 1 1 1.2 5.08 3 0 1\n")
            edges, spheres = gaps.read_dump(path)
            self.assertEqual(edges, ((6.0, 0, 0), (1.0, 6.0, 0), (0, 0, 6.0)))
            self.assertEqual(spheres[3], (1.2, 5.08, 3.0, True))
            # across the face at y = 0, x moves by the tilt: 1 meets 3 at 1.02, and 3 is a rattler
            near, = gaps.gaps(edges, {1: spheres[1][:3], 3: spheres[3][:3]})
            self.assertAlmostEqual(near, 0.02, places=12)
            self.assertIn("| 0.001 | - | - | - |", gaps.markdown([path]))


class Settled(unittest.TestCase):
    def test_volume_below(self):
        self.assertEqual(settled.volume_below(-0.5, 0.0), 0.0)
        self.assertAlmostEqual(settled.volume_below(0.0, 0.0), math.pi / 12)
        self.assertAlmostEqual(settled.volume_below(9.0, 0.0), math.pi / 6)
        # a simple cubic lattice, planes anywhere
        heights = [k for k in range(-5, 20) for _ in range(9)]
        self.assertAlmostEqual(settled.volume_fraction(heights, 9, 2.3, 7.3), math.pi / 6)

    def test_distances(self):
        places = {k: (x + 0.5, y + 0.5, z) for k, (x, y, z) in enumerate(itertools.product(range(4), range(4), range(-6, 7)))}
        middle = next(k for k, place in places.items() if place == (0.5, 3.5, 0))
        found = sorted(round(r, 9) for r in settled.distances((4.0, 4.0), places, [middle]))
        expected = sorted(round(math.hypot(*p), 9) for p in itertools.product(range(-3, 4), repeat=3) if 0 < math.hypot(*p) < 3)
        self.assertEqual(found, expected)

    def test_exponent(self):
        draw = random.Random(1)
        low, high = settled.NEAR
        # x^-0.5 on [low, high] by inversion
        gaps = [(math.sqrt(low) + draw.random() * (math.sqrt(high) - math.sqrt(low))) ** 2 for _ in range(20000)]
        # the standard error of 20 000 gaps is 0.01
        self.assertAlmostEqual(settled.exponent(gaps), 0.5, delta=0.04)
        self.assertIsNone(settled.exponent(gaps[:19]))

    def test_layers(self):
        """A simple cubic lattice without the contacts of its upper half along x."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            ids = {place: k for k, place in enumerate(itertools.product(range(4), range(4), range(18)), 1)}
            atoms = "".join(f"{k} {1 + (z == 0)} {x + 0.5} {y + 0.5} {z}\n" for (x, y, z), k in ids.items())
            (folder / "run.dump").write_text("ITEM: TIMESTEP\n0\nITEM: BOX BOUNDS pp pp ff\n0 4\n0 4\n-1 20\n"
                                             f"ITEM: ATOMS id type x y z\n{atoms}")
            pairs = [(ids[x, y, z], ids[other]) for x, y, z in ids
                     for other in (((x + 1) % 4, y, z), (x, (y + 1) % 4, z), (x, y, z + 1))
                     if other in ids and not (z >= 9 and other[0] != x)]
            (folder / "run.contacts").write_text("ITEM: ENTRIES index a b d f t\n"
                                                 + "".join(f"1 {i} {j} 0.999 1 0\n" for i, j in pairs))
            # the surface is at 17: the bulk ends at 14
            low, high = layers.layers(folder, 5.0)
            self.assertEqual(low[:3], (3.0, 8.0, 5 * 16))
            self.assertAlmostEqual(low[4], math.pi / 6)
            self.assertEqual(low[3], 6)
            # 8 with six contacts, 9 to 12 with four
            self.assertAlmostEqual(high[3], (6 + 4 * 4) / 5)
            self.assertIn("| 3 | 8 | 2 | 80 | 6.000 ± 0.000 | 0.5236 ± 0.0000 |", layers.markdown([folder, folder], 5.0))
            self.assertEqual(len(layers.layers(folder, 6.0)), 1)
            with self.assertRaisesRegex(ValueError, "no layer of 12 d fits"):
                layers.markdown([folder], 12.0)

    def test_hard_spheres(self):
        points = [(k, 6.01 + 0.134 * (k / 2e5) ** -0.5) for k in states.HARDER]
        limit, exponent = settled_report.hard_sphere_limit(points)
        self.assertAlmostEqual(limit, 6.01, places=6)
        self.assertAlmostEqual(exponent, 0.5, places=6)
        self.assertIsNone(settled_report.hard_sphere_limit(points[:3]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
