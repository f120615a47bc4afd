"""The blocks of doc/analysis.md and the package itself with the newest numpy, scipy, pandas and matplotlib of PyPI.

The other programs of this folder use those of the system.
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "styles"))

import harness    # noqa: E402  after its folder

PACKAGES = ("numpy", "scipy", "pandas", "matplotlib", "meshio", "pillow")
PROGRAMS = ("test_page", "test_chains", "test_reading", "test_contacts")    # what meets most of their functions, in a minute


def environment(folder):
    """The Python of a virtual environment with these packages; ends this program where there are none to be had."""
    python = pathlib.Path(folder, "bin", "python3")
    try:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--retries", "1", "--timeout", "15", *PACKAGES],
                       check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    except (subprocess.SubprocessError, OSError) as error:
        print(f"skipped: PyPI cannot be reached, or there is no venv: {error}")
        sys.exit(harness.SKIPPED)
    return python


class Newest(unittest.TestCase):
    def test_programs(self):
        for name in PROGRAMS:
            with self.subTest(name):
                done = subprocess.run([PYTHON, HERE / f"{name}.py"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stdout[-3000:])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="newest ") as place:
        PYTHON = environment(place)
        print(subprocess.run([PYTHON, "-m", "pip", "list", "--format=freeze"], stdout=subprocess.PIPE, text=True, check=True).stdout)
        unittest.main()
