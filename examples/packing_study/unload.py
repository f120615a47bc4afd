#!/usr/bin/env python3
"""Settled beds under less and less gravity: z against stiffness k_n d/(m g), one row of CSV a bed and stage.

  python3 unload.py study/runs/mu0_* --jobs 2   runs in.unload for beds that have no rows in unloaded.csv
  python3 unload.py fit unloaded.csv            z at each stiffness, and Eq. 7 of Silbert et al. 2002
"""

import argparse
import concurrent.futures
import csv
import fcntl
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import results
import settled
from groups import Mean, groups
from layout import table
from runner import ROOT, Runner
from settled_report import STIFF, hard_sphere_limit
from states import HERE, KINDS, Packing, Trouble

# settings of the deck, with its defaults
OPTIONS = dict(decades="4", periods="50", drag="0.3", criterion="1e-10", rest="1e-5", loose="1e-3", maxsteps="50000000")
GROUP = ("mu", "restitution", "N", "drag")


def bed_of(folder):
    """The bed in a folder of study.py, as a row of its settled.csv."""
    if not (folder / "run.restart").exists():
        raise Trouble(f"{folder}: no run.restart; study.py run writes it when a bed has settled")
    beds = folder.parent.parent / KINDS["settle"].results
    row = next((row for row in results.read(beds) if row["packing"] == folder.name), None)
    if row is None:
        raise Trouble(f"{folder}: {beds} has no row of this bed")
    if row["met"] != "1":
        raise Trouble(f"{folder}: not at rest; study.py run --retry goes on with it")
    if float(row.get("hertz", 0)) != 0:
        raise Trouble(f"{folder}: a bed with Hertz's contact; in.unload takes linear springs")
    return row


def unload(folder, bed, options):
    """Runs in.unload in folder/unload and adds the rows of all stages."""
    place = folder / "unload"
    place.mkdir(exist_ok=True)
    with open(place / "lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Trouble(f"{folder}: another process unloads this bed") from None
        shutil.copy(HERE / "in.unload", place)
        words = [word for name in OPTIONS for word in ("-var", name.upper(), getattr(options, name))]
        command = [options.lmp, "-in", "in.unload", "-log", "log.lammps", "-screen", "none",
                   "-var", "START", "../run.restart", "-var", "KN", bed["kn"], "-var", "OUT", ".", *words]
        # as in runner.py
        environment = {"OMPI_MCA_ess_singleton_isolated": "1", "OMP_NUM_THREADS": "1"} | os.environ
        with open(place / "output.txt", "w", encoding="utf-8") as output, \
             tempfile.TemporaryDirectory(prefix="srt.", ignore_cleanup_errors=True) as environment["TMPDIR"]:
            # LAMMPS inherits the lock: it may live on if this program is killed
            code = subprocess.run(command, cwd=place, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                                  stderr=subprocess.STDOUT, pass_fds=[lock.fileno()], check=False).returncode
        if code != 0:
            raise Trouble(f"{folder}: LAMMPS ended with code {code}: {Runner.error(place)}; see {place / 'log.lammps'}")
        rows = [{name: results.text(x) for name, x in row.items()} for row in stages(place, bed, options)]
        with results.locked(f"{options.out}.lock"):
            results.write(options.out, results.read(options.out) + rows, list(rows[0]))


def stages(place, bed, options):
    """One row a stage; energies in mgd with the gravity of the settled bed."""
    packing = Packing.make("settle", **{column: bed[column] for column in KINDS["settle"].settings if column in bed})
    with open(place / "unload.csv", newline="", encoding="utf-8") as file:
        for own in csv.DictReader(file):
            bulk = settled.analyse(place / own["stage"], packing, own, place / own["stage"] / "curves.csv")
            yield {"packing": bed["packing"], "stage": own["stage"],
                   **{c: packing[c] for c in ("mu", "restitution", "N", "seed")},
                   "stiffness": float(bed["kn"]) / float(own["gravity"]), "met": own["converged"],
                   **{c: bulk[c] for c in ("z", "phi", "bulk", "zeta", "plastic", "alpha", "KE")},
                   "E_elastic": float(own["elastic_energy"]), "load": -float(own["load"]), "drag": float(options.drag),
                   **{c: own[c] for c in ("contacts", "contacts_before", "loose", "steps", "seconds")}}


def run(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path, help="study/runs/NAME of settled beds")
    parser.add_argument("--lmp", default=str(ROOT / "build" / "lmp"), help="LAMMPS with the plugin")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("unloaded.csv"), help="CSV (unloaded.csv)")
    parser.add_argument("--jobs", type=int, default=1, help="beds at a time (1)")
    for name, default in OPTIONS.items():
        parser.add_argument(f"--{name}", default=default, help=f"{name.upper()} of in.unload ({default})")
    options = parser.parse_args(words)
    options.lmp = Runner(HERE, options.lmp).lmp     # its error if there is none
    beds = {folder.resolve(): bed_of(folder.resolve()) for folder in options.folders}
    done = {row["packing"] for row in results.read(options.out)}
    failures = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = {pool.submit(unload, f, bed, options): f for f, bed in beds.items() if f.name not in done}
        print(f"{len(beds)} beds, {len(futures)} to do", flush=True)
        for future in concurrent.futures.as_completed(futures):
            try:
                future.result()
                print(f"finished {futures[future].name}", flush=True)
            except (Trouble, OSError, KeyError, ValueError) as error:
                failures.append(error)
                print(f"unload.py: {error}", file=sys.stderr, flush=True)
    return 1 if failures else 0


def equation_7(points):
    """(z_inf, a, exponent) of z = z_inf + a (k/STIFF)^-exponent; with STIFF, a does not vary by orders between beds."""
    limit, exponent = hard_sphere_limit(points)
    x = [(k / STIFF) ** -exponent for k, _ in points]
    # least squares with the limit known: the residuals of the fit are orthogonal to x
    return limit, sum((z - limit) * u for u, (_, z) in zip(x, points)) / sum(u * u for u in x), exponent


def whole(row):
    """Twice the contacts per sphere of the whole bed, those with frozen spheres included: 6 if isostatic without friction."""
    return 2 * float(row["contacts"]) / float(row["N"])


QUANTITIES = {"z": lambda row: float(row["z"]), "2 contacts/N of the whole bed": whole}


def fit(words):
    """Both quantities at each stiffness, then Eq. 7 fitted bed by bed, as means over the beds with standard errors."""
    rows = [row for path in words for row in results.read(path)]
    if not rows:
        raise Trouble("fit: no rows; unload.py writes them")
    bad = {row["packing"] for row in rows if row["met"] != "1"}
    lines, limits = [], []
    for g in groups([row for row in rows if row["packing"] not in bad], GROUP):
        names = [f"{g.settings[c]:g}" for c in GROUP]
        for stiffness in sorted({float(row["stiffness"]) for row in g.rows}):
            here = [row for row in g.rows if float(row["stiffness"]) == stiffness]
            means = (Mean([of(row) for row in here]).text() for of in QUANTITIES.values())
            lines.append((*names, f"{stiffness:.3g}", len(here), *means, Mean([float(row["phi"]) for row in here]).text(4)))
        for quantity, of in QUANTITIES.items():
            beds = [[(float(row["stiffness"]), of(row)) for row in g.rows if row["packing"] == name]
                    for name in sorted({row["packing"] for row in g.rows})]
            found = [equation_7(points) for points in beds if len(points) > 3]
            limits.append((*names, quantity, len(found), *(Mean([f[k] for f in found]).text() for k in range(3))))
    print(table((*GROUP, "k_n d/(m g)", "beds", *QUANTITIES, "phi"), lines))
    print(table((*GROUP, "quantity", "beds", "limit", f"a {STIFF:g}^-alpha", "alpha"), limits), end="")
    if bad:
        print(f"\nNot at rest in every stage, left out: {', '.join(sorted(bad))}.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(fit(sys.argv[2:]) if sys.argv[1:2] == ["fit"] else run(sys.argv[1:]))
    except Trouble as trouble:
        print(f"unload.py: {trouble}", file=sys.stderr)
        sys.exit(2)
