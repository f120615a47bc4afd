"""Pictures of the pages: text lies inside of the frame. Pages of examples begin with a picture."""

import math
import re
import unittest
import xml.etree.ElementTree as tree

from package import ROOT, harness, numpy

from matplotlib.textpath import TextPath

IMAGES = ROOT / "doc" / "images"
SVG = "{http://www.w3.org/2000/svg}"


def matrix(text):
    """(3, 3) of an attribute transform: translate, rotate, scale."""
    whole = numpy.eye(3)
    for name, words in re.findall(r"(\w+)\(([^)]*)\)", text or ""):
        values = [float(word) for word in re.split(r"[\s,]+", words.strip())]
        one = numpy.eye(3)
        if name == "translate":
            one[:2, 2] = values[0], values[1] if len(values) > 1 else 0
        elif name == "scale":
            one[0, 0], one[1, 1] = values[0], values[-1]
        elif name == "rotate":
            c, s = math.cos(math.radians(values[0])), math.sin(math.radians(values[0]))
            centre = numpy.array(values[1:] or (0, 0))
            one[:2, :2] = (c, -s), (s, c)
            one[:2, 2] = centre - one[:2, :2] @ centre
        else:
            raise ValueError(f"unknown transform {name}")
        whole = whole @ one
    return whole


def extent(text, size):
    """x0, x1, y0, y1 of a text that begins at 0 0; y points down."""
    box = TextPath((0, 0), text, size=size, usetex=False).get_extents() if text.strip() else None
    return (0, 0, 0, 0) if box is None or not numpy.isfinite(box.x0) else (box.x0, box.x1, -box.y1, -box.y0)


def words_outside(root, margin=1.0):
    """Texts of an SVG picture whose corners lie outside of its viewBox by more than a margin [units of the picture]."""
    x, y, width, height = map(float, root.get("viewBox").split())
    out = []

    def look(element, above, style):
        style = {**style, **{key: element.get(key) for key in ("style", "text-anchor", "font-size") if element.get(key)}}
        place = above @ matrix(element.get("transform"))
        if element.tag in (SVG + "text", SVG + "tspan") and element.text and element.text.strip():
            text = element.text.strip().replace("$", r"\$")
            size = re.search(r"([\d.]+)px", style.get("style", "")) or re.search(r"([\d.]+)", style.get("font-size", "10"))
            anchor = re.search(r"text-anchor:\s*(\w+)", style.get("style", "")) or re.match(r"(\w+)", style.get("text-anchor", "start"))
            left, right, top, bottom = extent(text, float(size[1]))
            back = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor[1]] * right
            at = [float((element.get(key) or "0").split()[0]) for key in ("x", "y")]
            corners = [place @ (at[0] - back + u, at[1] + v, 1) for u in (left, right) for v in (top, bottom)]
            if any(not (x - margin <= u <= x + width + margin and y - margin <= v <= y + height + margin) for u, v, _ in corners):
                out.append(text)
        for child in element:
            look(child, place, style)

    look(root, numpy.eye(3), {})
    return out


class Pictures(unittest.TestCase):
    def test_a_word_outside_is_found(self):
        for text, found in (('<text x="50" y="50">inside</text>', []), ('<text x="95" y="50">outside</text>', ["outside"]),
                            ('<text x="95" y="50" text-anchor="end">inside</text>', []),
                            ('<text x="96" y="50" transform="rotate(-90 96 50)">upwards</text>', []),
                            ('<g transform="translate(90 0)"><text><tspan style="font: 20px sans" x="0 5" y="5">cut</tspan></text></g>', ["cut"])):
            picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{text}</svg>'
            self.assertEqual(words_outside(tree.fromstring(picture)), found, text)

    def test_text_lies_inside(self):
        for path in sorted(IMAGES.glob("*.svg")):
            with self.subTest(path.name):
                self.assertEqual(words_outside(tree.parse(path).getroot()), [])

    def test_pages_of_examples_begin_with_a_picture(self):
        for page in sorted((ROOT / "examples").glob("*/README.md")):
            with self.subTest(page.parent.name):
                self.assertRegex(page.read_text(encoding="utf-8"), r"\A# [^\n]+\n\n!\[")


if __name__ == "__main__":
    harness.unittest.main()
