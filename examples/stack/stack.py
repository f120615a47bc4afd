#!/usr/bin/env python3
"""The critical mass of Fang & Negrut's stack over rolling friction, for several gaps between the lower balls.

  python3 stack.py [--lmp ../../build/lmp] [--out .] [--gaps 0.3] [--rolling tracking/balanced] [--jobs N]

Runs in.stack for each gap, all of them at once on the processors there are. Runs that have ended are not repeated, unless a
deck, LAMMPS or the plugin is another one. Prints the authors' masses and those found, and writes stack.csv and stack.svg.
"""

import argparse
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import above, add_places, chart, run_all, run_once, save, write_rows    # noqa: E402  after its folder
from granular_srt import reading    # noqa: E402  driver finds it

import pandas    # noqa: E402  driver says so where it is missing

ETAS = (0.15, 0.18, 0.20, 0.22, 0.23, 0.25, 0.30, 0.35, 0.60)
AUTHORS = {0.3: (0.86, 1.18, 1.44, 1.73, 1.76, 1.62, 1.58, 1.58, 1.58)}    # read from the data of their figure
PLATEAUS = {0.2: 1.84, 0.25: 1.70, 0.3: 1.58, 0.35: 1.47, 0.4: 1.38}
FALLEN = 0.30                                                               # height of the upper ball [m]


def critical_masses(options, gap):
    """Lightest upper ball that falls, for each of ETAS; NaN if none does."""
    rolling = "" if options.rolling == "tracking" else "_" + options.rolling.replace("/", "_").replace(" ", "_")
    dump = options.out / f"stack_{gap}{rolling}.dump"
    settings = {"GAP": gap, "ROLLING": options.rolling, "LIGHTEST": "0.6", "MASSES": "86", "OUT": dump.name}
    run_once(options.lmp, HERE / "in.stack", options.out, settings, dump.with_suffix(".log").name)
    upper = reading.last(dump).rows.iloc[2::3]    # the third ball of a cell is the upper one
    return upper.mass.where(upper.z < FALLEN).groupby(upper.type).min().to_list()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, ".")
    parser.add_argument("--gaps", nargs="+", type=float, default=sorted(PLATEAUS))
    parser.add_argument("--rolling", default="tracking", help="rolling model")
    parser.add_argument("--jobs", type=above(int, 1), default=os.cpu_count(), help="runs at a time")
    options = parser.parse_args()

    axes = chart("Upper ball that brings the stack down (Fang and Negrut, Fig. 13); points: authors", "eta_r", "mass [kg]",
                 xlim=(0.14, 0.62), ylim=(0.5, 2.3))
    rows = [["gap", "whose", *ETAS]]
    for gap, masses in sorted(run_all(lambda gap: critical_masses(options, gap), options.gaps, options.jobs)):
        if isinstance(masses, Exception):
            raise masses
        # the authors' whole curve is at hand for one gap, of the others the plateau
        authors = AUTHORS.get(gap, (float("nan"),) * 6 + (PLATEAUS.get(gap, float("nan")),) * 3)
        rows += [[gap, "authors", *authors], [gap, "found", *masses]]
        line, = axes.plot(ETAS, masses, label=f"gap {gap:g} R")
        axes.plot(ETAS, authors, "o", color=line.get_color())
    save(axes, options.out / "stack.svg")
    write_rows(options.out / "stack.csv", rows)
    print(pandas.DataFrame(rows[1:], columns=["gap [R]", "mass [kg]", *ETAS]).to_string(index=False, na_rep="-"))


if __name__ == "__main__":
    main()
