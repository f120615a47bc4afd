"""The folder of make cuda, as far as it can be tested without a GPU: it can be moved, LAMMPS starts in it, lists its styles and
says that it finds no device.

The folder is GRANULAR_SRT_CUDA, by default build/cuda. Without a driver its library is NVIDIA's stand-in for linking.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import cmake_harness as harness
from test_cuda_compiles import REPORT, nvcc

FOLDER = pathlib.Path(os.environ.get("GRANULAR_SRT_CUDA", harness.ROOT / "build" / "cuda"))
IS_MADE = (FOLDER / "built.txt").exists()
HAS_GPU = shutil.which("nvidia-smi") is not None
MOST_BYTES = 60e6    # what is copied to the machine with the GPU


@unittest.skipUnless(IS_MADE, f"{FOLDER} is not there: make cuda")
class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="moved to ")
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name) / "cuda"
        shutil.copytree(FOLDER, cls.folder, ignore=shutil.ignore_patterns(".build"))
        cls.environment = {}
        if not HAS_GPU:
            stubs = pathlib.Path(nvcc()).resolve().parent.parent / "lib64" / "stubs" / "libcuda.so"
            driver = pathlib.Path(cls.temporary.name) / "driver"
            driver.mkdir()
            (driver / "libcuda.so.1").symlink_to(stubs)
            cls.environment = {"LD_LIBRARY_PATH": str(driver)}

    def run_program(self, *words, cwd=None, **environment):
        return harness.run(*words, cwd=cwd or self.folder, environment={**self.environment, **environment})

    def test_libraries(self):
        for name in ("lib/lmp", "plugin/granularsrtplugin.so"):
            code, output = self.run_program("ldd", self.folder / name, LD_LIBRARY_PATH=":".join(
                filter(None, (str(self.folder / "lib") if "plugin" in name else "", self.environment.get("LD_LIBRARY_PATH")))))
            self.assertEqual(code, 0, output)
            self.assertNotIn("not found", output)
            # one runtime, the one that was brought along
            self.assertEqual(re.findall(r"libcudart\S* => (\S.*?) \(", output), [str(next((self.folder / "lib").glob(
                "libcudart.so.*")))])
        self.assertIn("liblammps.so.0 => " + str(self.folder / "lib"), self.run_program("ldd", self.folder / "lib" / "lmp")[1])

    def test_no_path_of_this_machine(self):
        if "MPI on" in (FOLDER / "built.txt").read_text():
            self.skipTest("the folder uses the MPI library of the machine")
        for name in ("lib/lmp", "lib/liblammps.so.0", "plugin/granularsrtplugin.so"):
            output = subprocess.run(["objdump", "-p", self.folder / name], stdout=subprocess.PIPE, text=True, check=True).stdout
            for path in re.findall(r"RU?N?PATH +(.*)", output):
                self.assertTrue(all(part.startswith("$ORIGIN") for part in path.split(":") if part), f"{name}: {path}")

    def test_size(self):
        size = sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file() and not file.is_symlink())
        if REPORT:
            print(f"{size / 1e6:.1f} MB: {(self.folder / 'built.txt').read_text()}")
        self.assertLess(size, MOST_BYTES)

    def test_help(self):
        code, output = self.run_program(self.folder / "lmp", "-help")
        self.assertEqual(code, 0, output[-2000:])
        self.assertRegex(output, r"KOKKOS package API:.*CUDA")
        for style in ("granular", "gran/hooke/history/kk", "nph/sphere/kk", "nve/sphere/kk", "deform/kk"):
            self.assertRegex(output, rf"(?<!\S){re.escape(style)}(?!\S)")

    def test_plugin_is_loaded(self):
        deck = self.folder / "in.plugins"
        deck.write_text("info styles pair\nplugin list\n")
        code, output = self.run_program(self.folder / "lmp", "-in", "in.plugins", "-log", "none")
        self.assertEqual(code, 0, output[-2000:])
        self.assertRegex(output, r"pair style plugin granular/kk\n")

    @unittest.skipIf(HAS_GPU, "there may be a GPU")
    def test_no_device(self):
        (self.folder / "in.nothing").write_text("units lj\n")
        code, output = self.run_program(self.folder / "lmp", "-k", "on", "g", "1", "-sf", "kk", "-in", "in.nothing", "-log", "none")
        self.assertNotEqual(code, 0)
        self.assertRegex(output, r"(?i)no .*device|cuda.*stub|driver")

    @unittest.skipIf(HAS_GPU, "there may be a GPU")
    def test_stage_without_device(self):
        code, output = self.run_program("python3", "bench/gpu/run_all.py", "--stages", "A", "--results", self.folder / "results")
        self.assertEqual(code, 1, output)
        self.assertIn("A libraries: passed", output)
        self.assertIn("A first-steps: FAILED", output)


if __name__ == "__main__":
    if not nvcc():
        harness.skip_program("no nvcc here")
    unittest.main(verbosity=2)
