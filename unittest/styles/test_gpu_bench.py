"""bench/gpu without a GPU: the stages of run_all.py run on a LAMMPS with KOKKOS in the way of a GPU. Nothing here looks at how
fast anything is."""

import pathlib
import shutil
import subprocess
import sys
import unittest

import harness

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCH = ROOT / "bench" / "gpu"
sys.path.insert(0, str(BENCH))
import compare  # noqa: E402


def run(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    return done.returncode, done.stdout


class RunAll(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.space = harness.Workspace()
        cls.addClassCleanup(cls.space.close)
        cls.references = cls.space.path / "references of a host"
        code, output = cls.stages("--prepare", "--references", cls.references, lmp=harness.LAUNCHER)
        assert code == 0, output

    @staticmethod
    def stages(*words, lmp):
        return run(sys.executable, BENCH / "run_all.py", "--small", "--lmp", lmp, *words)

    def rehearse(self, results, *words, references=None):
        return self.stages("--references", references or self.references, "--results", results, *words, lmp=harness.KOKKOS)

    @unittest.skipUnless(harness.KOKKOS, "no LAMMPS with the KOKKOS package")
    def test_rehearsal(self):
        results = self.space.path / "all"
        code, output = self.rehearse(results)
        self.assertEqual(code, 0, output)
        for step in ("A first-steps", "A reference-hooke", "A reference-material", "A reference-legacy", "A reference-walls",
                     "B speed-1e4", "B older-style", "B walls-1e6", "C many", "D bench-1e4"):
            self.assertIn(f"{step}: passed", output)
        self.assertNotIn("FAILED", output)
        self.assertIn("| A | reference-walls | passed |", (results / "summary.md").read_text())
        # packings with contacts were compared
        host = compare.frames(self.references / "hooke.dump")
        self.assertGreater(max(abs(row[9]) for row in host[1]), 0.0)
        # what has a verdict is not run again; what was stopped has none
        (results / "A" / "reference-walls" / "verdict.json").unlink()
        code, output = self.rehearse(results)
        self.assertEqual(code, 0, output)
        self.assertIn("A reference-walls: passed (", output)
        self.assertNotIn("A reference-hooke: ", output)

    @unittest.skipUnless(harness.KOKKOS, "no LAMMPS with the KOKKOS package")
    def test_other_results(self):
        wrong = self.space.path / "wrong"
        shutil.copytree(self.references, wrong)
        text = (wrong / "hooke.dump").read_text().splitlines()
        words = text[-1].split()
        text[-1] = " ".join([*words[:4], str(float(words[4]) + 1.0), *words[5:]])
        (wrong / "hooke.dump").write_text("\n".join(text) + "\n")
        code, output = self.rehearse(self.space.path / "failed", "--stages", "A", references=wrong)
        self.assertEqual(code, 1)
        self.assertRegex(output, r"A reference-hooke: FAILED \(.*\) first forces .* end \d")
        self.assertIn("A reference-material: passed", output)

    @unittest.skipUnless(harness.KOKKOS, "no LAMMPS with the KOKKOS package")
    def test_no_time(self):
        code, output = self.rehearse(self.space.path / "short", "--stages", "A", "--seconds", "55")
        self.assertEqual(code, 0, output)
        self.assertIn("left for the next call, because there was no time: A first-steps, A reference-hooke", output)

    def test_without_references(self):
        code, output = self.stages("--references", self.space.path / "none", lmp=harness.LAUNCHER)
        self.assertEqual(code, 2)
        self.assertIn("has no references: python3 bench/gpu/run_all.py --prepare", output)


class Compare(unittest.TestCase):
    ROW = [0.0] * 15

    def test_numbers(self):
        there = [[1.0] * 15, [2.0] * 15]
        self.assertEqual(compare.deviation(there, there), 0.0)
        off = [[1.0] * 15, [2.0] * 9 + [2.2] * 3 + [2.0] * 3]
        self.assertAlmostEqual(compare.deviation(off, there), 0.1)

    def test_no_numbers(self):
        for value in (float("nan"), float("inf")):
            self.assertEqual(compare.deviation([[value] + [0.0] * 14, self.ROW], [self.ROW, self.ROW]), float("inf"))
        self.assertEqual(compare.deviation([self.ROW], [self.ROW, self.ROW]), float("inf"))
        self.assertEqual(compare.deviation([[1.0] * 15], [self.ROW]), float("inf"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
