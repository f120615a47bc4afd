"""tools/cuda.sh and unity_groups.py without a compiler for GPUs: messages, and which files are compiled as one."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import cmake_harness as harness
from test_kokkos_tools import ToolsTest

KOKKOS = """kokkos_arch_option(HOPPER90)
check_cuda_arch(AMPERE80 sm_80)
check_cuda_arch(HOPPER90 sm_90)
"""


class Cuda(ToolsTest):
    names = "cache", "checkout"    # nvcc_wrapper takes no spaces

    def setUp(self):
        super().setUp()
        self.kokkos = self.cache / "kokkos"
        (self.kokkos / "bin").mkdir(parents=True)
        (self.kokkos / "cmake").mkdir()
        (self.kokkos / "bin" / "nvcc_wrapper").write_text('default_arch="sm_70"\n#\ncuda_args=""\n')
        (self.kokkos / "cmake" / "kokkos_arch.cmake").write_text(KOKKOS)
        self.version(5, 1)
        self.script("install-deps.sh", "exit 0")
        self.script("fetch-lammps.sh", 'echo "$1/lammps"')
        # what the build of LAMMPS is given
        self.script("build-lammps.sh", 'echo "$LIB_KOKKOS $LAMMPS_INCLUDE [$CXXFLAGS] $*" >&2; exit 5')
        self.program("nvcc", "exit 0")
        runtime = self.programs.parent / "lib64"
        runtime.mkdir()
        (runtime / "libcudart.so.13").touch()

    def version(self, major, minor):
        (self.kokkos / "CMakeLists.txt").write_text(f"set(Kokkos_VERSION_MAJOR {major})\nset(Kokkos_VERSION_MINOR {minor})\n"
                                                    "set(Kokkos_VERSION_PATCH 0)\n")

    def cuda(self, **settings):
        code, _, errors = self.run_tool("cuda.sh", **{"KOKKOS_SOURCE_DIR": str(self.kokkos), "ARCH": "HOPPER90",
                                                      "MPI": "off", "FLAGS": "", **settings})
        return code, errors

    def test_wrong_settings(self):
        for settings, message in (({"KOKKOS_SOURCE_DIR": ""}, "give KOKKOS_SOURCE_DIR=<source tree of Kokkos 5.1 or newer>"),
                                  ({"KOKKOS_SOURCE_DIR": "/none"}, "KOKKOS_SOURCE_DIR=/none has no bin/nvcc_wrapper"),
                                  ({"ARCH": "HOPPER"}, "unknown ARCH=HOPPER; this Kokkos knows AMPERE80 HOPPER90"),
                                  ({"MPI": "yes"}, "MPI=yes: on or off")):
            code, errors = self.cuda(**settings)
            self.assertEqual((code, errors.strip()), (1, f"make cuda: {message}"))
        for name in ("GRANULAR_SRT_CACHE", "OUT", "LAMMPS_SOURCE_DIR", "LAMMPS_BUILD_DIR"):
            code, errors = self.cuda(**{name: "/a path"})
            self.assertEqual(code, 1)
            self.assertIn("make cuda: nvcc_wrapper of Kokkos takes no paths with spaces: checkout ", errors)
            self.assertIn(f"{name}=/a path", errors)

    def test_without_nvcc(self):
        (self.programs / "nvcc").unlink()
        if subprocess.run(["sh", "-c", 'PATH="$PATH:/usr/local/cuda/bin" command -v nvcc'], stdout=subprocess.DEVNULL,
                          check=False).returncode == 0:
            self.skipTest("there is an nvcc")
        self.assertEqual(self.cuda(), (3, "make cuda: no nvcc in PATH or CUDA_ROOT\n"))

    def test_what_is_built(self):
        code, errors = self.cuda(ARCH="AMPERE80", FLAGS="--fmad=false", MPI="on")
        self.assertEqual(code, 5)
        self.assertIn("lammps_cuda.cmake [--fmad=false] ", errors)
        for option in ("BUILD_MPI=on", "Kokkos_ARCH_AMPERE80=on", "Kokkos_ENABLE_CUDA=on"):
            self.assertIn(f"-D {option}", errors)
        # the copy of Kokkos has the architecture while CMake tests the compiler; the original stays as it is
        copy = next(self.cache.glob("kokkos-*")) / "bin" / "nvcc_wrapper"
        self.assertEqual(copy.read_text(), 'default_arch="sm_80"\n#\ncuda_args="-cudart shared"\n')
        self.assertIn("sm_70", (self.kokkos / "bin" / "nvcc_wrapper").read_text())
        self.assertNotIn("older than", errors)

    def test_older_kokkos(self):
        for version, older in (((4, 7), True), ((5, 0), True), ((5, 1), False), ((5, 10), False), ((6, 0), False)):
            self.version(*version)
            _, errors = self.cuda()
            self.assertEqual(f"Kokkos {version[0]}.{version[1]} is older than 5.1" in errors, older, errors)


class Launcher(ToolsTest):
    def test_folder_that_was_moved(self):
        folder = self.cache / "moved"
        (folder / "lib").mkdir(parents=True)
        (folder / "lib" / "lmp").write_text('#!/bin/sh\necho "[$LAMMPS_PLUGIN_PATH] $*"\n')
        (folder / "lib" / "lmp").chmod(0o755)
        (folder / "lmp").write_text((self.tools / "lmp-cuda.in").read_text())
        (folder / "lmp").chmod(0o755)
        link = self.cache / "link"
        link.symlink_to(folder / "lmp")
        for stock, plugins in ((None, f"{folder}/plugin"), ("0", f"{folder}/plugin"), ("1", "")):
            environment = {name: value for name, value in os.environ.items()
                           if name not in ("LAMMPS_PLUGIN_PATH", "GRANULAR_SRT_STOCK")}
            if stock:
                environment["GRANULAR_SRT_STOCK"] = stock
            output = subprocess.run([link, "-in", "a deck"], stdout=subprocess.PIPE, text=True, env=environment, check=True).stdout
            self.assertEqual(output, f"[{plugins}] -in a deck\n")
        wrong = subprocess.run([link], stderr=subprocess.PIPE, text=True, env={**os.environ, "GRANULAR_SRT_STOCK": "2"}, check=False)
        self.assertEqual((wrong.returncode, wrong.stderr), (1, "GRANULAR_SRT_STOCK is 2: must be 0 or 1\n"))


class UnityGroups(unittest.TestCase):
    def groups(self, number, **files):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, text in files.items():
                paths.append(pathlib.Path(folder) / f"{name}.cpp")
                paths[-1].write_text(text)
            done = subprocess.run([sys.executable, harness.ROOT / "tools" / "unity_groups.py", str(number), *paths], text=True,
                                  stdout=subprocess.PIPE, check=True)
        found = {}
        for line in done.stdout.splitlines():
            group, path = line.split(" ", 1)
            found.setdefault(group, set()).add(pathlib.Path(path).stem)
        return sorted(map(sorted, found.values()))

    def test_names_that_files_define_for_themselves(self):
        other = "int f() { return NAME; }\n"
        for text in ("enum { FIRST, NAME = 3 };\n", "#define NAME 1\n", "static constexpr double NAME = 1.0;\n",
                     "namespace {\n  constexpr int NAME = 1;\n}\n", "static int NAME(int i)\n{\n}\n", "struct NAME {\n};\n",
                     "template <typename S, typename T> static S *NAME(T *t)\n{\n}\n",
                     "namespace {\nclass NAME : A {\n};\n}\n"):
            self.assertEqual(self.groups(1, one=text, two=other), [["one"], ["two"]], text)
            self.assertEqual(self.groups(1, one=other, two=text), [["one"], ["two"]], text)

    def test_names_that_do_not_matter(self):
        # of another word, in a comment, in a text, of a function's own, declared elsewhere
        for text in ("static int NAMES;\n", "// static int NAME;\n", 'static auto a = "enum { NAME }";\n',
                     "void f()\n{\n  const int NAME = 1;\n}\n", "using namespace NAME;\n", "int NAME;\n"):
            self.assertEqual(self.groups(1, one=text, two="int g() { return NAME; }\n"), [["one", "two"]], text)

    def test_sizes(self):
        files = {name: f"int {name};\n" * 100 for name in "abcd"}
        self.assertEqual(list(map(len, self.groups(2, **files))), [2, 2])
        self.assertEqual(list(map(len, self.groups(8, **files))), [1, 1, 1, 1])


if __name__ == "__main__":
    unittest.main(verbosity=2)
