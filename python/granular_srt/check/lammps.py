"""The LAMMPS that decks run on."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from .decks import data_file, fit_for, shown, still_deck, thermo_rows, two_spheres

# Open MPI refuses root, and more ranks than cores, unless told that they are meant. Ranks that wait leave the core to others:
# those of MPICH sleep, because ranks that yield starve on a busy machine. Open MPI starts a daemon for each run without mpirun
# unless told not to, which doubles the time.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe", "OMPI_MCA_mpi_yield_when_idle": "1",
       "OMPI_MCA_ess_singleton_isolated": "1", "MPIR_CVAR_POLLS_BEFORE_YIELD": "0", "MPIR_CVAR_CH4_PROGRESS_THROTTLE": "1",
       "MPIR_CVAR_CH4_PROGRESS_THROTTLE_NO_PROGRESS_COUNT": "1"}
SECONDS = 300    # for one deck


class NotThere(Exception):
    """LAMMPS does not have what a deck asks for."""


class Failed(Exception):
    """LAMMPS stopped."""


class Lammps:
    """A program, and how it is started.

    program      path of lmp
    mpirun       words that start ranks, without their number: ("mpiexec",)
    arguments    of lmp, such as -k on t 1 -sf kk
    ranks        of all decks
    stock        LAMMPS' own styles
    plugins      folder for LAMMPS_PLUGIN_PATH, "" for none
    """

    def __init__(self, program, mpirun=("mpiexec",), arguments=(), ranks=1, stock=False, plugins=""):
        self.program, self.mpirun, self.arguments, self.ranks = str(program), tuple(mpirun), tuple(arguments), ranks
        self.stock = stock
        self.environment = {**os.environ, **MPI, "OMP_NUM_THREADS": "1", "GRANULAR_SRT_STOCK": "1" if stock else "0"}
        if stock:
            self.environment.pop("LAMMPS_PLUGIN_PATH", None)
        elif plugins:
            path = self.environment.get("LAMMPS_PLUGIN_PATH")
            self.environment["LAMMPS_PLUGIN_PATH"] = plugins + (":" + path if path else "")

    def start(self, command, folder=None):
        """Raises Failed where the program is not there or does not end"""
        try:
            return subprocess.run(command, cwd=folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, stdin=subprocess.DEVNULL, timeout=SECONDS, check=False)
        except OSError as error:
            raise Failed(f"{command[0]} cannot be started: {error.strerror}") from None
        except subprocess.TimeoutExpired:
            raise Failed(f"{' '.join(command)} has not ended after {SECONDS} s") from None

    def help(self):
        return self.start([self.program, "-help"]).stdout

    def run(self, folder, text, ranks=None):
        """Runs a deck in a folder. Returns its log.

        Raises Failed with LAMMPS' message, NotThere where it does not know a style
        """
        folder = pathlib.Path(folder)
        ranks = ranks or self.ranks
        (folder / "deck.in").write_text(fit_for(text, self.arguments))
        command = [self.program, "-in", "deck.in", "-log", "deck.log", *self.arguments]
        if ranks > 1:
            command = [*self.mpirun, "-n", str(ranks), *command]
        done = self.start(command, folder)
        if done.returncode:
            error = re.search(r"ERROR[^:]*: (.*?)(?: \(\S*\.(?:cpp|h):\d+\)|\nLast |$)", done.stdout, re.DOTALL)
            error = " ".join((error[1] if error else done.stdout[-300:]).split())
            raise (NotThere if re.match(r"Unrecognized|Unknown", error) else Failed)(error)
        if not (folder / "deck.log").exists():
            raise Failed(f"{self.program} is no LAMMPS")
        return (folder / "deck.log").read_text()


class Bench:
    """What a case runs its decks with: a folder of its own on a LAMMPS."""

    def __init__(self, lammps):
        self.lammps = lammps
        self._folder = tempfile.mkdtemp(prefix="granular.")
        self.path = pathlib.Path(self._folder)

    def close(self):
        shutil.rmtree(self._folder)

    def write(self, name, text):
        (self.path / name).write_text(text)

    def read(self, name):
        return (self.path / name).read_text()

    def log(self, text, ranks=None):
        return self.lammps.run(self.path, text, ranks)

    def rows(self, text):
        """The thermo tables of a deck."""
        return thermo_rows(self.log(text))

    def still(self, pair, script, spheres=None, ranks=None, **options):
        """What the show() lines of a script write for spheres that do not move."""
        text, count = still_deck(pair, script, **options)
        self.write("data.txt", data_file(spheres or two_spheres()))
        self.log(text, ranks)
        return [shown(self.read(f"show.{k}.txt")) for k in range(count)]
