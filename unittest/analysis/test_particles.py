"""granular_srt.particles: numbers of a sieve curve, mass and inertia of clumps in closed form, the commands of doc/analysis.md."""

import contextlib
import io
import math
import re
import subprocess
import unittest

from package import commands_of_page, copy_of_examples, harness, numpy, pandas, reading, run_command

from granular_srt import particles

# One clump; write_restart writes a table of the bodies too.
DEPOSIT = """
atom_style sphere
atom_modify map array
boundary f f f
region box block 0 20 0 20 0 20
create_box 1 box
molecule clump clump.mol
fix molecules all property/atom mol ghost yes
neigh_modify exclude molecule/intra all
comm_modify vel yes cutoff 4
pair_style granular
pair_coeff * * hooke 1000 10 tangential linear_nohistory 1.0 0.5
region middle block 8 12 8 12 8 12
fix bodies all rigid/small molecule mol clump
fix deposit all deposit 1 0 1 4711 region middle mol clump rigid bodies
timestep 0.001
run 2
write_restart one.restart
"""


class Sieve(unittest.TestCase):
    def test_masses(self):
        """Equal masses of two sizes: eight small spheres for a large one. The masses are found again."""
        found = particles.sieve(pandas.DataFrame({"diameter": [1.0, 2.0, 3.0], "mass": [0.5, 0.5, 0.0]}))
        numpy.testing.assert_allclose(found.to_numpy(), ((1, 8 / 9), (2, 1 / 9)))

    def test_passing(self):
        curve = pandas.DataFrame({"diameter": [1.0, 4.0, 9.0], "passing": [0.0, 0.25, 1.0]})
        found = particles.sieve(curve)
        numpy.testing.assert_allclose(found.diameter, (2, 6))
        mass = found.number * found.diameter**3
        numpy.testing.assert_allclose(mass / mass.sum(), (0.25, 0.75))
        in_percent = curve.assign(passing=100 * curve.passing)
        numpy.testing.assert_allclose(particles.sieve(in_percent).to_numpy(), found.to_numpy())
        for wrong in ({"passing": [0.0, 0.25, 0.9]}, {"passing": [0.0, 0.5, 0.25]}, {"diameter": [1.0, 1.0, 2.0]}):
            with self.assertRaisesRegex(ValueError, "diameters must rise, and passing from 0 to 1, or to 100 in percent"):
                particles.sieve(curve.assign(**wrong))
        for first, message in ((0.0, "diameters must be above 0"), (-1.0, "diameters must be above 0"), (math.nan, "nan in row 0 of column diameter")):
            for column in ("passing", "mass"):
                with self.assertRaisesRegex(ValueError, message):
                    particles.sieve(pandas.DataFrame({"diameter": [first, 4.0, 9.0], column: [0.0, 0.25, 1.0]}))
        with self.assertRaisesRegex(reading.ReadError, "no column diameter"):
            particles.sieve(curve.drop(columns="diameter"))
        for column in ("passing", "mass"):
            with self.assertRaisesRegex(ValueError, "sieve: no row below the header"):
                particles.sieve(pandas.DataFrame({"diameter": [], column: []}))
        for wrong in ((0.0, 0.0), (1.0, -0.5), (1.0, math.nan)):
            with self.assertRaisesRegex(ValueError, "masses must be 0 or more, and one above 0|nan in row 1 of column mass"):
                particles.sieve(pandas.DataFrame({"diameter": [1.0, 2.0], "mass": wrong}))

    def test_several_sizes(self):
        """Equal ratios between the sieves, equal parts of the mass of the class."""
        curve = pandas.DataFrame({"diameter": [1.0, 16.0, 81.0], "passing": [0, 40, 100]})
        found = particles.sieve(curve, sizes=2)
        numpy.testing.assert_allclose(found.diameter, (2, 8, 24, 54))
        mass = found.number * found.diameter**3
        numpy.testing.assert_allclose(mass / mass.sum(), (0.2, 0.2, 0.3, 0.3))
        with self.assertRaisesRegex(ValueError, "several sizes of a class need the sieves"):
            particles.sieve(pandas.DataFrame({"diameter": [1.0], "mass": [1.0]}), sizes=2)
        with self.assertRaisesRegex(ValueError, "at least one in a class"):
            particles.sieve(curve, sizes=0)
        with copy_of_examples() as folder:
            run_command(self, "python3 -m granular_srt.filling vessel.stl --sieve curve.csv --sizes 3 --fraction 0.03 > filled.data", folder)
            rows = (folder / "filled.data").read_text().split("# sphere\n\n")[1].splitlines()
            self.assertTrue(set(line.split()[2] for line in rows) <= set(
                f"{d:.10g}" for d in particles.sieve(pandas.read_csv(folder / "curve.csv"), 3).diameter))
            self.assertGreater(len(set(line.split()[2] for line in rows)), 5)

    def test_numbers_of_spheres(self):
        shares = pandas.DataFrame({"diameter": [1.0, 2.0, 3.0], "number": [0.55, 0.35, 0.1]})
        numpy.testing.assert_array_equal(particles.counted(shares, 10), (6, 3, 1))
        numpy.testing.assert_array_equal(particles.counted(shares, 1000), (550, 350, 100))
        with self.assertRaisesRegex(ValueError, "2 spheres have none of diameter 3; give a --number of 10 or more"):
            particles.counted(shares, 2)

    def test_sizes_of_create_atoms(self):
        """Each size has its number, on any ranks, and each part of the IDs has all sizes."""
        shares = pandas.DataFrame({"diameter": [0.5, 0.7, 1.0], "number": [0.5, 0.3, 0.2]})
        for ranks in (1, 2):
            with harness.Workspace() as space:
                space.write("sizes.in", particles.atom_sizes(shares, 200))
                done = space.run("""include sizes.in
                    atom_style sphere
                    region box block 0 9 0 9 0 9
                    create_box 1 box
                    create_atoms 1 random ${number} 4711 NULL overlap ${largest} maxtry 1000
                    set group all diameter v_sizes
                    write_dump all custom spheres.txt id radius x y z modify sort id
                    print "solid $(v_solid:%.9g) largest ${largest}"\n""", ranks=ranks)
                self.assertEqual(done.returncode, 0, space.log())
                self.assertIn(f"solid {math.pi / 6 * (100 * 0.125 + 60 * 0.343 + 40):.9g} largest 1\n", space.log())
                radii = reading.last(space.path / "spheres.txt").radii()
            for size, number in ((0.25, 100), (0.35, 60), (0.5, 40)):
                self.assertEqual((radii == size).sum(), number)
                self.assertAlmostEqual((radii[:50] == size).sum(), number / 4, delta=2)

    def test_packing_of_the_page(self):
        """The pressure is met, and the masses are those of the curve, less the rounding of a number of spheres."""
        with copy_of_examples() as folder:
            for line in commands_of_page("python3 -m granular_srt.particles sieve curve.csv --sizes 2"):
                run_command(self, line.replace("--number 1000", "--number 300"), folder)
            spheres = reading.last(folder / "sieve.dump")
            mass = spheres.rows.groupby("radius").mass.sum() / spheres.rows.mass.sum()
            numpy.testing.assert_allclose(mass, numpy.repeat((0.125, 0.225, 0.15), 2), atol=0.01)
            row = reading.thermo(folder / "log.lammps").iloc[-1]
            self.assertAlmostEqual(row.Press, 1e-4, delta=1e-6)
            self.assertTrue(0.55 < row.v_phi < 0.65)

    def test_room_for_a_few_large_spheres(self):
        """One of three diameters among small ones: all are created. Where there is no room, the deck stops."""
        with copy_of_examples() as folder:
            shares = pandas.DataFrame({"diameter": [1.0, 3.0], "number": [39 / 40, 1 / 40]})
            (folder / "sizes.in").write_text(particles.atom_sizes(shares, 40))
            deck = (folder / "in.sieve").read_text().replace("run             500000", "run             10")
            (folder / "in.few").write_text(deck)
            run_command(self, "../../build/lmp -in in.few", folder)
            self.assertEqual(len(reading.last(folder / "sieve.dump").rows), 40)
            (folder / "in.full").write_text(deck.replace("maxtry 10000", "maxtry 1").replace("/0.25", "/0.9"))
            code = subprocess.run([harness.LAUNCHER, "-in", "in.full", "-screen", "none"], cwd=folder, stdin=subprocess.DEVNULL, check=False).returncode
            self.assertEqual(code, 1)
            self.assertRegex((folder / "log.lammps").read_text(), r"\nERROR: there was room for \d+ of 40 spheres: a larger edge is needed")

    def test_numbers_that_are_printed(self):
        """They sum up to 1 within the 1e-10 of fix pour."""
        with harness.Workspace() as space, contextlib.redirect_stdout(io.StringIO()) as text:
            space.write("curve.csv", "diameter,passing\n0.72,0\n0.93,0.31\n1.23,0.67\n1.51,0.95\n1.81,1\n")
            particles.main(["sieve", str(space.path / "curve.csv")])
        words = re.search('"diam poly 4 (.*)"', text.getvalue())[1].split()
        self.assertAlmostEqual(sum(map(float, words[1::2])), 1, delta=1e-14)    # rounding


class Clump(unittest.TestCase):
    def test_sphere(self):
        """One sphere, twice at the same place."""
        volume, centre, inertia = particles.solid([(1, -2, 3, 1.5)] * 2)
        exact = 4 / 3 * math.pi * 1.5**3
        self.assertAlmostEqual(volume / exact, 1, delta=1e-5)
        numpy.testing.assert_allclose(centre, (1, -2, 3), atol=1e-9)
        numpy.testing.assert_allclose(inertia, 0.4 * exact * 1.5**2 * numpy.eye(3), atol=2e-5 * exact)

    def test_wrong_spheres(self):
        for wrong in ([], [(0, 0, 0, 1), (1, 0, 0, -1)], [(0, 0, 0, math.nan)]):
            with self.assertRaisesRegex(ValueError, "at least one sphere, with radii above 0"):
                particles.solid(wrong)

    def test_two_spheres(self):
        """Apart: the parallel axes; overlapping: less the lens, along each axis."""
        apart = particles.solid([(0, 0, 0, 0.5), (0, 0, 3, 0.5)])[2] / (math.pi / 6)
        numpy.testing.assert_allclose(apart, numpy.diag((0.2 + 4.5, 0.2 + 4.5, 0.2)), atol=1e-4)
        for axis in range(3):
            ends = numpy.zeros((2, 4))
            ends[1, axis], ends[:, 3] = 1.2, (1.0, 0.7)
            volume, centre, inertia = particles.solid(ends)
            # caps of the two spheres beyond the plane of their circle
            plane = (1.2**2 + 1.0**2 - 0.7**2) / 2.4
            parts = [math.pi * h * h * (3 * r - h) / 3 for r, h in ((1.0, 1.0 + plane), (0.7, 0.7 + 1.2 - plane))]
            self.assertAlmostEqual(volume / sum(parts), 1, delta=1e-5)
            moments = [-math.pi / 4 * (1.0 - plane**2)**2, math.pi / 4 * (0.7**2 - (1.2 - plane)**2)**2 + 1.2 * parts[1]]
            self.assertAlmostEqual(centre[axis], sum(moments) / volume, delta=1e-5)
            across = [k for k in range(3) if k != axis]
            self.assertAlmostEqual(inertia[across[0], across[0]] / inertia[across[1], across[1]], 1, delta=1e-4)
            self.assertAlmostEqual(inertia[axis, axis], sum(self.spin(r, h) for r, h in ((1.0, plane), (0.7, 1.2 - plane))), delta=1e-4)

    @staticmethod
    def spin(radius, height):
        """Integral of pi/2 (r^2 - z^2)^2 from -r to a height: inertia of a cut sphere about its axis."""
        def integral(z):
            return math.pi / 2 * (radius**4 * z - 2 / 3 * radius**2 * z**3 + z**5 / 5)

        return integral(height) - integral(-radius)

    def test_molecule(self):
        text = particles.molecule([(0, 0, 0, 0.5), (0, 0, 3, 0.25)], 2.0)
        self.assertRegex(text, r"\n2 atoms\n1\.178\d+ mass\n")
        masses = [float(line.split()[1]) for line in text.split("Masses\n\n")[1].splitlines()]
        self.assertAlmostEqual(masses[0] / masses[1], 8)
        self.assertAlmostEqual(sum(masses), float(re.search(r"(\S+) mass\n", text)[1]), delta=1e-8)
        self.assertIn("Diameters\n\n1 1\n2 0.5\n", text)
        inertia = [float(word) for word in re.search(r"(.*) inertia\n", text)[1].split()]
        self.assertTrue(inertia[0] > inertia[2] > 0 and max(map(abs, inertia[3:])) < 1e-9)

    def test_inertia_in_lammps(self):
        """A tilted clump of spheres that do not overlap: its inertia in LAMMPS is the one that LAMMPS finds without those lines."""
        text = particles.molecule([(0, 0, 0, 0.5), (0.8, 0.7, 0.1, 0.5), (1.2, 1.5, 0.9, 0.6)], 2.0)
        with harness.Workspace() as space:
            tensors = []
            for molecule in (text, re.sub(".* (mass|com|inertia)\n", "", text)):
                space.write("clump.mol", molecule)
                self.assertEqual(space.run(DEPOSIT).returncode, 0, space.log())
                tensors.append(numpy.array(space.read("one.restart.rigid").split("\n")[-2].split()[5:11], dtype=float))
        numpy.testing.assert_allclose(*tensors, atol=1e-3 * tensors[1].max())    # of the integrals

    def test_commands_of_the_page(self):
        """The floor carries the weight: of spheres with the sizes of the curve, of clumps with the mass of the union."""
        with copy_of_examples() as folder:
            for line in commands_of_page("python3 -m granular_srt.particles"):
                line += " -var N 40" if line.endswith("in.pour") else ""    # as many as are poured at once
                line += " -var TIME 22" if "-in" in line else ""            # until the last ones have stopped rolling
                run_command(self, line, folder)
                if "-in" in line:
                    spheres = reading.last(folder / "pour.dump").rows
                    floor = reading.thermo(folder / "log.lammps")["f_floor[3]"].iloc[-1]
                    self.assertAlmostEqual(-floor / spheres.mass.sum(), 1, delta=1e-3)    # digits of the log
                    if "CLUMPS" in line:
                        self.assertAlmostEqual(spheres.mass.sum(), 20 * particles.solid(pandas.read_csv(folder / "tetrahedron.csv"))[0], delta=1e-6)


if __name__ == "__main__":
    harness.unittest.main()
