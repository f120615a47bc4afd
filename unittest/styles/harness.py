"""Runs LAMMPS decks for the deck tests and reads what they leave.

The launcher comes from GRANULAR_SRT_LMP (build/lmp beside this checkout by default); with
`stock=True` the same LAMMPS runs without the plugin. Python's standard library only.
"""

import datetime
import functools
import importlib
import importlib.util
import math
import os
import pathlib
import random
import re
import runpy
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

REPORT = "GRANULAR_SRT_REPORT" in os.environ    # tests print what they measured

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "python"))
from granular_srt.check.decks import (DUMP_COLUMNS, QUANTITIES, Sphere, cluster, data_file, deck, deviations, fit_for,    # noqa: E402, F401
                                      has_full_lists, number, perturbed, read_dump, read_local_dump, thermo_rows)
from granular_srt.check.lammps import MPI    # noqa: E402

LAUNCHER = pathlib.Path(os.environ.get("GRANULAR_SRT_LMP", HERE.parent.parent / "build" / "lmp"))
KOKKOS = os.environ.get("GRANULAR_SRT_LMP_KOKKOS", "")    # the same with KOKKOS, "" if there is none
# With these arguments all decks of a program run on Kokkos: "-k on t 2 -sf kk"
ARGUMENTS = tuple(os.environ.get("GRANULAR_SRT_KOKKOS_ARGS", "").split())
SKIPPED = 77    # exit code by which ctest knows a skipped program

# Open MPI makes folders of the same name in TMPDIR for all programs: two that start at the same instant can fail.
SCRATCH = tempfile.TemporaryDirectory(prefix="srt.")
os.environ["TMPDIR"] = SCRATCH.name


def need_kokkos():
    """Ends a program that runs on Kokkos alone, where there is none."""
    if not KOKKOS:
        print("skipped: GRANULAR_SRT_LMP_KOKKOS is not set, no LAMMPS with the KOKKOS package")
        sys.exit(SKIPPED)


packages = set()    # that this program and its scripts use


def need_packages(*names):
    """Ends a program whose Python lacks a package, unless the system's python3 has all of them: then that runs it."""
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if not missing:
        packages.update(names)
        return
    SCRATCH.cleanup()
    look = "import sys; from importlib.util import find_spec; sys.exit(None in map(find_spec, sys.argv[1:]))"
    if sys.executable != "/usr/bin/python3" and not subprocess.run(["/usr/bin/python3", "-c", look, *names], check=False,
                                                                   stderr=subprocess.DEVNULL).returncode:
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print(f"skipped: {sys.executable} has no {', '.join(missing)} (Debian: python3-{', python3-'.join(missing)})")
    sys.exit(SKIPPED)


CHECKOUT = str(HERE.parent.parent) + os.sep
started = set()    # scripts that have run


def script(path, *words, cwd, environment=None):
    """Runs a Python program: its exit code and what it prints.

    To import its packages takes a second, which is longer than most of them run. So the first start of a program is that of a
    user, and each later one a fork of this process, which has the packages, without the modules of the checkout.
    """
    path, words = str(path), [str(word) for word in words]
    if path not in started:
        started.add(path)
        done = subprocess.run([sys.executable, path, *words], cwd=cwd, env=dict(os.environ, **environment or {}), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=600, check=False)
        return done.returncode, done.stdout
    for name in packages:
        importlib.import_module({"matplotlib": "matplotlib.pyplot"}.get(name, name))
    with tempfile.TemporaryFile("w+") as output:
        child = os.fork()
        if child == 0:
            _become(path, words, cwd, environment or {}, output.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        output.seek(0)
        return code, output.read()


def _become(path, words, cwd, environment, output):
    """This process, a fork, becomes the program."""
    code = 1
    try:
        signal.alarm(600)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", buffering=1, closefd=False)
        os.environ.update(environment)
        os.chdir(cwd)
        sys.excepthook = sys.__excepthook__
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None) or "").startswith(CHECKOUT):
                del sys.modules[name]
        sys.argv = [path, *words]
        sys.path[:] = [os.path.dirname(path), *(place for place in sys.path if not place.startswith(CHECKOUT))]
        runpy.run_path(path, run_name="__main__")
        code = 0
    except SystemExit as end:
        sys.stdout.flush()
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        sys.stdout.flush()
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if ARGUMENTS:
    need_kokkos()
    LAUNCHER = pathlib.Path(KOKKOS)


@functools.cache
def kokkos_setting(name):
    """What "lmp -help" tells of the KOKKOS package: its "API" (OpenMP, Serial, ...), its "precision"."""
    if not KOKKOS:
        return ""
    text = subprocess.run([KOKKOS, "-help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.search(f"KOKKOS package {name}: (.*)", text)[1].strip()


def kokkos_rounds():
    """Whether that LAMMPS stores positions, velocities and spins in single precision."""
    return kokkos_setting("precision") in ("mixed", "single")


def kokkos_rounds_sums():
    """Whether the decks of this program add up forces in single precision: KOKKOS_PREC single stores them so, and with
    half lists several contacts add to each. With full lists a sphere's loads are summed before they are stored."""
    return bool(ARGUMENTS) and kokkos_setting("precision") == "single" and not has_full_lists(ARGUMENTS)


def kokkos_has(*backends):
    return any(name in kokkos_setting("API").split() for name in backends)


def has_gpu():
    return kokkos_has("CUDA", "HIP", "SYCL")


def library(source, target, *words):
    """Compiles a library that a test loads into LAMMPS."""
    if not shutil.which("c++"):
        raise unittest.SkipTest("no c++ here")
    subprocess.run(["c++", "-std=c++17", "-shared", "-fPIC", "-O1", "-o", target, source, *words], check=True)


def copies_arrays():
    """Whether LAMMPS and its KOKKOS package have separate copies of the arrays of atoms: on a GPU, and in single
    precision."""
    return kokkos_rounds() or has_gpu()


def deform_cannot_flip():
    """Whether LAMMPS stops when fix deform/kk flips a box: it marks both copies of the positions as changed."""
    return bool(ARGUMENTS) and copies_arrays()


def kokkos_threads(count):
    """Arguments of lmp for Kokkos on so many threads; on one where it has none, on a GPU where it is built for one.

    With GRANULAR_SRT_KOKKOS_AS_GPU in the environment, the tests of a host take the ways of a GPU: these tests then show
    that none of them needs what a GPU has not.
    """
    if has_gpu():
        return ("-k", "on", "g", "1", "-sf", "kk")
    if "GRANULAR_SRT_KOKKOS_AS_GPU" in os.environ:
        return ("-k", "on", "t", "1", "-sf", "kk", *AS_ON_GPU)
    return ("-k", "on", "t", str(count if kokkos_has("OpenMP", "Pthreads") else 1), "-sf", "kk")


# What LAMMPS does on a GPU without these arguments.
AS_ON_GPU = ("-pk", "kokkos", "neigh", "full", "newton", "off", "comm", "device", "sort", "device")


def kokkos_full_lists(threads=2):
    """Arguments of lmp for Kokkos on a GPU, or on a host in the way of a GPU."""
    words = kokkos_threads(threads)
    return words if has_full_lists(words) else (*words, *AS_ON_GPU)


def different(ways):
    """Ways of a test, {name: arguments of lmp}, without those that are another one on this machine."""
    return {name: args for k, (name, args) in enumerate(ways.items()) if args not in list(ways.values())[:k]}


def cannot_respa(args):
    """Whether pair_style granular/kk refuses run_style respa, which clears the forces of one of two copies."""
    return copies_arrays() and has_full_lists(args)


RESPA_REFUSED = "Pair style granular: run_style respa clears the forces of the host only, use run_style verlet"

if ARGUMENTS[:3] == ("-k", "on", "t"):
    ARGUMENTS = (*kokkos_threads(int(ARGUMENTS[3])), *ARGUMENTS[6:])

@functools.cache
def help_of(launcher):
    return subprocess.run([launcher, "-help"], stdout=subprocess.PIPE, text=True, check=True).stdout


def has_no_mpi(launcher):
    """Whether this LAMMPS has LAMMPS' stand-in for MPI, as it may have on a machine with a GPU."""
    return "LAMMPS MPI STUBS" in help_of(launcher)


def release():
    """The release of the running LAMMPS, e.g. "4 Jul 2026"."""
    return re.search(r"Simulator - (\d+ \w+ \d+)", help_of(LAUNCHER))[1]


def is_older():
    """Whether it is older than the release whose own styles the tests describe. What its own styles do not have is
    skipped."""
    return datetime.datetime.strptime(release(), "%d %b %Y") < datetime.datetime(2026, 7, 4)


def skip_older(reason):
    if is_older():
        raise unittest.SkipTest(f"LAMMPS {release()}: {reason}")


def wrong_in_older(text):
    """What older styles of LAMMPS compute otherwise: classic models, which fix wall/gran uses, scale the spring by the
    contact radius where they must not, two pair styles granular have one history, and the spring of a contact that slips
    takes the velocity of another frame than the dashpot's with synchronized_verlet."""
    return is_older() and re.findall(r"synchronized_verlet|\w+_classic|wall/gran\S*\s+h\w+/history|hybrid\S* granular granular", text)


def skip_wrong_in_older(text):
    """Skips a comparison with LAMMPS' own styles."""
    if wrong_in_older(text):
        skip_older(f"its own {wrong_in_older(text)[0]} differs")


# GRANULAR_SRT_MPIRUN: words for another MPI, such as PyPI's mpich, "<environment>/bin/mpiexec"
MPIRUN = tuple(os.environ.get("GRANULAR_SRT_MPIRUN", "mpirun --allow-run-as-root --oversubscribe --bind-to none").split())
MPI_ENVIRONMENT = MPI | {
    "OMPI_MCA_orte_execute_quiet": "1",    # -q of mpirun, which Open MPI 5 does not know
    # newer Open MPI looks for networks for a second otherwise
    "OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "^ofi,uct",
    # and UCX, which it loads, watches the allocator after trying for 0.4 s how
    "UCX_MEM_MMAP_HOOK_MODE": "none",
    # threads that wait leave the core to others
    "OMP_WAIT_POLICY": "passive"}


class Result:
    """What a run left: exit code, everything printed, the log file."""

    def __init__(self, returncode, output, log):
        self.returncode, self.output, self.log = returncode, output, log

    @property
    def error(self):
        """The text of the first ERROR line without its source position, or ''."""
        lines = self.output.splitlines()
        for number, line in enumerate(lines):
            if line.startswith("ERROR"):
                text = line.split(":", 1)[1].strip()
                # a long message goes on in the next lines, up to the source position "(file.cpp:12)"
                for more in lines[number + 1:]:
                    if ".cpp:" in text or more.startswith("Last "):
                        break
                    text += " " + more.strip()
                return text.rsplit(" (", 1)[0] if ".cpp:" in text else text
        return ""

    @property
    def sends_from_host(self):
        """Whether LAMMPS on a GPU packs messages on the host, as it does without GPU-aware MPI."""
        return bool(re.search("(Disabling|Turning off) GPU-aware MPI", self.output))

    @property
    def warnings(self):
        return [line for line in self.output.splitlines() if line.startswith("WARNING")]

    def thermo(self):
        """Rows of all thermo tables as a list of dicts of float."""
        return thermo_rows(self.log)

    def numbers_after(self, text):
        """The numbers that follow `text` in the log, one per place where it occurs."""
        found = []
        for line in self.log.splitlines():
            if text in line:
                words = line.split(text, 1)[1].replace("=", " ").split()
                if words:
                    try:
                        found.append(float(words[0]))
                    except ValueError:
                        pass
        return found


class Folder:
    """Where a deck has run."""

    def __init__(self, path):
        self.path = pathlib.Path(path)

    def write(self, name, text):
        (self.path / name).write_text(text)

    def read(self, name):
        return (self.path / name).read_text()

    def log(self):
        return self.read("deck.log") if (self.path / "deck.log").exists() else ""

    def frames(self, name="dump.txt"):
        return read_dump(self.read(name))

    def locals(self, name="local.txt"):
        """Snapshots of a `dump local` file: {step: [row, ...]} with rows of float."""
        return read_local_dump(self.read(name))


class Workspace(Folder):
    """A temporary folder in which decks run; its name has a space on purpose."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="granular srt ")
        super().__init__(self._folder.name)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def close(self):
        self._folder.cleanup()

    def run(self, deck, ranks=1, stock=False, args=(), timeout=300, launcher=LAUNCHER, of_ranks=()):
        """Runs the deck text and returns a Result.

        of_ranks    one dict of environment variables for each rank, instead of `ranks`
        """
        ranks = len(of_ranks) or ranks
        args = (*ARGUMENTS, *args)
        self.write("deck.in", fit_for(deck, args))
        command = [str(launcher), "-in", "deck.in", "-log", "deck.log", *args]
        spins = {}
        if ranks > 1 and has_no_mpi(launcher):
            raise unittest.SkipTest(f"{launcher} was built without MPI")
        if ranks > 1:
            if any(of_ranks):    # not with mpirun's ":", which is a segmentation fault in Open MPI 5.0.7
                choice = " ".join(f"{rank}) export {' '.join(f'{name}={value}' for name, value in variables.items())};;"
                                  for rank, variables in enumerate(of_ranks) if variables)
                command = ["sh", "-c", f'case ${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}} in {choice} esac; exec "$@"', "sh", *command]
            command = [*MPIRUN, "-np", str(ranks), *command]
            spins = {"GOMP_SPINCOUNT": "0"}    # threads of a rank that wait leave the core to the other ranks
        environment = dict(os.environ, GRANULAR_SRT_STOCK="1" if stock else "0", OMP_NUM_THREADS="1",
                           TMPDIR=tempfile.mkdtemp(dir=SCRATCH.name), **MPI_ENVIRONMENT, **spins)
        done = subprocess.run(command, cwd=self.path, env=environment, timeout=timeout,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              stdin=subprocess.DEVNULL)
        return Result(done.returncode, done.stdout, self.log())

    def on_full_disk(self, launcher=LAUNCHER):
        """A launcher for run(): the folder "full" of the deck is then a disk without room.

        Raises SkipTest where this user may not mount one.
        """
        (self.path / "full").mkdir(exist_ok=True)
        script = self.path / "on_full_disk"
        script.write_text('#!/bin/sh\nexec unshare -rm sh -c \'mount -t tmpfs -o size=4k none full && head -c 4096 /dev/zero > full/room && '
                          f'exec "$@"\' sh "{launcher}" "$@"\n')
        script.chmod(0o755)
        if not shutil.which("unshare") or subprocess.run(["unshare", "-rm", "sh", "-c", "mount -t tmpfs none full"], cwd=self.path, check=False,
                          stderr=subprocess.DEVNULL).returncode:
            raise unittest.SkipTest("mounts are not allowed here")
        return script

    def run_each(self, jobs, args=(), **options):
        """Runs several decks, one after the other in one LAMMPS, because to start it takes longer than most decks.

        jobs    {name: (deck, {file: text})}, the files that the deck reads
        Returns {name: (Result, Folder)}. One that did not end, or to which an earlier one did not let it come, has an
        exit code and the output of all.
        """
        # A deck with fixes of the host makes LAMMPS communicate on the host, also in the decks after it.
        begin = "package kokkos comm device\n" if has_full_lists(args) and not {"no", "host"} & set(args) else ""
        script, folders = begin, {}
        for name, (deck, files) in jobs.items():
            folder = folders[name] = Folder(tempfile.mkdtemp(prefix="deck ", dir=self.path))
            for file, text in {**files, "deck.in": fit_for(deck, (*ARGUMENTS, *args))}.items():
                folder.write(file, text)
            script += (f"shell cd '{folder.path.name}'\nlog deck.log\ninclude deck.in\nlog ../deck.log append\n"
                       f"shell touch ended\nclear\n{begin}shell cd ..\n")
        whole = self.run(script, args=args, **options)
        found = {}
        for name, folder in folders.items():
            log, ended = folder.log(), (folder.path / "ended").exists()
            found[name] = Result(0 if ended else whole.returncode or 1, log if ended else whole.output, log), folder
        return found


def later(frames, step):
    """The frames behind a step."""
    return {s: atoms for s, atoms in frames.items() if s > step}


class DeckTest(unittest.TestCase):
    """A test with a folder of its own in which decks run."""

    def setUp(self):
        self.space = Workspace()
        self.addCleanup(self.space.close)

    def lmp(self, deck, **options):
        """Runs a deck that must succeed."""
        result = self.space.run(deck, **options)
        if result.returncode != 0 or result.error:
            if options.get("stock") or "/builtin" in deck:
                skip_older("its own styles stop with " + result.error)
            self.fail(f"the deck failed with exit code {result.returncode}:\n{deck}\n"
                      + result.output[-3000:])
        return result

    def assert_each_stops(self, table):
        """Each deck of {name: (options of self.deck, text)} stops with exit code 1 and an error that contains the
        text."""
        for name, (options, text) in table.items():
            with self.subTest(name):
                run = self.space.run(self.deck(**options))
                self.assertEqual(run.returncode, 1, run.output[-1000:])
                self.assertIn(text, run.error)
                if REPORT:
                    print(f"{name}: {run.error}")

    def assert_ended(self, run, what):
        """One of several decks that ran in one LAMMPS."""
        self.assertEqual(run.returncode, 0, f"{what}: the deck, or one before it, failed\n" + run.output[-3000:])

    def trajectory(self, deck, **options):
        self.lmp(deck, **options)
        return self.space.frames()

    def assert_same_trajectory(self, one, other, bound, message="", quantities=None):
        measured = deviations(one, other, quantities)
        for name, value in measured.items():
            self.assertLessEqual(value, bound, f"{message}: {name} deviates by {value:.3g}: {measured}")
        return max(measured.values())


def empty_box(boundary):
    """The head of decks that begin without spheres, which come into the box later."""
    return f"""units lj
atom_style sphere
boundary {boundary}
newton on
comm_modify vel yes
region box block -5 5 -5 5 0 20
create_box 1 box
neighbor 0.3 bin
pair_style granular
pair_coeff * * hooke 2e4 20 tangential linear_history 1e4 10 0.5
timestep 0.001
"""


@functools.cache
def instruction_sets():
    """The values of GRANULAR_SRT_SIMD for instruction sets of this build and processor, but "off"."""
    with Workspace() as space, mock.patch.dict(os.environ, {"GRANULAR_SRT_SIMD": "?"}):
        space.write("data.txt", data_file([Sphere((0, 0, 0))]))
        error = space.run(deck("pair_style granular\npair_coeff * * hooke 1 0 tangential linear_nohistory 0 0", steps=1)).error
    return re.search(r"can be on, (.*)off here", error).group(1).replace(",", "").split()
