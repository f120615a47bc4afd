"""Contact histories that are stored with the atoms, in decks that LAMMPS' own storage refuses or forgets."""

import itertools
import math
import re
import unittest

import harness
import meshes
from harness import Sphere, data_file, deck

FRICTION = "hooke 1000.0 20.0 tangential linear_history 300.0 1.0 0.4 rolling sds 200.0 5.0 0.1 twisting sds 100.0 4.0 0.05"


class ContactMemory(harness.DeckTest):
    def test_more_contacts_than_neigh_modify_one(self):
        """Twelve small spheres touch a large one. Each has one neighbor in its list, the large one, which has none: the
        list fits, and the large sphere has more records than a list may have neighbors. Their histories survive new
        lists: the trajectory is that of a roomy list."""
        small = [[1.05 * sign * (k == axis) for k in range(3)] for axis in range(3) for sign in (-1, 1)]
        small += [[0.75 * a, 0.75 * b, 0] for a in (-1, 1) for b in (-1, 1)]
        small += [[0, 0.75, 0.75], [0, -0.75, -0.75]]
        spheres = [Sphere(x, omega=(0.5, 0.2, -0.3), diameter=0.2) for x in small]
        spheres.append(Sphere((0, 0, 0), omega=(0.1, 0.3, 0.2), diameter=2.0))
        files = {"data.txt": data_file(spheres)}
        runs = "neigh_modify every 10 check no {}\nrun 100\nrun 100\n"
        jobs = {name: (deck(f"pair_style granular\npair_coeff * * {FRICTION}", run=runs.format(limits), every=20), files)
                for name, limits in (("tight", "one 10 page 100"), ("roomy", "one 2000 page 100000"))}
        found = self.space.run_each(jobs)
        for name, (run, _) in found.items():
            self.assert_ended(run, name)
        frames = [folder.frames() for _, folder in found.values()]
        self.assert_same_trajectory(*frames, 0.0, "neigh_modify one")

    def test_many_contacts_that_move_after_read_restart(self):
        """A sphere with 420 contacts goes to the rank across the corner, through one that has read no such sphere."""
        count, reach, turn = 420, 5.48, math.pi * (3.0 - math.sqrt(5.0))
        spheres = [Sphere((-7, -7, 0), diameter=10.0)]
        for k in range(count):
            z = 1.0 - (2 * k + 1) / count
            flat = reach * math.sqrt(1.0 - z * z)
            spheres.append(Sphere((-7 + flat * math.cos(k * turn), -7 + flat * math.sin(k * turn), reach * z), diameter=1.0))
        self.space.write("data.txt", data_file(spheres, (-20,) * 3, (20,) * 3))
        same = "processors 2 2 1\ncomm_modify vel yes\n{}timestep 0.001\nfix move all nve/sphere\n"
        self.lmp("units lj\natom_style sphere\natom_modify map array\n" + same.format(
            f"read_data data.txt\npair_style granular\npair_coeff * * {FRICTION}\n") + "restart 10 file.*\nrun 10\n", ranks=4)
        self.lmp(same.format("read_restart file.10\n") + "set atom 1 x 9 y 9\nrun 1\n", ranks=4)

    def test_fix_of_an_input_script(self):
        """A deck cannot make the fix with the histories. On two ranks, one of them has the particle that tells."""
        for words in ("", "3 granular"):
            run = self.space.run("units lj\natom_style sphere\nregion box block 0 9 0 9 0 9\ncreate_box 1 box\n"
                                 f"fix h all NEIGH_HISTORY_GRANULAR_SRT {words}\ncreate_atoms 1 single 1 1 1\n", ranks=2, timeout=60)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn("Illegal fix NEIGH_HISTORY_GRANULAR_SRT: pair style granular makes this fix, do not use it in an input script", run.error)

    def test_deleted_fix(self):
        """A deck that deletes the fix with the histories stops with an error, and not with a crash."""
        self.space.write("data.txt", data_file(harness.cluster(4, 1)))
        pair = f"pair_style granular\npair_coeff * * {FRICTION}\n"
        found = self.lmp(deck(pair, run="run 1\ninfo fixes\n")).output
        fix = re.search(r"NEIGH_HISTORY_GRANULAR_SRT\w+", found)[0]
        run = self.space.run(deck(pair, run=f"run 1\nunfix {fix}\nrun 1\n"))
        self.assertEqual(run.returncode, 1, run.output[-1000:])
        self.assertIn(f"Pair style granular requires fix {fix}, which has been deleted: use pair_style none, then "
                      "define the pair style again", run.error)
        self.lmp(deck(pair, run=f"run 1\nunfix {fix}\npair_style none\n{pair}run 1\n"))


# Sphere 1 slides along sphere 2, or along a wall beside it, and then both are at rest. Sphere 3 does not touch sphere 1.
PRESSED = """units lj
atom_style sphere
atom_modify map array
boundary f f f
newton {newton}
comm_modify vel yes
region b block -3 3 -3 3 -3 3
create_box 1 b
create_atoms 1 single -0.49 0 0
create_atoms 1 single {second} 0 0
create_atoms 1 single -1.495 0 0
set group all diameter 1.0
set group all density 1.9
neighbor 0.3 bin
timestep 1e-3
pair_style granular
pair_coeff * * {law}
{wall}
group a id 1
group gone id 3
fix ma a move linear 0 0.2 0
variable fx equal fx[1]
variable fy equal fy[1]
thermo_style custom step v_fx v_fy
thermo_modify norm no format float %.15g
{before}run 50
velocity all set 0 0 0
fix ma a move linear 0 0 0
run 0
{change}
run 0
run 1
"""
LAWS = {"hooke": "hooke 1000 0 damping none tangential linear_history 300 0 0.5",
        "sds": FRICTION,
        "mindlin": "hertz/material 1e4 0 0.3 damping none tangential mindlin_rescale/force NULL 0 0.5 twisting marshall",
        "jkr": "jkr 1e4 0 0.3 5 damping velocity tangential mindlin NULL 0 0.5"}
# Each ends where it began. In between the spheres part, or sphere 1 overlaps sphere 3.
CHANGES = {"apart": "displace_atoms a move -0.03 0 0\nrun 0\ndisplace_atoms a move 0.03 0 0",
           "onto another": "displace_atoms a move -0.04 0 0\nrun 0\ndisplace_atoms a move 0.04 0 0",
           "minimize": "minimize 0 0 1 1",
           "minimize, new list": "neighbor 0.05 bin\nneigh_modify every 1 delay 0\nmin_modify dmax 0.03\nminimize 0 0 1 1",
           "respa": "run_style respa 2 2 pair 1\ndisplace_atoms a move -0.04 0 0\nrun 0\ndisplace_atoms a move 0.04 0 0"}
WALLS = {"plane": "xplane NULL 0", "region": "region half", "mesh": "mesh wall.stl"}


class NoTimeStep(harness.DeckTest):
    """What is not a time step ends, begins and moves no contact: the forces afterwards are those before."""

    def jobs(self, newton, walls):
        for (law, words), (change, commands) in itertools.product(LAWS.items(), CHANGES.items()):
            yield f"pair {law}, {change}", PRESSED.format(newton=newton, second=0.49, law=words, wall="", before="", change=commands)
            for wall, shape in WALLS.items() if walls else ():
                region = "region half block -9 0 -9 9 -9 9\n" * (wall == "region")
                text = PRESSED.format(newton=newton, second=2.0, law=words, before="", change=commands,
                                      wall=f"{region}fix w all wall/granular {words} {shape}")
                yield f"{wall} {law}, {change}", text

    def test_forces_afterwards(self):
        stl = meshes.ascii_stl(meshes.rectangle((0, -4, -4), (0, -4, 4), (0, 4, 4), (0, 4, -4)))
        for newton, ranks in itertools.product(("on", "off"), (1, 2)):
            jobs = {name: (text, {"wall.stl": stl}) for name, text in self.jobs(newton, walls=newton == "on" and ranks == 1)}
            for name, (run, _) in self.space.run_each(jobs, ranks=ranks).items():
                with self.subTest(name, newton=newton, ranks=ranks):
                    self.assert_ended(run, name)
                    before, *_, setup, step = ((row["v_fx"], row["v_fy"]) for row in run.thermo()[2:])
                    self.assertGreater(abs(before[1]), 0.05)
                    for other in (setup, step):
                        for one, two in zip(before, other, strict=True):
                            self.assertAlmostEqual(one, two, delta=1e-9 * abs(before[0]))    # positions are rounded

    def test_rerun(self):
        """Each snapshot stands for itself: spheres that touch in one have no neck in the next."""
        for second, way, wall in ((0.49, 0.024, ""), (2.0, 0.014, f"fix w all wall/granular {LAWS['jkr']} xplane NULL 0")):
            text = PRESSED.split("fix ma")[0].format(newton="on", second=second, law=LAWS["jkr"], wall=wall)
            text += f"""delete_atoms group gone
variable fx equal fx[1]
thermo_style custom step v_fx
run 0
displace_atoms a move -{way} 0 0
run 0
rerun all.dump dump x
"""
            self.space.write("all.dump", "".join(f"ITEM: TIMESTEP\n{step}\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS ff ff ff\n"
                                                 + "-3 3\n" * 3 + f"ITEM: ATOMS id x\n1 {x}\n" for step, x in enumerate((-0.49, -0.49 - way))))
            first, apart, *again = (row["v_fx"] for row in self.lmp(text).thermo())
            self.assertGreater(abs(first), 1.0)
            self.assertEqual(apart, 0.0)
            self.assertEqual(again, [first, 0.0])


if __name__ == "__main__":
    unittest.main()
