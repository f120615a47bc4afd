"""g(r), exponents of power laws with a scan of their window, slope of a heap."""

import math

import numpy
import pandas
from scipy import integrate, optimize, stats

from .reading import numbers_of


def g_of_r(packings, reach, bins=200):
    """Radial distribution function of packings of one state: DataFrame of r, g, error.

    packings  [(Box, positions (n, 3))], periodic in three directions, e.g. one for each seed
    reach     largest r
    error     standard error of the mean over the packings; NaN for one

    g = 1 for an ideal gas: (n - 1)/V particles in a volume around each other one; in two dimensions per area.
    \\throws ValueError for a box that is not periodic, fewer than two particles, or no packing
    """
    edges = numpy.linspace(0.0, reach, bins + 1)
    curves = []
    for box, positions in packings:
        if not box.periodic.all():
            raise ValueError("g_of_r: the box is not periodic in three directions")
        _, _, apart = box.pairs(positions, reach)
        counts, _ = numpy.histogram(numpy.linalg.norm(apart, axis=1), edges)
        n = len(positions)
        if n < 2:
            raise ValueError(f"g_of_r: {n} particles; must be at least two")
        if box.flat(positions):
            space, shells = box.volume / box.edges[2, 2], math.pi * numpy.diff(edges**2)
        else:
            space, shells = box.volume, 4 / 3 * math.pi * numpy.diff(edges**3)
        curves.append(2 * counts * space / (n * (n - 1) * shells))
    if not curves:
        raise ValueError("g_of_r: no packing")
    error = numpy.std(curves, axis=0, ddof=1) / math.sqrt(len(curves)) if len(curves) > 1 else numpy.nan
    return pandas.DataFrame({"r": (edges[1:] + edges[:-1]) / 2, "g": numpy.mean(curves, axis=0), "error": error})


def exponent(values, window, dim=1):
    """(alpha, standard error) of a power law x^-alpha within a window (low, high); None for less than 20 values.

    dim     1: the density of the values is x^-alpha. 2 or 3: g(r) is x^-alpha, and the values are the gaps x = r/d - 1 of
            pairs in two or three dimensions, whose density is (1 + x)^(dim - 1) g(r)
    By maximum likelihood: the mean of ln x equals that of the density. Its error is 1/(std(ln x) sqrt(n)).
    \\throws ValueError for a window that is none, or an exponent beyond -5 to 5
    """
    low, high = window
    if not low > 0:
        raise ValueError(f"exponent: window from {low:g}; must be above 0")
    values = numpy.asarray(values)
    logs = numpy.log(values[(low <= values) & (values <= high)])
    if len(logs) < 20:
        return None

    def mean_log(alpha):
        def density(y):    # of y = ln x
            return math.exp((1 - alpha) * y) * (1 + math.exp(y)) ** (dim - 1)

        ends = math.log(low), math.log(high)
        return integrate.quad(lambda y: y * density(y), *ends)[0] / integrate.quad(density, *ends)[0]

    if not mean_log(5.0) < logs.mean() < mean_log(-5.0):
        raise ValueError(f"exponent: {len(logs)} values from {low:g} to {high:g} have an exponent beyond -5 to 5")
    return optimize.brentq(lambda alpha: mean_log(alpha) - logs.mean(), -5.0, 5.0), 1 / (logs.std() * len(logs) ** 0.5)


def scan(values, lows, highs, dim=1):
    """DataFrame of low, high, alpha, error of exponent() for all windows with enough values."""
    found = [(low, high, exponent(values, (low, high), dim)) for low in lows for high in highs]
    return pandas.DataFrame([(low, high, *fit) for low, high, fit in found if fit], columns=["low", "high", "alpha", "error"])


def angle_of_repose(spheres, across="xy", part=(0.2, 0.8), bins=12):
    """Slope of a heap in degrees: (angle, standard error of the fit).

    The surface is the highest top of a sphere in each of `bins` intervals of the distance from the middle; the slope is
    that of a line through those tops that lie within a part of the height.
    spheres  Frame; z is up, the floor at z = 0
    across   "xy": a heap around a vertical axis; "x": a ridge along y
    \\throws ValueError for less than three intervals on the slope
    """
    positions = spheres.positions()
    tops = positions[:, 2] + spheres.radii()
    low, high = numpy.multiply(part, tops.max())
    across = positions[:, numbers_of(across)]
    distance = numpy.linalg.norm(across - across[tops > low].mean(axis=0), axis=1)
    surface = pandas.DataFrame({"bin": numpy.floor(bins * distance / distance[tops > low].max()), "r": distance, "top": tops})
    surface = surface.loc[surface.groupby("bin").top.idxmax()]
    slope = surface[surface.top.between(low, high)]
    if len(slope) < 3:
        raise ValueError(f"angle_of_repose: {len(slope)} intervals on the slope; more spheres or more bins")
    fit = stats.linregress(slope.r, slope.top)
    return math.degrees(math.atan(-fit.slope)), math.degrees(fit.stderr / (1 + fit.slope**2))
