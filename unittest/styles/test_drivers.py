"""Drivers of examples/ with wrong arguments, after runs that failed or were stopped, and after edits. Starts no LAMMPS."""

import contextlib
import fcntl
import io
import os
import pathlib
import resource
import sys
import tempfile
import unittest

import harness

harness.need_packages("numpy", "scipy", "pandas", "matplotlib")
EXAMPLES = harness.HERE.parent.parent / "examples"
sys.path[:0] = [str(EXAMPLES / name) for name in ("dosta2024", "flow_arrest", "triaxial", "verification")]
import dosta  # noqa: E402
import flow_arrest  # noqa: E402
import triaxial  # noqa: E402
import verification  # noqa: E402
from driver import keep_recipe, lammps, program_recipe, run_once  # noqa: E402

# in place of LAMMPS: is stopped while it writes a start file
STOPPED = """#!/bin/sh
for word; do
  case $last in BED|FILLING) echo part > "$word" ;; esac
  last=$word
done
exit 1
"""

# in place of LAMMPS: loads the plugin beside it; a run adds a line to its log
RUNS = """#!/bin/sh
here=$(dirname "$0")
for word; do
  case $last in -in) deck=$word ;; -log) log=$word ;; esac
  last=$word
done
if [ "$log" = none ]; then
  echo "LAMMPS (1 Jan 2026)"
  echo "Loaded 1 plugins from $here/plugin"
else
  echo run >> "$log"
  ! grep -q stops "$deck"
fi
"""


@contextlib.contextmanager
def driver_in(folder):
    """Another program that has run a deck in a folder."""
    folder.mkdir()
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


class Drivers(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="a path ")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "stopped").write_text(STOPPED)
        (self.folder / "stopped").chmod(0o755)

    def drive(self, script, *words):
        """What a driver prints, which must fail without a traceback."""
        code, output = harness.script(EXAMPLES / script, *words, cwd=self.folder,
                                      environment={"PATH": f"{self.folder}:{os.environ['PATH']}"})
        self.assertEqual(code, 1, output)
        self.assertNotIn("Traceback", output)
        return output

    def stops(self, driver, *words):
        """What a driver prints, or ends with, that stops at its arguments."""
        with self.assertRaises(SystemExit) as stopped, contextlib.redirect_stderr(io.StringIO()) as text:
            driver.main(list(map(str, words)))
        return text.getvalue() or stopped.exception.code

    def test_program(self):
        """In PATH, or missing; folders of results are made."""
        for script in "energy/energy.py", "heat/heat.py", "suspended_pair/suspended_pair.py":
            text = self.drive(script, "--lmp", "nowhere", "--out", f"new/{script}")
            self.assertIn(f"{pathlib.Path(script).name}: --lmp {self.folder}/nowhere: no such program; make builds", text)
            self.assertIn("LAMMPS ended with code 1", self.drive(script, "--lmp", "stopped", "--out", f"new/{script}"))

    def test_no_folder_and_no_file(self):
        (self.folder / "file").touch()
        for script, *words in (("heat/heat.py", "--out", "file"), ("repose/repose.py", "--out", "file"), ("flow_arrest/flow_arrest.py", "table", "none.csv")):
            self.assertRegex(self.drive(script, *words, *(["--lmp", "stopped"] if "--out" in words else [])), r"\[Errno \d+\] .*: '.*(file|none\.csv)")

    def test_wrong_words(self):
        for driver, words, message in (
                (verification, "--only fall", "--only: invalid choice: 'fall'"),
                (flow_arrest, "run --jobs 0", "--jobs: 0: must be a whole number >= 1"),
                (dosta, "run silo --bed 25k", "--bed: only for impact"),
                (dosta, "run drum --seed 0", "--seed: only for impact"),
                (dosta, "run impact --n 100000", "--n: only for silo"),
                (dosta, "run drum --orifice large", "--orifice: only for silo"),
                (dosta, "run drum --material M1", "--material: only for silo")):
            self.assertIn(message, self.stops(driver, *words.split()))

    def test_runs_once(self):
        """A run that has ended is repeated if anything that decides its result is another one, and one that has not is."""
        lmp, deck, part, out = (self.folder / name for name in ("lmp", "decks/in.deck", "material.in", "out"))
        (self.folder / "plugin").mkdir()
        deck.parent.mkdir()
        for file, text in ((lmp, RUNS), (deck, "run 0\n"), (part, "mass 1\n"), (self.folder / "plugin" / "granularsrtplugin.so", "1")):
            file.write_text(text)
        lmp.chmod(0o755)

        def runs(**variables):
            program_recipe.cache_clear()    # as in the next call of a script
            run_once(lmp, deck, out, {"PART": part, "N": 1, "OUT": "a.log", "LAW": 300 * "long ", **variables}, "a.log")
            return (out / "a.log").read_text().count("run")

        self.assertEqual([runs(), runs(), runs(N=2), runs(N=2), runs(M=1), runs()], [1, 1, 2, 2, 3, 4])
        count = 4
        for file, text in ((deck, "run 1\n"), (deck.parent / "more.in", "\n"), (part, "mass 2\n"), (self.folder / "plugin" / "granularsrtplugin.so", "2"),
                           (lmp, RUNS.replace("1 Jan", "2 Jan"))):
            file.write_text(text)
            count += 1
            self.assertEqual([runs(), runs()], [count, count], file)
        for text in "stops", "run 2":
            deck.write_text(text)
            with self.assertRaisesRegex(RuntimeError, "ended with code 1") if text == "stops" else contextlib.nullcontext():
                runs()
        (out / "a.log").unlink()
        self.assertEqual(runs(), 1)
        lmp.unlink()    # results were copied to a machine without LAMMPS
        self.assertEqual(runs(), 1)
        with self.assertRaisesRegex(RuntimeError, "no such program"):
            runs(N=2)
        self.assertEqual(runs(), 1)

    def test_two_at_once(self):
        """A driver that runs decks in the folder of another one stops, and does not take its files."""
        (self.folder / "lmp").write_text(RUNS)
        (self.folder / "lmp").chmod(0o755)
        with driver_in(self.folder / "out"):
            text = self.drive("creep/creep.py", "--lmp", "lmp", "--out", "out")
        self.assertIn(f"creep.py: {self.folder / 'out'}: another program runs decks here; give another --out, or wait for its end\n", text)

    def test_more_folders_than_open_files(self):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (40, most[1]))
        for k in range(40):
            lammps("true", "in.deck", self.folder / str(k), {})

    def test_recipe_of_a_study(self):
        """Rows of another deck or LAMMPS are not mixed with new ones."""
        path = self.folder / "out" / "results.recipe"
        for text in ("LAMMPS (1)\nin.deck 12\nN 3\n",) * 2:
            keep_recipe(path, text)
        with self.assertRaisesRegex(RuntimeError, "out has results with another N, in.deck: give another --out, or remove these results and results.recipe"):
            keep_recipe(path, "LAMMPS (1)\nin.deck 13\nN 4\n")
        keep_recipe(path, "LAMMPS (2)\n", path.with_name("results.csv"))    # no row yet
        path.with_name("results.csv").touch()
        with self.assertRaisesRegex(RuntimeError, "another LAMMPS"):
            keep_recipe(path, "LAMMPS (3)\n", path.with_name("results.csv"))

    def test_paths_with_spaces(self):
        """Drivers give absolute paths to decks; LAMMPS splits one at its spaces where a deck has no quotes around it."""
        for deck in EXAMPLES.glob("*/*in*"):
            if deck.name.startswith("in.") or deck.suffix == ".in":
                self.assertNotRegex(deck.read_text(encoding="utf-8"), r"(?m)^include\s+[^\s\"]*\$", deck)

    def test_nothing_to_draw(self):
        self.assertEqual(self.stops(triaxial, "plot", self.folder, self.folder / "curves.svg", "--n", 500),
                         f"triaxial.py: {self.folder} has no curve of N = 500 and the inertial number 3e-3: "
                         "*_yes_N500_3e-3_*.stress")
        self.assertEqual(self.stops(dosta, "report", "--out", self.folder),
                         f"dosta.py: {self.folder} has no curves; dosta.py run writes them")
        self.assertEqual(list(self.folder.rglob("*.svg")), [])

    def test_start_files_that_were_cut(self):
        """They do not count as complete."""
        for case in ("impact", "--seed", "1"), ("silo", "--n", "10"):
            self.drive("dosta2024/dosta.py", "run", *case, "--lmp", "stopped", "--out", "out")
        self.assertEqual(len(list(self.folder.rglob("*.begun"))), 2)
        self.assertEqual(list(self.folder.rglob("*.data")), [])
        for end, log in (b"", "ready1_N200.log"), (b"LammpS RestartT\0", "I0.1_remap_yes_N200_1.log"):
            (self.folder / "out" / "ready1_N200.restart").write_bytes(b"a part of a restart file" + end)
            text = self.drive("flow_arrest/steady_flow.py", "run", "--n", "200", "--lmp", "stopped", "--out", "out")
            self.assertIn(f"see {self.folder / 'out' / log}", text)

    def test_discharge_of_a_silo_that_runs_empty(self):
        """5000 spheres at 20 000/s; the curve goes on afterwards."""
        folder = self.folder / "silo_large_M1_N5000"
        folder.mkdir()
        times = [0.025 * k for k in range(40)]
        lines = (f"{k} {t:.9g} {max(0, 5000 - 20000 * t):.9g}\n" for k, t in enumerate(times))
        (folder / "silo.curve").write_text("".join(lines))
        with contextlib.redirect_stdout(io.StringIO()) as text:
            dosta.main(["report", "--out", str(self.folder)])
        self.assertIn("silo large_M1_N5000: 20000 spheres/s from 0.1 s to 0.2", text.getvalue())


if __name__ == "__main__":
    unittest.main()
