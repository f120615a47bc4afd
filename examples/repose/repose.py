#!/usr/bin/env python3
"""Angle of repose by lifted gates of several speeds, by a funnel, of a drum; friction angle of slow shear.

  python3 repose.py [--mu 0.5] [--mu-roll 0.1] [--seeds 3] [--out results] [--lmp ../../build/lmp]

Prints a table with standard errors over the seeds; writes runs.csv (each run), repose.csv (means) and repose.svg, in a folder for
each friction, number of grains and content of the decks; with --only drum, --lifts or --funnels runs_drum.csv and so on. Runs that
have ended are not repeated.
"""

import argparse
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import above, add_places, chart, key_of, mean_and_error, read_columns, run_all, run_once, save, written    # noqa: E402  after its folder

import numpy    # noqa: E402  driver says so where it is missing
import pandas    # noqa: E402

from granular_srt import reading, structure    # noqa: E402

LIFTS = (0.08, 0.04, 0.02, 0.01, 0.005)    # speeds of the gates [m/s]
FUNNELS = (0.01, 0.02)                     # times between two grains [s]


def slopes(folder, kind):
    """Angles [degrees] of a run: of the surface, and from the centre of mass.

    Half of a triangle has its centre at a third of its height and a third of its width: tan = z/|x| of the centre.
    """
    if kind == "drum":
        return math.nan, read_columns(folder / "slope.txt")[:, 1].mean()
    if kind == "shear":
        _, _, normal, shear, _ = read_columns(folder / "slope.txt").mean(axis=0)
        return math.nan, math.degrees(math.atan(-shear / normal))
    heap = reading.last(folder / "heap.dump")
    x, _, z = heap.positions().T
    return structure.angle_of_repose(heap, across="x")[0], math.degrees(math.atan(z.mean() / numpy.abs(x - x.mean()).mean()))


def root(options):
    """Folder of the runs and their results. Decks that were edited have another one."""
    decks = key_of(*sorted(HERE.glob("in.*")), HERE / "grains.in")
    return options.out / f"mu{options.mu:g}_roll{options.mu_roll:g}_gate{options.gate_mu:g}_N{options.N}_{decks}"


def part(options):
    """End of the names of the results where they are not those of all usual ways."""
    words = [options.only] if options.only else []
    for name, usual in (("lifts", LIFTS), ("funnels", FUNNELS)):
        if options.only in (None, name[:-1]) and tuple(getattr(options, name)) != usual:
            words.append("_".join([name, *(f"{value:g}" for value in getattr(options, name))]))
    return "".join(f"_{word}" for word in words)


def measure(lmp, folder, kind, seed, mu, mu_roll, **settings):
    """slopes() of a run, made once. kind: lift, funnel, drum or shear; settings: variables of its deck."""
    run_once(lmp, HERE / f"in.{kind}", folder, {"GRAINS": HERE / "grains.in", "SEED": seed, "MU": mu, "MU_ROLL": mu_roll, **settings})
    return slopes(folder, kind)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, "results")
    parser.add_argument("--mu", type=above(float, 0), default=0.5, help="sliding friction (0.5)")
    parser.add_argument("--mu-roll", type=above(float, 0), default=0.1, help="rolling friction (0.1)")
    parser.add_argument("--gate-mu", type=above(float, 0), default=0.0, help="friction of the gates (0)")
    parser.add_argument("--lifts", type=above(float, 1e-6), nargs="*", default=LIFTS, help="speeds of the gates [m/s]")
    parser.add_argument("--funnels", type=above(float, 1e-6), nargs="*", default=FUNNELS, help="times between two grains [s]")
    parser.add_argument("--seeds", type=above(int, 1), default=3, help="heaps of each kind (3)")
    parser.add_argument("-N", type=above(int, 50), default=600, help="grains of a heap (600)")
    parser.add_argument("--jobs", type=above(int, 1), default=2, help="runs at a time (2)")
    parser.add_argument("--only", choices=("lift", "funnel", "drum", "shear"), help="one way alone")
    options = parser.parse_args(words)

    heap = {"N": options.N}
    ways = {f"lift {speed:g} m/s": ("lift", heap | {"LIFT": speed, "GATE_MU": options.gate_mu}) for speed in options.lifts}
    ways |= {f"funnel {time:g} s": ("funnel", heap | {"EVERY": time}) for time in options.funnels}
    ways |= {"drum": ("drum", {}), "shear": ("shear", {})}
    ways = {name: way for name, way in ways.items() if options.only in (None, way[0])}
    place, end = root(options), part(options)

    def one(item):
        name, seed = item
        kind, settings = ways[name]
        folder = place / f"{name.replace(' m/s', '').replace(' ', '')}_seed{seed}"
        return measure(options.lmp, folder, kind, seed, options.mu, options.mu_roll, **settings)

    rows, failed = [], False
    for (name, seed), found in run_all(one, [(name, seed) for name in ways for seed in range(1, options.seeds + 1)], options.jobs):
        if isinstance(found, Exception):
            print(f"{name}, seed {seed}: {found}", file=sys.stderr)
            failed = True
        else:
            rows.append({"way": name, "seed": seed, "surface": found[0], "centre": found[1]})
    if not rows:
        return 1
    table = pandas.DataFrame(rows)
    table["way"] = pandas.Categorical(table.way, list(ways))
    table = table.sort_values(["way", "seed"])
    table.to_csv(place / f"runs{end}.csv", index=False, float_format="%.2f")
    means = {name: [len(group), *mean_and_error(group.surface.dropna()), *mean_and_error(group.centre)] for name, group in table.groupby("way", observed=True)}
    means = pandas.DataFrame.from_dict(means, "index", columns=["heaps", "surface", "surface_error", "centre", "centre_error"])
    means.to_csv(place / f"repose{end}.csv", index_label="way", float_format="%.2f")
    print("angle [degrees]      of the surface   from the centre of mass   heaps")
    for name, row in means.iterrows():
        surface = "-" if math.isnan(row.surface) else written(row.surface, row.surface_error, ".1f", ".1f")
        print(f"{name:18s} {surface:>15s} {written(row.centre, row.centre_error, '17.1f', '3.1f'):24s} {row.heaps:12.0f}")

    axes = chart(f"Angle of repose, friction {options.mu:g}, rolling friction {options.mu_roll:g}", "way and its speed, from fast to slow",
                 "angle from the centre of mass [degrees]")
    axes.errorbar(means.index, means.centre, means.centre_error.fillna(0), fmt="o", linestyle="")
    axes.tick_params(axis="x", rotation=45)
    save(axes, place / f"repose{end}.svg")
    print(f"in {place}: runs{end}.csv, repose{end}.csv, repose{end}.svg")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
