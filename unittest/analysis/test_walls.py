"""granular_srt.walls: pressure over the faces carries the weight, means of files, the side that is left out, errors."""

import contextlib
import io
import pathlib
import tempfile
import unittest

from package import harness, numpy, pandas, reading
from test_filling import cuboid, write_stl

from granular_srt import walls

# Spheres at rest in a basin with sloping sides. Without friction a wall has pressure alone.
BASIN = """
units lj
atom_style sphere
boundary f f f
comm_modify vel yes
lattice sc 0.8
region box block -5 5 -5 5 -1 9 units box
create_box 1 box
region start block -1.9 1.9 -1.9 1.9 1.6 6 units box
create_atoms 1 region start
set group all diameter 1.0
set group all density 1.5
neighbor 0.3 bin
pair_style granular
variable law string "hooke 2000.0 40.0 damping mass_velocity tangential linear_history 600.0 1.0"
pair_coeff * * ${law} 0.5
fix wall all wall/granular ${law} ${MU} mesh basin.stl faces 1000 basin.*.vtk
fix move all nve/sphere
fix gravity all gravity 1.0 vector 0 0 -1
fix drag all viscous 0.4
timestep 3e-3
thermo_style custom step f_wall[3]
thermo_modify norm no
run 6000
run 1000
print "weight: $(mass(all):%.9g)"
"""


def basin():
    """A square basin: half widths of 1 at z = 0 and of 4 at z = 4.5, open at the top; its normals point outwards."""
    low, high = (numpy.array([(-w, -w, z), (w, -w, z), (w, w, z), (-w, w, z)]) for w, z in ((1.0, 0.0), (4.0, 4.5)))
    sides = [three for k in range(4) for three in ((low[k], low[k - 3], high[k - 3]), (low[k], high[k - 3], high[k]))]
    return numpy.array([(low[0], low[2], low[1]), (low[0], low[3], low[2]), *sides])


class Pressure(unittest.TestCase):
    def test_weight_at_rest(self):
        """The integral of the pressure over the faces, and with friction that of the force, is the weight; as a table and a picture too."""
        with harness.Workspace() as space:
            write_stl(space.path / "basin.stl", basin())
            for mu in (0, 0.5):
                result = space.run(BASIN, args=["-var", "MU", str(mu)])
                self.assertEqual(result.returncode, 0, space.log())
                weight = float(result.output.split("weight: ")[-1].split()[0])
                rows, triangles = walls.faces(space.path / "basin.7000.vtk")
                upwards = (rows.pressure * rows.area * -rows.nz).sum()
                self.assertAlmostEqual(rows.area.sum(), 4 + 4 * 5 * numpy.hypot(3, 4.5), delta=1e-6)
                if mu == 0:
                    self.assertAlmostEqual(upwards / weight, 1, delta=1e-4)    # what still moves
                    self.assertLess(rows.shear.max(), 1e-9 * rows.pressure.max())
                else:
                    self.assertAlmostEqual(-rows.fz.sum() / weight, 1, delta=1e-4)
                    self.assertGreater(rows.shear.max(), 0.01 * rows.pressure.max())
                    self.assertTrue((rows.shear <= 0.5 * rows.pressure * (1 + 1e-6)).all())    # vectors of equal directions at most
            with contextlib.redirect_stdout(io.StringIO()) as text:
                walls.main([str(space.path / "basin.7000.vtk"), "--picture", str(space.path / "p.png"), "--csv", str(space.path / "p.csv"), "--unit", "Pa"])
            self.assertIn(f"largest {rows.pressure.max():.6g}", text.getvalue())
            self.assertGreater((space.path / "p.png").stat().st_size, 5000)
            table = pandas.read_csv(space.path / "p.csv")
            numpy.testing.assert_allclose(table.pressure, rows.pressure, rtol=1e-8)
            self.assertEqual(list(table.number), list(range(1, len(triangles) + 1)))


def vtk(triangles, force, works=(0.0, 0.0, 0.0)):
    """Text of a file of the option faces: force (n, 3); sliding, wear and impact work of each triangle."""
    count = len(triangles)
    points = "".join("%.9g %.9g %.9g\n" % tuple(point) for point in triangles.reshape(-1, 3))
    cells = "".join(f"3 {3 * k} {3 * k + 1} {3 * k + 2}\n" for k in range(count))
    text = (f"# vtk DataFile Version 3.0\nfaces\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS {3 * count} double\n{points}"
            f"CELLS {count} {4 * count}\n{cells}CELL_TYPES {count}\n" + "5\n" * count + f"CELL_DATA {count}\n"
            "SCALARS number int 1\nLOOKUP_TABLE default\n" + "".join(f"{k + 1}\n" for k in range(count))
            + "VECTORS force double\n" + "".join("%.9g %.9g %.9g\n" % tuple(one) for one in force))
    for name, work in zip(walls.WORKS.values(), works):
        text += f"SCALARS {name} double 1\nLOOKUP_TABLE default\n" + f"{work}\n" * count
    return text


class Files(unittest.TestCase):
    def test_means(self):
        """Pressure and shear are means of files, of a wall that turns too; works are those of the last one."""
        triangles = cuboid(numpy.array((2.0, 3.0, 4.0)))
        normal = numpy.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        area = numpy.linalg.norm(normal, axis=1) / 2
        normal /= 2 * area[:, None]
        turn = numpy.array(((0, -1, 0), (1, 0, 0), (0, 0, 1)))
        along = numpy.roll(normal, 1, axis=1)    # across the normals of a box
        with tempfile.TemporaryDirectory() as name:
            files = [pathlib.Path(name, f"wall.{step}.vtk") for step in (900, 1000)]
            files[0].write_text(vtk(triangles, 3 * area[:, None] * normal + 2 * area[:, None] * along, (1, 2, 3)))
            files[1].write_text(vtk(triangles @ turn.T, -5 * area[:, None] * normal @ turn.T, (4, 6, 8)))
            rows, last = walls.faces(*reversed(files))
            numpy.testing.assert_allclose(last, triangles @ turn.T, atol=1e-9)
            for column, value in (("pressure", 4), ("shear", 1), ("sliding", 4 / area), ("wear", 6 / area), ("impact", 8 / area), ("area", area)):
                numpy.testing.assert_allclose(rows[column], value, atol=1e-9)
            files[1].write_text(vtk(triangles[1:], normal[1:]))
            with self.assertRaisesRegex(reading.ReadError, "wall.1000.vtk: 11 triangles, which are not those of .*wall.900.vtk"):
                walls.faces(*files)
            files[1].write_text("no mesh")
            with self.assertRaisesRegex(reading.ReadError, "wall.1000.vtk: cannot be read as output of the option faces"):
                walls.faces(*files)
            with self.assertRaisesRegex(FileNotFoundError, "nowhere.vtk"):
                walls.faces(pathlib.Path(name, "nowhere.vtk"))
            with self.assertRaisesRegex(reading.ReadError, "no files of the option faces; fix wall/granular"):
                walls.faces()

    def test_side_that_is_left_out(self):
        """Of a box with a plate inside, the faces towards the observer; of a floor alone, nothing."""
        triangles = cuboid(numpy.array((2.0, 3.0, 4.0)))
        plate = numpy.array([[(1, 0, 0), (1, 3, 0), (1, 3, 4)]], dtype=float)
        left_out = walls.covers(numpy.concatenate((triangles, plate)), numpy.array((1, 0.5, 0.2)))
        towards = [(triangles[:, :, k] == most).all(axis=1) for k, most in enumerate((2, 3, 4))]
        numpy.testing.assert_array_equal(left_out, [*numpy.any(towards, axis=0), False])
        self.assertFalse(walls.covers(triangles[towards[2]], numpy.array((0, 0, 1.0))).any())


if __name__ == "__main__":
    harness.unittest.main()
