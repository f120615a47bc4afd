"""Particles that people have, for decks: sizes of a sieve curve for fix pour and create_atoms, clumps of spheres as a LAMMPS molecule.

  python3 -m granular_srt.particles sieve curve.csv > sizes.in
  python3 -m granular_srt.particles sieve curve.csv --sizes 4 --number 1000 > sizes.in
  python3 -m granular_srt.particles clump spheres.csv --density 2500 > clump.mol
"""

import argparse
import math

from . import program

program.need_packages("particles", __name__, "numpy", "scipy", "pandas")

import numpy    # noqa: E402  after the message where it is missing
import pandas    # noqa: E402

from .reading import need    # noqa: E402


def sieve(curve, sizes=1):
    """Share of the number of particles for each diameter, from a DataFrame with diameter and mass (share of a class).

    With `passing` (share of the mass that passes a sieve of this diameter, from 0 to 1, or to 100 in percent) in place of mass, a class
    lies between two sieves. It has `sizes` diameters, whose ratios are equal, and which have equal parts of its mass; one diameter is
    the geometric mean. Number: mass share over diameter^3.
    \\throws ReadError for a missing column; ValueError for no row, a diameter of 0 or less, a negative or missing mass, a curve that falls, or does
    not go from 0 to 1 or 100, and for several sizes without sieves
    """
    diameter = need(curve, "diameter", "a sieve analysis")[:, 0]
    if len(diameter) == 0:
        raise ValueError("sieve: no row below the header")
    if not (diameter > 0).all() or sizes < 1:
        raise ValueError("sieve: diameters must be above 0, and at least one in a class")
    if "passing" in curve:
        passing = curve.passing.to_numpy(dtype=float)
        if not (numpy.diff(diameter) > 0).all() or not (numpy.diff(passing) >= 0).all() or passing[0] != 0 or passing[-1] not in (1, 100):
            raise ValueError("sieve: diameters must rise, and passing from 0 to 1, or to 100 in percent")
        part = (numpy.arange(sizes) + 0.5) / sizes
        diameter = (diameter[:-1, None]**(1 - part) * diameter[1:, None]**part).ravel()
        mass = numpy.repeat(numpy.diff(passing) / sizes, sizes)
    else:
        if sizes != 1:
            raise ValueError("sieve: several sizes of a class need the sieves: a column passing in place of mass")
        mass = need(curve, "mass", "a sieve analysis")[:, 0]
        if not (mass >= 0).all() or not mass.sum() > 0:
            raise ValueError("sieve: masses must be 0 or more, and one above 0")
    number = mass / diameter**3
    return pandas.DataFrame({"diameter": diameter, "number": number / number.sum()})[number > 0].reset_index(drop=True)


def counted(shares, number):
    """Spheres of each diameter, (n,) integers with the sum `number`, from a table of sieve(). The largest remainders are rounded up.

    \\throws ValueError where a diameter has no sphere
    """
    exact = shares.number.to_numpy() * number
    counts = numpy.floor(exact).astype(int)
    counts[numpy.argsort(counts - exact, kind="stable")[:number - counts.sum()]] += 1
    if not counts.all():
        least = math.ceil(1 / shares.number.min())
        raise ValueError(f"sieve: {number} spheres have none of diameter {shares.diameter[counts.argmin()]:.6g}; give a --number of "
                         f"{least} or more, or fewer --sizes")
    return counts


def atom_sizes(shares, number):
    """Lines of a deck for `number` spheres of create_atoms: variables `number`, `largest` [length], `solid` (their volume) and, for set
    group all diameter, `sizes`. Those of one size are as far apart in the order of IDs as they can be: places do not depend on sizes.
    """
    counts = counted(shares, number)
    stride = next(k for k in range(round(0.618 * number), 0, -1) if math.gcd(k, number) == 1)    # golden section
    ends = numpy.cumsum(counts)
    terms = "+".join(f"{d:.10g}*(v_place>={end - n})*(v_place<{end})" for d, n, end in zip(shares.diameter, counts, ends))
    return (f"variable number equal {number}\nvariable largest equal {shares.diameter.max():.10g}\n"
            f"variable solid equal {math.pi / 6 * counts @ shares.diameter**3:.10g}\n"
            f"variable place atom (id*{stride})%{number}\nvariable sizes atom {terms}")


def solid(spheres, columns=600):
    """(volume, centre (3,), inertia (3, 3) about it per unit density) of the union of spheres (n, 4): x y z radius.

    Integrals along z are exact for each of columns^2 lines. Relative error of 1e-5 for two spheres.
    \\throws ValueError for no sphere, or a radius of 0 or less
    """
    spheres = numpy.asarray(spheres, dtype=float).reshape(-1, 4)
    if len(spheres) == 0 or not (spheres[:, 3] > 0).all():
        raise ValueError("clump: at least one sphere, with radii above 0")
    places, radii = spheres[:, :3], spheres[:, 3]
    low, high = (places - radii[:, None]).min(axis=0), (places + radii[:, None]).max(axis=0)
    steps = (high - low)[:2] / columns
    x, y = (low[k] + steps[k] * (numpy.arange(columns) + 0.5) for k in range(2))
    half = radii[:, None, None]**2 - (x[:, None] - places[:, 0, None, None])**2 - (y - places[:, 1, None, None])**2
    inside = half > 0
    half = numpy.sqrt(numpy.where(inside, half, 0))
    bottom, top = (numpy.where(inside, places[:, 2, None, None] + side * half, low[2]) for side in (-1, 1))
    order = numpy.argsort(bottom, axis=0)
    covered = numpy.full((columns, columns), low[2])
    moments = numpy.zeros((3, columns, columns))    # of z^0, z^1, z^2 along each line
    for k in range(len(spheres)):
        start = numpy.maximum(numpy.take_along_axis(bottom, order[k:k + 1], axis=0)[0], covered)
        covered = numpy.maximum(numpy.take_along_axis(top, order[k:k + 1], axis=0)[0], start)
        for power in range(3):
            moments[power] += (covered**(power + 1) - start**(power + 1)) / (power + 1)
    one, z, zz = moments * steps[0] * steps[1]
    volume = one.sum()
    first = numpy.array(((one * x[:, None]).sum(), (one * y).sum(), z.sum()))
    xy, xz, yz = (one * x[:, None] * y).sum(), (z * x[:, None]).sum(), (z * y).sum()
    second = numpy.array((((one * x[:, None]**2).sum(), xy, xz), (xy, (one * y**2).sum(), yz), (xz, yz, zz.sum())))
    centre = first / volume
    second -= volume * numpy.outer(centre, centre)
    return volume, centre, numpy.trace(second) * numpy.eye(3) - second


def molecule(spheres, density):
    """Text of a LAMMPS molecule file of a clump, for fix pour mol and fix rigid/small mol.

    spheres (n, 4): x y z radius. Mass, centre and inertia are those of the union; each sphere has a part of the mass that
    goes with its volume. The clump keeps the axes of `spheres`.
    """
    spheres = numpy.asarray(spheres, dtype=float)
    volume, centre, inertia = solid(spheres)
    masses = density * volume * spheres[:, 3]**3 / (spheres[:, 3]**3).sum()
    # xx yy zz yz xz xy: LAMMPS reads the products in this order, against the names on its page (both supported releases)
    head = {"atoms": [len(spheres)], "mass": [density * volume], "com": centre,
            "inertia": density * inertia[(0, 1, 2, 1, 0, 0), (0, 1, 2, 2, 2, 1)]}
    sections = {"Coords": spheres[:, :3], "Types": numpy.ones((len(spheres), 1)), "Diameters": 2 * spheres[:, 3:], "Masses": masses[:, None]}
    text = "clump: mass, centre and inertia of the union of its spheres\n\n"
    text += "".join(" ".join(f"{value:.10g}" for value in values) + f" {name}\n" for name, values in head.items())
    for name, rows in sections.items():
        text += f"\n{name}\n\n" + "".join(f"{k} " + " ".join(f"{value:.10g}" for value in row) + "\n" for k, row in enumerate(rows, 1))
    return text


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("sieve", "clump"))
    parser.add_argument("table", help="CSV: diameter and mass, or diameter and passing; x, y, z, r of a clump's spheres")
    parser.add_argument("--density", type=float, default=1.0, help="of a clump (1)")
    parser.add_argument("--sizes", type=int, default=1, help="diameters between two sieves (1)")
    parser.add_argument("--number", type=int, help="of spheres: sizes for create_atoms in place of those for fix pour")
    options = parser.parse_args(words)
    if not options.density > 0 or (options.number is not None and options.number < 1):
        parser.error("--density must be above 0, --number at least 1")
    table = pandas.read_csv(options.table, skipinitialspace=True)
    if options.what == "clump":
        print(molecule(need(table, "x y z r", "clump software", options.table), options.density), end="")
    else:
        sizes = sieve(table, options.sizes)
        if options.number:
            print(atom_sizes(sizes, options.number))
            return
        # fix pour wants numbers that sum up to 1 within 1e-10
        words = " ".join(f"{d:.10g} {n:.17g}" for d, n in sizes.to_numpy())
        print(f'variable diameters string "diam poly {len(sizes)} {words}"')


if __name__ == "__main__":
    program.run("particles", main)
