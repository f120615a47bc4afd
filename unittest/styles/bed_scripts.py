"""What tests of examples/packing_study share: a folder, small beds, and what the contacts with the bed carry."""

import csv
import pathlib
import sys
import tempfile
import unittest

import harness

harness.need_packages("numpy", "scipy", "pandas", "matplotlib")
FOLDER = harness.HERE.parent.parent / "examples" / "packing_study"
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]
import numpy  # noqa: E402
import settled  # noqa: E402
from granular_srt import reading  # noqa: E402  on the path since settled

SPHERES, EDGE = 260, 5
# columns of packings.csv
COLUMNS = ("packing mu_s mu_r mu_t N P seed criterion ptol Pdamp phi0 dt drag drag_from rest spin dim ratio "
           "k_r k_t met steps phi Z rattlers contacts sliding rolling twisting Z_Nc_rule rattlers_Nc_rule "
           "Z_all touching touching_before KE KE_bearing E_elastic pxx pyy pzz pxy pxz pyz seconds parts "
           "ranks lammps plugin").split()


class BedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="beds of ")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def script(self, name, *words, code=0):
        """Output of a script, which must end with this code."""
        ended, output = harness.script(FOLDER / name, *words, cwd=self.path)
        self.assertEqual(ended, code, output)
        return output

    def bed(self):
        """Folder of a bed of frictionless spheres that has settled."""
        (self.path / "beds.csv").write_text(f"mu,N,base,criterion\n0,{SPHERES},{EDGE},1e-5\n")
        self.script("study.py", "run", "beds.csv", "--seeds", 1, "--jobs", 1, "--lmp", harness.LAUNCHER)
        return next((self.path / "study" / "runs").iterdir())


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def lines_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def branches(spheres, first, second):
    """Vectors from the second to the first of pairs of spheres (IDs), through the periodic sides."""
    apart = spheres.loc[first, ["x", "y", "z"]].to_numpy() - spheres.loc[second, ["x", "y", "z"]].to_numpy()
    apart[:, :2] -= EDGE * numpy.round(apart[:, :2] / EDGE)
    return apart


def load(folder):
    """Force of the spheres on the frozen ones, from normal forces alone: all of it without friction."""
    spheres = reading.last(folder / "run.dump").rows
    contacts = settled.read_contacts(folder / "run.contacts")
    kinds = spheres.type[contacts.id1].to_numpy(), spheres.type[contacts.id2].to_numpy()
    contacts = contacts[kinds[0] != kinds[1]]
    frozen_first = (spheres.type[contacts.id1] == settled.FROZEN).to_numpy()
    apart = branches(spheres, contacts.id1, contacts.id2) * numpy.where(frozen_first, 1, -1)[:, None]
    return (apart * (contacts.normal.to_numpy() / numpy.linalg.norm(apart, axis=1))[:, None]).sum(axis=0)
