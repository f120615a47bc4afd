"""Computes granular/energy, granular/energy/atom and granular/energy/local: closed forms, and that nothing is missing."""

import math
import re
import unittest

import harness
from harness import DeckTest
from test_box_energy import SIDES

SIDE = ("normal", "sliding", "rolling", "twisting", "lost_normal", "lost_adhesion", "lost_damping", "lost_sliding",
        "lost_rolling", "lost_twisting", "by_law")
ENTRIES = ("translation", "rotation", *(f"pairs_{name}" for name in SIDE), *(f"walls_{name}" for name in SIDE),
           "box", "moving_walls", "gravity", "other_forces", "added", "time_step", "residual")
LOST = [name for name in ENTRIES if "_lost_" in name]
STORED = ["translation", "rotation"] + [f"{side}_{name}" for side in ("pairs", "walls") for name in SIDE[:4]]

HEAD = """units lj
atom_style sphere
atom_modify map array
boundary f f f
newton {newton}
comm_modify vel yes
region box block -5 5 -5 5 -1 12
create_box 1 box
"""
OUTPUT = """compute e all granular/energy
thermo_style custom step {more} c_e c_e[*]
thermo_modify norm no format float %.17g
"""
BALL = HEAD.format(newton="on") + """create_atoms 1 single 0 0 {height}
set group all diameter 1.0
set group all mass 1.0
neighbor 0.3 bin
pair_style granular
pair_coeff * * hooke 1e4 0 tangential linear_history 1e4 0 0.5
"""


class Ledger(dict):
    """The entries of a row of the thermo table."""

    def __init__(self, row):
        super().__init__((name, row[f"c_e[{k}]"]) for k, name in enumerate(ENTRIES, 1))
        self.row, self.scalar = row, row["c_e"]

    @property
    def lost(self):
        return sum(self[name] for name in LOST)

    @property
    def stored(self):
        return sum(self[name] for name in STORED)


def ledgers(run):
    return [Ledger(row) for row in run.thermo() if "c_e[1]" in row]


class ClosedForms(DeckTest):
    def test_bouncing_ball(self):
        """Each impact takes m v^2 (1 - e^2)/2, v^2 = 2 g times the height. LAMMPS' dashpots see velocities of mid-step, half
        a step late: e is that of a collision of 100 steps to 1 %."""
        k, e = 1e6, 0.6
        log_e = math.log(e)
        duration = math.pi / math.sqrt(k * (1 - log_e ** 2 / (math.pi ** 2 + log_e ** 2)))
        deck = BALL.format(height=2.5) + f"""fix 1 all nve/sphere
fix g all gravity 1.0 vector 0 0 -1
fix w all wall/granular hooke {k} {e} damping coeff_restitution tangential linear_history 8e3 1.0 0.5 zplane 0 NULL
timestep {duration / 100}
""" + OUTPUT.format(more="time") + f"thermo 50\nrun {round(4.6 / duration) * 100}\n"
        run = ledgers(self.lmp(deck))
        after = [one["walls_lost_normal"] for one in run if one["walls_normal"] == 0.0]
        plateaus = [a for a, b in zip(after, after[1:]) if a == b]
        levels = sorted(set(plateaus))
        self.assertGreaterEqual(len(levels), 2)
        energy, lost = 2.0, 0.0    # m g times the height above the first touch
        for level in levels[1:3]:
            lost += energy * (1 - e * e)
            energy *= e * e
            # the weight acts during the collision too, over an overlap of a thousandth of the height
            self.assertAlmostEqual(level / lost, 1.0, delta=1e-2)
        last = run[-1]
        # rounding in 2e5 steps
        self.assertAlmostEqual(last["gravity"] - last.stored, last.lost - last["time_step"], delta=1e-10)
        self.assertLess(abs(last["residual"]), 1e-10)

    def collision(self, law, steps):
        """Two spheres that collide head-on with the speed 2; t_c = 0.0222."""
        text = HEAD.format(newton="on") + f"""create_atoms 1 single -0.52 0 5
create_atoms 1 single 0.52 0 5
set group all diameter 1.0
set group all mass 1.0
set atom 1 vx 1.0
set atom 2 vx -1.0
neighbor 0.3 bin
pair_style granular
pair_coeff * * {law}
fix 1 all nve/sphere
timestep {0.0222 / steps}
""" + OUTPUT.format(more="") + f"thermo {5 * steps}\nrun {5 * steps}\n"
        return ledgers(self.lmp(text))

    def test_elastic_collision(self):
        """Nothing is lost, and what the step makes falls with its square at least."""
        for law in ("hooke 1e4 0 tangential none", "hertz/material 1e5 0 0.3 tangential none"):
            error = []
            for steps in (20, 40, 80, 160):
                first, last = self.collision(law, steps)
                self.assertEqual(first["translation"], 1.0)
                self.assertEqual(last["pairs_normal"], 0.0)
                self.assertEqual(last.lost, 0.0)
                self.assertAlmostEqual(last["translation"] - 1.0, last["time_step"], delta=1e-13)
                error.append(abs(last["time_step"]))
            # the first and last step of a contact err by k (v dt)^2/4 each, times a number between -1/2 and 1/2
            for steps, value in zip((20, 40, 80, 160), error):
                self.assertLess(value, 0.25 * (math.pi / steps) ** 2, law)

    def test_stored_at_the_turning_point(self):
        """A head-on collision stores all of the kinetic energy for a moment."""
        text = HEAD.format(newton="on") + """create_atoms 1 single -0.5 0 5
create_atoms 1 single 0.5 0 5
set group all diameter 1.0
set group all mass 1.0
set atom 1 vx 1.0
set atom 2 vx -1.0
neighbor 0.3 bin
pair_style granular
pair_coeff * * hertz/material 1e5 0 0.3 tangential none
fix 1 all nve/sphere
timestep 1e-5
""" + OUTPUT.format(more="") + "thermo 1\nrun 2000\n"
        run = ledgers(self.lmp(text))
        turn = min(run, key=lambda one: one["translation"])
        self.assertAlmostEqual(turn["pairs_normal"], 1.0, delta=1e-5)
        self.assertAlmostEqual(turn.scalar, turn.stored, delta=1e-12)

    def test_sliding_block(self):
        """A sphere that may not turn slides on a plane until it stops: mu m g times the way, but for the dashpot."""
        mu = 0.3
        deck = BALL.format(height="0.4999") + f"""set group all vx 1.0
fix 1 all nve
fix g all gravity 1.0 vector 0 0 -1
fix w all wall/granular hooke 1e4 20 damping velocity tangential linear_history 8e3 0.01 {mu} zplane 0 NULL
timestep 5e-4
variable x equal x[1]
""" + OUTPUT.format(more="v_x") + "thermo 500\nrun 7500\n"
        run = ledgers(self.lmp(deck))
        self.assertEqual(run[0]["translation"], 0.5)
        for one in run[1:]:
            way = one.row["v_x"]
            # at the cap the spring has what the dashpot has too much; the spring's own displacement, mu m g/k = 4e-5, is no
            # sliding
            self.assertAlmostEqual(one["walls_lost_sliding"] + one["walls_sliding"], mu * way, delta=1e-4)
        self.assertLess(run[-1]["translation"], 1e-4)
        self.assertAlmostEqual(run[-1].lost + run[-1].stored, run[0].stored + run[-1]["residual"] + run[-1]["gravity"]
                               + run[-1]["time_step"], delta=1e-12)

    def test_rolling_sphere(self):
        """A sphere rolls to rest: rolling friction with the pseudo-force mu_r m g takes mu_r m g times the way of the
        center over R, R/(R) = 1 at a wall."""
        mu_r = 0.05
        deck = BALL.format(height="0.4999") + f"""set group all vx 1.0
set group all omega 0 2.0 0
fix 1 all nve/sphere
fix g all gravity 1.0 vector 0 0 -1
fix w all wall/granular hooke 1e4 20 damping velocity tangential linear_history 8e3 1.0 0.5 rolling sds 1e4 0.0 {mu_r} zplane 0 NULL
timestep 5e-4
variable x equal x[1]
""" + OUTPUT.format(more="v_x") + "thermo 500\nrun 6000\n"
        run = ledgers(self.lmp(deck))
        self.assertAlmostEqual(run[0]["rotation"], 0.2, delta=1e-12)    # m R^2 w^2/5
        for one in run[1:]:
            self.assertAlmostEqual(one["walls_lost_rolling"], mu_r * one.row["v_x"], delta=2e-4)
        self.assertLess(run[-1]["walls_lost_sliding"], 1e-4)

    def test_other_forces(self):
        """A drag takes the kinetic energy of a free sphere: (1 - exp(-2 gamma t/m)) of it."""
        deck = BALL.format(height="5") + """set group all vx 1.0
fix 1 all nve/sphere
fix drag all viscous 0.5
timestep 1e-3
""" + OUTPUT.format(more="") + "thermo 1000\nrun 1000\n"
        last = ledgers(self.lmp(deck))[-1]
        # a fix that comes after the compute in the input adds its force later in the step
        compute = OUTPUT.split("\n", 1)[0] + "\n"
        first = deck.replace(compute, "").replace("fix drag", compute + "fix drag")
        self.assertEqual(ledgers(self.lmp(first))[-1], last)
        # fix viscous takes velocities of mid-step: first order in the step
        self.assertAlmostEqual(last["other_forces"], -0.5 * (1 - math.exp(-1.0)), delta=1e-3)
        self.assertLess(abs(last["residual"]), 1e-12)

    def test_added(self):
        """What commands between runs give to particles is an entry."""
        deck = BALL.format(height="5") + """set group all vx 1.0
fix 1 all nve/sphere
timestep 1e-3
""" + OUTPUT.format(more="") + "run 10\nset group all vx 3.0\nrun 10\n"
        last = ledgers(self.lmp(deck))[-1]
        self.assertAlmostEqual(last["added"], 4.0, delta=1e-12)
        self.assertLess(abs(last["residual"]), 1e-12)


PACKING = HEAD + """region fill cylinder z 0 0 4.4 0.9 8
create_atoms 1 random 150 4711 fill overlap 1.0 maxtry 2000
set group all diameter 1.0
set group all mass 1.0
velocity all create 1.0 4711 loop geom
neighbor 0.3 bin
pair_style {style}
pair_coeff * * {law}
fix 1 all nve/sphere
fix g all gravity 1.0 vector 0 0 -1
fix floor all wall/granular {law} zplane 0 NULL {motion}
fix side all wall/granular {law} zcylinder 5 {turn}
timestep 5e-4
""" + OUTPUT + "thermo {every}\n"
LAW = ("hooke 2e4 20 damping velocity tangential linear_history 1e4 1 0.5 rolling sds 1e3 1 0.2 "
       "twisting sds 1e2 1 0.1")


def packing(law=LAW, newton="on", style="granular", motion="", turn="", more="", steps=1000, after=""):
    return PACKING.format(law=law, newton=newton, style=style, motion=motion, turn=turn, more=more, every=steps // 2) + \
        after + f"run {steps}\n"


def hybrid_packing(**options):
    """Two laws in pair_style hybrid, two types, and particles that fix freeze holds."""
    after = f"""pair_style hybrid granular
pair_coeff * * granular {LAW}
pair_coeff 1 2 granular {LAW.replace("0.5 rolling", "0.1 rolling")}
set group all type/fraction 2 0.5 7
region low block INF INF INF INF INF 1.2
group low region low
fix hold low freeze
velocity low set 0 0 0
"""
    return packing(after=after, **options).replace("create_box 1", "create_box 2")


def continued(file, end, motion="", gravity=1.0):
    """Goes on from the file of a packing in a turning cylinder."""
    return f"""newton on
read_restart {file}
comm_modify vel yes
neighbor 0.3 bin
fix 1 all nve/sphere
fix g all gravity {gravity} vector 0 0 -1
fix floor all wall/granular {LAW} zplane 0 NULL {motion}
fix side all wall/granular {LAW} zcylinder 5 rotate 1.0
timestep 5e-4
{end}"""


class Packings(DeckTest):
    LAWS = (
        LAW, LAW + " limit_damping", LAW.replace("linear_history", "linear_history_classic"),
        "hertz/material 1e6 50 0.3 tangential mindlin NULL 1.0 0.5 twisting marshall",
        "hertz/material 1e6 50 0.3 tangential mindlin/force NULL 1.0 0.5 rolling sds 1e3 1 0.2 twisting marshall",
        "hertz 1e6 50 tangential mindlin_rescale 8e5 1.0 0.5",
        "hertz/material 1e6 0.5 0.3 damping tsuji tangential mindlin_rescale/force NULL 1.0 0.5",
        "hertz/material 1e6 50 0.3 tangential mindlin_creep NULL 1.0 0.5",
        "hooke 2e4 20 damping velocity tangential tracking 1e4 0.5 0.4 rolling tracking 0.2 twisting tracking 0.2 NULL",
        "hooke 2e4 20 damping velocity tangential tracking 1e4 0.5 0.4 rolling tracking/balanced 0.2",
        "jkr 1e6 50 0.3 20 tangential mindlin NULL 1.0 0.5", "dmt 1e6 50 0.3 20 tangential linear_nohistory 1.0 0.5",
        LAW + " synchronized_verlet",
    )

    def assert_closes(self, one, what):
        """Rounding: 1e5 contacts were added up, each to 1e-16 of what was turned over."""
        turned_over = one.lost + one.stored + abs(one["gravity"]) + abs(one["moving_walls"])
        self.assertLess(abs(one["residual"]), 1e-11 * turned_over, what)
        self.assertLess(abs(one["other_forces"]), 1e-11 * turned_over, what)

    def test_all_laws_close(self):
        """In a turning cylinder with a floor that shakes; forces of the ledger are those of the loops."""
        jobs = {law: (packing(law, motion="wiggle z 0.2 1.0", turn="rotate 1.0"), {}) for law in self.LAWS}
        for law, (run, _) in self.space.run_each(jobs).items():
            self.assert_ended(run, law)
            last = ledgers(run)[-1]
            self.assert_closes(last, law)
            self.assertGreater(last["moving_walls"], 1.0, law)
            self.assertGreater(last["pairs_lost_normal"] + last["pairs_lost_sliding"], 1.0, law)
            for name in LOST:
                # the step may lend a mode a little of what another one loses
                self.assertGreaterEqual(last[name], -1e-4 * last.lost, f"{law}: {name}")
            adhesion = last["pairs_lost_adhesion"]
            self.assertTrue(adhesion > 0.0 if "jkr" in law else adhesion == 0.0, law)

    def test_ranks_and_newton(self):
        """To 1e-9: rounding of positions, 1e-15, grows in the collisions of 300 steps."""
        reference = ledgers(self.lmp(packing(steps=300, turn="rotate 1.0")))[-1]
        for newton, ranks in (("on", 2), ("on", 4), ("off", 1), ("off", 2), ("off", 4)):
            one = ledgers(self.lmp(packing(steps=300, turn="rotate 1.0", newton=newton), ranks=ranks))[-1]
            for name in ENTRIES[:-2]:
                self.assertAlmostEqual(one[name], reference[name], delta=1e-9 * reference.lost,
                                       msg=f"{name}, newton {newton}, {ranks} ranks")

    def test_laws_without_energy_tell(self):
        """Rolling torques that are not opposite make energy; other springs of constant stiffness only where the lever is
        shorter than the radius by half the overlap."""
        separate = self.LAWS[8]
        made = {law: ledgers(self.lmp(packing(law)))[-1] for law in (LAW, separate)}
        self.assertLess(abs(made[LAW]["pairs_by_law"]), 5e-3 * made[LAW].lost)
        self.assertGreater(made[separate]["pairs_by_law"], 2e-2 * made[separate].lost)
        gran = self.lmp(packing().replace("pair_style granular", "pair_style gran/hooke/history 2e4 1e4 20 20 0.5 1")
                        .replace(f"pair_coeff * * {LAW}", "pair_coeff * *"))
        last = ledgers(gran)[-1]
        self.assert_closes(last, "gran/hooke/history")
        # its lever is the radius: nothing but rounding and the opening of contacts
        self.assertLess(abs(last["pairs_by_law"]), 1e-3 * last.lost)

    def test_atoms_and_contacts(self):
        # LAMMPS 4 Feb 2025 does not read "c_l[*] inputs local"
        after = f"""compute a all granular/energy/atom
compute l all granular/energy/local
compute of_atoms all reduce sum c_a[*]
compute of_contacts all reduce sum {" ".join(f"c_l[{k}]" for k in range(1, 15))} inputs local
thermo_style custom step c_e c_e[*] c_of_atoms[*] c_of_contacts[*]
thermo_modify norm no format float %.17g
dump d all local 500 local.txt c_l[*]
"""
        for newton, ranks in (("on", 1), ("on", 4), ("off", 4)):
            one = ledgers(self.lmp(packing(after=after, newton=newton), ranks=ranks))[-1]
            powers = [one.row[f"c_of_atoms[{k}]"] for k in range(1, 7)]
            local = [one.row[f"c_of_contacts[{k}]"] for k in range(1, 15)]
            self.assertAlmostEqual(powers[0], sum(powers[1:]), delta=1e-12 * powers[0])
            for of_atoms, of_contacts in zip(powers[1:], local[9:]):
                self.assertAlmostEqual(of_atoms, of_contacts, delta=1e-11 * powers[0])
            for mode, energy in zip(SIDE, local[5:9]):
                self.assertAlmostEqual(energy, one[f"pairs_{mode}"] + one[f"walls_{mode}"], delta=1e-12 * one.stored)
            for row in self.space.locals()[500]:
                self.assertTrue(row[1] == 0 or row[0] != row[1])
                self.assertTrue(all(value >= 0.0 for value in row[9:]), row)

    def test_rate_of_contacts_is_that_of_the_vector(self):
        """Powers of contacts are those that the laws see. Their sum over time is the vector's, to first order of the step;
        2 % at this step of a 16th of a collision."""
        after = """compute a all granular/energy/atom
compute of_atoms all reduce sum c_a[*]
thermo_style custom step c_e c_e[*] c_of_atoms[*]
thermo_modify norm no format float %.17g
thermo 1
"""
        run = ledgers(self.lmp(packing(after=after, steps=600).replace("5e-4\n", "2.5e-4\n")))
        for k, names in enumerate((("lost_normal", "lost_adhesion"), ("lost_damping",), ("lost_sliding",),
                                   ("lost_rolling",), ("lost_twisting",)), 2):
            by_power = 2.5e-4 * sum(one.row[f"c_of_atoms[{k}]"] for one in run[1:])
            total = sum(run[-1][f"{side}_{name}"] for side in ("pairs", "walls") for name in names)
            self.assertAlmostEqual(by_power, total, delta=0.02 * run[-1].lost, msg=names)

    def test_restart(self):
        """The sums go on from the file, and a run that writes files has the same bits as one that was read."""
        begin = packing(steps=400, turn="rotate 1.0", after="restart 200 file.*\n")
        whole = ledgers(self.lmp(begin))
        again = continued("file.200", OUTPUT.format(more="") + "thermo 200\nrun 200\n")
        run = ledgers(self.lmp(again))
        self.assertEqual(run[0].row["Step"], 200)
        self.assertEqual(run[0], whole[1])
        self.assertEqual(run[1], whole[2])
        self.assert_closes(run[1], "continued")
        # a file that was written at a set-up
        after_zero = "run 0\nwrite_restart file.0\nrun 200\n"
        at_set_up = ledgers(self.lmp(packing(steps=200, turn="rotate 1.0") + after_zero))
        run = ledgers(self.lmp(again.replace("file.200", "file.0")))
        self.assertEqual(run[-1], at_set_up[-1])
        self.assert_closes(run[-1], "continued from a set-up")
        # another number of ranks: forces of the last step too, sums in another order
        for name, value in ledgers(self.lmp(again, ranks=4))[1].items():
            self.assertAlmostEqual(value, whole[2][name], delta=1e-9 * whole[2].lost, msg=name)
        # started anew, the sums go on too
        anew = ledgers(self.lmp(again.replace("fix 1", "velocity all set 0 0 0 sum yes\nfix 1")))
        self.assertAlmostEqual(anew[0]["pairs_lost_normal"], whole[1]["pairs_lost_normal"], delta=1e-12)

    def test_restart_of_another_format(self):
        """Sums that another version of the plugin has written are not read as if they were these."""
        self.lmp(packing(steps=200, after="restart 200 file.*\n"))
        data = (self.space.path / "file.200").read_bytes()
        place = data.index(b"LEDG\x01\0\0\0")    # mark, format, then the number of doubles
        checksum = data.index(b"GSRT head sum:") + 16
        warning = ("The sums of compute granular/energy in the restart file have another format than those of this "
                   "version of the plugin: they begin from zero")
        again = packing(steps=1).split("pair_style")[0].split("region")[0] + """read_restart file.200
fix 1 all nve/sphere
timestep 5e-4
""" + OUTPUT.format(more="") + "run 0\n"
        for what, at, step in (("same", 4, 0), ("format", 4, 1), ("length", 8, 1), ("mark", 0, 1)):
            with self.subTest(what):
                changed = bytearray(data)
                changed[checksum:checksum + 8] = bytes(8)
                changed[place + at] += step
                (self.space.path / "file.200").write_bytes(changed)
                run = self.lmp(again)
                self.assertEqual(warning in " ".join(run.output.split()), step > 0)
                (first,) = ledgers(run)
                (self.assertEqual if step else self.assertGreater)(first["pairs_lost_normal"], 0.0)

    def test_deleted_fix(self):
        """The fix with the sums is looked up each time: it may have been deleted, and made again."""
        text = packing(steps=1, after="")
        error = ("Compute granular/energy e requires fix GRANULAR_SRT_LEDGER, which has been deleted: delete the compute "
                 "and define it again")
        run = self.space.run(text + "unfix GRANULAR_SRT_LEDGER\nrun 1\n")
        self.assertEqual(run.returncode, 1, run.output[-2000:])
        self.assertIn(error, run.error)
        again = "thermo_style one\nuncompute e\n" + OUTPUT.format(more="")
        for more in ("unfix GRANULAR_SRT_LEDGER\n" + again, "unfix GRANULAR_SRT_LEDGER\ncompute l all granular/energy/local\n",
                     "compute a all granular/energy/atom\n" + again, again):
            run = ledgers(self.lmp(text + more + "run 10\n"))
            self.assert_closes(run[-1], more)

    def test_each_compute_begins(self):
        """The sums of a compute begin with the first run after its definition, whatever other computes have, and go on in
        a run that continues from a file."""
        names = ("first", "second")
        output = "thermo_style custom step " + " ".join(f"c_{name} c_{name}[*]" for name in names) + \
            "\nthermo_modify norm no format float %.17g\n"

        def of(run, compute):
            return [Ledger({key.replace(f"c_{compute}", "c_e"): value for key, value in row.items()})
                    for row in run.thermo() if "c_second[1]" in row]

        begin = packing(steps=200, turn="rotate 1.0", after="compute l all granular/energy/local\n")
        begin = begin.replace(OUTPUT.split("\n", 1)[0], "#").replace(OUTPUT.split("\n")[1].format(more=""), "#")
        deck = begin + "compute first all granular/energy\nrun 100\ncompute second all granular/energy\n" + output + \
            "restart 400 file.*\nthermo 100\nrun 200\n"
        whole = self.lmp(deck)
        first, second = of(whole, "first"), of(whole, "second")
        for name in ENTRIES:
            if name not in STORED:
                self.assertEqual(second[0][name], 0.0, name)
        self.assertGreater(first[0].lost, 0.1)
        self.assertGreater(second[-1].lost, 0.1)
        for a, b in zip(first, second):
            self.assertEqual(a.scalar, b.scalar)
            self.assertAlmostEqual(a.lost - b.lost, first[0].lost, delta=1e-12 * a.lost)
            self.assert_closes(b, "second compute")
        computes = "".join(f"compute {name} all granular/energy\n" for name in names)
        go_on = self.lmp(continued("file.400", computes + output + "thermo 100\nrun 100\n"))
        self.assertEqual(of(go_on, "first")[-1], first[-1])
        self.assertEqual(of(go_on, "second")[-1], second[-1])

    def test_skin_of_zero(self):
        """Contacts that end are found with a list of pairs in each step too, of the plugin or of LAMMPS."""
        jobs = {}
        for law in (LAW, self.LAWS[10]):
            for style in ("granular", "hybrid granular"):
                for skin in (0.3, 0.0):
                    text = packing(law, steps=600, turn="rotate 1.0").replace("neighbor 0.3", f"neighbor {skin}")
                    if "hybrid" in style:
                        text = text.replace("pair_style granular", "pair_style hybrid granular").replace(
                            "pair_coeff * *", "pair_coeff * * granular")
                    jobs[law, style, skin] = (text, {})
        runs = self.space.run_each(jobs)
        for (law, style, skin), (run, _) in runs.items():
            self.assert_ended(run, law)
            reference = ledgers(runs[law, style, 0.3][0])[-1]
            last = ledgers(run)[-1]
            for name in ENTRIES[:-2]:
                # contacts in another order: rounding, which grows in the collisions of 600 steps
                self.assertAlmostEqual(last[name], reference[name], delta=1e-9 * last.lost, msg=f"{name}: {law}, {style}")

    def test_runs_in_one_input(self):
        """Sums go on from run to run, also with pre no; each begins with forces computed anew."""
        whole = ledgers(self.lmp(packing(steps=400)))[-1]
        parts = ledgers(self.lmp(packing(steps=200, after="") + "run 100\nrun 100 pre no\n"))
        for one in parts:
            self.assert_closes(one, "parts")
        # forces of a set-up have velocities of the full step
        self.assertAlmostEqual(parts[-1].lost, whole.lost, delta=1e-2 * whole.lost)
        self.assertLess(abs(parts[-1]["added"]), 1e-12)

    def test_many_set_ups(self):
        """A set-up counts the half step of those that its forces move: not of particles that no fix integrates, and of rigid
        bodies as a whole."""
        deck = BALL.format(height=1.4499) + """create_atoms 1 single 0 0 0.45
set group all diameter 1.0
set group all mass 1.0
group mobile id 1
fix 1 mobile nve/sphere
fix g mobile gravity 1.0 vector 0 0 -1
timestep 1e-3
""" + OUTPUT.format(more="") + "thermo 100\nrun 100\nrun 100 every 1 NULL\n"
        last = ledgers(self.lmp(deck))[-1]
        self.assertAlmostEqual(last["pairs_normal"], 0.5e-4, delta=1e-9)
        # the free sphere would gain dt^2 f^2/8m = 1e-7 in each set-up
        self.assertLess(abs(last["residual"]), 1e-14)
        first, last = [self.rigid_bodies(end=f"thermo 2000\nrun 2000\n{more}")[-1] for more in
                       ("run 100\n", "run 100 every 1 NULL\n")]
        # the change of the half step in one step: it was 8e-4 without, and is of third order
        self.assertLess(abs(last["residual"] - first["residual"]), 5e-5 * last.lost)

    def test_fixes_before_the_ledger(self):
        """Fixes that stand before the computes in the input, or have stayed while a compute was defined again, have the values
        of their step, also in the set-up, and change none. Walls that come after them are not set up yet then."""
        late = """compute c all granular/local fn
compute sum all reduce sum c_c inputs local
variable sum equal c_sum
variable ke equal ke
compute e all granular/energy
fix late all ave/time 1 1 10 v_ke c_e[1] c_e[7] c_e[10] c_e[18] v_sum file late.txt format " %.17g"
"""
        again = "uncompute e\ncompute e all granular/energy\nrun 50\n"
        early = "".join(f"variable e{k} equal c_e[{k}]\n" for k in (1, 7, 10, 18)) + \
            "variable sum equal c_sum\nvariable ke equal ke\n" \
            "fix early all ave/time 1 1 10 v_ke v_e1 v_e7 v_e10 v_e18 v_sum file early.txt format \" %.17g\"\n"
        text = packing(steps=400).split("compute e")[0] + late + OUTPUT.format(more="ke").split("\n", 1)[1]

        def rows(name):
            lines = (self.space.path / name).read_text().splitlines()
            return [line.split() for line in lines if not line.startswith("#")]

        reference = ledgers(self.lmp(text + "run 400\n" + again))
        expected = rows("late.txt")
        run = ledgers(self.lmp(text.replace("fix floor", early + "fix floor") + "run 400\n" + again))
        self.assertEqual(rows("late.txt"), expected)
        self.assertEqual(rows("early.txt"), expected)
        self.assertEqual(run, reference)
        # without the other computes, the fix with the sums is a new one too
        alone = text.replace("compute c ", "# ").replace("compute sum ", "# ").replace(" v_sum", "")
        self.lmp(alone + "run 400\n" + again)
        expected += rows("late.txt")
        self.assertEqual(len(expected), 2 * 46)
        for _, ke, kinetic, *_ in expected:
            self.assertAlmostEqual(float(ke), float(kinetic), delta=1e-10 * float(ke))

    def test_pouring(self):
        """Particles that come have energy, which is an entry."""
        deck = HEAD.format(newton="on").replace("boundary f f f", "boundary p p f") + f"""region source block -4 4 -4 4 6 9
neighbor 0.3 bin
pair_style granular
pair_coeff * * {LAW}
fix 1 all nve/sphere
fix g all gravity 1.0 vector 0 0 -1
fix in all pour 100 1 4711 region source diam one 1.0 dens 1.0 1.0 vel -0.5 0.5 -0.5 0.5 -2.0
fix floor all wall/granular {LAW} zplane 0 NULL
timestep 1e-3
thermo_modify lost ignore
""" + OUTPUT.format(more="atoms") + "thermo 2000\nrun 4000\n"
        last = ledgers(self.lmp(deck))[-1]
        self.assertGreater(last.row["Atoms"], 50)
        self.assertGreater(last["added"], 50 * 0.5 * math.pi / 6 * 4.0)
        self.assert_closes(last, "pouring")

    def test_several_laws_and_styles(self):
        """pair_style hybrid, two types, and particles that fix freeze holds."""
        last = ledgers(self.lmp(hybrid_packing()))[-1]
        self.assert_closes(last, "hybrid")
        self.assertGreater(last["pairs_lost_sliding"], 0.1)

    def test_discs(self):
        """Two dimensions, with the inertia of discs."""
        law = "hooke 2e4 20 damping velocity tangential linear_history 1e4 1 0.5"
        deck = HEAD.format(newton="on").replace("boundary f f f", "dimension 2\nboundary f f p").replace(
            "block -5 5 -5 5 -1 12", "block -8 8 -1 12 -0.5 0.5") + f"""region fill block -7 7 0.6 9 -0.5 0.5
create_atoms 1 random 60 4711 fill overlap 1.0 maxtry 2000
set group all diameter 1.0
set group all mass 1.0
velocity all create 1.0 4711 loop geom
velocity all set NULL NULL 0
neighbor 0.3 bin
pair_style granular
pair_coeff * * {law}
fix 1 all nve/sphere disc
fix 2 all enforce2d
fix g all gravity 1.0 vector 0 -1 0
fix floor all wall/granular {law} yplane 0 NULL
fix side all wall/granular {law} xplane -8 8
timestep 5e-4
""" + OUTPUT.format(more="") + "thermo 2000\nrun 2000\n"
        last = ledgers(self.lmp(deck))[-1]
        self.assertGreater(last["rotation"], 0.01)
        self.assert_closes(last, "discs")

    def rigid_bodies(self, fix="rigid/small molecule", gravity="", compute_first=False, output=OUTPUT.format(more=""),
                     end="thermo 6000\nrun 6000\n", **options):
        atoms = "".join(f"create_atoms 1 single {x} {y} {z}\ncreate_atoms 1 single {x + 0.8} {y + 0.3} {z + 0.3}\n"
                        for x in (-2, 0.1, 2) for y in (-2, 0, 2) for z in (1.0, 2.6))
        compute, rest = output.split("\n", 1)
        return ledgers(self.lmp(HEAD.format(newton="on") + atoms + f"""set group all diameter 1.0
set group all mass 1.0
fix bodies all property/atom mol ghost yes
variable mol atom ceil(id/2)
set group all mol v_mol
neigh_modify exclude molecule/intra all
velocity all create 1.0 4711 loop geom
neighbor 0.3 bin
comm_modify cutoff 3
pair_style granular
pair_coeff * * {LAW}
fix g all gravity 1.0 vector 0 0 -1 {gravity}
fix floor all wall/granular {LAW} zplane 0 NULL
fix side all wall/granular {LAW} zcylinder 5
{compute if compute_first else ""}
fix 1 all {fix}
timestep 5e-4
{"" if compute_first else compute}
{rest}{end}""", **options))

    def test_rigid_bodies(self):
        """LAMMPS integrates the rotation of bodies by another rule: of second order, 1.5e-6 of what is dissipated here."""
        last = self.rigid_bodies()[-1]
        self.assertGreater(last["pairs_lost_normal"] + last["walls_lost_normal"], 1.0)
        self.assertLess(abs(last["residual"]), 1e-5 * last.lost)
        self.assertLess(abs(last["other_forces"]), 1e-11 * last.lost)

    def test_rigid_bodies_after_the_compute(self):
        """Their angular velocity is known in their set-up, which comes later. Output only after the run does not ask before."""
        self.rigid_bodies(compute_first=True, output="compute e all granular/energy\nthermo_style custom step\n",
                          end='run 2000\nvariable r equal c_e[31]\nvariable l equal c_e[7]+c_e[18]\nprint "residual ${r} ${l}"\n')
        residual, lost = map(float, re.findall(r"^residual (\S+) (\S+)$", self.space.log(), re.MULTILINE)[-1])
        self.assertGreater(lost, 0.1)
        self.assertLess(abs(residual), 1e-5 * lost)

    def test_weight_of_rigid_bodies(self):
        """The weight that fix rigid gives its bodies is that which fix gravity gives their spheres."""
        end = "thermo 2000\nrun 2000\n"
        reference = self.rigid_bodies(end=end)[-1]
        self.assertGreater(reference["gravity"], 4.0)
        for fix, ranks in (("rigid/small molecule", 1), ("rigid/small molecule", 2), ("rigid molecule", 2)):
            last = self.rigid_bodies(f"{fix} gravity g", "disable", end=end, ranks=ranks)[-1]
            # rounding of positions grows in the collisions of 2000 steps
            self.assertAlmostEqual(last["gravity"], reference["gravity"], delta=1e-6 * last.lost, msg=fix)
            self.assertLess(abs(last["residual"]), 1e-5 * last.lost, fix)
            self.assertLess(abs(last["other_forces"]), 1e-11 * last.lost, fix)

    def test_prescribed_masses_of_rigid_bodies(self):
        """Bodies have the mass and inertia of a file, not those of their spheres. Entries 1 and 2 are of bodies as a whole."""
        moments, v = (0.9, 1.2, 1.5), (0.3, -0.2, -1.0)
        lines = [f"{n} 3.0 {x + 0.4} {y + 0.15} {z + 0.15} {moments[0]} {moments[1]} {moments[2]} 0 0 0 {v[0]} {v[1]} {v[2]} "
                 "0.9 0 0 0 0 0" for n, (x, y, z) in
                 enumerate(((x, y, z) for x in (-2, 0.1, 2) for y in (-2, 0, 2) for z in (1.0, 2.6)), 1)]
        (self.space.path / "bodies.txt").write_text(f"{len(lines)}\n" + "\n".join(lines) + "\n")
        for fix, ranks in (("rigid/small", 1), ("rigid/small", 2), ("rigid", 2)):
            first, last = self.rigid_bodies(f"{fix} molecule infile bodies.txt gravity g", "disable",
                                            end="thermo 2000\nrun 2000\n", ranks=ranks)
            self.assertAlmostEqual(first["translation"], 18 * 0.5 * 3.0 * sum(c * c for c in v), delta=1e-12)
            self.assertAlmostEqual(first["rotation"], 18 * 0.5 * 0.9 ** 2 / moments[0], delta=1e-12)
            self.assertGreater(last["pairs_lost_normal"] + last["walls_lost_normal"], 1.0)
            self.assertLess(abs(last["residual"]), 1e-5 * last.lost, fix)

    def test_thermostat_of_rigid_bodies(self):
        """Random forces on bodies are other forces. They count with the velocities of the full step, as those of fix
        langevin do: the balance closes although they are large."""
        for fix, compute_first in (("rigid/small", False), ("rigid/small", True), ("rigid", False)):
            _, middle, last = self.rigid_bodies(f"{fix} molecule langevin 5.0 5.0 0.5 4711", compute_first=compute_first,
                                                end="thermo 500\nrun 1000\n")
            self.assertGreater(last["other_forces"], 100.0)
            self.assertLess(abs(last["residual"] - middle["residual"]), 1e-5 * last.lost, fix)
            # dt^2 f^2/8m of random forces, which begin with the first step
            self.assertLess(abs(last["residual"]), 5e-3 * last.lost, fix)
            self.assertLess(abs(last["time_step"]), 0.05 * last.lost, fix)


BOX = f"""units lj
atom_style sphere
boundary p p p
newton on
comm_modify vel yes
region box prism 0 4.6 0 4.6 0 4.6 0 0 0
create_box 1 box
create_atoms 1 random 60 4711 NULL overlap 0.6 maxtry 1000
set group all diameter 1.0
set group all mass 1.0
pair_style granular box yes
pair_coeff * * hooke 1.0 2.0 damping velocity tangential linear_history 0.8 1.0 0.5
neighbor 0.3 bin
neigh_modify delay 0 every 1
timestep 0.02
fix 1 all nph/sphere {SIDES} xy -1.5e-3 -1.5e-3 2.25 xz 0 0 2.25 yz 0 0 2.25 nreset 1 pchain 0 ptemp 1
thermo 6000
run 6000
unfix 1
pair_coeff * * hooke 1.0 0.2 damping velocity tangential linear_history 0.8 1.0 0.3 rolling sds 0.1 0.05 0.1
"""


class Box(DeckTest):
    def drive(self, fix, step, more="", time=10.0):
        deck = BOX + f"timestep {step}\n{fix}\n" + OUTPUT.format(more=more) + \
            f"thermo {round(time / step)}\nrun {round(time / step)}\n"
        return ledgers(self.lmp(deck))[-2:]

    def test_barostat(self):
        """The work of the box is what the barostat's own energy loses, and the residual is of second order."""
        fix = f"""fix swing all nph/sphere {SIDES} xy 0 0 2.25 xz 0 0 2.25 yz 0 0 2.25 pchain 0 ptemp 1
fix_modify swing temp thermo_temp"""
        residual, difference = [], []
        for step in (0.02, 0.01, 0.005):
            first, last = self.drive(fix, step, "f_swing")
            self.assertGreater(abs(last["box"]), 1e-3)
            given = first.row["f_swing"] - last.row["f_swing"]
            # both integrate the same power, by rules that differ in second order
            difference.append(given - last["box"])
            self.assertLess(abs(difference[-1]), 1e-5 * abs(last["box"]))
            self.assertLess(abs(last["residual"]), 1e-7 * last.lost)
            residual.append(last["residual"])
        for one, next_one in zip(difference, difference[1:]):
            self.assertAlmostEqual(one / next_one, 4.0, delta=0.2)
        # the last one is near rounding, 1e-16 of the energies times the root of the number of sums
        self.assertAlmostEqual(residual[0] / residual[1], 4.0, delta=0.5)

    def test_stress_of_atoms(self):
        """An output changes no entry."""
        fix = f"fix swing all nph/sphere {SIDES} xy 0 0 2.25 xz 0 0 2.25 yz 0 0 2.25 pchain 0 ptemp 1\n"
        stress = "compute stress all stress/atom NULL\nfix mean all ave/atom 1 1 1 c_stress[1]\n"
        one, other = (self.drive(fix + more, 0.02)[-1] for more in ("", stress))
        for name in ENTRIES:
            # sums of the virial in another order
            self.assertAlmostEqual(one[name], other[name], delta=1e-12 * one.lost, msg=name)

    def test_first_forces_anew(self):
        """After a command between file and run, a run that continues has the work of the box of an uninterrupted one, from
        its first step on: the barostat has a rate before it has done a step."""
        fix = f"timestep 0.02\nfix swing all nph/sphere {SIDES} xy 0 0 2.25 xz 0 0 2.25 yz 0 0 2.25 pchain 0 ptemp 1\n" + \
            OUTPUT.format(more="") + "thermo 20\n"
        change = "set group all mass 1.2\nrun 40\n"
        whole = self.lmp(BOX + fix + "run 100\nwrite_restart file\n" + change)
        again = self.lmp("read_restart file\nnewton on\ncomm_modify vel yes\nneighbor 0.3 bin\nneigh_modify delay 0 every 1\n" +
                         fix + change)
        one, other = ledgers(whole)[-1], ledgers(again)[-1]
        self.assertGreater(abs(one["box"]), 1e-5)
        for name in ENTRIES:
            # the box of a file is rounded to where the particles are put back into it
            self.assertAlmostEqual(one[name], other[name], delta=1e-10 * one.lost, msg=name)

    def test_deform(self):
        """As exact as without a box that moves: rounding, 1e-16 of the energies times the root of the number of sums."""
        for remap in ("v", "x"):
            fix = f"fix shear all deform 1 xy erate 0.01 remap {remap}\nfix move all nve/sphere"
            first, last = self.drive(fix, 0.01)
            self.assertGreater(last["box"], 0.01)
            self.assertGreater(last["pairs_lost_sliding"], 0.005)
            self.assertLess(abs(last["residual"]), 1e-11 * last.lost, remap)
            self.assertAlmostEqual(last["box"], last.lost + last.stored - first.stored, delta=0.02 * last["box"])

    def test_particles_that_go_while_the_box_shears(self):
        """They take their spins along."""
        fix = ("set group all omega 1 2 3\nfix shear all deform 1 xy erate 0.01 remap v\nfix move all nve/sphere\nregion all block INF INF INF INF INF INF\n"
               "fix e all evaporate 100 1 all 4711")
        first, last = self.drive(fix, 0.01, "atoms")
        self.assertLess(last.row["Atoms"], first.row["Atoms"])
        self.assertLess(abs(last["residual"]), 1e-11 * first["rotation"])


PAIR = HEAD.replace("atom_style sphere", "atom_style sphere 1") + """create_atoms 1 single 0 0 0.49
create_atoms 1 single 0.95 0 0.49
create_atoms 1 single 1.9 0 0.49
set group all diameter 1.0
set group all mass 1.0
set atom 1 vz 0.5
neighbor {skin} bin
pair_style granular
pair_coeff * * {law}
fix 1 all nve/sphere
fix w all wall/granular {law} zplane 0 NULL
timestep {step}
"""
ELASTIC = "hooke 1e4 0 tangential linear_history 1e4 0 0.5"


def pair(more="", newton="on", skin=0.3, step=1e-5, law=ELASTIC):
    return PAIR.format(newton=newton, skin=skin, step=step, law=law) + more


class WithoutMotion(DeckTest):
    """Energy that changes although nothing moves, and forces of other fixes."""

    def test_adhesion_at_curved_walls(self):
        """At pull-off a neck has the energy of the JKR theory, with 1/R = 1/R_i + the mean curvature of the wall."""
        E, gamma, radius = 1e4, 20.0, 0.5    # E_eff of the contact: two bodies of Young's modulus E, Poisson's ratio 0
        E_eff = 0.5 * E
        for wall, x, curvature in (("xplane -5 5", 4.51, 0.0), ("zcylinder 5", 4.51, -0.1), ("zcylinder 1", 1.49, 0.5)):
            R = radius / (1 + radius * curvature)
            q = math.sqrt(math.pi * gamma / E_eff)

            def U(a):
                return E_eff * (8 * a ** 5 / (15 * R ** 2) - 8 * q * a ** 3.5 / (3 * R) + 2 * q * q * a * a)

            a_0, a_end = (2 * q * R) ** (2 / 3), (1.5 * q * R) ** (2 / 3)    # delta = 0; dF/da = 0
            side = -1 if x > 4 else 1
            deck = HEAD.format(newton="on") + f"""create_atoms 1 single {x} 0 5
set group all diameter 1.0
set group all mass 1.0
set group all vx {side * 3.0}
neighbor 0.3 bin
pair_style granular
pair_coeff * * jkr {E} 0 0.0 {gamma} tangential none
fix 1 all nve/sphere
fix w all wall/granular jkr {E} 0 0.0 {gamma} tangential none {wall}
timestep 1e-5
""" + OUTPUT.format(more="") + "thermo 30000\nrun 30000\n"
            last = ledgers(self.lmp(deck))[-1]
            self.assertEqual(last["walls_normal"], 0.0)
            self.assertAlmostEqual(last["walls_lost_adhesion"], U(a_end) - U(a_0), delta=1e-10, msg=wall)
            # the step in which the force of pull-off ends: F_po v dt/2 = 5e-4
            self.assertLess(abs(last["time_step"]), 2e-3, wall)

    def test_langevin(self):
        """fix langevin sums its own work, with the velocities of the full step."""
        law = "hooke 1e4 20 damping velocity tangential linear_history 1e4 0 0.5"
        sides = "".join(f"fix {axis} all wall/granular {law} {axis}plane {lo} {hi}\n"
                        for axis, lo, hi in (("x", -5, 5), ("y", -5, 5), ("z", 0, 11)))
        deck = HEAD + f"""region fill block -4 4 -4 4 1 9
create_atoms 1 random 100 4711 fill overlap 1.0 maxtry 2000
set group all diameter 1.0
set group all mass 1.0
neighbor 0.3 bin
pair_style granular
pair_coeff * * {law}
fix 1 all nve/sphere
fix g all gravity 1.0 vector 0 0 -1
{sides}timestep 1e-3
fix thermal all langevin 1.0 1.0 1.0 4711 tally yes
""" + OUTPUT.format(more="f_thermal") + "thermo 1000\nrun 1000\n"
        compute = OUTPUT.split("\n", 1)[0] + "\n"
        before = deck.replace(compute, "").replace("fix 1 all", compute + "fix 1 all")
        for text, newton, ranks in ((deck, "on", 1), (before, "on", 1), (deck, "on", 2), (deck, "off", 2)):
            last = ledgers(self.lmp(text.format(newton=newton), ranks=ranks))[-1]
            self.assertGreater(last["other_forces"], 50.0)
            self.assertGreater(last["walls_lost_normal"], 1.0)
            # rounding of 1e5 terms
            self.assertAlmostEqual(last["other_forces"], -last.row["f_thermal"], delta=1e-9 * last["other_forces"])
            # what remains is of contacts: that of the dashpots falls with the step
            self.assertLess(abs(last["time_step"]), 0.05 * last.lost)
            self.assertLess(abs(last["residual"]), 1e-11 * last["other_forces"])

    def test_deleted_particles(self):
        """A particle that is deleted takes its kinetic energy and that of its contacts along."""
        evaporate = """group gone id 3
region all block INF INF INF INF INF INF
fix e gone evaporate 6 1 all 4711
"""
        # in a box that ends just beside it the particle is lost at once
        leaves = "set atom 3 vx 100\n"
        lost = pair(leaves, skin=0.001).replace("-5 5 -5 5 -1 12", "-5 1.9015 -5 5 -1 12")
        for what, text in (("evaporate", pair(evaporate)), ("lost", lost)):
            for newton, ranks in (("on", 1), ("on", 2), ("off", 2)):
                deck = text.replace("newton on", f"newton {newton}") + "thermo_modify lost ignore\n" + \
                    OUTPUT.format(more="atoms") + "thermo_modify lost ignore\nthermo 1\nrun 12\n"
                run = ledgers(self.lmp(deck, ranks=ranks))
                case = f"{what}, newton {newton}, {ranks} ranks"
                for before, after in zip(run, run[1:]):
                    if after.row["Atoms"] < before.row["Atoms"]:
                        break
                self.assertEqual(run[-1].row["Atoms"], 2, case)
                change = after.scalar - before.scalar
                self.assertLess(change, -12.0, case)
                # what the forces do to the other two particles in this step, F v dt, is no part of it
                self.assertAlmostEqual(after["added"], change, delta=1e-4 * abs(change), msg=case)
                for name in ("time_step", "pairs_by_law", "walls_by_law"):
                    self.assertLess(abs(after[name] - before[name]), 1e-4 * abs(change), f"{name}: {case}")
                self.assertLess(abs(run[-1]["residual"]), 1e-13 * run[0].scalar, case)

    def test_removed_wall(self):
        """So does a wall that is removed between runs."""
        run = ledgers(self.lmp(pair(OUTPUT.format(more="") + "run 10\nunfix w\nrun 10\n")))
        self.assertAlmostEqual(run[-1]["added"], -run[1]["walls_normal"] - run[1]["walls_sliding"], delta=1e-12)

    def growing(self, step, more, mass="no"):
        deck = pair(f"""{more}
variable d equal 1.0+0.1*step*{step}
fix grow all adapt 2 atom diameter v_d mass {mass}
""" + OUTPUT.format(more="") + f"thermo {round(4e-3 / step)}\nrun {round(4e-3 / step)}\n", step=step)
        return ledgers(self.lmp(deck))

    def test_growth(self):
        """Growth of held spheres by 0.0004 does work on their springs: k delta^2/2 afterwards minus before, at two pairs
        and three contacts with the floor."""
        first, last = self.growing(1e-5, "set atom 1 vz 0\nfix hold all setforce 0 0 0")
        grown = 0.1 * 4e-3
        work = 2 * 5e3 * ((0.05 + grown) ** 2 - 0.05 ** 2) + 3 * 5e3 * ((0.01 + 0.5 * grown) ** 2 - 0.01 ** 2)
        self.assertAlmostEqual(last["added"], work, delta=1e-11)
        self.assertAlmostEqual(last.scalar - first.scalar, work, delta=1e-11)
        self.assertLess(abs(last["time_step"]), 1e-11)

    def test_growth_of_moving_particles(self):
        """The share of the step in it falls with the step. Mass and inertia grow too."""
        for mass in ("no", "yes"):
            by_step = []
            for step in (2e-5, 1e-5):
                first, last = self.growing(step, "set atom 1 omega 3 0 0", mass)
                self.assertGreater(last["added"], 0.2)
                self.assertLess(abs(last["residual"]), 1e-11, mass)
                by_step.append(abs(last["time_step"]))
            self.assertLess(by_step[1], 1e-3 * last["added"], mass)
            self.assertAlmostEqual(by_step[0] / by_step[1], 2.0, delta=0.2, msg=mass)

    def test_fixes_at_the_end_of_a_step_with_growth(self):
        """In the last step of a run, too."""
        run = self.lmp(pair("velocity all set 1 0 0\nvariable d equal 1.0+1e-3*step\nfix grow all adapt 2 atom diameter v_d\n" +
                            OUTPUT.format(more="ke") + "fix slow all momentum 1 linear 1 1 1\nrun 1\n"))
        last = ledgers(run)[-1]
        self.assertAlmostEqual(last["translation"], last.row["KinEng"], delta=1e-12)

    def test_growth_that_is_taken_back_after_the_run(self):
        """The order of the commands does not matter."""
        compute, output = OUTPUT.format(more="").split("\n", 1)
        grow = "variable d equal 1.0+1e-3*step\nfix grow all adapt 2 atom diameter v_d mass yes reset yes\n"
        early = "variable s equal step\nfix early all halt 1 v_s >= 15 error continue\nrun 20\nunfix early\nrun 20\n"
        found = [ledgers(self.lmp(pair("set atom 1 omega 3 0 0\n" + text + output + runs)))[-1]
                 for runs in ("run 20\nrun 20\n", early)
                 for text in (compute + "\n" + grow, grow + compute + "\n")]
        for one in found:
            self.assertLess(abs(one["residual"]), 1e-11)
        for before, after in (found[:2], found[2:]):
            self.assertAlmostEqual(before["added"], after["added"], delta=1e-11)

    def test_growth_in_a_packing(self):
        """With friction and adhesion, new neighbor lists, and images of other ranks."""
        more = "variable d equal 1.0+2e-5*step\nfix grow all adapt 10 atom diameter v_d\n"
        for law in (LAW, Packings.LAWS[10]):
            reference = None
            for newton, ranks in (("on", 1), ("on", 2), ("off", 2)):
                text = packing(law, turn="rotate 1.0", newton=newton, after=more)
                last = ledgers(self.lmp(text.replace("atom_style sphere", "atom_style sphere 1"), ranks=ranks))[-1]
                self.assertGreater(last["added"], 10.0)
                self.assertLess(abs(last["residual"]), 1e-11 * (last.lost + last.stored))
                reference = reference or last
                for name in ENTRIES[:-1]:
                    # rounding of positions grows in the collisions of 1000 steps
                    self.assertAlmostEqual(last[name], reference[name], delta=1e-8 * last.lost, msg=f"{name}: {ranks} ranks")


class Messages(DeckTest):
    def deck(self, command="compute e all granular/energy", before="", pair="granular", coeff=LAW):
        return HEAD.format(newton="on") + f"""create_atoms 1 single 0 0 5
set group all diameter 1.0
group some id 1
pair_style {pair}
pair_coeff * * {coeff}
fix 1 all nve/sphere
{before}
{command}
run 0
"""

    def test_box_of_unknown_work(self):
        """A warning names the fix; fix nph/sphere and fix deform that move all particles are known."""
        for fix, warns in (("fix box all nph/sphere x 1 1 1 pchain 0 ptemp 1", False), ("fix box all deform 1 x erate 0.01 remap x", False),
                           ("fix box all nph/sphere x 1 1 1 pchain 0 ptemp 1 dilate some", True),
                           ("fix box some deform 1 x erate 0.01 remap x", True), ("fix box all deform 1 x erate 0.01 remap none", True),
                           ("fix box all nph/sphere/builtin x 1 1 1 pchain 0 ptemp 1", True)):
            text = self.deck(before=fix).replace("boundary f f f", "boundary p p p").replace("boundary p p f", "boundary p p p")
            text = text.replace("create_atoms 1 single 0 0 5", "create_atoms 1 single 0 0 5\ncreate_atoms 1 single 2 2 5").replace(
                "fix 1 all nve/sphere\n", "" if "nph" in fix else "fix 1 all nve/sphere\n")
            warnings = [line for line in self.lmp(text).warnings if "the work of the box by fix box" in line]
            self.assertEqual(len(warnings), warns, fix)

    def test_rerun(self):
        """Each snapshot has the contacts of the step in which it was written."""
        computes = "compute n all granular/atom contacts\ncompute sum all reduce sum c_n\n"
        head = self.deck(command=computes, before="create_atoms 1 single 0.99 0 5\nset group all diameter 1.0 mass 1.0").split("run 0")[0]
        head = re.sub("\nthermo.*", "", head) + "thermo_style custom step c_sum\nthermo_modify norm no\nthermo 1\n"
        whole = self.lmp(head + "dump all all custom 1 all.dump id x y z vx vy vz omegax omegay omegaz\nrun 3\n").thermo()
        again = self.lmp(head + "rerun all.dump dump x y z vx vy vz\n").thermo()
        for rows in (whole, again):
            self.assertEqual([row["c_sum"] for row in rows], [2.0, 2.0, 0.0, 0.0])    # they part in the second step

    def test_contacts_that_a_command_parts(self):
        """They end in the next time step, with the energy of their springs. None of it is lost without an entry."""
        for law in ("hooke 1e4 0 damping none tangential linear_history 1e4 0 0.5",
                    "hertz/material 1e6 0 0.3 damping none tangential mindlin/force NULL 0 0.5",
                    "hertz/material 1e6 0 0.3 damping none tangential mindlin NULL 0 0.5",
                    "jkr 1e6 0 0.3 5 damping none tangential mindlin NULL 0 0.5 rolling sds 200 0 0.3 twisting sds 100 0 0.2"):
            plane = f"fix w all wall/granular {law} xplane NULL 0.005\n"
            shift = "displace_atoms left move -0.04 0 0"
            out_of_list = "velocity left set -20 0 0\ntimestep 0.01\nneighbor 0.02 bin"    # of the wall, in one step
            for wall, away in (("", shift), (plane, shift), (plane, out_of_list)):
                text = HEAD.format(newton="on") + f"""create_atoms 1 single -0.494 0 5
create_atoms 1 single {1.9 if wall else 0.494} 0 5
set group all diameter 1.0 mass 1.0
set atom 1 vy 0.1 omega 1 0 2
neighbor 0.3 bin
pair_style granular
pair_coeff * * {law}
{wall}fix 1 all nve/sphere
timestep 1e-5
{OUTPUT.format(more="")}
group left id 1
run 50
velocity all set 0 0 0
{away}
run 10
"""
                found = ledgers(self.lmp(text))
                side = "walls" if wall else "pairs"
                before, after = found[1], found[-1]
                with self.subTest(law, wall=bool(wall), away=away):
                    self.assertGreater(before[f"{side}_sliding"], 0.0)
                    self.assertEqual(after[f"{side}_sliding"], 0.0)
                    self.assertTrue(all(map(math.isfinite, after.values())), after)
                    self.assertAlmostEqual(after["residual"], 0.0, delta=1e-12 * max(map(abs, before.values())))
                    if "hooke" in law:    # the others change their stiffness
                        self.assertAlmostEqual(after[f"{side}_by_law"], before[f"{side}_by_law"], delta=1e-12 * max(map(abs, before.values())))

    def test_minimization(self):
        """It takes no time: springs do not advance, and there is no balance."""
        deck = HEAD.format(newton="on") + f"""create_atoms 1 single -0.495 0 5
create_atoms 1 single 0.495 0 5
set group all diameter 1.0 mass 1.0
set atom 1 vy 0.1
neighbor 0.3 bin
pair_style granular
pair_coeff * * {LAW}
compute spring all pair/local p2
compute p all reduce sum c_spring inputs local
fix 1 all nve/sphere
timestep 1e-4
thermo_style custom step c_p
min_modify dmax 1e-12
run 10
"""
        before, after = (self.lmp(deck + more + "run 0\n").thermo()[-1]["c_p"] for more in ("", "minimize 0 0 5 5\n"))
        self.assertNotEqual(before, 0.0)
        self.assertAlmostEqual(after / before, 1.0, delta=1e-6)    # 1e-12 of the minimization over an overlap of 0.01
        run = self.space.run(deck + "compute e all granular/energy\nthermo_style custom step c_e[1]\nminimize 0 0 5 5\n")
        self.assertEqual(run.error, "Compute granular/energy cannot be used in a minimization")
        for style in ("local fn", "atom contacts"):
            values = "inputs local" if "local" in style else ""
            run = self.space.run(deck + f"compute g all granular/{style}\ncompute n all reduce sum c_g {values}\n"
                                 "thermo_style custom step c_n\nminimize 0 0 5 5\n")
            self.assertEqual(run.error, f"Compute granular/{style.split()[0]} cannot be used in a minimization")

    def test_every_part_of_a_region(self):
        """A neck that ends at any face of a region is entered as at the wall of the same place."""
        E, gamma = 1e4, 20.0
        law = f"jkr {E} 0 0.3 {gamma} tangential mindlin NULL 1.0 0.5"
        cases = (("block -4 4 -4 4 0 8", (0, 0, 0.6), (0.3, 0, -3), "zplane 0 8"), ("block -4 4 -4 4 0 8", (3.4, 0, 4), (3, 0.3, 0), "xplane -4 4"),
                 ("block -4 4 -4 4 0 8", (0, 0, 7.4), (0.3, 0, 3), "zplane 0 8"), ("cylinder z 0 0 4 -0.5 11", (3.4, 0, 4), (3, 0.3, 0), "zcylinder 4"))
        for region, x, v, wall in cases:
            found = []
            for place in (f"region here", wall):
                deck = HEAD.format(newton="on") + f"""create_atoms 1 single {x[0]} {x[1]} {x[2]}
set group all diameter 1.0 mass 1.0
velocity all set {v[0]} {v[1]} {v[2]}
region here {region}
neighbor 0.3 bin
pair_style granular
pair_coeff * * {law}
fix 1 all nve/sphere
fix w all wall/granular {law} {place}
timestep 1e-4
""" + OUTPUT.format(more="") + "thermo 2500\nrun 2500\n"
                found.append(ledgers(self.lmp(deck))[-1])
            at_region, at_wall = found
            self.assertGreater(at_wall["walls_lost_adhesion"], 0.5)
            for entry in ENTRIES:
                self.assertAlmostEqual(at_region[entry], at_wall[entry], delta=1e-9, msg=f"{entry} at {wall}")

    def test_bad_input(self):
        point = {"pair": "zero 2.0", "coeff": ""}
        self.assert_each_stops({
            "argument": (dict(command="compute e all granular/energy fast"),
                         "Unknown compute granular/energy argument 'fast': it has none"),
            "argument, atom": (dict(command="compute e all granular/energy/atom 1"),
                               "Unknown compute granular/energy/atom argument '1': it has none"),
            "argument, local": (dict(command="compute e all granular/energy/local 1"),
                                "Unknown compute granular/energy/local argument '1': it has none"),
            "group": (dict(command="compute e some granular/energy"),
                      "Illegal compute granular/energy group some: must be all"),
            "respa": (dict(before="run_style respa 2 2 pair 1"),
                      "Computes granular/* and fix heat/dissipation cannot be used with run_style respa: use run_style verlet"),
            "no contacts": (point, "Compute granular/energy requires pair style granular or gran/*, or fix wall/granular"),
        })

    def test_wall_alone(self):
        """A wall is enough: LAMMPS initializes computes before fixes, and they wait for it."""
        wall = f"fix floor all wall/granular {LAW} zplane 4.51 NULL"
        for name in ("", "/atom", "/local"):
            self.lmp(self.deck(f"compute e all granular/energy{name}", before=wall, pair="zero 2.0", coeff=""))

    def test_uncompute(self):
        """The fix goes with the last compute; computes may come again."""
        text = packing(steps=20, after="""compute a all granular/energy/atom
run 10
uncompute e
uncompute a
thermo_style one
run 10
compute e all granular/energy
""" + OUTPUT.format(more="").split("\n", 1)[1])
        last = ledgers(self.lmp(text))[-1]
        self.assertLess(abs(last["residual"]), 1e-10)
        self.assertAlmostEqual(last["added"], 0.0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
