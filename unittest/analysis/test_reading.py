"""granular_srt.reading: dumps of all boxes, positions by images, thermo tables, errors."""

import gzip
import itertools
import pathlib
import tempfile
import unittest

from package import box, harness, numpy, reading

TILTED = """ITEM: UNITS
lj
ITEM: TIME
0.5
ITEM: TIMESTEP
{step}
ITEM: NUMBER OF ATOMS
2
ITEM: BOX BOUNDS xy xz yz pp ff pp
-1 11.5 1.5
2 11 -1
0 8 0.5
ITEM: ATOMS id type x y z ix iy iz c_a[1] c_a[2]
7 1 1 2 3 1 0 -1 4 0
3 1 4 5 6 0 0 0 5 1
"""


class Reading(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="dumps of ")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "file.dump")

    def write(self, text):
        self.path.write_text(text, encoding="utf-8")
        return self.path

    def test_tilted_box_images_and_names(self):
        found = list(reading.frames(self.write(TILTED.format(step=0) + TILTED.format(step=10)), a="contacts rattler"))
        self.assertEqual([frame.step for frame in found], [0, 10])
        frame = found[1]
        # bounds: xlo + min(0, xy, xz, xy + xz), xhi + max(...), ylo + min(0, yz), yhi + max(0, yz)
        numpy.testing.assert_allclose(frame.box.origin, (0, 2, 0))
        numpy.testing.assert_allclose(frame.box.edges, ((10, 0, 0), (1.5, 8.5, 0), (-1, 0.5, 8)))
        self.assertAlmostEqual(frame.box.volume, 10 * 8.5 * 8)
        self.assertEqual(frame.box.periodic.tolist(), [True, False, True])
        self.assertEqual(frame.rows.index.tolist(), [7, 3])
        self.assertEqual(frame.rows.rattler.tolist(), [0, 1])
        numpy.testing.assert_allclose(frame.positions(), ((1 + 10 + 1, 2 - 0.5, 3 - 8), (4, 5, 6)))
        numpy.testing.assert_allclose(frame.box.wrap(frame.positions())[0], (1, 2, 3), atol=1e-12)

    def test_compressed_local_and_general_box(self):
        path = self.path.with_suffix(".gz")
        with gzip.open(path, "wt") as file:
            file.write("ITEM: TIMESTEP\n5\nITEM: NUMBER OF ENTRIES\n1\nITEM: BOX BOUNDS abc origin pp pp pp\n3 0 0 1\n1 3 0 2\n0 1 3 4\n"
                       "ITEM: ENTRIES index c_c[1] c_c[2] c_c[3]\n1 4 0 1.25\n")
        frame = reading.last(path, c="id1 id2 fn")
        self.assertEqual(frame.rows.iloc[0].to_dict(), {"index": 1, "id1": 4, "id2": 0, "fn": 1.25})
        numpy.testing.assert_allclose(frame.box.origin, (1, 2, 4))
        self.assertAlmostEqual(frame.box.volume, 27)

    def test_scaled(self):
        text = TILTED.format(step=0).replace("x y z ix iy iz", "xs ys zs vx vy vz").replace("7 1 1 2 3", "7 1 0.5 0.5 0.5")
        numpy.testing.assert_allclose(reading.last(self.write(text)).positions()[0], (5.25, 6.5, 4))

    def test_errors(self):
        cases = {"cut short": TILTED.format(step=3)[:-20], "only text dumps": "binary\n", "no snapshot": ""}
        for text, content in cases.items():
            with self.assertRaisesRegex(reading.ReadError, text):
                reading.last(self.write(content))
        path = self.write(TILTED.format(step=0))
        with self.assertRaisesRegex(reading.ReadError, "2 columns of compute a, and 1 names"):
            reading.last(path, a="contacts")
        with self.assertRaisesRegex(reading.ReadError, r"file\.dump: no column radius; dump custom ... radius writes it. Columns are: type x"):
            reading.last(path).radii()
        with self.assertRaisesRegex(reading.ReadError, r"file\.dump: a contact of particle 4, which is not among the particles; dump both"):
            reading.last(path).find([3, 4, 7])
        with self.assertRaisesRegex(reading.ReadError, r"file\.dump: no column id; dump custom id ... writes it. Columns are: tag type x"):
            reading.last(self.write(TILTED.format(step=0).replace("id type", "tag type"))).ids()
        with self.assertRaisesRegex(reading.ReadError, "no thermo table that begins with Step"):
            reading.thermo(self.write("LAMMPS\n"))

    def test_wrong_rows(self):
        """Rows that are not those of the columns, items that are missing, and numbers that are none, name the file."""
        whole = TILTED.format(step=0)
        for old, new, message in (("1 0 -1 4 0\n", "1 0 -1 4 0 9\n", "11 words in a row of 10 columns"), ("5 1\n", "5 1 9\n", "Expected 10 fields"),
                                  ("ITEM: TIMESTEP\n0\n", "", "'TIMESTEP'"), ("ATOMS\n2\n", "ATOMS\n-2\n", "only whole text dumps can be read"),
                                  ("2 11 -1\n", "2 eleven -1\n", "eleven"), ("7 1 1", "nan 1 1", "nan in row 0 of column id")):
            self.assertIn(old, whole)
            with self.assertRaisesRegex(reading.ReadError, f"file\\.dump: .*({message})"):
                reading.last(self.write(whole.replace(old, new)))
        for number in ("nan", "-nan", "inf", "1e"):
            with self.assertRaisesRegex(reading.ReadError, r"file\.dump: .*(row 7 of column x|'1e' in x y z)"):
                reading.last(self.write(whole.replace("7 1 1 2 3", f"7 1 {number} 2 3"))).positions()
        with self.assertRaisesRegex(reading.ReadError, "nan in row 3 of column c_a"):    # a row that is too short
            reading.last(self.write(whole.replace("5 1\n", "5\n"))).need("c_a[2]", "")

    def test_labels_of_types(self):
        """NA and null are labels as others."""
        for label in ("NA", "null", "sand"):
            found = reading.last(self.write(TILTED.format(step=0).replace("7 1 1", f"7 {label} 1")))
            self.assertEqual(found.rows.type.tolist(), [label, "1"])

    def test_cut_anywhere(self):
        """The end of a file that a killed run, or a full disk, has left: never the snapshot before."""
        whole = TILTED.format(step=0) + TILTED.format(step=10)
        for cut in range(len(TILTED.format(step=0)) + 1, len(whole)):
            with self.assertRaises(reading.ReadError, msg=whole[:cut][-30:]):
                reading.last(self.write(whole[:cut]))

    def test_no_text(self):
        self.path.write_bytes(b"\xff\xfe\x00binary")
        with self.assertRaisesRegex(reading.ReadError, "only whole text dumps can be read"):
            reading.last(self.path)
        path = self.path.with_suffix(".gz")
        packed = gzip.compress(TILTED.format(step=0).encode())
        for wrong in (packed[:-20], packed[:40] + bytes(20) + packed[60:]):
            path.write_bytes(wrong)
            with self.assertRaisesRegex(reading.ReadError, "only whole text dumps can be read"):
                reading.last(path)

    def test_long_ids(self):
        """dump local writes those of a compute with six digits."""
        text = ("ITEM: TIMESTEP\n5\nITEM: NUMBER OF ENTRIES\n1\nITEM: BOX BOUNDS pp pp pp\n0 3\n0 3\n0 3\n"
                "ITEM: ENTRIES c_c[1] c_c[2] c_c[3]\n{} 0 1.25\n")
        for id1, known in (("999999", True), ("1.23457e+06", False), ("1234567", True)):
            if known:
                self.assertEqual(reading.last(self.write(text.format(id1)), c="id1 id2 fn").rows.id1[0], int(id1))
            else:
                with self.assertRaisesRegex(reading.ReadError, "column id1 has IDs of seven digits and more.*format float %.12g"):
                    reading.last(self.write(text.format(id1)), c="id1 id2 fn")

    def test_thermo(self):
        run = "   Step  Temp\n 0 1.5\nWARNING: x\n 10 2.5\nLoop time of 1\n"
        found = reading.thermo(self.write(run + run.replace(" 10 2.5", " 20 3.5").replace(" 0 1.5", " 10 2.5")))
        self.assertEqual(found.to_dict("list"), {"Step": [0, 10, 20], "Temp": [1.5, 2.5, 3.5]})

    def test_thermo_below_a_comment_of_another_encoding(self):
        self.path.write_bytes(b"# K\xf6rner\n   Step  Temp\n 0 1.5\n")
        self.assertEqual(reading.thermo(self.path).to_dict("list"), {"Step": [0], "Temp": [1.5]})

    def test_thermo_of_a_log_that_ends_within_a_number(self):
        whole = "   Step  Temp\n 0 1.5\n 10 2.5\n"
        for cut in (1, 2, 3):    # 2.5 without its end of line, 2., 2
            self.assertEqual(reading.thermo(self.write(whole[:-cut])).to_dict("list"), {"Step": [0], "Temp": [1.5]})

    def test_thermo_of_a_run_that_counts_anew(self):
        """After reset_timestep all rows stay; only a first row that repeats the last one goes."""
        head, tail = "   Step  Temp\n", "Loop time of 1\n"
        first, second, third = " 0 1\n 10 2\n 20 3\n", " 0 4\n 10 5\n 20 6\n", " 20 6\n 30 7\n"
        found = reading.thermo(self.write("".join(head + rows + tail for rows in (first, second, third))))
        self.assertEqual(found.to_dict("list"), {"Step": [0, 10, 20, 0, 10, 20, 30], "Temp": [1, 2, 3, 4, 5, 6, 7]})


class Pairs(unittest.TestCase):
    def test_all_pairs(self):
        """Through all faces of a tilted box, of boxes narrower than the reach, and without images where walls are."""
        draw = numpy.random.default_rng(2)
        edges = numpy.array(((6.0, 0.0, 0.0), (1.4, 5.5, 0.0), (-1.1, 0.9, 5.2)))
        for scale, n, images, periodic in ((1.0, 150, 1, (True, True, True)), (0.15, 5, 4, (True, True, True)), (1.0, 150, 1, (True, False, True))):
            some = box(edges=scale * edges)
            some.periodic = numpy.array(periodic)
            places = draw.random((n, 3)) @ some.edges
            expected = []
            for counts in itertools.product(*(range(-images, images + 1) if wraps else (0,) for wraps in periodic)):
                apart = places[:, None] - places[None] - counts @ some.edges
                expected += [d for d in numpy.linalg.norm(apart, axis=2).ravel() if 0 < d < 1.1]
            i, j, vectors = some.pairs(places + 3 * some.edges[0], 1.1)
            found = numpy.linalg.norm(vectors, axis=1)
            self.assertGreater(len(found), 20)
            numpy.testing.assert_allclose(numpy.repeat(numpy.sort(found), 2), numpy.sort(expected), atol=1e-12)
            inverse = numpy.linalg.inv(some.edges)
            shift = (places[i] - places[j] - vectors) @ inverse
            numpy.testing.assert_allclose(shift, numpy.round(shift), atol=1e-12)
            self.assertFalse(numpy.round(shift)[:, ~some.periodic].any())

        grid = numpy.stack(numpy.meshgrid(*[numpy.arange(3.0)] * 3), axis=-1).reshape(-1, 3)
        self.assertEqual([len(box(3, 3, 3).pairs(grid, reach)[0]) for reach in (1.0, 1.1)], [0, 81])

    def test_overlaps(self):
        """Radii of a ratio of 40, in a tilted box that is as wide as the largest ones reach: those of pairs() that overlap."""
        draw = numpy.random.default_rng(7)
        edges = numpy.array(((6.0, 0.0, 0.0), (1.4, 5.5, 0.0), (-1.1, 0.9, 5.2)))
        for radii in (numpy.geomspace(0.1, 4.0, 90), numpy.concatenate([numpy.full(300, 0.1), [0.0, 1.0, 4.0]]), numpy.full(90, 0.4), [2.9], []):
            some = box(edges=edges)
            some.periodic = numpy.array((True, False, True))
            places = draw.random((len(radii), 3)) @ some.edges + 3 * some.edges[0]
            i, j, apart = some.pairs(places, 2 * numpy.max(radii, initial=0.1))
            expected = apart[numpy.linalg.norm(apart, axis=1) < numpy.asarray(radii)[i] + numpy.asarray(radii)[j]]
            i, j, vectors = some.overlaps(places, radii)
            self.assertEqual(len(vectors) > 5, len(radii) > 5)
            numpy.testing.assert_allclose(numpy.sort(numpy.linalg.norm(vectors, axis=1)), numpy.sort(numpy.linalg.norm(expected, axis=1)),
                                          atol=1e-12)
            shift = (places[i] - places[j] - vectors) @ numpy.linalg.inv(some.edges)
            numpy.testing.assert_allclose(shift, numpy.round(shift), atol=1e-12)

    def test_two_dimensions(self):
        """No images along z where all z are 0 within the box; a layer at another height, or on a face, has them."""
        grid = numpy.stack(numpy.meshgrid(*[numpy.arange(3.0)] * 2, 0.0), axis=-1).reshape(-1, 3)
        for low, height, count in ((-0.5, 0.0, 18), (-0.5, 4e-7, 18), (-0.5, 0.1, 27), (0.0, 0.0, 27)):
            layer = box(3, 3, 1)
            layer.origin[2] = low
            self.assertEqual(len(layer.pairs(grid + (0, 0, height), 1.1)[0]), count)


if __name__ == "__main__":
    harness.unittest.main()
