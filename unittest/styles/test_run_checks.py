"""What is checked before and during a run: the time step, large overlaps, centers that coincide, discs."""

import itertools
import math
import pathlib
import re
import unittest

import harness

HEAD = """
units           lj
dimension       3
atom_style      sphere
newton          {newton}
comm_modify     vel yes
region          box block -3 3 -3 3 -3 3
create_box      2 box
"""

PAIR = """
set             atom 1 diameter 1.0 density {density}
set             atom 2 diameter {diameter} density {density}
pair_style      {style}
pair_coeff      * * {model}
fix             move all nve/sphere
timestep        {dt}
neighbor        0.3 bin
"""

DENSITY = 6.0 / 3.141592653589793    # mass 1 at diameter 1

# One of each normal law, with a damping law. E = 1e4, nu = 0.25.
MODELS = {
    "hooke": "hooke 1e4 20.0 damping mass_velocity tangential none",
    "hooke, undamped": "hooke 1e4 0.0 damping velocity tangential none",
    "hertz": "hertz 1e4 30.0 damping viscoelastic tangential none",
    "hertz/material": "hertz/material 1e4 0.6 0.25 damping coeff_restitution tangential none",
    "hertz/material, limited": "hertz/material 1e4 0.5 0.25 damping tsuji tangential none limit_damping",
    "dmt": "dmt 1e4 10.0 0.25 1.0 damping viscoelastic tangential none",
    "jkr": "jkr 1e4 0.0 0.25 1.0 damping velocity tangential none",
}


def spheres(model, apart=1.2, speed=2.0, dt=1e-5, diameter=1.0, density=DENSITY, newton="on", style="granular"):
    """Two spheres on the x axis that move towards each other."""
    return (HEAD + f"create_atoms 1 single 0 0 0\ncreate_atoms 2 single {apart} 0 0\n" + PAIR +
            f"set atom 1 vx {0.5 * speed}\nset atom 2 vx {-0.5 * speed}\n").format(
                model=model, dt=dt, diameter=diameter, density=density, newton=newton, style=style)


def shortest(result):
    """The lines on the shortest collision: [(bodies, duration, steps), ...]."""
    found = re.findall(r"^(?:pair|fix) .*: shortest collision \((.*)\) (\S+), (\S+) time steps, advised 50 or more$", result.log, re.MULTILINE)
    return [(names, float(duration), float(steps)) for names, duration, steps in found]


class TimeStep(harness.DeckTest):
    def test_duration_is_that_of_a_collision(self):
        """The predicted duration is within 1 % of the one that a run shows, for every normal law."""
        for name, model in MODELS.items():
            with self.subTest(name):
                dt = 2e-5
                run = self.lmp(spheres(model, apart=1.001, dt=dt) + """
compute         contacts all pair/local force dist
compute         force all reduce sum c_contacts[1] inputs local
compute         distance all reduce min c_contacts[2] inputs local
variable        n equal c_force!=0||c_distance<1.0
thermo_style    custom step v_n
thermo_modify   format float %.0f
thermo          1
run             6000
""")
                (names, predicted, steps), *_ = shortest(run)
                self.assertEqual(names, "types 1 and 1 at speed 2")
                self.assertAlmostEqual(steps * dt, predicted, delta=2e-3 * predicted)    # four digits are printed
                measured = dt * sum(row["v_n"] for row in run.thermo())
                # begin and end fall between steps: 20 of some thousand; and the digits printed
                self.assertAlmostEqual(measured, predicted, delta=0.01 * predicted)

    def test_wall(self):
        """A sphere that falls on a floor: the log has the collision with the wall."""
        model = "hertz/material 1e4 0.8 0.25 damping coeff_restitution tangential none"
        dt = 5e-5
        run = self.lmp(spheres(model, apart=2.0, speed=0.0, dt=dt) + f"""
set             atom 1 vz -2.0
change_box      all boundary p p f
fix             floor all wall/granular granular {model} zplane -0.51 NULL
variable        n equal f_floor!=0
thermo_style    custom step v_n
thermo_modify   format float %.0f
thermo          1
run             3000
""")
        found = {names: duration for names, duration, _ in shortest(run)}
        self.assertIn("wall and type 1 at speed 2", found)
        predicted = found["wall and type 1 at speed 2"]
        measured = dt * sum(row["v_n"] for row in run.thermo())
        self.assertAlmostEqual(measured, predicted, delta=0.01 * predicted)

    def test_wall_whose_spheres_come_later(self):
        """A vessel that is empty when the run begins: the wall looks at the speeds every 1000 steps, with a new list."""
        run = self.lmp(HEAD.format(newton="on") + f"""
change_box      all boundary p p f
pair_style      granular
pair_coeff      * * {MODELS['hertz']}
fix             floor all wall/granular {MODELS['hertz'].replace('1e4', '1e8')} zplane -3 NULL
region          top block -1 1 -1 1 2 2.4
fix             pour all deposit 1 1 100 4711 region top vz -5 -5
fix             move all nve/sphere
timestep        2e-4
neighbor        0.3 bin
run             3000
""")
        self.assertIn("wall and type 1 at speed 5", [names for names, *_ in shortest(run)])
        self.assertEqual(sum("fix wall/granular floor: time step 0.0002 is longer" in w for w in run.warnings), 1)

    def test_lines_during_a_run(self):
        """A sphere that gains speed: a line at the start, and others only below the advised number, each shorter by a tenth."""
        lines = {}
        for dt in (1e-5, 2.5e-5):
            run = self.lmp(spheres(MODELS["hertz"], apart=2.0, speed=0.0, dt=dt) + f"""
change_box      all boundary p p f
fix             floor all wall/granular {MODELS['hertz'].replace('1e4', '1e8')} zplane -3 NULL
fix             push all addforce 0 0 -500
run             {round(0.09 / dt)}
""")
            lines[dt] = [(names, steps) for names, _, steps in shortest(run) if names.startswith("wall")]
        self.assertEqual(len(lines[1e-5]), 1)
        self.assertGreater(lines[1e-5][0][1], 50)
        first, *others = lines[2.5e-5]
        self.assertGreater(first[1], 50)
        self.assertTrue(others and all(steps < 50 for _, steps in others), lines)
        for (_, before), (_, after) in itertools.pairwise(lines[2.5e-5]):
            self.assertLess(after, 0.9 * before)

    def test_warning(self):
        """Above a tenth of the collision there is one warning with the step to take; below there is none."""
        model = MODELS["hooke, undamped"]    # pi/sqrt(1e4/0.5) = 0.02221
        for dt, warns in ((0.0022, False), (0.0023, True)):
            run = self.lmp(spheres(model, dt=dt) + "run 2\nrun 2\n")
            lines = [line for line in run.warnings if "time step" in line]
            self.assertEqual(len(lines), int(warns), run.output)
            if warns:
                self.assertIn("pair granular: time step 0.0023 is longer than a tenth of the shortest collision, 0.02221 "
                              "(types 1 and 1 at speed 2): use 0.00044 or less", lines[0])

    def test_springs(self):
        """A friction spring that is faster than the collision has a line, and the warning names the shorter of the two."""
        hooke = "hooke 1e4 0.0 damping velocity tangential linear_history {} 0.0 0.5 twisting sds {} 0.0 0.5"
        # collision 0.02221; 2 pi/sqrt(7 k_t/m) and 2 pi/sqrt(5 k_twist/(m R^2)), with a lever shorter by a part of the overlap
        for k_t, k_twist, named, dt in ((2e3, 100.0, None, 0.0022), (9e4, 100.0, "sliding", 3e-4), (2e3, 1e5, "twisting", 2e-4)):
            model = hooke.format(k_t, k_twist)
            run = self.lmp(spheres(model, dt=dt) + "run 0\n")
            found = re.findall(r"shortest period \((\w+), types 1 and 1 at speed 2\) (\S+), (\S+) time steps, advised 100 or more\n", run.log)
            self.assertEqual([mode for mode, *_ in found], [named] * bool(named))
            self.assertFalse([w for w in run.warnings if "time step" in w], run.output)
            if not named:
                continue
            expected = {"sliding": 2 * math.pi / math.sqrt(7 * k_t), "twisting": 2 * math.pi / math.sqrt(20 * k_twist)}[named]
            period, steps = float(found[0][1]), float(found[0][2])
            self.assertAlmostEqual(period, expected, delta=0.01 * expected)    # overlap 0.014: 0.005 of the period
            self.assertAlmostEqual(steps * dt, period, delta=1e-3 * period)
            run = self.lmp(spheres(model, dt=1.3 * period / 20) + "run 0\n")
            lines = [w for w in run.warnings if "time step" in w]
            self.assertEqual(len(lines), 1, run.output)
            self.assertRegex(lines[0], rf"is longer than a twentieth of the shortest period, \S+ \({named}, types 1 and 1 at "
                             r"speed 2\): use \S+ or less")
            self.assertAlmostEqual(float(lines[0].split("use ")[1].split()[0]), period / 100, delta=0.06 * period / 100)

    def test_other_units(self):
        """In real and metal units force is not mass times acceleration: nothing is said."""
        for units in ("metal", "real"):
            deck = spheres(MODELS["hooke"], apart=1.001, dt=1e-5).replace("units           lj", f"units {units}")
            run = self.lmp(deck + f"change_box all boundary p p f\nfix floor all wall/granular {MODELS['hooke']} zplane -10 NULL\nrun 1\n")
            self.assertNotIn("shortest", run.log)

    def test_lightest_bodies(self):
        """The lighter sphere counts; a frozen partner counts as held."""
        model = MODELS["hooke, undamped"]
        small = self.lmp(spheres(model, diameter=0.5) + "run 0\n")
        self.assertEqual(shortest(small)[0][0], "types 2 and 2 at speed 2")
        frozen = self.lmp(spheres(model) + "group second type 2\nfix hold second freeze\nset atom 2 vx 0\nrun 0\n")
        names, duration, _ = shortest(frozen)[0]
        self.assertEqual(names, "types 1 and 1 at speed 2")
        self.assertAlmostEqual(duration, 0.02221, delta=1e-5)

    def test_at_rest(self):
        """Without motion Hooke's law has a duration. Hertz' law has that of a fall, or of a small overlap; it is printed once."""
        run = self.lmp(spheres(MODELS["hooke"], speed=0.0) + "run 0\n")
        self.assertEqual(shortest(run)[0][0], "types 1 and 1")
        hertz, again = "hertz/material 1e4 1.0 0.0 damping coeff_restitution tangential none", "run 0\ntimestep 1e-5\nrun 0\n"
        # the overlap of a collision, Johnson (1985), section 11.4: m_eff = 1/2, R = 1/4, E_eff = 5e3
        speed = math.sqrt(16 * 5e3 * math.sqrt(0.25) * (0.01 * 0.5) ** 2.5 / (15 * 0.5))
        for more, at, of in (("", speed, "an overlap of a hundredth of the radius"),
                             ("fix down all gravity 3.0 vector 0 0 -1\n", 6.0, "a fall through the box"),
                             ("variable g equal 3.0\nfix down all gravity v_g vector 0 0 -1\n", speed,
                              "an overlap of a hundredth of the radius")):
            (names, duration, _), = shortest(self.lmp(spheres(hertz, speed=0.0) + more + again))
            self.assertTrue(names.startswith(f"types 1 and 1 at rest, for {of} at speed "), names)
            self.assertAlmostEqual(float(names.split()[-1]), at, delta=0.005 * at)
            self.assertAlmostEqual(duration, 2.87 * (0.25 / (0.25 * 25e6 * at)) ** 0.2, delta=0.005 * duration)

    def test_faster_in_a_run(self):
        """Spheres that become faster in a run, side by side, are found without a new run command."""
        run = self.lmp(spheres(MODELS["hertz"], speed=0.01, dt=0.01, apart=2.9) + """
neigh_modify    every 1 delay 0 check no
fix             push all addforce 0 0.1 0
run             900
print           "nothing yet"
run             1100
""")
        before, after = run.output.split("nothing yet")[-2:]
        self.assertNotIn("longer than a tenth", before)
        self.assertIn("longer than a tenth", after)

    def test_again_only_if_something_changed(self):
        """A further run prints a collision that has become shorter, or has another time step; a higher speed counts by a fifth
        upwards: a speed below has the collision of before, or a longer one, which is not printed."""
        slower = "set atom 1 vx {0}\nset atom 2 vx -{0}\nrun 0\n"
        other_law = MODELS["hertz"].replace("1e4", "2e4")
        self.assertNotEqual(other_law, MODELS["hertz"])
        for then, lines in ((slower.format(0.9), 1), (slower.format(1.1), 1), (slower.format(1.3), 2), (slower.format(0.09), 1),
                            ("timestep 2e-5\nrun 0\n", 2), (f"pair_coeff * * {other_law}\nrun 0\n", 2),
                            ("set type 2 diameter 0.5\nset type 2 density 1\nrun 0\n", 2)):
            with self.subTest(then):
                run = self.lmp(spheres(MODELS["hertz"]) + "run 0\nrun 0\n" + then)
                self.assertEqual(len(shortest(run)), lines, run.log)

    def test_another_time_step_in_each_run(self):
        """As a coupled program gives them: the line is printed for the longest step, and for one that is half as long."""
        for steps, lines in (((1e-5, 1.05e-5) * 3, 2), ((1e-5, 0.9e-5, 0.8e-5), 1), ((1e-5, 0.4e-5), 2)):
            runs = "".join(f"timestep {dt}\nrun 1\n" for dt in steps)
            for name, model in MODELS.items():
                found = shortest(self.lmp(spheres(model) + runs))
                self.assertEqual(len(found), lines, name)
                self.assertEqual(len({duration for _, duration, _ in found}), 1, name)

    def test_ranks(self):
        """Four ranks print what one prints."""
        lines = [shortest(self.lmp(spheres(MODELS["hertz"]) + "run 0\n", ranks=ranks)) for ranks in (1, 4)]
        self.assertEqual(*lines)


class Overlaps(harness.DeckTest):
    def test_before_a_run(self):
        for ranks in (1, 2):
            for newton in ("on", "off"):
                deck = spheres(MODELS["hooke"], apart=0.92, speed=0.0, newton=newton).replace("region ", "processors * 1 1\nregion ", 1)
                run = self.lmp(deck + "displace_atoms all move -0.4 0 0\nrun 0\nrun 0\n", ranks=ranks)    # each on one of two ranks
                lines = [line for line in run.warnings if "overlap" in line]
                self.assertEqual(len(lines), 1, run.output)
                self.assertRegex(lines[0], "Pair granular: 1 pairs overlap by more than a tenth of the smaller radius; the worst "
                                           "are atoms (1 and 2|2 and 1), by 0.16 of it")
        self.assertEqual([line for line in self.lmp(deck.replace("0.92", "0.96") + "run 0\n").warnings if "overlap" in line], [])

    def test_in_a_run(self):
        """Fast soft spheres overlap too much in a run: one warning that names them."""
        run = self.lmp(spheres("hooke 100.0 0.0 damping velocity tangential none", speed=8.0, dt=1e-4, apart=1.05)
                       + "neigh_modify every 1 delay 0 check no\nrun 2000\n")
        lines = [line for line in run.warnings if "overlap" in line]
        self.assertEqual(len(lines), 1, run.output)
        self.assertRegex(lines[0], r"Pair granular: at step \d+ atoms (1 and 2|2 and 1) overlap by 0\.\d+ of the smaller radius")

    def test_after_reset_timestep(self):
        deck = spheres("hooke 100.0 0.0 damping velocity tangential none", speed=0.0, dt=1e-4, apart=1.05)
        run = self.lmp(deck + "neigh_modify every 1 delay 0 check no\nrun 2000\nreset_timestep 0\nset atom 1 vx 8.0\nset atom 2 vx -8.0\nrun 1500\n")
        self.assertEqual(len([line for line in run.warnings if "overlap by" in line]), 1, run.warnings)

    def test_atoms_outside_of_neigh_modify_include(self):
        """They may lie in each other: they have no forces."""
        deck = spheres(MODELS["hooke"], apart=0.0, speed=0.0).replace("comm_modify", "atom_modify first some map array\ncomm_modify")
        self.lmp(deck + "group some id 3\nneigh_modify include some\nrun 1\n")

    def test_run_after_a_warning_of_one_rank(self):
        """The next run begins with the overlap of which one rank has warned: it is neither repeated nor waited for."""
        for newton in ("on", "off"):
            deck = spheres("hooke 100.0 0.0 damping velocity tangential none", speed=8.0, dt=1e-4, apart=1.05, newton=newton)
            run = self.lmp(deck + "neigh_modify every 1 delay 0 check no\nrun 300\nrun 10\n", ranks=2)
            lines = [line for line in run.warnings if "overlap" in line]
            self.assertRegex(lines[0], r"Pair granular: at step \d+ atoms")
            self.assertFalse([line for line in lines if "pairs overlap" in line], lines)

    def test_frozen_pairs_do_not_count(self):
        run = self.lmp(spheres(MODELS["hooke"], apart=0.8, speed=0.0) + "fix hold all freeze\nrun 0\n")
        self.assertEqual([line for line in run.warnings if "overlap" in line], [])

    def test_centers_that_coincide(self):
        for ranks in (1, 2):
            run = self.space.run(spheres(MODELS["hooke"], apart=0.0, speed=0.0) + "run 0\n", ranks=ranks)
            self.assertEqual(run.returncode, 1)
            self.assertRegex(run.error, "Pair granular: the centers of atoms (1 and 2|2 and 1) coincide: their contact has no "
                                        "direction")


class Discs(harness.DeckTest):
    def test_tracking_models_refuse_discs(self):
        """The tracking models know balls only, whichever fix integrates discs; at walls that is a warning, because coefficients
        can be scaled to discs there. Other models take discs."""
        tracking = "hooke 1e4 0.0 damping velocity tangential tracking 1e4 0.5 0.5 0.4 rolling tracking 1.0 0.5"
        for fix in ("nve/sphere disc", "nve/sphere/builtin disc", "nvt/sphere temp 1 1 1 disc", "nph/sphere iso 0.1 0.1 1.0 ptemp 1.0 disc"):
            flat = (spheres(tracking).replace("dimension       3", "dimension 2").replace("-3 3 -3 3 -3 3", "-3 3 -3 3 -0.5 0.5")
                    .replace("nve/sphere", fix))
            run = self.space.run(flat + "run 0\n")
            self.assertIn("Pair style granular with a tracking model takes particles as balls: it cannot be used with keyword "
                          f"disc of fix {fix.split()[0]} move", run.error)
            self.lmp(flat.replace(tracking, MODELS["hooke"]) + "run 0\n")
            wall = flat.replace(tracking, MODELS["hooke"]) + f"change_box all boundary f p p\nfix side all wall/granular {tracking} xplane -2 2\n"
            if fix.startswith("nve"):
                warnings = "\n".join(self.lmp(wall + "run 0\n").warnings)
                self.assertIn("Fix wall/granular with a tracking model takes particles as balls, which have 4/5", warnings)


class Pressure(harness.DeckTest):
    def test_snippet_of_the_page(self):
        """Three spheres pressed between two planes in a high box: doc/fix_wall_granular.md, "Pressure beside walls"."""
        page = (pathlib.Path(__file__).resolve().parents[2] / "doc" / "fix_wall_granular.md").read_text()
        snippet = re.search("### Pressure beside walls.*?```\n(.*?)```", page, re.DOTALL)[1]
        spheres = HEAD.format(newton="on").replace("-3 3 -3 3 -3 3", "-1 1 -1 1 -5 9").replace(
            "comm_modify", "boundary p p f\ncomm_modify")
        pair = PAIR.format(density=DENSITY, diameter=1.0, style="granular", dt=1e-3, model="hooke 1e4 20.0 damping velocity tangential none")
        run = self.lmp(spheres + "create_atoms 1 single 0 0 0.49\ncreate_atoms 1 single 0 0 1.47\ncreate_atoms 1 single 0 0 2.45\n"
                       + pair.replace("set             atom 2", "set group all") + "variable lo equal 0.0\nvariable hi equal 2.94\n" +
                       snippet + "thermo 5000\nrun 5000\n")
        last = run.thermo()[-1]
        # overlaps of 0.02 between spheres and of 0.01 at the planes settle at the same force F: 2 F/k + 2 F/k = 0.06
        force = 1e4 * 0.06 / 4.0
        self.assertAlmostEqual(last["v_pzz"], force / 4.0, delta=1e-3 * force)    # damped vibrations, four digits
        self.assertAlmostEqual(last["c_box[3]"], force / 4.0 * 2.94 / 14.0, delta=1e-3 * force)


class Points(harness.DeckTest):
    def test_radius_zero(self):
        """An error that names the atom, where the law divides by the radius; others run."""
        points = {"jkr": "jkr 1e4 0.0 0.25 1.0 damping velocity tangential none",
                  "tracking": "hooke 1e4 0.0 damping velocity tangential tracking 1e4 0.5 0.5 0.4 rolling tracking 1.0 0.5"}
        fine = {"mindlin": "hertz 1e4 30.0 damping velocity tangential mindlin 1e3 0.0 0.5",
                **{name: MODELS[name] for name in ("hooke", "hertz", "hertz/material", "dmt")}}
        for name, model in {**points, **fine}.items():
            deck = (spheres(model, apart=0.45, speed=0.0).replace("set             atom 2 diameter 1.0 density",
                                                                  "set atom 2 type 2 diameter 0.0 mass 1.0 #")
                    .replace("all nve/sphere", "all nve"))
            for ranks in (1, 2):
                with self.subTest(name, ranks=ranks):
                    run = self.space.run(deck + "run 2\n", ranks=ranks)
                    if name in points:
                        self.assertIn("Pair style granular: atom 2 of type 2 has radius 0, by which the contact law of types "
                                      "1 and 2 divides: must be > 0", run.error)
                    else:
                        self.assertEqual(run.error, "", run.output[-500:])


if __name__ == "__main__":
    unittest.main()
