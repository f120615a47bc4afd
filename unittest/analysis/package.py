"""What the tests of python/granular_srt share: its path, and a Python that has the packages."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

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
    table.index = pandas.Index(numpy.arange(1, len(table) + 1), name="id")
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


@contextlib.contextmanager
def copy_of_examples():
    """Folder of a copy of examples/analysis."""
    with tempfile.TemporaryDirectory(prefix="an analysis ") as name:
        yield pathlib.Path(shutil.copytree(ROOT / "examples" / "analysis", pathlib.Path(name, "analysis")))


def commands_of_page(first):
    """Lines of the block of doc/analysis.md that begins with these words."""
    page = (ROOT / "doc" / "analysis.md").read_text(encoding="utf-8")
    return re.search(rf"```\n({re.escape(first)}.*?)```", page, re.DOTALL)[1].splitlines()


def run_command(test, line, folder):
    """Runs a line of the page with this Python and this LAMMPS; it must succeed."""
    line = line.replace("python3", sys.executable).replace("../../build/lmp", f"'{harness.LAUNCHER}'")
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"), GRANULAR_SRT_STOCK="0", OMP_NUM_THREADS="1")
    done = subprocess.run(line, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=environment)
    test.assertEqual(done.returncode, 0, done.stdout[-2000:])
