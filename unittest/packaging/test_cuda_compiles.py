"""The /kk styles (src/kokkos) compile for a GPU, as far as that can be seen without one and without a Kokkos that
was built for CUDA, and their kernels need no more registers than there are. nvcc takes Kokkos' headers with a
configuration for CUDA and Serial made here, LAMMPS' headers and its stand-in for MPI. All sources are compiled
together, because the headers take most of the time.

Kokkos' headers are those of GRANULAR_SRT_KOKKOS_HEADERS, of the newer Debian that tools/kokkos-root.sh has made, or of
the system. Skipped without them or without nvcc.
"""

import os
import pathlib
import re
import shutil
import tempfile
import typing
import unittest

import cmake_harness as harness

CACHE = pathlib.Path(os.environ.get("GRANULAR_SRT_CACHE") or pathlib.Path(
    os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "granular-srt")
FOLDER = harness.ROOT / "src" / "kokkos"
SOURCES = sorted(FOLDER.glob("*.cpp"))
ARCHITECTURE = "sm_90"
# Bytes. Laws with all friction modes may spill a few doubles, so that four of their blocks fit on a multiprocessor.
SPILLED_FOR_A_BLOCK = 64
REPORT = "GRANULAR_SRT_REPORT" in os.environ    # print the registers of each kernel

# What CMake writes when Kokkos is configured with Kokkos_ENABLE_CUDA, Kokkos_ENABLE_SERIAL, Kokkos_ARCH_HOPPER90 and,
# as LAMMPS does for its own copy, Kokkos_ENABLE_IMPL_VIEW_LEGACY: macros of the file in place of those of the package.
ON = ("KOKKOS_ENABLE_CUDA", "KOKKOS_ENABLE_SERIAL", "KOKKOS_ENABLE_IMPL_VIEW_LEGACY", "KOKKOS_ARCH_HOPPER",
      "KOKKOS_ARCH_HOPPER90", "DESUL_ATOMICS_ENABLE_CUDA")
OFF = ("KOKKOS_ENABLE_OPENMP", "KOKKOS_ENABLE_IMPL_MDSPAN", "DESUL_ATOMICS_ENABLE_OPENMP")
BACKENDS = {"Declare": ("decl/Kokkos_Declare_SERIAL.hpp", "decl/Kokkos_Declare_CUDA.hpp"),
            "Fwd": ("fwd/Kokkos_Fwd_SERIAL.hpp", "fwd/Kokkos_Fwd_CUDA.hpp"),
            "Setup": ("setup/Kokkos_Setup_Cuda.hpp",)}


def nvcc():
    """The compiler, or None."""
    return shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def kokkos_headers():
    """The folder with Kokkos_Core.hpp of a Kokkos >= 5, or None."""
    named = os.environ.get("GRANULAR_SRT_KOKKOS_HEADERS")
    folders = [named] if named else [CACHE / "kokkos-root" / "usr" / "include" / "kokkos", "/usr/include/kokkos"]
    for folder in map(pathlib.Path, folders):
        config = folder / "KokkosCore_config.h"
        if config.exists() and re.search(r"#define KOKKOS_VERSION_MAJOR [5-9]", config.read_text()):
            return folder
    return None


def write_configuration(headers, folder):
    """Kokkos' generated headers as for a build with CUDA."""
    for name in ("KokkosCore_config.h", "desul/atomics/Config.hpp"):
        text = (headers / name).read_text()
        for macro in ON:
            text = text.replace(f"/* #undef {macro} */", f"#define {macro}")
        for macro in OFF:
            text = re.sub(rf"#define {macro}\b.*", "", text)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for kind, includes in BACKENDS.items():
        (folder / f"KokkosCore_Config_{kind}Backend.hpp").write_text(
            "#pragma once\n" + "".join(f"#include <{name}>\n" for name in includes))


def headers_and_definitions(headers, precision):
    """Options of a compiler for src/kokkos: LAMMPS' headers with its stand-in for MPI, Kokkos' headers, and what a LAMMPS
    with this precision (DOUBLE_DOUBLE, SINGLE_DOUBLE, SINGLE_SINGLE) defines."""
    lammps = harness.LAMMPS_SOURCE / "src"
    return ("-I", harness.ROOT / "src", "-isystem", headers, "-isystem", lammps / "KOKKOS", "-isystem", lammps,
            "-isystem", lammps / "STUBS", "-DLAMMPS_SMALLBIG", "-DLMP_PLUGIN", "-DLMP_KOKKOS",
            f"-DLMP_KOKKOS_{precision}", "-DLMP_KOKKOS_LAYOUT_LEGACY")


def write_together(file):
    """All of src/kokkos as one source, because the headers take most of the time."""
    file.write_text("".join(f'#include "{source}"\n' for source in SOURCES))


def kernels():
    """The names of the classes of src/kokkos that are called with work items."""
    names = set()
    for file in FOLDER.iterdir():
        # each up to the next one that is not empty
        for text in re.split(r"(?m)^ *(?:template <[^<>]*> )?(?:struct|class) (?=\w+[^;{}]*\{[^}])", file.read_text())[1:]:
            if "KOKKOS_FUNCTION void operator()(" in text:
                names.add(text.split()[0])
    return names


class Kernel(typing.NamedTuple):
    """What ptxas tells of a kernel."""
    symbol: str
    spilled: int      # bytes written to memory because there are not enough registers, in one pass through the code
    registers: int

    @classmethod
    def all_of(cls, messages):
        return [cls(symbol, int(spilled), int(registers)) for symbol, spilled, registers in re.findall(
            r"Compiling entry function '(\w+)'.*\n.*\n.* (\d+) bytes spill stores.*\n.*Used (\d+) registers", messages)]


class Cuda(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.nvcc = nvcc()
        cls.headers = kokkos_headers()
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name)
        write_configuration(cls.headers, cls.folder)

    def compile(self, source):
        """(exit code, messages). The code for the GPU; the host compiler has seen the sources elsewhere."""
        return harness.run(
            self.nvcc, "-x", "cu", "-std=c++20", f"-arch={ARCHITECTURE}", "--extended-lambda",
            "--expt-relaxed-constexpr", "-Werror", "cross-execution-space-call", "-O3", "-Xptxas", "-v",
            "-I", self.folder, *headers_and_definitions(self.headers, "DOUBLE_DOUBLE"),
            "-cubin", source, "-o", self.folder / f"{source.stem}.cubin")

    def test_sources(self):
        self.assertTrue(SOURCES)
        together = self.folder / "together.cpp"
        write_together(together)
        code, output = self.compile(together)
        self.assertEqual(code, 0, output[-4000:])
        # kernels came out: the headers were configured for the GPU
        made = Kernel.all_of(output)
        expected = kernels()
        self.assertGreater(len(expected), 10)
        for name in expected:
            with self.subTest(kernel=name):
                ours = [kernel for kernel in made if f"{len(name)}{name}" in kernel.symbol]
                self.assertTrue(ours)
                for kernel in ours:
                    self.assertLessEqual(kernel.spilled, SPILLED_FOR_A_BLOCK, kernel.symbol)
                    if REPORT:
                        print(f"{kernel.registers} registers, {kernel.spilled} bytes spilled: {kernel.symbol}")

    def test_headers_of_the_host(self):
        # both passes: nvcc has lost dots of packs in what it writes for the host compiler
        source = self.folder / "headers.cu"
        source.write_text("".join(f'#include "engine/evaluate/{name}.h"\n' for name in ("rows", "lane_access", "compiled_laws")))
        lammps = harness.LAMMPS_SOURCE / "src"
        code, output = harness.run(
            self.nvcc, "-std=c++20", f"-arch={ARCHITECTURE}", "--expt-relaxed-constexpr", "-I", harness.ROOT / "src", "-isystem",
            lammps, "-isystem", lammps / "STUBS", "-DLAMMPS_SMALLBIG", "-c", source, "-o", self.folder / "headers.o")
        self.assertEqual(code, 0, output[-4000:])

    def test_host_function_in_a_kernel(self):
        # what this program is there to find
        source = self.folder / "broken.cpp"
        source.write_text('#include <Kokkos_Core.hpp>\n'
                          "__host__ __attribute__((noinline)) int on_the_host(int i) { return i + 1; }\n"
                          "void broken(Kokkos::View<int *, Kokkos::Cuda> v)\n{\n"
                          "  Kokkos::parallel_for(Kokkos::RangePolicy<Kokkos::Cuda>(0, 1),\n"
                          "                       KOKKOS_LAMBDA(int i) { v(i) = on_the_host(i); });\n}\n")
        code, output = self.compile(source)
        self.assertNotEqual(code, 0, output)
        self.assertIn("calling a __host__ function(\"on_the_host(int)\")", output)


if __name__ == "__main__":
    if not nvcc():
        harness.skip_program("no nvcc here")
    if not kokkos_headers():
        harness.skip_program("no headers of Kokkos >= 5 here")
    unittest.main(verbosity=2)
