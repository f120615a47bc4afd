"""The pair style's own list of near pairs has the pairs of LAMMPS' list.

Both lists hold the same pairs in another order, so that sums round differently: trajectories agree within BOUND of
test_parallel.py, whose decks (1, 2 and 4 ranks, newton on and off, a triclinic box, JKR) run with both lists here.
"""

import itertools
import os
import re
import unittest
import unittest.mock

import harness
from harness import Sphere, data_file, deck
from test_parallel import ALL_MODES, BOUND, CASES, clump

GRANULAR = f"pair_style granular\npair_coeff * * {ALL_MODES}\n"
BY_PLUGIN = "pair granular: list of pairs made by the plugin\n"
BY_LAMMPS = "pair granular: list of pairs made by LAMMPS: "


def lists(value):
    return unittest.mock.patch.dict(os.environ, {"GRANULAR_SRT_LISTS": value})


class OwnLists(harness.DeckTest):
    def compare(self, jobs, ranks=1):
        """Decks {name: (text, files)} with the plugin's list and with LAMMPS': {name: (Result, trajectory)} of the former."""
        runs = []
        for value in ("on", "off"):
            with lists(value):
                runs.append(self.space.run_each(jobs, ranks=ranks))
        found = {}
        for name in jobs:
            with self.subTest(name, ranks=ranks):
                (run, folder), (other_run, other_folder) = (each[name] for each in runs)
                self.assert_ended(run, name)
                self.assert_ended(other_run, name)
                self.assertEqual(run.log.count("list of pairs made by the plugin"), 1)
                self.assertIn(BY_LAMMPS + "GRANULAR_SRT_LISTS is off", other_run.log)
                # the virial has the contacts of a sphere with its own images too; 1e-7: digits of the log
                for row, other in zip(run.thermo(), other_run.thermo(), strict=True):
                    if "Press" in row:
                        self.assertAlmostEqual(row["Press"], other["Press"], delta=1e-7 * abs(row["Press"]))
                found[name] = run, folder.frames()
                self.assert_same_trajectory(found[name][1], other_folder.frames(), BOUND)
        return found

    def test_decks_of_several_ranks(self):
        for ranks, newton, sort in ((1, "on", "20 0.6"), (2, "off", "0 0.0"), (4, "on", "20 0.6")):
            options = dict(newton=newton, sort=sort, steps=600, before="processors 2 2 1\n" if ranks == 4 else "")
            self.compare({name: (deck(**dict(case.options, **options)), {"data.txt": data_file(case.spheres, **case.box)})
                          for name, case in CASES.items()}, ranks)

    def test_lists_every_few_steps(self):
        """A fiftieth of a diameter as skin: pairs of owned spheres have a list of their own, which is kept over several of
        LAMMPS' lists. Spheres are sorted, change their rank and are written to restart files meanwhile."""
        for ranks, newton in ((1, "on"), (1, "off"), (2, "on"), (4, "off")):
            options = dict(newton=newton, sort="20 0.6", steps=600, neighbor="0.02 bin",
                           after="restart 70 one.restart other.restart\nthermo_style custom step atoms\n",
                           before="processors 2 2 1\n" if ranks == 4 else "")
            jobs = {(name, newton): (deck(**dict(CASES[name].options, **options)),
                                     {"data.txt": data_file(CASES[name].spheres, **CASES[name].box)})
                    for name in ("all_modes", "jkr")}
            for run, _ in self.compare(jobs, ranks).values():
                self.assertGreater(run.numbers_after("Neighbor list builds")[0], 600 / 8)

    def test_images_of_itself(self):
        """In a box of 1.05 diameters a sphere meets its own images and its partner twice."""
        spheres = [Sphere((0.3, 0.4, 0.2), (0.1, 0.2, -0.3), (1, 2, 3)), Sphere((0.3, 0.4, 1.15), (0.3, -0.2, 0.1), (3, -1, 2))]
        box = dict(low=(0, 0, 0), high=(0.98, 0.99, 1.97))
        jobs = {newton: (deck(GRANULAR, boundary="p p p", newton=newton, neighbor="0.1 bin", steps=50, every=10),
                         {"data.txt": data_file(spheres, **box)}) for newton in ("on", "off")}
        for _, own in self.compare(jobs).values():
            self.assertGreater(max(abs(atom["fz"]) for atom in own[0].values()), 1.0)

    def test_exclusions(self):
        """neigh_modify exclude: types, groups, molecules."""
        spheres = clump(16, 17, types=(1, 2))
        commands = ("neigh_modify exclude type 1 2\n", "group few id 1:6\ngroup more id 5:16\nneigh_modify exclude group few more\n",
                    "fix molecules all property/atom mol ghost yes\nset group all mol 1\nset type 2 mol 2\n"
                    "neigh_modify exclude molecule/intra all\n")
        options = dict(neighbor="0.1 bin", fixes=CASES["all_modes"].options["fixes"], steps=300, every=300)
        found = self.compare({command: (deck(GRANULAR + command, **options), {"data.txt": data_file(spheres)})
                              for command in ("", *commands)})
        for command in commands:
            self.assertNotEqual(found[""][1][300], found[command][1][300], "nothing was excluded")

    def test_special_neighbors(self):
        """special_bonds removes contacts of bonded spheres, but not those with a further periodic image."""
        bonds = "bond_style zero\nbond_coeff *\n" + "".join(f"create_bonds single/bond 1 {k} {k + 1}\n" for k in range(1, 8))
        pair = Sphere((0.3, 0.4, 0.2), (0.1, 0.2, -0.3), (1, 2, 3)), Sphere((0.3, 0.4, 1.15), (0.3, -0.2, 0.1), (3, -1, 2))
        scenes = {"clump": (clump(16, 17), {}, bonds, dict(fixes=CASES["all_modes"].options["fixes"], steps=300)),
                  "images": (pair, dict(low=(0, 0, 0), high=(0.98, 0.99, 1.97)), bonds[:bonds.index("create_bonds single/bond 1 2")],
                             dict(boundary="p p p", steps=50))}
        jobs = {}
        for (name, (spheres, box, after, options)), factors, newton in itertools.product(
                scenes.items(), ("0 0 0", "0 1 1", "1 0 1", "1 1 1"), ("on", "off")):
            text = deck(GRANULAR, neighbor="0.1 bin", every=50, newton=newton, atom_style="hybrid sphere bond", after=after,
                        data="data.txt extra/bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 12",
                        before=f"special_bonds lj {factors}\ncomm_modify cutoff 2.5\n", **options)
            jobs[name, factors, newton] = text, {"data.txt": data_file(spheres, bonded=True, **box)}
        found = self.compare(jobs)
        for name in scenes:
            self.assertNotEqual(found[name, "0 0 0", "on"][1], found[name, "1 1 1", "on"][1], "nothing was removed")

    def test_histories_of_computes(self):
        """compute pair/local finds the history of each contact, also where a ghost takes part. The computes of the second
        run come after a run without. Nothing is damped: the velocities of ghosts are those of half a step before."""
        ask = """compute pairs all pair/local dist force p4 p9 cutoff radius
compute sums all reduce sum c_pairs[1] c_pairs[2] c_pairs[3] c_pairs[4] inputs local
thermo_style custom step c_sums[*]
"""
        case = CASES["all_modes"]
        undamped = "hooke 1000.0 0.0 tangential linear_history 300.0 0.0 0.5 rolling sds 200.0 0.0 0.1 twisting sds 100.0 0.0 0.05"
        self.space.write("data.txt", data_file(case.spheres, **case.box))
        for newton in ("on", "off"):
            expected = None
            for ranks, value in ((1, "off"), (1, "on"), (2, "on"), (4, "on")):
                options = dict(case.options, pair=f"pair_style granular\npair_coeff * * {undamped}\n", newton=newton, steps=0, run="run 200\n" + ask + "run 20\n")
                with self.subTest(newton=newton, ranks=ranks, lists=value), lists(value):
                    run = self.lmp(deck(**options), ranks=ranks)
                    sums = list(run.thermo()[-1].values())
                    expected = expected or sums
                    self.assertGreater(abs(sums[3]), 1e-3)
                    for one, other in zip(sums, expected):
                        self.assertAlmostEqual(one, other, delta=1e-6 * abs(other))    # digits of the log
                    self.assertEqual("newton is on, and compute pair/local" in run.log, value == "on" and newton == "on")
                    self.assertEqual(run.log.count(BY_PLUGIN), 1 if value == "on" else 0)

    def test_histories_of_sizes(self):
        """Of two owned spheres the plugin lists the finer one first, LAMMPS the first one in memory. Across the boundary one
        has the upper sphere as a ghost, LAMMPS (multi) the coarser. Computes get springs and the pull beyond touch all the
        same."""
        springs = "hooke 1000 0 tangential linear_history 300 0 0.5 damping none rolling sds 200 0 0.3 twisting sds 100 0 0.2"
        local = "compute pairs all pair/local fx fy fz p1 p2 p3 p4 p5 p6 p7 p8 p9 p10\ncompute sums all reduce sum c_pairs[*] inputs local\n"
        groups = "group coarse id 1\ngroup fine id 2\ncompute pull coarse group/group fine\n"
        scenes = {"pair/local": (springs, local, "c_sums[*]", ""),
                  "fabric": (springs, "compute tensor all fabric radius force/tangential\n", "c_tensor[*]", ""),
                  "group/group": ("jkr 1000 0 0.3 10 tangential none", groups, "c_pull[1]", "displace_atoms fine move -0.06 0 0\nrun 0\n")}
        for (name, (law, ask, columns, more)), newton, x in itertools.product(scenes.items(), ("on", "off"), (3.0, 0.4)):
            spheres = Sphere((x, 5, 5), diameter=3.0), Sphere(((x - 1.95) % 10.0, 5.3, 5), omega=(1, 2, 3), type=2)
            self.space.write("data.txt", data_file(spheres, low=(0, 0, 0), high=(10, 10, 10)))
            text = deck(f"pair_style granular\npair_coeff * * {law}\n", boundary="p p p", newton=newton, neighbor="0.3 multi",
                        after=f"{ask}thermo_style custom step {columns}\nthermo_modify format float %.10g\n", run="run 20\n" + more)
            found = []
            for value in ("on", "off"):
                with lists(value):
                    found.append(list(self.lmp(text).thermo()[-1].values()))
            with self.subTest(name, newton=newton, x=x):
                self.assertGreater(abs(found[1][-1]), 1e-6)
                for one, other in zip(*found):
                    self.assertAlmostEqual(one, other, delta=1e-9)    # digits of the log

    def test_weights_of_neighbors(self):
        """Balancing by neighbors needs a list by LAMMPS: all touch, in a column that is twice as wide above its middle."""
        spheres = [Sphere((0.98 * a, 0, 0.98 * b)) for b in range(20) for a in range(1 if b < 10 else 2)]
        self.space.write("data.txt", data_file(spheres, low=(-50, -50, -0.5), high=(50, 50, 19.1)))
        after = "balance 1.0 shift z 20 1.0 weight neigh 1.0\n"
        cuts = []
        for value in ("on", "off"):
            with lists(value):
                run = self.lmp(deck(GRANULAR, neighbor="0.1 bin", before="processors 1 1 2\n", run="run 0\n" + after), ranks=2)
            self.assertEqual("Balance weight neigh skipped" in run.output, value == "on")
            cuts.append(re.search("z cuts: (.*)", run.log)[1])
        self.assertNotEqual(*cuts)

    def test_lists_of_lammps(self):
        """Where LAMMPS makes the list, and the reason in the log."""
        self.space.write("data.txt", data_file(clump(6, 3)))
        self.space.write("bonded.txt", data_file(clump(6, 3), bonded=True))
        reasons = {
            "the neighbor style is nsq": dict(neighbor="0.1 nsq"),
            "neigh_modify include is in use": dict(pair=GRANULAR + "group few id 1:4\natom_modify first few\nneigh_modify include few\n"),
            "the deck gives a cutoff": dict(pair=GRANULAR.replace("granular\n", "granular 3.0\n", 1)),
            "special_bonds has factors other than 0 and 1": dict(
                atom_style="hybrid sphere bond", data="bonded.txt extra/bond/types 1", before="special_bonds lj 0 0.5 1\n"),
            "the pair style is part of a hybrid": dict(pair=f"pair_style hybrid granular\npair_coeff * * granular {ALL_MODES}\n"),
        }
        for reason, options in reasons.items():
            with self.subTest(reason):
                self.assertIn(BY_LAMMPS + reason, self.lmp(deck(**dict(dict(pair=GRANULAR, neighbor="0.1 bin", steps=2), **options))).log)

    def test_the_log_and_the_variable(self):
        self.space.write("data.txt", data_file(clump(6, 3)))
        text = deck(GRANULAR, neighbor="0.1 bin", run="run 1\nrun 1\n")
        self.assertEqual(self.lmp(text).log.count(BY_PLUGIN), 1)
        with lists("yes"):
            self.assertEqual(self.space.run(text).error, "Illegal environment variable GRANULAR_SRT_LISTS value yes: can be on, off here")

    def test_positions_that_are_not_numbers(self):
        self.space.write("data.txt", data_file(clump(6, 3)))
        text = deck(GRANULAR, neighbor="0.1 bin", fixes="variable nan atom 1.0e300*1.0e300\nfix integrate all nve/sphere\n"
                    "fix push all addforce v_nan 0 0\n", steps=5)
        self.assertIn("Non-numeric atom coords", self.space.run(text).error)


if __name__ == "__main__":
    unittest.main()
