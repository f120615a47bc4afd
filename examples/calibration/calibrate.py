#!/usr/bin/env python3
"""Sliding and rolling friction of grains from measured angles and a loading slope.

  python3 calibrate.py [--target target.csv] [--points 16] [--seeds 3] [--out results] [--lmp ../../build/lmp]

Runs the measurements of the target for pairs of friction coefficients (in.raft, in.press, ../repose/in.funnel), fits a quadratic
surface to each, and finds the coefficients by least squares. Runs them once more there, with other seeds. Prints both beside the target;
writes samples.csv, result.csv and calibration.svg into a folder of the target's name. Runs that have ended are not repeated, unless a
deck, LAMMPS or the plugin is another one: targets share them.
"""

import argparse
import functools
import itertools
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "repose")]
from driver import above, add_places, chart, mean_and_error, read_columns, run_all, run_once, save    # noqa: E402  after its folder
import repose    # noqa: E402

import numpy    # noqa: E402  driver says so where it is missing
import pandas    # noqa: E402
from scipy import optimize, stats    # noqa: E402

LOW, HIGH = (0.1, 0.0), (0.8, 0.3)    # of the sliding and the rolling friction
NAMES = ["mu", "mu_roll"]


def raft(lmp, folder, settings):
    """Angle at which a raft of three grains slides [degrees]."""
    run_once(lmp, HERE / "in.raft", folder, settings)
    return read_columns(folder / "raft.txt").item()


def heap(lmp, folder, settings):
    """Angle of repose of a heap under a funnel, from its centre of mass [degrees]."""
    run_once(lmp, HERE.parent / "repose" / "in.funnel", folder, settings | {"N": 300, "EVERY": 0.01})
    return repose.slopes(folder, "funnel")[1]


def slope(lmp, folder, settings):
    """Slope of the stress over the strain in uniaxial compression, above a strain of 0.5 % [Pa]."""
    run_once(lmp, HERE / "in.press", folder, settings)
    strain, stress = read_columns(folder / "press.txt")[:, 1:3].T
    return stats.linregress(strain[strain > 0.005], stress[strain > 0.005]).slope


MEASUREMENTS = {"raft": raft, "heap": heap, "slope": slope}


def measure(options, names, mu, mu_roll, seed):
    """The measurements `names` at two friction coefficients, by runs that are made once."""
    folder = options.out / f"mu{mu:.5f}_roll{mu_roll:.5f}_seed{seed}"
    settings = {"GRAINS": HERE.parent / "repose" / "grains.in", "MU": f"{mu:.5f}", "MU_ROLL": f"{mu_roll:.5f}", "SEED": seed}
    return {name: MEASUREMENTS[name](options.lmp, folder / name, settings) for name in names}


def samples(options, names):
    """A table of the measurements at points that fill the range of both coefficients evenly."""
    points = stats.qmc.scale(stats.qmc.Halton(2, seed=1).random(options.points), LOW, HIGH)
    rows, failed = [], None
    for k, found in run_all(lambda k: measure(options, names, *points[k], k + 1), range(len(points)), options.jobs):
        if isinstance(found, Exception):
            failed = found
        else:
            rows.append({"point": k, **dict(zip(NAMES, points[k])), **found})
    if failed:
        raise RuntimeError(f"{failed}")
    return pandas.DataFrame(rows).sort_values("point").set_index("point")


def terms(mu, mu_roll):
    """Of a quadratic surface. Angles saturate with the friction: its tangent's angle is the variable."""
    x, y = numpy.arctan(mu), mu_roll
    return numpy.stack([numpy.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


def surface(table, name):
    """(coefficients, their covariance).

    The scatter of single measurements about the surface is not known but estimated: with few points left, the coefficients have
    Student's t-distribution, whose variance is the larger.
    """
    matrix = terms(table.mu.to_numpy(), table.mu_roll.to_numpy())
    if len(table) < matrix.shape[1] + 3:
        raise ValueError(f"calibrate: {len(table)} points; at least {matrix.shape[1] + 3} for a surface and its scatter")
    found, squares, *_ = numpy.linalg.lstsq(matrix, table[name].to_numpy(), rcond=None)
    return found, numpy.linalg.inv(matrix.T @ matrix) * squares.item() / (len(table) - matrix.shape[1] - 2)


def covariance_at(point, surfaces, target, off=None):
    """Covariance (2, 2) of the coefficients. The error of a measurement is that of the target and that of the surface at the point: of
    its scatter or, if this is more, the difference `off` from runs at the point, which also has what is no quadratic surface.

    RuntimeError where the measurements depend on one coefficient, or one combination of both.
    """
    (mu, y), here = point, terms(*point)
    x, slope = math.atan(mu), 1 / (1 + mu**2)
    by_point = numpy.array(((0, slope, 0, 2 * x * slope, y * slope, 0), (0, 0, 1, 0, x, 2 * y)))
    rows = numpy.array([by_point @ found / math.hypot(target.error[name], max(math.sqrt(here @ covariance @ here), abs((off or {}).get(name, 0))))
                        for name, (found, covariance) in surfaces.items()])
    if not numpy.linalg.cond(rows) < 1e6:    # its square is that of the covariance
        raise RuntimeError(f"{' and '.join(target.index)} do not tell sliding from rolling friction; the target needs another measurement")
    return numpy.linalg.inv(rows.T @ rows)


def fit(table, target):
    """(coefficients, their covariance (2, 2) by covariance_at, surfaces) by weighted least squares."""
    surfaces = {name: surface(table, name) for name in target.index}

    def best(starts, errors):
        def residuals(point):
            return [(terms(*point) @ surfaces[name][0] - target.value[name]) / errors[name] for name in target.index]

        return min((optimize.least_squares(residuals, start, bounds=(LOW, HIGH), x_scale=(0.1, 0.1)) for start in starts), key=lambda one: one.cost)

    starts = itertools.product(*([low + part * (high - low) for part in (0.2, 0.8)] for low, high in zip(LOW, HIGH)))
    point = best(starts, target.error).x
    here = terms(*point)
    point = best([point], {name: math.sqrt(target.error[name]**2 + here @ surfaces[name][1] @ here) for name in target.index}).x
    return point, covariance_at(point, surfaces, target), surfaces


def at_ends(found):
    """A message for each coefficient at an end of its range."""
    return [f"{name} is at the end of its range ({low:g} to {high:g}): the targets may be out of reach"
            for name, value, low, high in zip(NAMES, found, LOW, HIGH) if min(value - low, high - value) < 1e-3 * (high - low)]


def read_target(path):
    target = pandas.read_csv(path, index_col="measurement", skipinitialspace=True)
    wrong = set(target.index) - set(MEASUREMENTS)
    if wrong or len(target) < 2 or not {"value", "error"} <= set(target) or not (target.error > 0).all():
        raise ValueError(f"{path} must have two or more of {', '.join(MEASUREMENTS)}, each with a value and an error above 0")
    return target


def draw(path, target, surfaces, found, covariance):
    """Where each surface has its target, and the result with its ellipse of one standard error."""
    axes = chart("Friction coefficients at which each measurement has its target", "sliding friction", "rolling friction",
                 xlim=(LOW[0], HIGH[0]), ylim=(LOW[1], HIGH[1]))
    x, y = numpy.meshgrid(numpy.linspace(LOW[0], HIGH[0], 80), numpy.linspace(LOW[1], HIGH[1], 80))
    for k, name in enumerate(target.index):
        colour = f"C{k}"
        heights = terms(x, y) @ surfaces[name][0]
        axes.contour(x, y, heights, [target.value[name]], colors=colour)
        axes.contourf(x, y, heights, target.value[name] + target.error[name] * numpy.array((-1, 1)), colors=colour, alpha=0.2)
        axes.plot([], [], color=colour, label=name)
    angle = numpy.linspace(0, 2 * math.pi, 100)
    ellipse = found[:, None] + numpy.linalg.cholesky(covariance) @ (numpy.cos(angle), numpy.sin(angle))
    axes.plot(*ellipse, "k-", label="result, one standard error")
    save(axes, path)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, "results")
    parser.add_argument("--target", type=pathlib.Path, default=HERE / "target.csv", help="CSV: measurement, value, error (target.csv)")
    parser.add_argument("--points", type=above(int, 9), default=16, help="pairs of friction coefficients (16)")
    parser.add_argument("--seeds", type=above(int, 2), default=3, help="runs at the result (3)")
    parser.add_argument("--jobs", type=above(int, 1), default=2, help="runs at a time (2)")
    options = parser.parse_args(words)
    try:
        target = read_target(options.target)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    results = options.out / options.target.stem    # of another target stay
    results.mkdir(parents=True, exist_ok=True)
    table = samples(options, list(target.index))
    table.to_csv(results / "samples.csv", float_format="%.6g")
    found, _, surfaces = fit(table, target)
    for message in at_ends(found):
        print(f"calibrate: {message}", file=sys.stderr)

    once_more = functools.partial(measure, options, list(target.index), *found)
    runs = [run for _, run in run_all(once_more, range(101, 101 + options.seeds), options.jobs)]
    for run in runs:
        if isinstance(run, Exception):
            raise run
    again = {name: mean_and_error([run[name] for run in runs]) for name in target.index}
    covariance = covariance_at(found, surfaces, target, {name: mean - terms(*found) @ surfaces[name][0] for name, (mean, _) in again.items()})
    errors = numpy.sqrt(numpy.diag(covariance))
    print(f"sliding friction   {found[0]:6.3f} +- {errors[0]:.3f}\nrolling friction   {found[1]:6.3f} +- {errors[1]:.3f}")
    print(f"their correlation  {covariance[0, 1] / errors.prod():6.2f}\n")
    print(f"measurement            target           surface    run again ({options.seeds} seeds)")
    rows = []
    for name, (mean, error) in again.items():
        expected = terms(*found) @ surfaces[name][0]
        print(f"{name:8s} {target.value[name]:12.5g} +- {target.error[name]:<8.2g} {expected:12.5g} {mean:12.5g} +- {error:.2g}")
        rows.append({"measurement": name, "target": target.value[name], "target_error": target.error[name], "surface": expected, "found": mean,
                     "found_error": error})
    result = pandas.DataFrame([{"measurement": name, "found": value, "found_error": error} for name, value, error in zip(NAMES, found, errors)] + rows)
    result.to_csv(results / "result.csv", index=False, float_format="%.5g")
    draw(results / "calibration.svg", target, surfaces, found, covariance)
    return 0


if __name__ == "__main__":
    sys.exit(main())
