#!/usr/bin/env python3
"""The benchmark of M. Dosta et al., Comput. Phys. Commun. 296, 109066 (2024): impact, drum and silo.

  python3 dosta.py run impact                  25 000 spheres; --bed 50k and 100k for more, --seed 1 for a bed of its own
  python3 dosta.py run drum --until 0.5        the same command goes on where it stopped, also to a later time
  python3 dosta.py run silo --orifice small
  python3 dosta.py report                      table and charts of all that was run, with the published curves

A run's folder OUT/CASE has its curve and the restart files to go on from.
"""

import argparse
import pathlib
import resource
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import add_places, chart, keep_recipe, lammps, newest_restart, read_columns, read_curve, recipe, save    # noqa: E402  after its folder

import numpy    # noqa: E402  driver says so where it is missing
import pandas    # noqa: E402
from granular_srt.reading import EXACT    # noqa: E402  in the path since driver

# Spheres of a bed, and the rolling friction during its filling that gives the height of the authors' bed; 100k: an estimate
BEDS = {"25k": (25000, 0.12), "50k": (50000, 0.27), "100k": (100000, 0.45)}
DENSITY = {1: 2500.0, 2: 2000.0}    # of M1 and M2 [kg/m^3]
BOXES = {"impact": ((-0.0501, 0.0501), (-0.0301, 0.0301), (-0.0903, 0.075)),
         "drum": ((-0.105, 0.105), (-0.031, 0.031), (-0.105, 0.105))}
OPTIONS = {"impact": {"bed": "25k", "seed": None}, "silo": {"orifice": "large", "material": "M1", "n": 100000}}    # of one case


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run or continue one case")
    run.add_argument("case", choices=("impact", "drum", "silo"))
    run.add_argument("--bed", choices=BEDS, help="impact: spheres of the bed (25k)")
    run.add_argument("--seed", type=int, help="impact: a bed of in.impact_fill with this seed (default: the authors' bed; 100k: 1)")
    run.add_argument("--orifice", choices=("large", "small"), help="silo (large)")
    run.add_argument("--walls", choices=("smooth", "triangles"), default="smooth", help="drum, silo: walls (smooth)")
    run.add_argument("--material", choices=("M1", "M2"), help="silo (M1)")
    run.add_argument("--n", type=int, help="silo: spheres (100000)")
    run.add_argument("--until", type=float, help="time at which to stop [s] (impact 0.1, drum and silo 5)")
    run.add_argument("--ranks", type=int, default=1, help="MPI ranks (1)")
    add_places(run, "dosta2024")
    report_only = commands.add_parser("report", help="table and charts")
    report_only.add_argument("--out", type=pathlib.Path, default="dosta2024", help="folder of the results (dosta2024)")
    options = parser.parse_args(words)
    for case, defaults in OPTIONS.items() if options.command == "run" else ():
        for name, default in defaults.items():
            if getattr(options, name) is None:
                setattr(options, name, default)
            elif options.case != case:
                parser.error(f"--{name}: only for {case}")
    if options.command == "run" and options.case == "impact" and options.walls == "triangles":
        parser.error("--walls triangles: the impact has smooth walls only")
    return options


# ---- start files ----

def data_of(name):
    return pandas.read_csv(HERE / "data" / name, **EXACT)


def write_data(path, spheres, box):
    """A LAMMPS data file of spheres (radius, x, y, z in meters); those of 1 mm are M1, larger ones M2."""
    with path.open("w", encoding="utf-8") as file:
        file.write(f"spheres at rest\n\n{len(spheres)} atoms\n3 atom types\n\n")
        for (low, high), name in zip(box, "xyz"):
            file.write(f"{low} {high} {name}lo {name}hi\n")
        file.write("\nAtoms # sphere\n\n")
        for number, (radius, *center) in enumerate(spheres.to_numpy(), 1):
            material = 1 if radius < 0.0015 else 2
            file.write(f"{number} {material} {2 * radius:.12g} {DENSITY[material]:g} {' '.join(f'{c:.12g}' for c in center)}\n")


def write_stl(path, triangles):
    """A binary STL file of triangles (9 coordinates). Rounded to a nanometer, corners of neighbors are the same."""
    facets = numpy.zeros(len(triangles), [("normal", "<3f4"), ("corners", "<9f4"), ("attribute", "<u2")])
    facets["corners"] = triangles.round(9)
    path.write_bytes(b"walls".ljust(80) + numpy.uint32(len(triangles)).tobytes() + facets.tobytes())


# ---- runs ----

def processor_time_of_children():
    """Of programs that have ended [s]."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(options):
    case, silo = options.case, f"silo_{options.orifice}_{options.material}"
    seed = 1 if options.seed is None and options.bed == "100k" else options.seed
    number = f"_N{options.n}" if options.n != 100000 else ""
    walls = "_triangles" if options.walls == "triangles" else ""
    label = {"impact": f"impact_{options.bed}" + (f"_seed{seed}" if seed is not None else ""), "drum": "drum" + walls,
             "silo": silo + walls + number}[case]
    folder = options.out / label
    made = recipe(options.lmp, HERE / f"in.{case}", {})
    keep_recipe(folder / "run.recipe", made)
    settings = {"END": options.until or (0.1 if case == "impact" else 5.0)}
    start = folder / "start.data"
    if walls:
        settings["WALLS"] = "walls.stl"
        name = f"silo_walls_{options.orifice}.csv.gz" if case == "silo" else "drum_walls.csv.gz"
        write_stl(folder / settings["WALLS"], data_of(name).to_numpy())

    def run_deck(deck, settings):
        lammps(options.lmp, HERE / deck, folder, {"HERE": HERE, **settings}, f"log.{deck}", options.ranks, screen=True)

    if case == "silo":
        start = options.out / f"filling_{silo}{number}.data"    # of smooth walls and triangles
        filling = {"ORIFICE": options.orifice, "TYPE": options.material[1], "N": options.n, "FILLING": f"../{start.name}"}
        settings |= filling | {"DT": 1.5e-6 if options.material == "M1" else 2.0e-6}
    else:
        name = f"impact_bed_{options.bed}.csv.gz" if case == "impact" else "drum_filling.csv.gz"
        settings["BED" if case == "impact" else "FILLING"] = start.name
    if case == "silo":
        keep_recipe(start.with_suffix(".recipe"), made)
    if not start.exists():
        begun = start.with_suffix(".begun")    # a file that was cut does not count
        if case == "silo":
            run_deck("in.silo_fill", filling | {"FILLING": f"../{begun.name}"})
        elif case == "impact" and seed is not None:
            spheres, rolling = BEDS[options.bed]
            run_deck("in.impact_fill", {"N": spheres, "ROLLING": rolling, "SEED": seed, "BED": begun.name})
        else:
            write_data(begun, data_of(name), BOXES[case])
        begun.rename(start)
    begin, used_before = time.time(), processor_time_of_children()
    try:
        run_deck(f"in.{case}", settings | newest_restart(folder, case))
    finally:    # also of a part that was stopped
        with (folder / "seconds").open("a", encoding="utf-8") as file:
            file.write(f"{time.time() - begin:.0f} {processor_time_of_children() - used_before:.0f} {options.ranks}\n")
    return report(options)


# ---- results ----

def curve_of(folder):
    """Time and values of a run in columns; what was computed twice, after a restart, only once. None without any."""
    rows = read_curve(*folder.glob("*.curve"))
    return None if rows is None else rows[:, 1:]


def published(name, source):
    """Time and values of a published curve in columns; None where there is none."""
    path = HERE / "data" / f"{name}_{source}.csv"
    return data_of(path.name).to_numpy() if path.exists() else None


def discharge(curve, begin, end):
    """Spheres that run out in a second between two times, by least squares; NaN without three times in between."""
    time, spheres = curve[(begin <= curve[:, 0]) & (curve[:, 0] <= end), :2].T
    return -numpy.polyfit(time, spheres, 1)[0] if len(time) > 2 else numpy.nan


def draw_impact(options, curves):
    """The runs of a bed are a band; its line is their mean."""
    axes = chart("Depth of the ball", "time [s]", "height of its center [m]", xlim=(0, 0.1), ylim=(-0.1, 0.07))
    for k, bed in enumerate(BEDS):
        runs = {name: curve for name, curve in curves.items() if name.split("_")[1] == bed}
        if not runs:
            continue
        times = min((curve[:, 0] for curve in runs.values()), key=len)
        heights = numpy.array([numpy.interp(times, *curve[:, :2].T) for curve in runs.values()])
        axes.fill_between(times, heights.min(axis=0), heights.max(axis=0), color=f"C{3 * k}", alpha=0.3, linewidth=0)
        axes.plot(times, heights.mean(axis=0), "-", color=f"C{3 * k}", label=bed if len(runs) == 1 else f"{bed}, {len(runs)} beds")
        liggghts, musen = (published(f"impact_{bed}", source) for source in ("liggghts", "musen"))
        axes.plot(*liggghts.T, "--", color=f"C{3 * k + 1}", label=f"{bed}, LIGGGHTS")
        axes.plot(*musen[::2].T, "o", markersize=3, color=f"C{3 * k + 2}", label=f"{bed}, MUSEN")
        named = {name.removeprefix("impact_").replace("_", " "): curve for name, curve in runs.items()}
        for who, rows in (named | {f"{bed}, LIGGGHTS": liggghts, f"{bed}, MUSEN": musen}).items():
            time, lowest = rows[rows[:, 1].argmin(), :2]
            print(f"impact {who}: lowest point {lowest:.4f} m at {time:.4f} s, {rows[-1, 1]:.4f} m at {rows[-1, 0]:.3f} s")
    save(axes, options.out / "impact.svg")


def draw_drum(options, curves):
    liggghts, musen = published("drum", "liggghts"), published("drum", "musen")[:-1]    # the counts of its last row jump
    for material, first in (("M1", 1), ("M2", 2)):
        axes = chart(f"Drum: spheres of {material} in two quadrants", "time [s]", "spheres", xlim=(0, 5))
        for k, (column, where) in enumerate(((first, "x, z > 0"), (first + 2, "x, z < 0"))):
            for (name, curve), line in zip(sorted(curves.items()), ("-", "-.")):
                walls = name.removeprefix("drum").replace("_", ", ")
                axes.plot(curve[:, 0], curve[:, column], line, color=f"C{3 * k}", label=where + walls)
            axes.plot(liggghts[:, 0], liggghts[:, column], "--", color=f"C{3 * k + 1}", label=f"{where}, LIGGGHTS")
            axes.plot(musen[:, 0], musen[:, column], "o", color=f"C{3 * k + 2}", label=f"{where}, MUSEN")
        save(axes, options.out / f"drum_{material}.svg")
    reference = {round(row[0], 3): row for row in musen}
    for name, curve in curves.items():
        shared = [(row, reference[round(row[0], 2)]) for row in curve if round(row[0], 2) in reference]
        if shared:
            worst = max(abs(row[1:5] - other[1:5]).max() for row, other in shared)
            print(f"{name}: {shared[-1][0][0]:.2f} s, largest difference to MUSEN {worst:.0f} of 38000 spheres")


def draw_silo(options, curves):
    axes = chart("Silo: spheres left", "time [s]", "spheres", xlim=(0, 5))
    for label, curve in curves.items():
        name = label.removeprefix("silo_")
        axes.plot(*curve[:, :2].T, label=name)
        # the paper's range; of a short run, or a small silo that runs empty, all after the beginning of the flow
        last = curve[curve[:, 1] > 0.02 * curve[0, 1], 0][-1]
        begin, end = (0.5 if last > 0.6 else 0.1), min(last, 3.5)
        print(f"silo {name}: {discharge(curve, begin, end):.0f} spheres/s from {begin} s to {end:.2f} s")
        if "_N" in label:    # the published curves are those of 100 000 spheres
            continue
        for source, symbol in (("liggghts", "x"), ("musen", "o")):
            rows = published("_".join(label.split("_")[:3]), source)
            if rows is not None:
                axes.plot(*rows[:, :2].T, symbol, markersize=3, label=f"{name}, {source.upper()}")
                print(f"silo {name}, {source.upper()}: {discharge(rows, begin, end):.0f} spheres/s in that time")
    axes.set_ylim(bottom=0)
    save(axes, options.out / "silo.svg")


def report(options):
    found = False
    for case, draw in (("impact", draw_impact), ("drum", draw_drum), ("silo", draw_silo)):
        curves = {folder.name: curve_of(folder) for folder in sorted(options.out.glob(f"{case}*")) if folder.is_dir()}
        curves = {name: curve for name, curve in curves.items() if curve is not None}
        if curves:
            found = True
            draw(options, curves)
        for name in curves:
            path = options.out / name / "seconds"
            if path.exists():
                wall, used, ranks = read_columns(path).T
                print(f"{name}: {wall.sum():.0f} s, {used.sum():.0f} s of processor time, ranks: "
                      f"{', '.join(sorted({f'{rank:.0f}' for rank in ranks}))}")
    if not found:
        sys.exit(f"dosta.py: {options.out} has no curves; dosta.py run writes them")
    return 0


def main(words=None):
    options = arguments(words)
    return run(options) if options.command == "run" else report(options)


if __name__ == "__main__":
    sys.exit(main())
