"""How well two kinds of particles are mixed: Lacey's index, intensity of segregation, unlike neighbors, separation along axes.

Kinds are a bool for each particle: two colours of the same powder (mixing), or two sizes, densities or shapes (segregation).
"""

import dataclasses
import math

import numpy
import pandas
from scipy import optimize, spatial


def clumps(frame):
    """DataFrame of the particles of a dump with mol: mass, x, y, z of the centre of mass, type of the first sphere; index mol.

    Spheres of a clump across a periodic face are put together, and its centre is in the box: the clump must be shorter than half of
    the box. Positions with image flags, or xu yu zu, are taken as they are.
    \\throws ReadError without the columns mol mass x y z; ValueError for spheres of no clump, whose mol is 0
    """
    frame.need("mol mass", "dump custom ... mol mass")
    if (frame.rows.mol == 0).any():
        raise ValueError(f"{frame.path}: {(frame.rows.mol == 0).sum()} spheres with mol 0 belong to no clump; dump the group of the clumps")
    places, wrapped = frame.positions(), not {"xu", "ix"} & set(frame.rows)
    if wrapped:
        _, first, clump = numpy.unique(frame.rows.mol, return_index=True, return_inverse=True)
        turns = numpy.rint((places - places[first[clump]]) @ numpy.linalg.inv(frame.box.edges))
        places = places - numpy.where(frame.box.periodic, turns, 0.0) @ frame.box.edges
    rows = pandas.DataFrame(places, columns=["x", "y", "z"], index=frame.rows.index)
    rows = rows.mul(frame.rows.mass, axis=0).assign(mass=frame.rows.mass).groupby(frame.rows.mol).sum()
    found = rows[["x", "y", "z"]].div(rows.mass, axis=0)
    if wrapped:
        found[:] = frame.box.wrap(found.to_numpy())
    found = found.assign(mass=rows.mass)
    return found.assign(type=frame.rows.groupby("mol").type.first()) if "type" in frame.rows else found


def cells(positions, edge, origin=(0, 0, 0)):
    """Number (n,) of the cubic cell of each position (n, 3); cells are numbered from 0, empty ones have no number."""
    if not edge > 0:
        raise ValueError(f"mixing: the edge {edge:g} of a cell must be above 0")
    return numpy.unique(numpy.floor((numpy.asarray(positions) - origin) / edge), axis=0, return_inverse=True)[1].ravel()


@dataclasses.dataclass
class Mixture:
    """Result of lacey().

    index      Lacey's index: 0 where each cell has one kind only, 1 is the mean of random mixtures; higher ones are more even
    error      standard deviation of the index of random mixtures: differences from 1 below it mean nothing
    intensity  Danckwerts' intensity of segregation, variance/(p(1-p)): 1 where each cell has one kind only
    variance   of the share of the first kind between cells
    share      p of the first kind
    cells      number of cells with particles
    """

    index: float
    error: float
    intensity: float
    variance: float
    share: float
    cells: int


def lacey(cell, kind):
    """Mixture of particles with the number `cell` (n,) of their cell and `kind` (n,) bool.

    Index (s0^2 - s^2)/(s0^2 - sr^2): P. M. C. Lacey, J. Appl. Chem. 4, 257 (1954). s^2 is the variance of the share of the
    first kind, each cell with the weight of its number of particles n_k. Then s0^2 = p(1-p) for separated kinds exactly, and
    for random places the expectation of s^2 is exactly

        sr^2 = p(1-p) (K-1)/(N-1)        K cells, N particles

    from the hypergeometric variance p(1-p)/n_k (N-n_k)/(N-1) of each cell. Lacey's own sr^2 = p(1-p)/n is this for K cells of n
    particles each and large N. No cell must be left out, however few particles it has. N s^2/(p(1-p)) is Pearson's chi^2 of the
    table of cells and kinds, whose exact variance for given sums gives `error`: R. B. Dawson, Biometrika 41, 1 (1954). Intensity:
    P. V. Danckwerts, Appl. Sci. Res. A 3, 279 (1952).

    The index depends on the size of the cells: give it with the result. Ten to fifty particles a cell are usual.
    \\throws ValueError where all particles are of one kind, all are in one cell, each has a cell of its own, or there are fewer than four
    """
    share, kind = _share(kind), numpy.asarray(kind, dtype=bool)
    _, cell = numpy.unique(cell, return_inverse=True)
    number = numpy.bincount(cell)
    if len(number) == len(cell):
        raise ValueError(f"mixing: {len(cell)} particles in {len(number)} cells; cells must have more than one particle")
    if len(number) < 2 or len(cell) < 4:
        raise ValueError(f"mixing: {len(cell)} particles in {len(number)} cells; must be at least four particles in two cells")
    total, count, most = len(cell), len(number), share * (1 - share)
    variance = float((number * (numpy.bincount(cell, kind) / number - share)**2).sum() / total)
    span = most * (total - count) / (total - 1)    # s0^2 - sr^2
    # parts of the variance of chi^2: of the sums of the cells, and of the kinds
    rows, columns = (count - 1) * (total - count) / (total - 1), (total - 2) / (total - 1)
    spread, other = ((total / number).sum() - count**2) / (total - 2), (1 / most - 4) / (total - 2)
    chi = 2 * total / (total - 3) * (rows - spread) * (columns - other) + total**2 / (total - 1) * spread * other
    return Mixture((most - variance) / span, most * math.sqrt(max(chi, 0.0)) / total / span, variance / most, variance, share, count)


def neighbors(positions, kind, count=12):
    """Share of unlike particles among the `count` nearest ones over that in random mixtures, whose mean is 1; needs no cells.

    Near 0 where the kinds are apart: then only pairs at their border are unlike. The nearest-neighbor method of W. Godlieb,
    N. G. Deen, J. A. M. Kuipers, 6th Int. Conf. on Multiphase Flow (2007), with the expectation for N particles.
    \\throws ValueError where all particles are of one kind, or there are not more than `count`
    """
    share, kind, total = _share(kind), numpy.asarray(kind, dtype=bool), len(kind)
    if not 1 <= count < total:
        raise ValueError(f"mixing: {count} neighbors of {total} particles; must be at least 1 and below their number")
    _, near = spatial.KDTree(positions).query(positions, count + 1)
    unlike = (kind[near[:, 1:]] != kind[:, None]).mean()
    return unlike / (2 * share * (1 - share) * total / (total - 1))


def separation(positions, kind):
    """(values (3,), error): distance along x y z between the mean places of True and False, over the standard deviation of all.

    0 for mixtures; sqrt(3) where two halves of an even bed are apart; the sign says in which direction True lies.
    error  standard deviation of a value for random mixtures, 1/sqrt(N p (1-p))
    \\throws ValueError where all particles are of one kind
    """
    share, kind, positions = _share(kind), numpy.asarray(kind, dtype=bool), numpy.asarray(positions, dtype=float)
    spread = positions.std(axis=0)
    values = (positions[kind].mean(axis=0) - positions[~kind].mean(axis=0)) / numpy.where(spread > 0, spread, numpy.inf)    # 0 along z in two dimensions
    return values, 1 / math.sqrt(len(kind) * share * (1 - share))


def approach(times, index, last=None):
    """(time, its error) of index = last - (last - first) exp(-t/time): time of mixing, from the curve of an index.

    last  of the curve, such as 1 for Lacey's index of random mixtures; it is fitted without one, where the curve has flattened
    \\throws ValueError for fewer than four points; RuntimeError where no such curve fits
    """
    times, index = numpy.asarray(times, dtype=float), numpy.asarray(index, dtype=float)
    if len(times) < 4:
        raise ValueError(f"mixing: {len(times)} points of a curve; must be at least 4")
    times = times - times[0]
    start = [times[-1] / 4, (index[-1] if last is None else last) - index[0], index[-1]]
    found, spread = optimize.curve_fit(lambda t, time, step, end=last: end - step * numpy.exp(-t / time), times, index,
                                       start if last is None else start[:2], maxfev=10000)
    return found[0], math.sqrt(spread[0, 0])


def _share(kind):
    share = float(numpy.mean(numpy.asarray(kind, dtype=bool)))
    if not 0 < share < 1:
        raise ValueError(f"mixing: all {len(kind)} particles are of one kind; must be two kinds")
    return share
