"""granular_srt.chains and style: files that ParaView's libraries read, widths of lines, distinct curves."""

import pathlib
import tempfile
import unittest
from xml.etree import ElementTree

from package import box, contact, frame, harness, numpy, pandas, reading

import matplotlib
import meshio

matplotlib.use("Agg")
from matplotlib import pyplot    # noqa: E402  after the backend
from granular_srt import chains, style    # noqa: E402


class Chains(unittest.TestCase):
    def setUp(self):
        self.spheres = frame(box(5, 5, 5), [(0.2, 1, 1), (4.3, 1, 1), (4.3, 3, 2)])
        self.contacts = pandas.DataFrame([contact(self.spheres, 1, 2, numpy.array((3.0, 0, 0))),
                                          contact(self.spheres, 3, 0, numpy.array((0, 0, 1.5)), foot=(4.3, 3, 1.5))])
        folder = tempfile.TemporaryDirectory(prefix="chains of ")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def test_lines(self):
        """From the centre of 1 out of the box to the image of 2; to the foot on the wall."""
        numpy.testing.assert_allclose(chains.lines(self.spheres, self.contacts), [((0.2, 1, 1), (-0.7, 1, 1)), ((4.3, 3, 2), (4.3, 3, 1.5))])

    def test_dump_of_a_group(self):
        """A contact of a particle that the atom dump lacks is an error, not a line from another particle."""
        _, axes = pyplot.subplots()
        other = self.contacts.assign(id1=[1, 7])
        for what in (chains.lines, lambda *made: chains.write(self.path / "a.vtp", *made), lambda *made: chains.draw(axes, *made)):
            with self.assertRaisesRegex(reading.ReadError, "made: a contact of particle 7, which is not among the particles"):
                what(self.spheres, other)
        pyplot.close("all")

    def test_files(self):
        chains.write(self.path / "a.vtu", self.spheres, self.contacts)
        mesh = meshio.read(self.path / "a.vtu")
        ends = chains.lines(self.spheres, self.contacts)
        numpy.testing.assert_allclose(mesh.points[mesh.cells_dict["line"]], ends)
        numpy.testing.assert_allclose(mesh.cell_data["fn"][0], (3.0, 1.5))
        chains.write(self.path / "a.vtp", self.spheres, self.contacts)
        piece = ElementTree.parse(self.path / "a.vtp").getroot()[0][0]
        self.assertEqual((piece.get("NumberOfPoints"), piece.get("NumberOfLines")), ("4", "2"))
        arrays = {array.get("Name"): numpy.array(array.text.split(), dtype=float) for array in piece.iter("DataArray")}
        numpy.testing.assert_allclose(arrays["points"], ends.ravel())
        for name, values in {"connectivity": range(4), "offsets": (2, 4), "fn": (3, 1.5), "wall": (0, 1)}.items():
            numpy.testing.assert_allclose(arrays[name], tuple(values))
        with self.assertRaisesRegex(reading.ReadError, "written as .vtu or .vtp"):
            chains.write(self.path / "a.vtk", self.spheres, self.contacts)

    def test_array_of_pandas_3(self):
        """Its columns come as arrays that cannot be written to."""
        class Frozen(pandas.Series):    # pylint: disable=too-many-ancestors
            def to_numpy(self, *words, **named):
                found = super().to_numpy(*words, **named).copy()
                found.flags.writeable = False
                return found

            def __gt__(self, other):
                return Frozen(super().__gt__(other))

        class Rows(pandas.DataFrame):    # pylint: disable=too-many-ancestors
            fn = property(lambda self: Frozen(self["fn"]))

        _, axes = pyplot.subplots()
        self.assertEqual(len(chains.draw(axes, self.spheres, Rows(self.contacts), slab=(0, 2)).get_segments()), 1)
        pyplot.close("all")

    def test_picture(self):
        """Lines as wide as the force: the largest has the width that is asked for, in the length of the axes."""
        _, axes = pyplot.subplots()
        found = chains.draw(axes, self.spheres, self.contacts, widest=0.3)
        widths, forces = found.get_linewidths(), found.get_array()
        numpy.testing.assert_allclose(forces, (1.5, 3.0))
        pixels = axes.transData.transform([(0.3, 0)])[0, 0] - axes.transData.transform([(0, 0)])[0, 0]
        numpy.testing.assert_allclose(widths, pixels * 72 / axes.figure.dpi * numpy.array((0.5, 1.0)))
        self.assertEqual(len(chains.draw(axes, self.spheres, self.contacts, slab=(0, 2)).get_segments()), 1)
        pyplot.close("all")


class Style(unittest.TestCase):
    def test_no_two_curves_look_alike(self):
        """Colours differ for a reader without red and green receptors too; so do markers and lines of each curve."""
        with matplotlib.rc_context():
            style.use()
            _, axes = pyplot.subplots()
            curves = [axes.plot([0, 1])[0] for _ in style.COLOURS]
        self.assertEqual(len(set(style.MARKERS)), len(curves))
        self.assertEqual(len({str(line._unscaled_dash_pattern) for line in curves}), len(curves))    # no public name for it
        # Vienot, Brettel and Mollon, Color Res. Appl. 24, 243 (1999): protanopia and deuteranopia, linear RGB
        seen = [((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
                ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1))]
        rgb = numpy.array([matplotlib.colors.to_rgb(line.get_color()) for line in curves])
        for matrix in (numpy.eye(3), *map(numpy.array, seen)):
            colours = numpy.clip(rgb**2.2 @ matrix.T, 0, 1) ** (1 / 2.2)
            apart = numpy.linalg.norm(colours[:, None] - colours[None], axis=2) + numpy.eye(len(curves))
            self.assertGreater(apart.min(), 0.1)
        pyplot.close("all")


if __name__ == "__main__":
    harness.unittest.main()
