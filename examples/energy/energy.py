#!/usr/bin/env python3
"""Where the energy goes in the three examples: runs in.ball, in.rest and in.drum and draws a chart of each.

  python3 energy.py [--lmp ../../build/lmp] [--out .] [--ranks 1]

Runs that have ended are not repeated, unless a deck, LAMMPS or the plugin is another one. Writes ball.svg, rest.svg and drum.svg.
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import above, add_places, chart, run_once, save    # noqa: E402  after its folder
from granular_srt import reading    # noqa: E402  driver finds it

# Entries of the vector: of contacts between spheres, and of those with walls.
NORMAL, SLIDING_DAMPING, SLIDING, ROLLING, TWISTING = [7, 18], [9, 20], [10, 21], [11, 22], [12, 23]
TRANSLATION, ROTATION, WALLS, GRAVITY = 1, 2, 26, 27


def run(options, name, ranks=1):
    """The thermo table."""
    run_once(options.lmp, HERE / f"in.{name}", options.out, {}, f"{name}.log", ranks)
    return reading.thermo(options.out / f"{name}.log", "Time")


def energy(rows, entries):
    return rows[[f"c_energy[{k}]" for k in entries]].sum(axis=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, ".")
    parser.add_argument("--ranks", default=1, type=above(int, 1), help="of each run (1)")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    rows = run(options, "ball")
    axes = chart("A bouncing ball", "time [sqrt(d/g)]", "energy [m g d]")
    axes.plot(rows.Time, energy(rows, [TRANSLATION]), label="kinetic")
    axes.plot(rows.Time, energy(rows, [NORMAL[1]]), label="taken by the dashpot")
    axes.plot(rows.Time, rows.v_height - 0.5, "--", label="of the weight")
    save(axes, options.out / "ball.svg")

    rows = run(options, "rest", options.ranks)
    parts = {"kinetic": [TRANSLATION, ROTATION], "twisting": TWISTING, "rolling": ROLLING, "sliding": SLIDING,
             "tangential dashpot": SLIDING_DAMPING, "normal": NORMAL}
    axes = chart("Spheres come to rest", "time [sqrt(d/g)]", "energy, stacked [m g d]", xlim=(0, rows.Time.max()))
    axes.stackplot(rows.Time, [energy(rows, entries) for entries in reversed(parts.values())], labels=reversed(parts))
    save(axes, options.out / "rest.svg")

    rows = run(options, "drum", options.ranks)
    axes = chart("A rotating drum", "time [sqrt(d/g)]", "energy [m g d]")
    for name, entries in {"motor": [WALLS], "weight": [GRAVITY], "all taken": NORMAL + SLIDING_DAMPING + SLIDING + ROLLING,
                          "sliding": SLIDING, "rolling": ROLLING, "normal": NORMAL}.items():
        axes.plot(rows.Time, energy(rows, entries), label=name)
    save(axes, options.out / "drum.svg")


if __name__ == "__main__":
    main()
