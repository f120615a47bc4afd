"""The shape of doc/adding_a_wall_shape.md compiles, and finds the contacts of a sphere. Needs neither LAMMPS nor a
build."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "doc" / "adding_a_wall_shape.md").read_text()
COMPILER = os.environ.get("CXX", "c++")

MAIN = """
#include <cstdio>

namespace granular_srt {
ReadShape read_sphere;
}
using namespace granular_srt;

int main()
{
  WallCommand wall;
  wall.style = "sphere";
  CommandWords words("fix wall/granular", {"5.0", "1.0", "0.0", "0.0"});
  const auto shape = read_sphere(words, wall)(nullptr, wall).shape;
  WallPlacement placement;
  placement.shift = {0.0, 0.0, 2.0};
  shape->place(placement);
  std::vector<WallContact> found;
  shape->find({1.0, 0.0, 6.75}, 0.5, found);
  shape->find({1.0, 5.25, 2.0}, 0.5, found);
  shape->find({1.0, 0.0, 2.5}, 0.5, found);
  for (const WallContact &contact : found)
    std::printf("%g %g %g %g\\n", contact.separation.y + 0.0, contact.separation.z, contact.distance, contact.curvature);
}
"""


class AddingAShape(unittest.TestCase):
    def test_page(self):
        source = re.search(r"```cpp\n(#include.*?)```", PAGE, re.S).group(1)
        with tempfile.TemporaryDirectory() as folder:
            main = pathlib.Path(folder, "sphere_wall.cpp")
            main.write_text(source + MAIN)
            sources = [ROOT / "src" / name for name in ("models/command_words.cpp", "wall/shapes/wall_motion.cpp")]
            built = subprocess.run([COMPILER, "-std=c++20", "-Wall", "-Wextra", "-Wno-psabi", "-Werror", "-I", ROOT / "src", "-I", ROOT / "src" / "wall" / "shapes",
                                    main, *sources, "-o", main.with_suffix("")], text=True, capture_output=True, check=False)
            self.assertEqual(built.returncode, 0, built.stderr[-3000:])
            output = subprocess.run([main.with_suffix("")], text=True, capture_output=True, check=True).stdout
        self.assertEqual(output.split("\n"), ["0 -0.25 0.25 -0.2", "0.25 0 0.25 0.2", ""])

    def test_row_is_one_of_the_table(self):
        """The page shows a row in the form of the table of shapes."""
        row = r'\{"\w+", (true|false), read_\w+, [^}]+\},'
        self.assertRegex(PAGE, row)
        self.assertGreaterEqual(len(re.findall(row, (ROOT / "src" / "wall" / "read_wall.cpp").read_text())), 5)


if __name__ == "__main__":
    unittest.main()
