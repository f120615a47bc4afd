"""fix wall/granular on 1, 2 and 4 ranks, with atom sorting, with fix nph/sphere, and through restarts.

Bounds as in test_parallel.py and test_restart.py: same forces summed in another order; a run that goes on
from a file is the same as a second run command.
"""

import unittest

import harness
from harness import Sphere, data_file
from test_wall_granular import ALL_MODES, BOUND, FEW, JKR, MATERIAL, WallTest, continued_deck, wall, wall_deck

PAIR = f"pair_style granular\npair_coeff * * {ALL_MODES}\n"
# Spheres cross x = 0 and y = 0, where ranks meet, while they slide and roll with wound springs.
CROSSING = [Sphere((-2.0 + 0.8 * a, -2.0 + 1.1 * b, 0.48), (1.5 + 0.1 * b, 1.2 - 0.2 * a, 0.0), (1.0 * b, -2.0, 3.0 + a),
                   diameter=1.0 - 0.3 * ((a + b) % 2)) for a in range(0, 6, 2) for b in range(3)]
WALLS = {
    "planes": wall("zplane 0.0 NULL") + wall("xplane -4.0 4.0").replace("fix wall ", "fix sides "),
    "wiggle": wall("zplane 0.0 NULL wiggle z 0.1 0.8 contacts"),
    "cylinder": wall("xcylinder 6.0 center 0 5.9 rotate 0.3", MATERIAL),
    "region": "region shell block -4 4 -9 9 0 6 units box\n" + wall("region shell"),
    "jkr": wall("zplane 0.0 NULL", JKR),
    "creep": wall("zplane 0.0 NULL", "hertz/material 4000.0 20.0 0.3 damping mass_velocity tangential mindlin_creep NULL 0.5 0.3"),
    "tracking": wall("xcylinder 6.0 center 0 5.9 rotate 0.3",
                     "hooke 1000.0 20.0 damping velocity tangential tracking 300.0 0.4 0.3 rolling tracking 0.2 twisting tracking 0.1"),
}


class Ranks(WallTest):
    def test_same_on_any_number_of_ranks(self):
        totals = "thermo_style custom step f_wall f_wall[1] f_wall[3] f_wall[5]\nthermo_modify format float %.17g\n"
        one = 1, "on", "0 0.0"    # ranks, newton, sort
        ways = (one, (2, "on", "0 0.0"), (4, "on", "0 0.0"), (2, "off", "0 0.0"), (1, "on", "20 1.0"), (4, "on", "20 1.0"))
        runs = {}
        for ranks in (1, 2, 4):
            jobs = {(name, way): (wall_deck(walls, after=totals, steps=1400, newton=way[1], sort=way[2]),
                                  {"data.txt": data_file(CROSSING)})
                    for name, walls in WALLS.items() for way in ways if way[0] == ranks}
            for job, (run, folder) in self.space.run_each(jobs, ranks=ranks).items():
                self.assert_ended(run, job)
                runs[job] = folder.frames(), {row["Step"]: {1: row} for row in run.thermo()}
        for (name, way), (other, other_rows) in runs.items():
            frames, rows = runs[name, one]
            first, last = frames[0], frames[1400]
            self.assertTrue(any((first[i]["xu"] < 0) != (last[i]["xu"] < 0) for i in first), "nobody crosses x = 0")
            quantities = {column: (column,) for column in next(iter(rows.values()))[1] if column != "Step"}
            with self.subTest(wall=name, way=way):
                measured = self.assert_same_trajectory(frames, other, BOUND, name)
                self.assert_same_trajectory(rows, other_rows, BOUND, name, quantities)
                if harness.REPORT:
                    print(f"{name} {way} deviation {measured:.1e}", flush=True)

    def test_particles_come_and_go(self):
        """Spheres poured over several ranks and deleted: arrays grow, are copied and cleared."""
        if harness.ARGUMENTS:
            self.skipTest("LAMMPS refuses fix pour with the KOKKOS package")
        walls = ("region hopper block -2 2 -2 2 1 4 units box\nregion sink block -1 0 INF INF INF INF units box\n"
                 "fix pour all pour 12 1 4711 region hopper diam range 0.7 1.0 dens 1.8 2.0\n" + wall("zplane 0.0 NULL contacts"))
        run = "run 500\ndelete_atoms region sink compress no\nrun 500\n"
        self.space.write("data.txt", data_file(FEW))
        runs = []
        for ranks in (1, 4):
            self.lmp(wall_deck(walls, pair=PAIR, run=run, sort="20 1.0"), ranks=ranks)
            runs.append(self.space.frames())
        self.assert_same_trajectory(*runs, BOUND)
        self.assertGreater(len(runs[0][400]), len(FEW) + 5)
        self.assertLess(len(runs[0][1000]), len(runs[0][400]))


class WithBarostat(WallTest):
    """Walls in z, pressure controlled in x and y, in which the box is periodic."""

    def deck(self, walls, barostat, data="data.txt"):
        return wall_deck(walls, pair=PAIR, fixes=f"fix integrate all nph/sphere {barostat} ptemp 1.0\n", gravity="",
                         boundary="p p f", steps=12000, every=50,
                         after="compute p all pressure NULL pair\nthermo_style custom step lx ly lz c_p[1] c_p[2] c_p[3] f_lid[3] f_floor[3]\n"
                               "thermo_modify norm no\n")

    def test_periodic_directions_are_controlled(self):
        spheres = [Sphere((1.05 * a + 0.02 * ((7 * b + 3 * c) % 5), 1.05 * b + 0.02 * ((5 * a + c) % 7), 0.99 * c + 0.498))
                   for a in range(4) for b in range(4) for c in range(4)]
        box = dict(low=(-0.5, -0.5, -1), high=(3.8, 3.8, 5))
        walls = wall("zplane 0.0 NULL").replace("fix wall", "fix floor") + wall("zplane NULL 3.966").replace("fix wall", "fix lid")
        self.space.write("data.txt", data_file(spheres, **box))
        barostat = "x 10 10 1.0 y 10 10 1.0"
        rows = self.lmp(self.deck(walls, barostat)).thermo()
        late = rows[len(rows) // 3:]
        mean = {column: sum(row[column] for row in late) / len(late) for column in late[0]}
        # an ordered packing goes on ringing by +-40 % with the box; the mean over 9 periods is held
        self.assertLess(abs(mean["c_p[1]"] - 10.0), 0.5, mean)
        self.assertLess(abs(mean["c_p[2]"] - 10.0), 0.5, mean)
        self.assertEqual(mean["Lz"], 6.0)
        # floor and lid carry the same
        self.assertGreater(mean["f_lid[3]"], 10.0)
        self.assertLess(abs(mean["f_lid[3]"] + mean["f_floor[3]"]), 1e-3 * mean["f_lid[3]"])

        start = {step: atoms for step, atoms in self.space.frames().items() if step <= 1000}
        self.lmp(self.deck(walls, barostat).replace("run 12000", "run 1000"), ranks=4)
        measured = self.assert_same_trajectory(start, self.space.frames(), BOUND)
        if harness.REPORT:
            print(f"barostat, 1 and 4 ranks: {measured:.1e}", flush=True)


class Restart(WallTest):
    def start(self, walls, run, **options):
        self.space.write("data.txt", data_file(CROSSING))
        self.lmp(wall_deck(walls, run=run, pair=PAIR, **options))
        return self.space.frames()

    def go_on(self, walls):
        return self.lmp(continued_deck(walls)), self.space.frames()

    def test_same_as_second_run_command(self):
        moving = dict(WALLS)
        moving["moving region"] = ("variable dx equal 0.4*sin(2.0*step*dt)\n"
                                   "region shell plane 0 0 0 0 0 1 move v_dx NULL NULL units box\n" + wall("region shell"))
        whole = self.space.run_each({name: (
            wall_deck(walls, run="run 700\nwrite_restart half.bin\nrun 700\n", pair=PAIR, every=100),
            {"data.txt": data_file(CROSSING)}) for name, walls in moving.items()})
        for name, (run, _) in whole.items():
            self.assert_ended(run, name)
        for ranks in (1, 2, 4):
            jobs = {name: (continued_deck(walls, file=whole[name][1].path / "half.bin"), {}) for name, walls in moving.items()}
            for name, (run, folder) in self.space.run_each(jobs, ranks=ranks).items():
                with self.subTest(wall=name, ranks=ranks):
                    self.assert_ended(run, name)
                    one, other = (harness.later(each.frames(), 700) for each in (whole[name][1], folder))
                    measured = self.assert_same_trajectory(one, other, BOUND)
                    if harness.REPORT:
                        print(f"{name} {ranks} ranks, second run against restart: {measured:.1e}", flush=True)

    def test_springs_matter(self):
        """Without the wall's springs the run would be another one: the test above can see them."""
        walls = WALLS["planes"]
        whole = self.start(walls, "run 700\nwrite_restart half.bin\nrun 700\n", every=100)
        _, forgotten = self.go_on(walls.replace("fix wall", "fix other").replace("fix sides", "fix others"))
        self.assertGreater(max(harness.deviations(harness.later(whole, 700), harness.later(forgotten, 700)).values()), 1e-4)

    def test_springs_of_another_meaning(self):
        walls = WALLS["planes"]
        self.start(walls, "run 700\nwrite_restart half.bin\n")
        text = "its contact history starts from zero"
        result, _ = self.go_on(walls)
        self.assertNotIn(text, result.output)
        for other in (walls.replace("linear_history 300", "mindlin/force 300"), walls.replace("zplane 0.0 NULL", "yplane -9.0 NULL"),
                      walls.replace("rolling sds 200.0 5.0 0.1", "")):
            result, _ = self.go_on(other)
            self.assertIn(text, result.output)
        # other coefficients read the same springs
        result, _ = self.go_on(walls.replace("linear_history 300", "linear_history 250"))
        self.assertNotIn(text, result.output)


if __name__ == "__main__":
    unittest.main()
