#!/usr/bin/env python3
"""Kuhn's triaxial compression with and without creep: both materials, several packings, tables beside the paper's.

  python3 triaxial.py run --n 1000 --seeds 3      the same command goes on where it stopped
  python3 triaxial.py table triaxial/results.csv
  python3 triaxial.py plot triaxial triaxial.svg --n 1000

Each packing (material, N, seed) is compressed twice, with creep and with Cattaneo and Mindlin's law. A run without a row
in OUT/results.csv begins again. Needs Python's standard library only.
"""

import argparse
import itertools
import math
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from chart import Chart  # noqa: E402
from runs import add_places, append_row, rows_of  # noqa: E402

# mean stress over Young's modulus, Poisson's ratio
MATERIALS = {"small": ("1.5e-7", "0.15"), "large": ("5.6e-4", "0.34")}
LAWS = {"mindlin": "inf", "creep": "NULL"}
NAMES = {"mindlin": "Cattaneo-Mindlin", "creep": "creep"}
STATISTICS = ("mean", "q1", "median", "q3")
FIRST = ["indentation", "contact_radius", "void_ratio", "coordination"]
ROLLING = [f"rolling_{name}" for name in STATISTICS]
SHARE = [f"share_{name}" for name in STATISTICS]
COLUMNS = ["material", "law", "box", "N", "seed", *FIRST, *ROLLING, *SHARE, "peak_angle", "late_angle", "seconds"]

# Kuhn (2013): Table 2 (indentation and contact radius over the mean radius, in percent), Tables 3 and 4
PAPER = {
    ("small", "mindlin"): dict(zip(FIRST + ROLLING, (0.0054, 0.73, 0.513, 1.86, 40, 3.5, 18, 43))),
    ("small", "creep"): dict(zip(ROLLING + SHARE, (43, 3.2, 20, 49, 0.10, 0.009, 0.04, 0.11))),
    ("large", "mindlin"): dict(zip(FIRST + ROLLING, (1, 10, 0.461, 2.46, 8.5, 1.2, 3.7, 8.5))),
    ("large", "creep"): dict(zip(ROLLING + SHARE, (8.7, 1.2, 4.4, 9.8, 0.30, 0.049, 0.14, 0.34))),
}


def numbers(path, head):
    """Rows of numbers after the line of a dump that begins with head, or of a file without dump lines."""
    text = path.read_text(encoding="utf-8")
    lines = text.split(head, 1)[1].splitlines()[1:] if head else text.splitlines()
    return [list(map(float, line.split())) for line in lines if line.strip() and not line.startswith("#")]


def contacts(path):
    """Atoms, distance, force, sliding force, creepage, rolling speed, share of creep, slip speed of each contact."""
    return [row[1:] for row in numbers(path, "ITEM: ENTRIES") if row[4] > 0]


def mean_and_quartiles(values):
    return (statistics.mean(values), *statistics.quantiles(values, n=4))


def packing(name):
    """Table 2: indentation (half the overlap) and contact radius over the mean radius in percent, void ratio, contacts
    per sphere."""
    radius = {int(row[0]): row[1] for row in numbers(pathlib.Path(f"{name}.spheres"), "ITEM: ATOMS")}
    volume = float(pathlib.Path(f"{name}.volume").read_text(encoding="utf-8"))
    mean_radius = statistics.mean(radius.values())
    found = contacts(pathlib.Path(f"{name}.start"))
    indentation, patch = [], []
    for i, j, distance, *_ in found:
        a, b = radius[int(i)], radius[int(j)]
        indentation.append(0.5 * (a + b - distance))
        patch.append(math.sqrt(max(0.0, a + b - distance) * a * b / (a + b)))
    solid = sum(4.0 / 3.0 * math.pi * r ** 3 for r in radius.values())
    return (100 * statistics.mean(indentation) / mean_radius, 100 * statistics.mean(patch) / mean_radius,
            volume / solid - 1, len(found) / len(radius))


def run_one(options, material, law, seed):
    name, begin = f"{material}_{law}_{options.box}_N{options.n}_{seed}", time.time()
    pressure, nu = MATERIALS[material]
    command = [str(options.lmp), "-in", str(HERE / "in.triaxial"), "-log", f"{name}.log", "-screen", "none"]
    for key, value in (("P", pressure), ("NU", nu), ("C", LAWS[law]), ("N", options.n), ("BOX", options.box), ("SEED", str(7919 * seed + 1)),
                       ("INERTIAL", options.inertial), ("NAME", name)):
        command += ["-var", key, value]
    done = subprocess.run(command, cwd=options.out, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"LAMMPS ended with code {done.returncode}, see {options.out / (name + '.log')}")
    base = options.out / name
    moving = [row for row in contacts(pathlib.Path(f"{base}.contacts")) if row[8] > 0]
    curve = numbers(pathlib.Path(f"{base}.stress"), "")
    row = {"material": material, "law": law, "box": options.box, "N": options.n, "seed": seed}
    row.update(zip(FIRST, packing(base)))
    row.update(zip(ROLLING, mean_and_quartiles([contact[6] / contact[8] for contact in moving])))
    row.update(zip(SHARE, mean_and_quartiles([contact[7] for contact in moving])))
    row["peak_angle"] = max(line[3] for line in curve)
    row["late_angle"] = statistics.mean(line[3] for line in curve if line[1] > 0.15)
    row = {key: f"{value:.4g}" if isinstance(value, float) else value for key, value in row.items()}
    return {**row, "seconds": f"{time.time() - begin:.0f}"}


def run(options):
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / "results.csv"
    for seed, material, law in itertools.product(range(1, options.seeds + 1), options.materials, LAWS):
        state = (material, law, options.box, options.n, str(seed))
        if state in {(row["material"], row["law"], row["box"], row["N"], row["seed"]) for row in rows_of(path)}:
            continue
        row = run_one(options, material, law, seed)
        append_row(path, COLUMNS, row)
        print(f"{material} contacts, {NAMES[law]}, {options.n} spheres, seed {seed}: peak {row['peak_angle']} degrees, "
              f"rolled over slid {row['rolling_median']} (median), {row['seconds']} s", flush=True)


def cell(values):
    """Mean over the packings and its standard error."""
    middle = statistics.mean(values)
    if len(values) < 2:
        return f"{middle:.3g}"
    return f"{middle:.3g} ± {statistics.stdev(values) / math.sqrt(len(values)):.1g}"


def table(path, box):
    rows = [row for row in rows_of(path) if row["box"] == box]
    sizes = sorted({row["N"] for row in rows}, key=int)

    def found(material, law, size, column):
        values = [float(row[column]) for row in rows
                  if (row["material"], row["law"], row["N"]) == (material, law, size)]
        return cell(values) if values else ""

    def lines(title, cases, columns, texts):
        print(f"\n{title}\n\n| | | paper | " + " | ".join(f"N = {n}" for n in sizes) + " |\n|---|---|---:|" + "---:|" * len(sizes))
        for material, law in cases:
            for column, text in zip(columns, texts):
                paper = PAPER[(material, law)].get(column, "")
                print(f"| {material} contacts{', ' + NAMES[law] if len(cases) > 2 else ''} | {text} | {paper} | "
                      + " | ".join(found(material, law, n, column) for n in sizes) + " |")

    materials = list(MATERIALS)
    lines("Packing before the compression (Table 2)", [(m, "mindlin") for m in materials], FIRST,
          ("indentation / mean radius, percent", "contact radius / mean radius, percent", "void ratio", "contacts per sphere"))
    quartiles = ("mean", "1st quartile", "median", "3rd quartile")
    lines("Rolling over sliding speed (Table 3)", list(itertools.product(materials, LAWS)), ROLLING, quartiles)
    lines("Share of creep in the slip (Table 4)", [(m, "creep") for m in materials], SHARE, quartiles)
    lines("Mobilised friction angle, degrees", list(itertools.product(materials, LAWS)), ("peak_angle", "late_angle"),
          ("peak", "mean beyond 15 % strain"))
    counts = ", ".join(f"{n}: " + " and ".join(
        f"{len({row['seed'] for row in rows if (row['N'], row['material']) == (n, m)})} {m}" for m in materials) for n in sizes)
    print(f"\nPackings: {counts}.")


def plot(folder, image, size):
    chart = Chart(f"Triaxial compression of {size} spheres (Kuhn, Fig. 6)", "axial strain",
                  "mobilised friction angle [degrees]", (0, 0.24), (0, 35))
    for colour, (material, law) in enumerate(itertools.product(MATERIALS, LAWS)):
        curves = [numbers(path, "") for path in sorted(folder.glob(f"{material}_{law}_yes_N{size}_*.stress"))]
        if not curves:
            continue
        points = [(statistics.mean(row[1] for row in at), statistics.mean(row[3] for row in at)) for at in zip(*curves)]
        chart.line([(0.0, 0.0), *points], colour, f"{material}, {law}", dashed=law == "mindlin")
    chart.write(image)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    first = commands.add_parser("run", help="run what has no row yet")
    first.add_argument("--materials", nargs="+", choices=MATERIALS, default=list(MATERIALS), help="size of the contacts (both)")
    first.add_argument("--n", default="1000", help="spheres (1000)")
    first.add_argument("--seeds", type=int, default=3, help="packings (3)")
    first.add_argument("--inertial", default="3e-3", help="inertial number (3e-3)")
    add_places(first, "triaxial")
    second = commands.add_parser("table", help="the paper's tables and what was found, as Markdown")
    second.add_argument("csv", type=pathlib.Path)
    for command in (first, second):
        command.add_argument("--box", choices=("yes", "no"), default="yes", help="keyword of pair_style granular (yes)")
    third = commands.add_parser("plot", help="friction angle against strain, mean over the packings, as SVG")
    third.add_argument("folder", type=pathlib.Path)
    third.add_argument("image", type=pathlib.Path)
    third.add_argument("--n", default="1000", help="spheres (1000)")
    options = parser.parse_args(words)
    if options.command == "run":
        run(options)
    elif options.command == "table":
        table(options.csv, options.box)
    else:
        plot(options.folder, options.image, options.n)
    return 0


if __name__ == "__main__":
    sys.exit(main())
