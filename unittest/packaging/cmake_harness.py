"""Runs CMake, compilers and LAMMPS for the tests of building and installing.

GRANULAR_SRT_BUILD names the build folder of the checkout (default build/): from its cache come the
LAMMPS, the compiler and the generator that the tests use too. Python's standard library only.
"""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("GRANULAR_SRT_BUILD", ROOT / "build"))
sys.path.append(str(ROOT / "python"))
from granular_srt.check.lammps import MPI    # noqa: E402, F401  after its folder


def cache(name, build=BUILD):
    """One entry of a CMake cache, '' where it is missing."""
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.split("=", 1)[1]
    return ""


def plugin_command():
    """How a source of the plugin is compiled, but for what KOKKOS adds and -Werror: (words, the source among
    them, folder)."""
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    entry = next(entry for entry in commands if entry["file"].endswith("lammps_check.cpp"))
    words = [word for word in shlex.split(entry["command"]) if "KOKKOS" not in word and word != "-Werror"]
    return words, entry["file"], entry["directory"]


def plugin_options():
    """That command without -c, -o and the source: (words, folder)."""
    words, source, folder = plugin_command()
    at = words.index("-o")
    return [word for k, word in enumerate(words) if k not in (at, at + 1) and word not in ("-c", source)], folder


def together(sources):
    """(folder of src/, a source that includes those of this folder) for each folder: LAMMPS' headers take most of the time.

    Names of a folder's sources differ. A warning of -Wshadow may have no reason there.
    """
    folders = {}
    for source in sources:
        folders.setdefault(pathlib.Path(source).relative_to(ROOT / "src").parts[0], []).append(source)
    for name, files in folders.items():
        source = pathlib.Path(tempfile.mkdtemp(dir=SCRATCH.name), f"{name}.cpp")
        source.write_text("".join(f'#include "{file}"\n' for file in files))
        yield name, source


def skip_program(reason):
    """Ends a test program of which nothing can run here, with the exit code that ctest knows."""
    print("skipped:", reason)
    sys.exit(77)


def pypi_not_reached(output):
    """Whether pip failed, with these messages, because there was nothing to download from."""
    return subprocess.run(["sh", ROOT / "tools" / "not-reached.sh"], input=output, text=True, check=False).returncode == 0


if not (BUILD / "CMakeCache.txt").exists():
    skip_program(f"{BUILD} is no build folder of CMake")
LAMMPS_SOURCE = pathlib.Path(cache("LAMMPS_SOURCE_DIR"))
LAMMPS_BUILD = pathlib.Path(cache("LAMMPS_BUILD_DIR"))
COMPILER = cache("CMAKE_CXX_COMPILER")
LMP = LAMMPS_BUILD / "lmp"
# Open MPI makes folders of the same name in TMPDIR for all programs: two that start at the same instant can fail.
SCRATCH = tempfile.TemporaryDirectory(prefix="srt.")
os.environ["TMPDIR"] = SCRATCH.name


def run(*command, cwd=None, environment=None, timeout=900):
    """Runs a command; returns (exit code, stdout and stderr in one text)."""
    variables = dict(os.environ)
    variables.pop("LAMMPS_PLUGIN_PATH", None)
    variables.pop("GRANULAR_SRT_STOCK", None)
    variables["TMPDIR"] = tempfile.mkdtemp(dir=SCRATCH.name)
    variables.update(environment or {})
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=variables, timeout=timeout,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def configure(source, build, *options):
    """cmake with the compiler of the checkout's own build, through ccache where there is one."""
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    return run("cmake", "-G", "Ninja", "-S", source, "-B", build,
               f"-DCMAKE_CXX_COMPILER={COMPILER}", *launcher, *options)


def copy_of_checkout(folder):
    """A copy of what is in the repository, without build folders and results."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(
        ".git", "build", "build-*", "gpu", "results", "__pycache__"))
    return folder


# What decks of examples/ leave in a tree that is used
LEFT = [f"examples/packing/{name}" for name in ("log.lammps", "log.1", "p.dump", "p.local", "p.contacts", "p.restart", "p.restart.100",
                                                "results/packing.csv", "out/p.png")]


def use(tree):
    """Writes these files."""
    for name in LEFT:
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text("left by a run\n")


def readme_command(start, replacements):
    """The one command of README.md and doc/installing.md that starts so, in words, with parts of it replaced."""
    found = [command for command in readme_commands() if command.startswith(start)]
    assert len(found) == 1, f"the pages have {len(found)} commands '{start}': {found}"
    words = shlex.split(found[0])
    for old, new in replacements.items():
        words = [word.replace(old, str(new)) for word in words]
    return words


def readme_commands():
    """The commands of README.md and doc/installing.md that build, install or run: all lines of its fenced blocks that start so."""
    commands, fenced = [], False
    for line in (ROOT / "README.md").read_text().splitlines() + (ROOT / "doc" / "installing.md").read_text().splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced and line.split(" ")[0] in ("make", "cmake", "mpirun", "build/lmp", "build/lmp-kokkos", "gpu/lmp",
                                               "cd", "sh"):
            commands.append(line)
    return commands
