#!/usr/bin/env python3
"""Elastic moduli and vibrations of a packing of glass beads with friction.

  python3 stiffness.py [--seeds 3] [--out results] [--lmp ../../build/lmp]

Runs in.stiffness. Prints moduli, frequencies and floppy modes, each with the standard error over the seeds; writes moduli.csv,
density.csv and density.svg (density of states).
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import above, add_places, chart, lammps, mean_and_error, save, written    # noqa: E402  after its folder

import numpy    # noqa: E402  driver says so where it is missing
import pandas    # noqa: E402

from granular_srt import reading, stiffness    # noqa: E402

COLUMNS = ("id1 id2 nx ny nz distance overlap fn ftx fty ftz rollingx rollingy rollingz twisting slides rolls twists kn kt kroll ktwist")


def measure(options, seed):
    """(numbers by name, frequencies [1/s]) of a packing."""
    folder = options.out / f"seed{seed}"
    lammps(options.lmp, HERE / "in.stiffness", folder, {"SEED": 7919 * seed})
    spheres, rows = reading.last(folder / "spheres.dump"), reading.last(folder / "contacts.dump", c=COLUMNS).rows
    network = stiffness.Network(spheres, rows, "granular")
    moduli = network.moduli()
    frequencies = stiffness.modes(network.matrix(prestress=True), network.masses())[0] / (2 * numpy.pi)
    still = frequencies < 1e-4 * frequencies.max()
    found = {"contacts of a sphere": 2 * len(rows) / len(spheres.rows), "pressure [Pa]": rows.fn @ rows.distance / 3 / spheres.box.volume,
             **{f"{name} modulus, {part} [Pa]": moduli.loc[name, part] for name in moduli.index for part in moduli},
             "lowest frequency [1/s]": frequencies[~still].min(), "modes without stiffness": still.sum()}
    return found, frequencies


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, "results")
    parser.add_argument("--seeds", type=above(int, 1), default=3, help="packings (3)")
    options = parser.parse_args()
    rows, frequencies = zip(*(measure(options, seed) for seed in range(1, options.seeds + 1)))
    table = pandas.DataFrame(rows)
    table.to_csv(options.out / "moduli.csv", index_label="packing", float_format="%.8g")
    for name in table:
        print(f"{name:35s} {written(*mean_and_error(table[name]), '12.5g', '.2g')}")
    counts, edges = numpy.histogram(numpy.concatenate(frequencies), 60)
    density = pandas.DataFrame({"frequency": (edges[1:] + edges[:-1]) / 2, "density": counts / (counts.sum() * numpy.diff(edges))})
    density.to_csv(options.out / "density.csv", index=False, float_format="%.6g")
    axes = chart("Density of states of beads with friction", "frequency [1/s]", "modes per frequency and coordinate [s]")
    axes.step(density.frequency, density.density, where="mid")
    save(axes, options.out / "density.svg")


if __name__ == "__main__":
    sys.exit(main())
