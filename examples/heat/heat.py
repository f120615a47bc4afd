#!/usr/bin/env python3
"""Heat of friction: a bead that slides to rest, and beads in a drum with a hot wall, with and without friction's heat.

  python3 heat.py [--lmp ../../build/lmp] [--out results] [--seeds 3] [--jobs 2]

Writes drum.csv (a row for each seed), curves.csv and curves.svg (temperatures of the first seed) and beads.svg. Runs
that have ended are not repeated, unless a deck, LAMMPS or the plugin is another one.
"""

import argparse
import itertools
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import above, add_places, chart, mean_and_error, pyplot, run_all, run_once, save, written    # noqa: E402  after its folder
from granular_srt import reading    # noqa: E402  driver finds it

import numpy    # noqa: E402  driver says so where it is missing
import pandas    # noqa: E402

CAPACITY, FASTER, T_WALL, WALL = 840.0, 250000.0, 310.0, 0.5    # as in.drum
DRUM = ["temperature at the end [K]", "without heat of friction [K]", "heat of friction P [W]", "conductance of the wall G [W/K]",
        "above the wall [K]", "of a mixed bed [K]", "balance, relative"]


def run(options, deck, name, **variables):
    run_once(options.lmp, HERE / f"in.{deck}", options.out, {"NAME": name, **variables}, f"{name}.log")
    return reading.thermo(options.out / f"{name}.log", "Time")


def drum(options, seed, friction):
    """The table of a run, with the temperature of all heat, the heat that friction and the wall have given since the
    beginning [J]."""
    rows = run(options, "drum", f"drum_{friction}_{seed}", SEED=seed, FRICTION=friction)
    rows["temperature"] = rows.c_heat / (rows.c_mass * CAPACITY / FASTER)
    rows["friction"] = (rows.v_of_pairs + WALL * rows.v_of_walls) if friction == "yes" else 0.0
    # the mean of all steps since the row before
    rows["from_wall"] = -(rows.f_conducted * rows.Time.diff().fillna(0.0)).cumsum()
    return rows


def mixed(rows, conductance):
    """Temperature of a bed without differences of temperature, with this conductance of the wall and the run's heat of
    friction P: m c dT/dt = P + G (T_wall - T), with a mean P between two rows."""
    capacity = rows.c_mass[0] * CAPACITY / FASTER
    found = [rows.temperature[0]]
    for step, heat in zip(rows.Time.diff()[1:], rows.friction.diff()[1:]):
        end = T_WALL + heat / step / conductance
        found.append(end + (found[-1] - end) * numpy.exp(-conductance * step / capacity))
    return numpy.array(found)


def of_seed(with_friction, without):
    """Means of the last 1.5 seconds. G: heat from the wall over the difference of temperatures, in the run without heat of
    friction."""
    late = with_friction.Time > with_friction.Time.max() - 1.5
    power = numpy.polyfit(with_friction.Time[late], with_friction.friction[late], 1)[0]
    # bed and wall approach each other exponentially: the ratio has digits enough at the end
    before = without.temperature.shift()
    conductance = (-without.f_conducted / (T_WALL - 0.5 * (before + without.temperature)))[late].mean()
    gained = with_friction.c_heat - with_friction.c_heat[0]
    balance = numpy.max(numpy.abs(gained - with_friction.friction - with_friction.from_wall)) / with_friction.c_heat[0]
    return [with_friction.temperature.iloc[-1], without.temperature.iloc[-1], power, conductance,
            with_friction.temperature[late].mean() - T_WALL, mixed(with_friction, conductance)[late].mean() - T_WALL, balance]


def draw(options, curves):
    axes = chart("Beads in a drum with a wall of 310 K", "time [s]", "temperature [K]")
    for name, rows in curves.items():
        axes.plot(rows.Time, rows.temperature, label=name)
    axes.axhline(T_WALL, color="gray", linestyle=":", label="wall")
    save(axes, options.out / "curves.svg")
    table = pandas.DataFrame({"time": curves["with heat of friction"].Time} | {name: rows.temperature for name, rows in curves.items()})
    table.to_csv(options.out / "curves.csv", index=False, lineterminator="\n")

    beads = reading.last(options.out / "drum_yes_1.dump").rows
    axes = chart("Temperature of the beads [K]", "y [m]", "z [m]", aspect="equal")
    axes.add_patch(pyplot.Circle((0, 0), 0.05, fill=False))
    colors = pyplot.cm.ScalarMappable(pyplot.Normalize(beads.c_t.min(), beads.c_t.max()), "inferno")
    for bead in beads.sort_values("x").itertuples():
        axes.add_patch(pyplot.Circle((bead.y, bead.z), bead.radius, facecolor=colors.to_rgba(bead.c_t), edgecolor="black", linewidth=0.3))
    axes.set(xlim=(-0.055, 0.055), ylim=(-0.055, 0.055))
    axes.figure.colorbar(colors, ax=axes)
    save(axes, options.out / "beads.svg")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, "results")
    parser.add_argument("--seeds", type=above(int, 1), default=3, help="number of packings (3)")
    parser.add_argument("--jobs", type=above(int, 1), default=2, help="runs at a time (2)")
    options = parser.parse_args()

    slide = run(options, "slide", "slide").iloc[-1]
    print(f"A bead slides to rest from 1 m/s: {1000 * slide.v_rise:.4f} mK, v^2/2c is {500 / CAPACITY:.4f} mK\n")

    runs = {}
    for key, rows in run_all(lambda key: drum(options, *key), itertools.product(range(1, options.seeds + 1), ("yes", "no")), options.jobs):
        if isinstance(rows, Exception):
            raise rows
        runs[key] = rows
    seeds = sorted({seed for seed, _ in runs})
    table = pandas.DataFrame([of_seed(runs[seed, "yes"], runs[seed, "no"]) for seed in seeds], columns=DRUM, index=pandas.Index(seeds, name="seed"))
    table.to_csv(options.out / "drum.csv", lineterminator="\n")
    for name, values in table.items():
        print(f"{name:34} {written(*mean_and_error(values), '11.4g', '.2g')}")
    draw(options, {"with heat of friction": runs[1, "yes"], "conduction alone": runs[1, "no"]})


if __name__ == "__main__":
    main()
