#!/usr/bin/env python3
"""The benchmark of M. Dosta et al., Comput. Phys. Commun. 296, 109066 (2024): impact, drum and silo.

  python3 dosta.py run impact                  25 000 spheres; --bed 50k and 100k for more
  python3 dosta.py run drum --until 0.5        the same command goes on where it stopped, also to a later time
  python3 dosta.py run silo --orifice small
  python3 dosta.py report                      table and charts of all that was run, with the published curves

A run's folder OUT/CASE has its curve and the restart files to go on from. Needs Python's standard library only.
"""

import argparse
import csv
import gzip
import math
import pathlib
import resource
import struct
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from chart import Chart    # noqa: E402
from runs import newest_restart    # noqa: E402

DENSITY = {1: 2500.0, 2: 2000.0}    # of M1 and M2 [kg/m^3]
BOXES = {"impact": ((-0.0501, 0.0501), (-0.0301, 0.0301), (-0.0903, 0.075)),
         "drum": ((-0.105, 0.105), (-0.031, 0.031), (-0.105, 0.105))}
DRUM = ("M1 in x, z &gt; 0", "M2 in x, z &gt; 0", "M1 in x, z &lt; 0", "M2 in x, z &lt; 0")


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run or continue one case")
    run.add_argument("case", choices=("impact", "drum", "silo"))
    run.add_argument("--bed", choices=("25k", "50k", "100k"), default="25k", help="impact: spheres of the bed (25k)")
    run.add_argument("--orifice", choices=("large", "small"), default="large", help="silo (large)")
    run.add_argument("--walls", choices=("smooth", "triangles"), default="smooth", help="silo: walls (smooth)")
    run.add_argument("--material", choices=("M1", "M2"), default="M1", help="silo (M1)")
    run.add_argument("--n", type=int, default=100000, help="silo: spheres (100000)")
    run.add_argument("--until", type=float, help="time at which to stop [s] (impact 0.1, drum and silo 5)")
    run.add_argument("--lmp", type=pathlib.Path, default=HERE.parent.parent / "build" / "lmp", help="LAMMPS with the plugin")
    run.add_argument("--ranks", type=int, default=1, help="MPI ranks (1)")
    for command in (run, commands.add_parser("report", help="table and charts")):
        command.add_argument("--out", type=pathlib.Path, default=pathlib.Path("dosta2024"), help="folder of the results")
    return parser.parse_args(words)


# ---- start files ----

def spheres_of(name):
    """[(radius, x, y, z)] of a file of data/, in meters."""
    with gzip.open(HERE / "data" / name, "rt", encoding="utf-8") as file:
        return [tuple(map(float, row)) for row in list(csv.reader(file))[1:]]


def write_data(path, spheres, box):
    """A LAMMPS data file; spheres of 1 mm are M1, larger ones M2."""
    with path.open("w", encoding="utf-8") as file:
        file.write(f"spheres at rest\n\n{len(spheres)} atoms\n3 atom types\n\n")
        for (low, high), name in zip(box, "xyz"):
            file.write(f"{low} {high} {name}lo {name}hi\n")
        file.write("\nAtoms # sphere\n\n")
        for number, (radius, *center) in enumerate(spheres, 1):
            kind = 1 if radius < 0.0015 else 2
            file.write(f"{number} {kind} {2 * radius:.12g} {DENSITY[kind]:g} {' '.join(f'{c:.12g}' for c in center)}\n")


def write_stl(path, name):
    """A binary STL file of the triangles of a file of data/. Rounded to a nanometer, corners of neighbors are the same."""
    with gzip.open(HERE / "data" / name, "rt", encoding="utf-8") as file:
        triangles = [[round(float(number), 9) for number in row] for row in list(csv.reader(file))[1:]]
    with path.open("wb") as file:
        file.write(b"silo".ljust(80) + struct.pack("<I", len(triangles)))
        for corners in triangles:
            file.write(struct.pack("<12fH", 0, 0, 0, *corners, 0))


# ---- runs ----

def processor_time_of_children():
    """Of programs that have ended [s]."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def lammps(options, folder, deck, settings):
    """Runs a deck in the folder. Returns wall time and processor time [s]."""
    words = ["mpirun", "-np", str(options.ranks)] if options.ranks > 1 else []
    words += [str(options.lmp.absolute()), "-in", str(HERE / deck), "-log", f"log.{deck}", "-var", "HERE", str(HERE)]
    for name, value in settings.items():
        words += ["-var", name, str(value)]
    begin, used_before = time.time(), processor_time_of_children()
    code = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, check=False).returncode
    if code != 0:
        raise RuntimeError(f"{folder.name}: LAMMPS ended with code {code}, see {folder / f'log.{deck}'}")
    return time.time() - begin, processor_time_of_children() - used_before


def run(options):
    case = options.case
    number = f"_N{options.n}" if options.n != 100000 else ""
    silo = f"silo_{options.orifice}_{options.material}"
    label = {"impact": f"impact_{options.bed}", "drum": "drum",
             "silo": silo + ("_triangles" if options.walls == "triangles" else "") + number}[case]
    folder = options.out / label
    folder.mkdir(parents=True, exist_ok=True)
    settings = {"END": options.until or (0.1 if case == "impact" else 5.0)}
    start = folder / "start.data"
    if case == "silo":
        start = options.out.absolute() / f"filling_{silo}{number}.data"    # of smooth walls and triangles
        settings |= {"ORIFICE": options.orifice, "TYPE": options.material[1], "N": options.n, "FILLING": str(start),
                     "DT": 1.5e-6 if options.material == "M1" else 2.0e-6}
        if options.walls == "triangles":
            settings["WALLS"] = "walls.stl"
            write_stl(folder / settings["WALLS"], f"silo_walls_{options.orifice}.csv.gz")
        if not start.exists():
            lammps(options, folder, "in.silo_fill", {name: settings[name] for name in ("ORIFICE", "TYPE", "N", "FILLING")})
    else:
        name = f"impact_bed_{options.bed}.csv.gz" if case == "impact" else "drum_filling.csv.gz"
        settings["BED" if case == "impact" else "FILLING"] = start.name
        if not start.exists() and case == "impact" and options.bed == "100k":
            lammps(options, folder, "in.impact_fill", {"BED": start.name})
        elif not start.exists():
            write_data(start, spheres_of(name), BOXES[case])
    settings |= newest_restart(folder, case)
    wall, used = lammps(options, folder, f"in.{case}", settings)
    with (folder / "seconds").open("a", encoding="utf-8") as file:
        file.write(f"{wall:.0f} {used:.0f} {options.ranks}\n")
    return report(options)


# ---- results ----

def curve_of(folder):
    """[[time, value, ...]] of a run; what was computed twice, after a restart, only once."""
    rows = {}
    for file in folder.glob("*.curve"):
        for line in file.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                step, *values = line.split()
                rows[int(step)] = [float(value) for value in values]
    return [rows[step] for step in sorted(rows)]


def published(name):
    with (HERE / "data" / name).open(encoding="utf-8") as file:
        return [[float(value) for value in row] for row in list(csv.reader(file))[1:]]


def discharge(curve, begin, end):
    """Spheres that run out in a second between two times, by least squares; NaN without three times in between."""
    rows = [row for row in curve if begin <= row[0] <= end]
    if len(rows) < 3:
        return math.nan
    mean_t, mean_n = (sum(row[k] for row in rows) / len(rows) for k in (0, 1))
    return -sum((t - mean_t) * (n - mean_n) for t, n, *_ in rows) / sum((t - mean_t) ** 2 for t, *_ in rows)


def draw_impact(options, folders):
    curves = {folder.name.removeprefix("impact_"): curve_of(folder) for folder in folders}
    chart = Chart("Depth of the ball", "time [s]", "height of its center [m]", (0, 0.1), (-0.1, 0.07))
    for k, (name, curve) in enumerate(curves.items()):
        others = {source: published(f"impact_{name}_{source}.csv") for source in ("liggghts", "musen")}
        chart.line([row[:2] for row in curve], k, name)
        chart.line(others["liggghts"], k + 3, f"{name}, LIGGGHTS", dashed=True)
        chart.points(others["musen"][::2], k, f"{name}, MUSEN (points)")
        for who, rows in (("", curve), *((f", {source.upper()}", rows) for source, rows in others.items())):
            lowest = min(rows, key=lambda row: row[1])
            print(f"impact {name}{who}: lowest point {lowest[1]:.4f} m at {lowest[0]:.4f} s")
    chart.write(options.out / "impact.svg")


def draw_drum(options, folders):
    curve = curve_of(folders[0])
    for kind, (first, high) in (("M1", (0, 26000)), ("M2", (1, 4500))):
        chart = Chart(f"Drum: spheres of {kind} in two quadrants", "time [s]", "spheres", (0, 5), (0, high))
        for k, column in enumerate((first, first + 2)):
            chart.line([(row[0], row[1 + column]) for row in curve], k, DRUM[column])
            for source, dashed in (("liggghts", True), ("musen", False)):
                rows = [(row[0], row[1 + column]) for row in published(f"drum_{source}.csv")]
                if dashed:
                    chart.line(rows, 3 + k, f"{source.upper()}, {('up', 'down')[k]}", dashed=True)
                else:
                    chart.points(rows, 3 + k, "")
        chart.write(options.out / f"drum_{kind}.svg")
    reference = {round(row[0], 3): row for row in published("drum_musen.csv")}
    shared = [(row, reference[round(row[0], 2)]) for row in curve if round(row[0], 2) in reference]
    if shared:
        worst = max(abs(a - b) for row, other in shared for a, b in zip(row[1:], other[1:]))
        print(f"drum: {shared[-1][0][0]:.2f} s, largest difference to MUSEN {worst:.0f} of 38000 spheres")


def draw_silo(options, folders):
    chart = Chart("Silo: spheres left", "time [s]", "spheres", (0, 5), (0, 101000))
    for k, folder in enumerate(folders):
        name, curve = folder.name.removeprefix("silo_"), curve_of(folder)
        chart.line([row[:2] for row in curve], k, name)
        # the paper's range; of a short run all after the beginning of the flow
        begin, end = (0.5, 3.5) if curve[-1][0] > 0.6 else (0.1, curve[-1][0])
        print(f"silo {name}: {discharge(curve, begin, end):.0f} spheres/s from {begin} s to {min(curve[-1][0], end):.2f} s")
        reference = "_".join(folder.name.split("_")[:3])
        for source in ("liggghts", "musen"):
            if (HERE / "data" / f"{reference}_{source}.csv").exists():
                rows = published(f"{reference}_{source}.csv")
                chart.points([row[:2] for row in rows], k, f"{name}, {source.upper()}")
                print(f"silo {name}, {source.upper()}: {discharge(rows, begin, end):.0f} spheres/s in that time")
    chart.write(options.out / "silo.svg")


def report(options):
    for case, draw in (("impact", draw_impact), ("drum", draw_drum), ("silo", draw_silo)):
        folders = [folder for folder in sorted(options.out.glob(f"{case}*")) if folder.is_dir() and curve_of(folder)]
        if folders:
            draw(options, folders)
        for folder in folders:
            if (folder / "seconds").exists():
                pieces = [line.split() for line in (folder / "seconds").read_text(encoding="utf-8").splitlines()]
                wall, used = (sum(float(piece[k]) for piece in pieces) for k in (0, 1))
                print(f"{folder.name}: {wall:.0f} s, {used:.0f} s of processor time, ranks: "
                      f"{', '.join(sorted({piece[2] for piece in pieces}))}")
    return 0


def main(words=None):
    options = arguments(words)
    return run(options) if options.command == "run" else report(options)


if __name__ == "__main__":
    sys.exit(main())
