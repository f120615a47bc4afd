#!/usr/bin/env python3
"""Kuhn's triaxial compression with and without creep: both materials, several packings, tables beside the paper's.

  python3 triaxial.py run --n 1000 --seeds 3      the same command goes on where it stopped
  python3 triaxial.py table triaxial/results.csv
  python3 triaxial.py plot triaxial triaxial.svg --n 1000

Each packing (material, N, seed) is compressed twice, with creep and with Cattaneo and Mindlin's law. A run without a row
in OUT/results.csv begins again.
"""

import argparse
import itertools
import math
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import (above, add_places, append_row, chart, keep_recipe, lammps, mean_and_error, read_columns, recipe,    # noqa: E402
                    rows_of, save)
from granular_srt import reading    # noqa: E402  driver finds it

import numpy    # noqa: E402  driver says so where it is missing
import pandas    # noqa: E402

# mean stress over Young's modulus, Poisson's ratio
MATERIALS = {"small": ("1.5e-7", "0.15"), "large": ("5.6e-4", "0.34")}
LAWS = {"mindlin": "inf", "creep": "NULL"}
NAMES = {"mindlin": "Cattaneo-Mindlin", "creep": "creep"}
STATISTICS = ("mean", "q1", "median", "q3")
STATE = ["material", "law", "box", "N", "seed", "inertial"]
FIRST = ["indentation", "contact_radius", "void_ratio", "coordination"]
ROLLING = [f"rolling_{name}" for name in STATISTICS]
SHARE = [f"share_{name}" for name in STATISTICS]
COLUMNS = [*STATE, *FIRST, *ROLLING, *SHARE, "peak_angle", "late_angle", "seconds"]

# Kuhn (2013): Table 2 (indentation and contact radius over the mean radius, in percent), Tables 3 and 4
PAPER = {
    ("small", "mindlin"): dict(zip(FIRST + ROLLING, (0.0054, 0.73, 0.513, 1.86, 40, 3.5, 18, 43))),
    ("small", "creep"): dict(zip(ROLLING + SHARE, (43, 3.2, 20, 49, 0.10, 0.009, 0.04, 0.11))),
    ("large", "mindlin"): dict(zip(FIRST + ROLLING, (1, 10, 0.461, 2.46, 8.5, 1.2, 3.7, 8.5))),
    ("large", "creep"): dict(zip(ROLLING + SHARE, (8.7, 1.2, 4.4, 9.8, 0.30, 0.049, 0.14, 0.34))),
}


def contacts(path):
    """The contacts of a local dump."""
    rows = reading.last(path).rows
    rows.columns = ["index", "i", "j", "distance", "force", "sliding", "creepage", "rolling_speed", "creep_share", "slip_speed"]
    return rows[rows.force > 0]


def mean_and_quartiles(values):
    # the quartiles of Python's statistics.quantiles
    return (numpy.mean(values), *numpy.quantile(values, (0.25, 0.5, 0.75), method="weibull"))


def packing(name):
    """Table 2: indentation (half the overlap) and contact radius over the mean radius in percent, void ratio, contacts
    per sphere."""
    radius = reading.last(f"{name}.spheres").rows.radius
    volume = float(pathlib.Path(f"{name}.volume").read_text(encoding="utf-8"))
    found = contacts(pathlib.Path(f"{name}.start"))
    a, b = radius[found.i].to_numpy(), radius[found.j].to_numpy()
    overlap = a + b - found.distance.to_numpy()
    patch = numpy.sqrt(numpy.maximum(0.0, overlap) * a * b / (a + b))
    return (50 * overlap.mean() / radius.mean(), 100 * patch.mean() / radius.mean(),
            volume / (4 / 3 * math.pi * (radius**3).sum()) - 1, len(found) / len(radius))


def run_one(options, material, law, seed):
    """Runs one compression; returns its row."""
    name, begin = f"{material}_{law}_{options.box}_N{options.n}_{options.inertial}_{seed}", time.time()
    pressure, nu = MATERIALS[material]
    lammps(options.lmp, HERE / "in.triaxial", options.out,
           {"P": pressure, "NU": nu, "C": LAWS[law], "N": options.n, "BOX": options.box, "SEED": 7919 * int(seed) + 1,
            "INERTIAL": options.inertial, "NAME": name}, f"{name}.log")
    base = options.out / name
    moving = contacts(pathlib.Path(f"{base}.contacts")).query("slip_speed > 0")
    curve = read_columns(f"{base}.stress")
    strain, angle = curve[:, 1], curve[:, 3]
    found = [*packing(base), *mean_and_quartiles(moving.rolling_speed / moving.slip_speed), *mean_and_quartiles(moving.creep_share),
             angle.max(), angle[strain > 0.15].mean()]
    return dict(zip(COLUMNS, [material, law, options.box, options.n, seed, options.inertial, *(f"{value:.4g}" for value in found),
                              f"{time.time() - begin:.0f}"]))


def run(options):
    path = options.out / "results.csv"
    keep_recipe(path.with_suffix(".recipe"), recipe(options.lmp, HERE / "in.triaxial", {}), path)
    for seed, material, law in itertools.product(map(str, range(1, options.seeds + 1)), options.materials, LAWS):
        if [material, law, options.box, options.n, seed, options.inertial] in [[row[c] for c in STATE] for row in rows_of(path)]:
            continue
        row = run_one(options, material, law, seed)
        append_row(path, COLUMNS, row)
        print(f"{material} contacts, {NAMES[law]}, {options.n} spheres, seed {seed}: peak {row['peak_angle']} degrees, "
              f"rolled over slid {row['rolling_median']} (median), {row['seconds']} s", flush=True)


def cell(values):
    """Mean over the packings and its standard error."""
    mean, error = mean_and_error(values)
    return "" if not len(values) else f"{mean:.3g}" if len(values) < 2 else f"{mean:.3g} ± {error:.1g}"


def table(path, box, inertial):
    rows = pandas.read_csv(path)
    rows = rows[(rows.box == box) & (rows.inertial == float(inertial))]
    sizes = sorted(rows.N.unique())

    def lines(title, cases, columns, texts):
        print(f"\n{title}\n\n| | | paper | " + " | ".join(f"N = {n}" for n in sizes) + " |\n|---|---|---:|" + "---:|" * len(sizes))
        for material, law in cases:
            here = rows[(rows.material == material) & (rows.law == law)]
            for column, text in zip(columns, texts):
                print(f"| {material} contacts{', ' + NAMES[law] if len(cases) > 2 else ''} | {text} | {PAPER[material, law].get(column, '')} | "
                      + " | ".join(cell(here[column][here.N == n]) for n in sizes) + " |")

    lines("Packing before the compression (Table 2)", [(m, "mindlin") for m in MATERIALS], FIRST,
          ("indentation / mean radius, percent", "contact radius / mean radius, percent", "void ratio", "contacts per sphere"))
    quartiles = ("mean", "1st quartile", "median", "3rd quartile")
    every = list(itertools.product(MATERIALS, LAWS))
    lines("Rolling over sliding speed (Table 3)", every, ROLLING, quartiles)
    lines("Share of creep in the slip (Table 4)", [(m, "creep") for m in MATERIALS], SHARE, quartiles)
    lines("Mobilised friction angle, degrees", every, ("peak_angle", "late_angle"), ("peak", "mean beyond 15 % strain"))
    seeds = rows.groupby(["N", "material"]).seed.nunique()
    counts = (f"{n}: " + " and ".join(f"{seeds.get((n, m), 0)} {m}" for m in MATERIALS) for n in sizes)
    print(f"\nPackings: {', '.join(counts)}.")


def plot(folder, image, size, inertial):
    name = f"yes_N{size}_{inertial}_*.stress"
    if not any(folder.glob(f"*_{name}")):
        sys.exit(f"triaxial.py: {folder} has no curve of N = {size} and the inertial number {inertial}: *_{name}")
    axes = chart(f"Triaxial compression of {size} spheres (Kuhn, Fig. 6)", "axial strain", "mobilised friction angle [degrees]",
                 xlim=(0, 0.24), ylim=(0, 35))
    for colour, material in enumerate(MATERIALS):
        for law in LAWS:
            curves = [read_columns(path) for path in sorted(folder.glob(f"{material}_{law}_{name}"))]
            if curves:
                length = min(map(len, curves))
                mean = numpy.mean([curve[:length] for curve in curves], axis=0)
                axes.plot([0, *mean[:, 1]], [0, *mean[:, 3]], "--" if law == "mindlin" else "-", color=f"C{2 * colour + (law == 'creep')}",
                          label=f"{material}, {NAMES[law]}")
    save(axes, image)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    first = commands.add_parser("run", help="run what has no row yet")
    first.add_argument("--materials", nargs="+", choices=MATERIALS, default=list(MATERIALS), help="size of the contacts (both)")
    first.add_argument("--n", default="1000", help="spheres (1000)")
    first.add_argument("--seeds", type=above(int, 1), default=3, help="packings (3)")
    add_places(first, "triaxial")
    second = commands.add_parser("table", help="the paper's tables and what was found, as Markdown")
    second.add_argument("csv", type=pathlib.Path)
    for command in (first, second):
        command.add_argument("--box", choices=("yes", "no"), default="yes", help="keyword of pair_style granular (yes)")
    third = commands.add_parser("plot", help="friction angle against strain, mean over the packings, as SVG")
    third.add_argument("folder", type=pathlib.Path)
    third.add_argument("image", type=pathlib.Path)
    third.add_argument("--n", default="1000", help="spheres (1000)")
    for command in (first, second, third):
        command.add_argument("--inertial", default="3e-3", help="inertial number (3e-3)")
    options = parser.parse_args(words)
    if options.command == "run":
        run(options)
    elif options.command == "table":
        table(options.csv, options.box, options.inertial)
    else:
        plot(options.folder, options.image, options.n, options.inertial)
    return 0


if __name__ == "__main__":
    sys.exit(main())
