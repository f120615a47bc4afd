"""Every command of README.md and doc/installing.md that builds or runs something is run here, by test_install.py or by .ci/run."""

import os
import pathlib
import re
import shlex
import tempfile
import unittest

import cmake_harness as harness

# make exports its own settings; these must not reach a make that starts here
CLEAN = {name: "" for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES")}
# ranks of runs side by side do not share one core
MPI = harness.MPI | {"OMPI_MCA_hwloc_base_binding_policy": "none", "PRTE_MCA_hwloc_default_binding_policy": "none"}

# make configures the folder from which other tests run at the same time: with what is in its cache already.
SAME_BUILD = CLEAN | {"BUILD": str(harness.BUILD), "LAMMPS_SOURCE_DIR": str(harness.LAMMPS_SOURCE),
                      "LAMMPS_BUILD_DIR": str(harness.LAMMPS_BUILD),
                      "WERROR": harness.cache("CMAKE_COMPILE_WARNING_AS_ERROR")}

# CMake's part of these is in test_configure.py, nvcc's in test_cuda_compiles.py, make cuda in
# test_cuda_tools.py and test_cuda_folder.py.
NEED_A_GPU = ("cmake -S $HOME/lammps/cmake -B $HOME/lammps/gpu ", "cmake --build $HOME/lammps/gpu", "cmake -S . -B gpu ",
              "cmake --build gpu", "gpu/lmp ", "make cuda ")
# test_install.py and test_built_in.py take these from the README.
BUILT_ELSEWHERE = ("cmake -S . -B build-plugin ", "cmake --build build-plugin", "cmake --install build-plugin ",
                   "cmake -S $HOME/lammps/cmake -B $HOME/lammps/static ", "cmake --build $HOME/lammps/static")
# They need Debian's liblammps 4 Jul 2026; test_launcher.py builds the same program with another library.
NEED_DEBIAN = ("cmake -S . -B debian ", "cmake --build debian")


class Readme(unittest.TestCase):
    def test_all_commands_are_run(self):
        run_elsewhere = {"make check": harness.ROOT / ".ci" / "run"}
        for command in harness.readme_commands():
            if command.startswith((*NEED_A_GPU, *BUILT_ELSEWHERE, *NEED_DEBIAN)):
                continue
            if command.startswith(("make packing", "make bench", "make kokkos", "mpirun", "build/lmp")):
                continue    # below
            self.assertIn(command, run_elsewhere, f"nobody runs the README's '{command}'")
            self.assertIn(command, run_elsewhere[command].read_text().splitlines())

    def test_make_packing(self):
        commands = [c for c in harness.readme_commands() if c.startswith("make packing")]
        self.assertGreaterEqual(len(commands), 2)
        with tempfile.TemporaryDirectory(prefix="a path ") as folder:
            for command in commands:
                # small and short; the later of two settings counts
                words = shlex.split(command) + ["N=40", "MAXSTEPS=500", f"RESULTS={folder}"]
                code, output = harness.run(
                    *words, cwd=harness.ROOT, environment=SAME_BUILD)
                self.assertEqual(code, 0, output[-4000:])
                self.assertIn("volume fraction phi", output)
            rows = (pathlib.Path(folder) / "packing.csv").read_text().splitlines()
            self.assertEqual(len(rows), 1 + len(commands))

    def test_make_bench(self):
        commands = [c for c in harness.readme_commands() if c.startswith("make bench")]
        self.assertTrue(commands)
        with tempfile.TemporaryDirectory(prefix="a path ") as folder:
            for command in commands:
                # small and short, and nothing to install; test_bench.py runs the other cases
                words = shlex.split(command) + ["CASES=jammed runs ranks scaling", "N=100", "RANKS_N=100", "SCALING=100", "REPEATS=1", "STEPS=10",
                                                "COMPRESS=500", "CALM=10", "PLOT=0", f"RESULTS={folder}"]
                code, output = harness.run(
                    *words, cwd=harness.ROOT, environment=SAME_BUILD)
                self.assertEqual(code, 0, output[-4000:])
                for title in ("Speed over stock LAMMPS", "Where the time goes", "Ranks", "Size", "Roofline", "Loops of 200 run commands"):
                    self.assertIn(title, output)
            self.assertTrue((pathlib.Path(folder) / "bench.csv").exists())

    def test_runs(self):
        # debian/lmp as NEED_DEBIAN
        commands = [c for c in harness.readme_commands() if c.startswith(("mpirun", "build/lmp ")) and " debian/lmp " not in c]
        self.assertGreaterEqual(len(commands), 2)
        for command in commands:
            words = [str(harness.BUILD / "lmp") if word == "build/lmp" else word
                     for word in shlex.split(command)]
            if "-in" in words:
                words += ["-var", "N", "30", "-var", "MAXSTEPS", "500", "-log", "none"]
            code, output = harness.run(*words, cwd=harness.ROOT, environment=MPI)
            self.assertEqual(code, 0, output[-4000:])
            if "-help" in words:
                self.assertRegex(output, r"\bgranular\b")
                self.assertIn("nph/sphere", output)

    def test_kokkos(self):
        # tools/check.sh has run tools/kokkos.sh where that can be done
        if not os.environ.get("GRANULAR_SRT_LMP_KOKKOS"):
            self.skipTest("no build/lmp-kokkos")
        commands = [c for c in harness.readme_commands() if c.startswith(("make kokkos", "build/lmp-kokkos"))]
        self.assertGreaterEqual(len(commands), 2)
        for command in commands:
            words = shlex.split(command)
            if words[0] == "build/lmp-kokkos":
                words[0] = str(harness.BUILD / "lmp-kokkos")
                words += ["-var", "N", "30", "-var", "MAXSTEPS", "500", "-log", "none"]
            code, output = harness.run(
                *words, cwd=harness.ROOT, environment=SAME_BUILD | MPI)
            self.assertEqual(code, 0, output[-4000:])
        self.assertIn("granular/kk", output)
        self.assertIn("2 OpenMP thread(s) per MPI task", output)

    def test_links(self):
        pages = [harness.ROOT / "README.md", harness.ROOT / "packaging" / "README.md", *(harness.ROOT / "doc").glob("*.md"),
                 *(harness.ROOT / "examples").glob("*/README.md")]
        for page in pages:
            # code may contain lambdas, which look like links
            text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
            for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
                if not target.startswith("http"):
                    self.assertTrue((page.parent / target).exists(), f"{page}: {target}")

    def test_examples_have_pages(self):
        for folder in (harness.ROOT / "examples").iterdir():
            if folder.is_dir() and folder.name != "__pycache__":
                self.assertTrue((folder / "README.md").exists(), folder)
                self.assertTrue([*folder.glob("in.*"), *folder.glob("pack_shear_plot.py")], folder)


if __name__ == "__main__":
    unittest.main(verbosity=2)
