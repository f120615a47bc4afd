#!/usr/bin/env python3
"""A drum with baffles mixes 2000 clumps of two sizes: torque, power, mixing, segregation, pressure and wear of the wall.

  python3 mixer.py [--lmp ../../build/lmp] [--out .] [--seeds 3] [--frames 80]                        two and a half minutes a seed
  python3 mixer.py --out small --number 60 --radius 0.05 --length 0.04 --height 0.01 --turns 1        6 s a seed

Makes the vessel (vessel.py) and its filling, runs in.mixer once a seed, and does not repeat runs that have ended; it stops
where a folder has a run with another recipe: settings, decks, LAMMPS or plugin. Prints a table and writes mixer.csv, curves.csv,
mixing.svg, power.svg, and of the first seed pressure.png, wear.png and mixer.gif.
"""

import argparse
import contextlib
import io
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import above, add_places, chart, keep_recipe, mean_and_error, recipe, run_all, run_once, save, written    # noqa: E402  after its folder
from granular_srt import film, filling, mixing, reading, walls    # noqa: E402  driver finds it

import numpy    # noqa: E402  driver says so where it is missing
import pandas    # noqa: E402
import vessel    # noqa: E402

DENSITY = 2500.0                                                 # [kg/m^3]
CELL = 0.02                                                      # edge of the cells of Lacey's index [m]: about 20 clumps
DISSIPATED, MADE = [*range(7, 13), *range(18, 24)], [13, 24, 30]    # entries of compute granular/energy
QUANTITIES = {"weight": "weight of the clumps [N]", "rest": "force on the wall at rest [N]", "torque": "torque of the motor [N m]",
              "lever": "torque of the weight [N m]", "power": "torque times angular velocity [W]", "walls": "power of the walls in the ledger [W]",
              "dissipated": "power dissipated by contacts [W]", "stored": "change of what is stored, less work of the weight [W]",
              "made": "power made by laws and time step [W]", "residual": "residual of the ledger [W]",
              "lacey": "Lacey's index of the halves, at the end", "noise": "its deviation in random mixtures",
              "neighbors": "unlike neighbors of the halves, at the end", "mixing": "time of mixing [revolutions]",
              "sizes": "Lacey's index of the sizes, at the end", "radial": "separation of the sizes along the radius, at the end",
              "pressure": "largest mean pressure on a triangle [Pa]", "wear": "work of wear [J]"}


def prepare(options, seed):
    """Folder of a run, with vessel and filling. RuntimeError where it has those of another recipe."""
    folder = options.out / f"seed{seed}"
    settings = {name: getattr(options, name) for name in ("number", "radius", "length", "baffles", "height", "turns", "rpm")}
    settings |= {"frames": options.frames if seed == 1 else 0, "grain": HERE / "grain.csv", "sizes": HERE / "sizes.csv"}
    if not (folder / "mixer.recipe").exists():
        (folder / "mixer.data").unlink(missing_ok=True)    # of an unknown recipe
    keep_recipe(folder / "mixer.recipe", recipe(options.lmp, HERE / "in.mixer", settings))
    if not (folder / "mixer.data").exists():
        vessel.main(["--out", folder, "--radius", options.radius, "--length", options.length, "--baffles", options.baffles, "--height", options.height])
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            filling.main(list(map(str, (
                folder / "drum.stl", folder / "glass.stl", "--clump", HERE / "grain.csv", "--sieve", HERE / "sizes.csv", "--types",
                "--number", options.number, "--density", DENSITY, "--seed", seed, "--bodies", folder / "mixer.bodies"))))
        (folder / "mixer.data").write_text(text.getvalue(), encoding="utf-8")
    return folder


def run(options, seed, folder):
    frames = options.frames if seed == 1 else 0
    run_once(options.lmp, HERE / "in.mixer", folder, {"HERE": HERE, "TURN": 2 * math.pi * options.rpm / 60, "TURNS": options.turns,
                                                      "FRAMES": frames}, "mixer.log", options.ranks)


def curve(options, folder):
    """A row for each tenth of a revolution."""
    log = reading.thermo(folder / "mixer.log", "Time")
    energy = log[[f"c_energy[{k}]" for k in range(1, 32)]].set_axis(range(1, 32), axis=1)
    rows = pandas.DataFrame({"turn": log.Time * options.rpm / 60, "torque": -log["f_means[1]"] - log["f_means[2]"],
                             "down": -log["f_means[3]"] - log["f_means[4]"], "middle": log["f_means[5]"], "time": log.Time,
                             "walls": energy[26], "dissipated": energy[DISSIPATED].sum(axis=1), "stored": log.c_energy - energy[27],
                             "made": energy[MADE].sum(axis=1), "residual": energy[31]})
    found, halves = [], None
    for frame in reading.frames(folder / "mixer.dump"):
        clumps = mixing.clumps(frame)
        places = clumps[["x", "y", "z"]].to_numpy(copy=True)    # pandas 3 gives read-only views
        halves = clumps.type > 2 if halves is None else halves
        large = clumps.type % 2 == 0
        cell = mixing.cells(places, CELL)
        mixed = mixing.lacey(cell, halves)
        places[:, 1] = numpy.hypot(places[:, 1], places[:, 2])
        (_, radial, _), _ = mixing.separation(places, large)
        found.append((mixed.index, mixed.error, mixing.neighbors(clumps[["x", "y", "z"]], halves), mixing.lacey(cell, large).index, radial))
    return rows.assign(**dict(zip(("lacey", "noise", "neighbors", "sizes", "radial"), numpy.transpose(found))))


def evaluate(options, folder, rows):
    """Row of the table of results. Means are those after the first revolution."""
    start = (rows.turn - min(1, options.turns / 2)).abs().idxmin()
    steady, last = rows.iloc[start + 1:], rows.iloc[-1]
    change = (last - rows.iloc[start]) / (last.time - rows.time[start])
    mass = mixing.clumps(next(reading.frames(folder / "mixer.dump"))).mass.sum()
    found, _ = walls.faces(*folder.glob("mixer.wall.*.vtk"))
    rest = float(re.search(r"\nat rest: .* (\S+) N\n", (folder / "mixer.log").read_text(encoding="utf-8"))[1])
    try:
        mixed = mixing.approach(rows.turn, rows.lacey, 1.0)[0]
    except (RuntimeError, ValueError):    # too short a run
        mixed = math.nan
    return {"weight": 9.81 * mass, "rest": rest, "torque": steady.torque.mean(), "lever": 9.81 * mass * steady.middle.mean(),
            "power": steady.torque.mean() * 2 * math.pi * options.rpm / 60, **{name: change[name] for name in (
                "walls", "dissipated", "stored", "made", "residual")},
            **{name: last[name] for name in ("lacey", "noise", "neighbors", "sizes", "radial")}, "mixing": mixed,
            "pressure": found.pressure.max(), "wear": (found.wear * found.area).sum()}


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, ".")
    parser.add_argument("--seeds", type=above(int, 1), default=3, help="runs (3)")
    parser.add_argument("--number", type=above(int, 10), default=2000, help="of clumps (2000)")
    parser.add_argument("--turns", type=above(float, 0.5), default=2, help="revolutions (2), at least 0.5")
    parser.add_argument("--rpm", type=above(float, 0.1), default=50, help="revolutions per minute (50)")
    for name, default in {"radius": 0.1, "length": 0.07, "baffles": 4, "height": 0.02}.items():
        parser.add_argument(f"--{name}", default=default, help=f"of the vessel ({default})")
    parser.add_argument("--frames", type=above(int, 0), default=0, help="pictures of the film of the first seed (0)")
    parser.add_argument("--ranks", type=above(int, 1), default=1, help="of each run (1)")
    parser.add_argument("--jobs", type=above(int, 1), default=1, help="runs at a time (1)")
    options = parser.parse_args(words)
    folders = {seed: prepare(options, seed) for seed in range(1, options.seeds + 1)}
    for _, result in run_all(lambda seed: run(options, seed, folders[seed]), list(folders), options.jobs):
        if isinstance(result, Exception):
            raise result

    curves = {seed: curve(options, folder) for seed, folder in folders.items()}
    table = pandas.DataFrame({seed: evaluate(options, folders[seed], rows) for seed, rows in curves.items()})
    table.to_csv(options.out / "mixer.csv", index_label="quantity")
    pandas.concat(curves, names=["seed"]).droplevel(1).to_csv(options.out / "curves.csv")
    for name, text in QUANTITIES.items():
        print(f"{text:<56}{written(*mean_and_error(table.loc[name]), '12.4g', '.2g')}")

    axes = chart("Mixing of two halves in a drum with baffles", "revolutions", "index", ylim=(-0.05, 1.1))
    for name, label in {"lacey": "Lacey's index of the halves", "neighbors": "unlike neighbors of the halves", "sizes": "Lacey's index of the sizes"}.items():
        mean = pandas.DataFrame({seed: rows[name] for seed, rows in curves.items()})
        line, = axes.plot(curves[1].turn, mean.mean(axis=1), label=label)
        axes.fill_between(curves[1].turn, mean.min(axis=1), mean.max(axis=1), color=line.get_color(), alpha=0.25)
    save(axes, options.out / "mixing.svg")
    rows = curves[1].iloc[1:]
    axes = chart("Power of the drum, means over a tenth of a revolution", "revolutions", "power [W]")
    axes.plot(rows.turn, rows.torque * 2 * math.pi * options.rpm / 60, label="torque times angular velocity")
    for name, label in {"walls": "walls, in the ledger", "dissipated": "dissipated by contacts"}.items():
        axes.plot(rows.turn, numpy.diff(curves[1][name]) / numpy.diff(curves[1].time), label=label)
    save(axes, options.out / "power.svg")
    files = sorted(map(str, folders[1].glob("mixer.wall.*.vtk")))
    for name, unit in (("pressure", "Pa"), ("wear", "J/m^2")):
        with contextlib.redirect_stdout(io.StringIO()):
            walls.main([*files, "--of", name, "--unit", unit, "--picture", str(options.out / f"{name}.png"), "--view", "20", "25"])
    pictures = [*folders[1].glob("mixer.*.png"), *folders[1].glob("mixer.*.jpg")]    # what this LAMMPS writes
    if len(pictures) > 1:
        film.write(options.out / "mixer.gif", pictures)


if __name__ == "__main__":
    main()
