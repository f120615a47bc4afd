"""What the tests of python/granular_srt share: its path, and a Python that has the packages."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "unittest" / "styles"), str(ROOT / "python")]

import harness    # noqa: E402  after its folder

harness.need_packages("numpy", "scipy", "pandas", "matplotlib", "meshio")

import numpy    # noqa: E402
import pandas    # noqa: E402
from granular_srt import reading    # noqa: E402


def box(*lengths, periodic=True, edges=None):
    edges = numpy.diag(lengths).astype(float) if edges is None else numpy.array(edges, dtype=float)
    return reading.Box(numpy.zeros(3), edges, numpy.full(3, periodic))


def frame(of_box, positions, **columns):
    """Spheres with IDs 1, 2, ..., unit mass and diameter, at rest unless columns say other."""
    rows = {"radius": 0.5, "mass": 1.0, "vx": 0.0, "vy": 0.0, "vz": 0.0, **columns}
    table = pandas.DataFrame(numpy.asarray(positions, dtype=float), columns=["x", "y", "z"]).assign(**rows)
    table.index = numpy.arange(1, len(table) + 1)
    return reading.Frame(pathlib.Path("made"), 0, of_box, table)


def contact(spheres, id1, id2, force, foot=None):
    """A row of compute granular/local: force (3,) on id1, by id2 or by a wall with its foot."""
    one = spheres.rows.loc[id1, ["x", "y", "z"]].to_numpy(dtype=float)
    other = numpy.array(foot, dtype=float) if foot is not None else spheres.rows.loc[id2, ["x", "y", "z"]].to_numpy(dtype=float)
    branch = one - other
    if foot is None:    # to the nearest image; boxes of these tests are not tilted
        lengths = spheres.box.edges.diagonal()
        branch -= numpy.where(spheres.box.periodic, lengths * numpy.round(branch / lengths), 0)
    distance = numpy.linalg.norm(branch)
    normal = branch / distance
    fn = float(normal @ force)
    return {"id1": id1, "id2": id2, **dict(zip(("nx", "ny", "nz"), normal)), "distance": distance,
            **dict(zip(("fx", "fy", "fz"), map(float, force))), "fn": fn, "ft": float(numpy.linalg.norm(force - fn * normal))}
