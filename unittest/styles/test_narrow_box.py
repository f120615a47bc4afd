"""Contacts through two periodic images, and of a sphere with its own image: as in a box of several copies, where all
partners are different spheres."""

import itertools
import math
import unittest

import harness

DECK = """units lj
atom_style sphere
atom_modify map array
newton {newton}
comm_modify vel yes
boundary p p p
region box {box}
create_box 1 box
{spheres}set group all diameter 1.0 density 1.0
variable w atom 0.3+0.2*id
variable v atom 0.05*id
set group all omega v_w 0 v_w
set group all vy v_v
{copies}pair_style granular
pair_coeff * * hooke 1000 2 tangential linear_history 300 1 0.5 rolling sds 200 1 0.1 twisting sds 100 1 0.1
neighbor 0.3 bin
neigh_modify delay 0 every 10 check no
fix integrate all nve/sphere
timestep 0.001
{run}write_dump all custom end.txt id fx fy fz tqx tqy tqz modify format float %.17g
"""
PAIR = "create_atoms 1 single 0.5 3 3\ncreate_atoms 1 single 1.49 3.001 3\n"
BOXES = {    # the box, its spheres, numbers of copies
    "pair": ("block 0 1.98 0 6 0 6", PAIR, "3 1 1"),
    "one sphere": ("block 0 0.99 0 6 0 6", "create_atoms 1 single 0.5 3 3\n", "5 1 1"),
    "one sphere, three directions": ("block 0 0.99 0 0.98 0 0.99", "create_atoms 1 single 0.5 0.5 0.5\n", "5 5 5"),
    "tilted": ("prism 0 1.98 0 1.99 0 6 0.05 0 0.3", PAIR.replace(" 3 3", " 1 3").replace("3.001", "1.001"), "3 3 1")}
RUNS = {
    "one run": "run 100\n",
    "two runs": "run 50\nrun 50\n",
    "new IDs": "run 50\nreset_atoms id\nrun 50\n",
    "becomes narrow": "change_box all x scale 1.2 remap\nfix narrow all deform 1 x scale 0.833 remap x\nrun 100\n"}


FULL_LISTS = harness.has_full_lists(harness.ARGUMENTS)


@unittest.skipUnless(FULL_LISTS, "half lists")
class FullLists(harness.DeckTest):
    def assert_stops(self, width, box, run):
        """Histories of a device have no images."""
        run = self.space.run(DECK.format(newton="off", box=box, spheres=PAIR, copies="", run=run))
        self.assertEqual(run.returncode, 1)
        self.assertIn(f"Pair style granular with full neighbor lists: the box is {width} wide across periodic faces, where two "
                      "spheres may touch through two images: must be at least 2, or use pair style granular/kk/host", run.error)
        return run

    def test_full_lists_stop(self):
        self.assert_stops(1.98, BOXES["pair"][0], "run 1\n")

    def test_box_that_becomes_narrow(self):
        """Found with the first list that is too narrow, that of step 60."""
        narrow = "fix narrow all deform 1 x final 0 1.96 remap x\nthermo 10\nrun 100\n"
        run = self.assert_stops(1.9969, "block 0 2.05 0 6 0 6", narrow)
        self.assertEqual(run.thermo()[-1]["Step"], 50)

    def test_other_cutoff_of_a_hybrid(self):
        """A box that is narrow for the other style."""
        deck = DECK.format(newton="off", box="block 0 3 0 6 0 6", spheres=PAIR, copies="", run="run 100\n")
        self.lmp(deck)
        alone = self.space.read("end.txt")
        hybrid = deck.replace("pair_style granular", "pair_style hybrid granular lj/cut 2.5").replace("create_box 1", "create_box 2")
        self.lmp(hybrid.replace("pair_coeff * *", "pair_coeff 2 2 lj/cut 1 1\npair_coeff 1 * granular"))
        self.assertEqual(self.space.read("end.txt"), alone)


@unittest.skipIf(FULL_LISTS, "full lists")
class NarrowBox(harness.DeckTest):
    BOUND = 1e-9    # order of sums, 1e-11 while the box changes; a spring of another contact changes the loads by a tenth

    def loads(self, folder, count):
        frame, = folder.frames("end.txt").values()
        return [[frame[k][c] for c in ("fx", "fy", "fz", "tqx", "tqy", "tqz")] for k in range(1, count + 1)]

    def assert_same(self, loads, right, what):
        largest = max(abs(load) for row in right for load in row)
        worst = max(abs(a - b) for row, other in zip(loads, right) for a, b in zip(row, other))
        if harness.REPORT:
            print(f"{what}: {worst / largest:.1e}")
        self.assertLessEqual(worst, self.BOUND * largest, what)

    def test_as_in_a_box_of_copies(self):
        for ranks in (1, 2):
            jobs = {}
            for (name, (box, spheres, copies)), newton, (way, run) in itertools.product(
                    BOXES.items(), ("on", "off"), RUNS.items()):
                if way == "new IDs" and name != "one sphere" or way == "becomes narrow" and name != "pair":
                    continue
                for count in ("", f"replicate {copies}\n"):
                    jobs[name, newton, way, bool(count)] = (
                        DECK.format(newton=newton, box=box, spheres=spheres, copies=count, run=run), {})
            found = self.space.run_each(jobs, ranks=ranks)
            for (name, newton, way, copied), (run, folder) in found.items():
                what = f"{name}, newton {newton}, {ranks} ranks, {way}"
                self.assert_ended(run, what)
                if copied:
                    continue
                spheres = BOXES[name][1].count("create_atoms")
                right = self.loads(found[name, newton, way, True][1], spheres)
                self.assert_same(self.loads(folder, spheres), right, what)

    def test_faces_that_become_periodic(self):
        """The contact through them is new: it has no spring."""
        for newton in ("on", "off"):
            with self.subTest(newton=newton):
                self.lmp(DECK.format(newton=newton, box=BOXES["pair"][0], spheres=PAIR, copies="change_box all boundary f p p\n", run="""
run 15
write_dump all custom before.txt id x y z fx fy fz modify format float %.17g
change_box all boundary p p p
run 0
""").replace("hooke 1000 2", "hooke 1000 0").replace("sds 200 1", "sds 200 0").replace("sds 100 1", "sds 100 0"))
                before, = self.space.frames("before.txt").values()
                self.assertGreater(abs(before[1]["fy"]), 0.01)
                way = [before[1][c] - before[2][c] for c in "xyz"]
                way[0] += 1.98
                distance = math.hypot(*way)
                for (_, was), (_, now), sign in zip(sorted(before.items()), enumerate(self.loads(self.space, 2)), (1, -1)):
                    for k, c in enumerate(("fx", "fy", "fz")):
                        elastic = sign * 1000.0 * (1.0 - distance) * way[k] / distance
                        # rounding of stiffness times overlap
                        self.assertAlmostEqual(now[k], was[c] + elastic, delta=1e-9, msg=c)

    def test_restart(self):
        for newton, ranks in (("on", 1), ("off", 2)):
            options = dict(newton=newton, box=BOXES["pair"][0], spheres=PAIR, copies="")
            self.lmp(DECK.format(run="restart 50 first\nrun 100\n", **options), ranks=ranks)
            right = self.loads(self.space, 2)
            head, rest = DECK.format(run="run 50\n", **options).split("pair_style")
            again = f"newton {newton}\nread_restart first.50\ncomm_modify vel yes\n" + rest.split("0.1\n", 1)[1]
            self.lmp(again, ranks=ranks)
            self.assert_same(self.loads(self.space, 2), right, f"restart, newton {newton}")

    def test_energies_of_single_contacts(self):
        """Their sums are those of all contacts."""
        run = """compute all all granular/energy
compute each all granular/energy/local
compute sum all reduce sum c_each[6] c_each[7] c_each[8] c_each[9] inputs local
thermo_style custom step c_all[3] c_all[4] c_all[5] c_all[6] c_sum[*]
thermo_modify norm no format float %.17g
thermo 25
run 100
"""
        jobs = {(name, newton): (DECK.format(newton=newton, box=box, spheres=spheres, copies="", run=run), {})
                for (name, (box, spheres, _)), newton in itertools.product(BOXES.items(), ("on", "off"))}
        for what, (result, _) in self.space.run_each(jobs).items():
            self.assert_ended(result, what)
            last = result.thermo()[-1]
            for k in range(4):
                # rounding of the springs' energies, which are small beside those of the normal springs
                self.assertAlmostEqual(last[f"c_sum[{k + 1}]"], last[f"c_all[{k + 3}]"], delta=1e-12 * last["c_all[3]"], msg=what)


if __name__ == "__main__":
    unittest.main()
