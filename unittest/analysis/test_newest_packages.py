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
    pip = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--retries", "1", "--timeout", "15", *PACKAGES]
    for command in ([sys.executable, "-m", "venv", folder], pip):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            print(done.stdout)
            skip = command is not pip or subprocess.run(["sh", HERE.parent.parent / "tools" / "not-reached.sh"], input=done.stdout,
                                                        text=True, check=False).returncode == 0
            print("skipped: PyPI cannot be reached, or there is no venv" if skip else "pip failed")
            sys.exit(harness.SKIPPED if skip else 1)
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
