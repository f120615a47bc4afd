#!/usr/bin/env python3
"""Floppy modes of packings by counting contacts and by the rank of all constraints.

  python3 constraints.py [--seeds 3] [-N 1000] [--out packings] [--lmp ../../build/lmp]

Makes packings by ../packing/in.packing with friction coefficients of 0 or 10 (once: those that have ended are not run again), removes
rattlers by the rule of Santos et al. 2020, and counts the floppy modes with every combination of sliding, rolling and twisting
constraints. Prints a table; writes constraints.csv (each packing), constraints_mean.csv and constraints.svg.
"""

import argparse
import itertools
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import above, add_places, chart, run_all, run_once, save, written    # noqa: E402  after its folder

import pandas    # noqa: E402  driver says so where it is missing

from granular_srt import contacts, reading, stiffness    # noqa: E402

LARGE = 10
# without sliding friction no force turns a sphere: packings with rolling and twisting alone are the first one
PACKINGS = ((0, 0, 0), (LARGE, 0, 0), (LARGE, 0, LARGE), (LARGE, LARGE, 0), (LARGE, LARGE, LARGE))
MODES = ("sliding", "rolling", "twisting")


def named(modes):
    return "+".join(name for name, on in zip(MODES, modes) if on) or "normal"


def pack(options, friction, seed):
    """The final spheres of a packing."""
    folder = options.out / f"s{friction[0]}_r{friction[1]}_t{friction[2]}_seed{seed}"
    run_once(options.lmp, HERE.parent / "packing" / "in.packing", folder,
             {"N": options.N, "MU_S": friction[0], "MU_R": friction[1], "MU_T": friction[2], "SEED": 7919 * seed, "NAME": "run",
              "PICTURE": "no", "POTENTIALS": HERE.parent.parent / "potentials"})
    if pandas.read_csv(folder / "packing.csv").converged.iloc[-1] != 1:
        raise RuntimeError(f"{folder}: not at rest")
    return reading.last(folder / "run.dump")


def counted(spheres, friction):
    """A row for each combination of modes."""
    touching = contacts.touching(spheres)
    backbone = contacts.coordination(spheres.ids(), touching, contacts.constraints(*friction)[1] / 2)
    inside = touching[touching.id1.isin(backbone.backbone) & touching.id2.isin(backbone.backbone)]
    network, n = stiffness.Network(spheres, inside), len(backbone.backbone)
    for modes in itertools.product((False, True), repeat=3):
        found = stiffness.count(network.compatibility(*modes))
        per_contact, isostatic = contacts.constraints(*modes)
        yield {"packing": named(friction), "counted": named(modes), "spheres": n, "rattlers": backbone.rattlers, "Z": backbone.Z,
               "isostatic": isostatic, "by_Z": (found.coordinates - found.constraints - found.rigid) / n, "by_rank": found.floppy / n,
               "self_stress": found.self_stress / n, "per_contact": per_contact}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, "packings")
    parser.add_argument("--seeds", type=above(int, 1), default=3, help="packings of each friction (3)")
    parser.add_argument("-N", type=above(int, 10), default=1000, help="spheres (1000)")
    parser.add_argument("--jobs", type=above(int, 1), default=2, help="packings at a time (2)")
    options = parser.parse_args()

    rows, failed = [], False
    items = list(itertools.product(PACKINGS, range(1, options.seeds + 1)))
    for (friction, seed), spheres in run_all(lambda item: pack(options, *item), items, options.jobs):
        if isinstance(spheres, Exception):
            print(f"{named(friction)}, seed {seed}: {spheres}", file=sys.stderr)
            failed = True
            continue
        rows += [{"seed": seed, **row} for row in counted(spheres, friction)]
    if not rows:
        return 1
    order = [named(friction) for friction in PACKINGS]
    table = pandas.DataFrame(rows)
    table["packing"] = pandas.Categorical(table.packing, order)
    table["counted"] = pandas.Categorical(table.counted, [named(modes) for modes in itertools.product((False, True), repeat=3)])
    table = table.sort_values(["packing", "counted", "seed"])
    table.to_csv(options.out / "constraints.csv", index=False, float_format="%.6g")
    groups = table.drop(columns="seed").groupby(["packing", "counted"], observed=True)
    mean = groups.mean()
    error = groups.std() / groups.size().pow(0.5).to_numpy()[:, None]
    mean.join(error, rsuffix="_error").assign(packings=groups.size()).to_csv(options.out / "constraints_mean.csv", float_format="%.4g")

    def text(row, name):
        return f"{written(mean.loc[row, name], error.loc[row, name], '7.3f', '5.3f'):16s}"

    head = ("packing", "counted", "rattlers", "Z", "Table I", "floppy, by Z", "floppy, by rank", "self-stress")
    print("{:25s} {:25s} {:>16s} {:>16s} {:>7s} {:>16s} {:>16s} {:>16s}".format(*head))
    for row in mean.index:
        print(f"{row[0]:25s} {row[1]:25s} {text(row, 'rattlers')} {text(row, 'Z')} {mean.loc[row, 'isostatic']:7.2f} "
              f"{text(row, 'by_Z')} {text(row, 'by_rank')} {text(row, 'self_stress')}")

    axes = chart("Floppy modes of packings with friction of several modes; line: as many as counting contacts gives", "coordinates - constraints, per sphere", "floppy modes per sphere")
    for name in order:
        if name in mean.index:
            some, off = mean.loc[name], error.loc[name]
            axes.errorbar(some.by_Z, some.by_rank, off.by_rank.fillna(0), off.by_Z.fillna(0), fmt="o", label=name)
    ends = mean.by_Z.min(), 0, mean.by_Z.max()
    axes.plot(ends, (0, 0, ends[-1]), "k-", linewidth=0.8)
    save(axes, options.out / "constraints.svg")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
