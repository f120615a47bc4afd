"""granular_srt.film and the films of the examples: frames in the order of steps, size below 2 MB."""

import pathlib
import tempfile
import unittest

from package import ROOT, harness, numpy

from granular_srt import film
from PIL import Image


class Film(unittest.TestCase):
    def test_order_and_errors(self):
        """Steps 5, 40, 100 by their numbers and not as text; gray values stay."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for step, gray in ((100, 200), (5, 0), (40, 100)):
                picture = numpy.full((8, 12, 3), 255, dtype=numpy.uint8)
                picture[2:5, 3:7] = gray
                picture[6] = numpy.repeat(numpy.array((0, 100, 200), dtype=numpy.uint8), 4)[:, None]    # the palette has all of them
                Image.fromarray(picture).save(folder / f"f.{step}.png")
            film.write(folder / "f.gif", folder.glob("f.*.png"), rate=10)
            with Image.open(folder / "f.gif") as found:
                self.assertEqual((found.n_frames, found.info["duration"], found.size), (3, 100, (12, 8)))
                grays = []
                for k in range(3):
                    found.seek(k)
                    grays.append(found.convert("RGB").getpixel((4, 3))[0])
            numpy.testing.assert_allclose(grays, (0, 100, 200), atol=8)    # of the palette
            with self.assertRaisesRegex(ValueError, "film .*f.5.png: the name must end in .gif"):
                film.write(folder / "f.5.png", folder.glob("f.*.png"))
            with self.assertRaisesRegex(ValueError, "rate 0 must be above 0, colours 48 2 to 256"):
                film.write(folder / "f.gif", folder.glob("f.*.png"), rate=0)
            with self.assertRaisesRegex(ValueError, "1 pictures: must be at least 2"):
                film.write(folder / "f.gif", [folder / "f.5.png"])
            Image.new("RGB", (3, 3)).save(folder / "f.6.png")
            with self.assertRaisesRegex(ValueError, "same size"):
                film.write(folder / "f.gif", folder.glob("f.*.png"))

    def test_films_of_the_pages(self):
        for name in ("hopper", "drum"):
            path = ROOT / "doc" / "images" / f"{name}.gif"
            self.assertLess(path.stat().st_size, 2e6)
            with Image.open(path) as found:
                self.assertGreaterEqual(found.n_frames, 40)
            self.assertIn(f"../../doc/images/{name}.gif)", (ROOT / "examples" / name / "README.md").read_text(encoding="utf-8").split("\n\n")[1])


if __name__ == "__main__":
    harness.unittest.main()
