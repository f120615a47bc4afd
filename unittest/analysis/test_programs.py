"""Modules that are programs: one line, and no traceback, where a package or a file is missing, or the disk is full."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from package import ROOT, box, contact, frame, harness, numpy, pandas, reading

from granular_srt import chains, film
from PIL import Image

PROGRAMS = {"film": "PIL", "particles": "numpy, scipy, pandas", "filling": "numpy, scipy, pandas, meshio",
            "walls": "numpy, scipy, pandas, meshio, matplotlib"}
FULL = pathlib.Path("/dev/full")    # each write to it fails, as on a full disk
ANALYSIS = ROOT / "examples" / "analysis"


def program(*words, bare=False, stdout=subprocess.PIPE, **options):
    """A program of the package; bare: in a Python without any other package."""
    return subprocess.run([sys.executable, *(["-S"] if bare else []), "-m", *map(str, words)], env=dict(os.environ, PYTHONPATH=str(ROOT / "python")),
                          stdout=stdout, stderr=subprocess.PIPE, text=True, check=False, **options)


class Programs(unittest.TestCase):
    def test_help(self):
        for name in PROGRAMS:
            done = program(f"granular_srt.{name}", "--help")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("usage:", done.stdout)

    def test_unknown_command(self):
        done = program("granular_srt.command", "chek")
        self.assertEqual((done.returncode, done.stderr), (2, "granular-srt: unknown command 'chek'\n"))
        self.assertIn("granular-srt check ", done.stdout)

    def test_missing_package(self):
        for name, missing in PROGRAMS.items():
            done = program(f"granular_srt.{name}", "--help", bare=True)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, rf"^{name}: \S+ has no {missing} \(Debian: python3-[a-z0-9 -]+\)\n$")

    def test_files_into_no_folder(self):
        with tempfile.TemporaryDirectory() as name:
            shutil.copytree(ROOT / "python" / "granular_srt", pathlib.Path(name, "granular_srt"))
            pathlib.Path(name, "granular_srt", "files", "examples").mkdir(parents=True)
            pathlib.Path(name, "file").touch()
            for target, message in (("file/new", "granular-srt: [Errno 20] Not a directory: 'file/new'\n"), ("new", "")):
                done = subprocess.run([sys.executable, "-m", "granular_srt.command", "files", target], cwd=name, stderr=subprocess.PIPE, text=True,
                                      stdout=subprocess.DEVNULL, check=False)
                self.assertEqual((done.returncode, done.stderr), (1 if message else 0, message))

    def test_missing_file(self):
        for name, words in {"filling": ["nowhere.stl"], "walls": ["nowhere.vtk"], "particles": ["sieve", "nowhere.csv"], "film": ["a.gif", "a.png", "b.png"]}.items():
            done = program(f"granular_srt.{name}", *words, cwd=ANALYSIS)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, rf"^{name}: \[Errno 2\] No such file or directory: '.*{words[-1] if name != 'film' else 'a.png'}'\n$")

    @unittest.skipUnless(FULL.exists(), "there is no /dev/full")
    def test_output_on_a_full_disk(self):
        """No cut file beside exit code 0."""
        for words in (("particles", "sieve", "curve.csv"), ("particles", "clump", "tetrahedron.csv"), ("filling", "vessel.stl", "--fraction", "0.02")):
            with open(FULL, "w", encoding="utf-8") as full:
                done = program(f"granular_srt.{words[0]}", *words[1:], cwd=ANALYSIS, stdout=full)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr, f"{words[0]}: [Errno 28] No space left on device: 'standard output'\n")

    @unittest.skipUnless(FULL.exists(), "there is no /dev/full")
    def test_files_on_a_full_disk(self):
        spheres = frame(box(5, 5, 5), [(1, 1, 1), (1.9, 1, 1)])
        rows = pandas.DataFrame([contact(spheres, 1, 2, numpy.array((3.0, 0, 0)))])
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for k in range(2):
                Image.new("RGB", (3, 3), (k, 0, 0)).save(folder / f"{k}.png")
            for file in ("a.vtp", "a.vtu", "a.gif"):
                (folder / file).symlink_to(FULL)
                with self.assertRaisesRegex(OSError, f"No space left on device: '.*{file}'"):
                    if file == "a.gif":
                        film.write(folder / file, folder.glob("?.png"))
                    else:
                        chains.write(folder / file, spheres, rows)
        with self.assertRaisesRegex(reading.ReadError, "chains are written as .vtu or .vtp"):
            chains.write(FULL, spheres, rows)


if __name__ == "__main__":
    harness.unittest.main()
