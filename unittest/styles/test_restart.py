"""Restart files and data files: coefficients, springs, rank counts, clear refusals.

A binary restart file keeps positions, velocities, coefficients, the springs of all contacts and the last forces. These
depend on velocities: a velocity Verlet step computes them with the velocities of its middle, while forces that are
computed anew after reading would come from the velocities at the end of the step. test_restart_exact.py asserts
that a run goes on to the last bit; here are other ranks, other coefficients and other files.
"""

import unittest

import harness
from harness import cluster, data_file, deck
from test_against_stock import HOOKE_STEP, SIZES, TRAP

# Same forces in another order of atoms and contacts, in a deck that damps: see test_parallel.py. In single precision
# (measured: 2e-5) each sum is rounded by 6e-8.
ROUND = 2e-4 if harness.kokkos_rounds_sums() else 1e-10

ALL_MODES = ("hooke 1000.0 10.0 tangential linear_history 300.0 1.0 0.4 damping velocity "
             "rolling sds 200.0 5.0 0.1 twisting sds 100.0 0.5 0.05")
MATERIAL = ("hertz/material 9000.0 30.0 0.3 tangential mindlin_rescale/force NULL 0.7 0.4 damping velocity "
            "rolling sds 200.0 5.0 0.1 twisting marshall")
CREEP = "hertz/material 9000.0 30.0 0.3 tangential mindlin_creep NULL 0.7 0.4 damping velocity rolling sds 200.0 5.0 0.1"
TRACKING = ("hooke 1000.0 10.0 damping velocity tangential tracking 300.0 0.4 0.35 1.0 rolling tracking 0.2 1.0 "
            "twisting tracking/hertz 1.0")
JKR = "jkr 9000.0 30.0 0.3 1.0 tangential mindlin NULL 0.7 0.3 damping velocity rolling sds 200.0 5.0 0.1"


class Restart(harness.DeckTest):
    def start(self, pair, run, types=(1,), count=7, **options):
        """A first input; `run` writes the files."""
        self.space.write("data.txt", data_file(cluster(count, 2, SIZES, types), types=max(types)))
        result = self.lmp(deck(pair=pair, fixes=TRAP, timestep=HOOKE_STEP, run=run, **options))
        return result, self.space.frames()

    def go_on(self, run, ranks=1, before="", pair="", after="", file="half.bin", read="read_restart"):
        """A second input that reads what the first wrote."""
        result = self.lmp(f"""{before}comm_modify vel yes
{read} {file}
neighbor 0.1 nsq
neigh_modify delay 0 every 1 check yes
{pair}
{TRAP}timestep {harness.number(HOOKE_STEP)}
{after}dump trajectory all custom 200 dump.txt {harness.DUMP_COLUMNS}
dump_modify trajectory sort id format float %.17g
{run}""", ranks=ranks)
        return result, self.space.frames()

    def test_same_as_second_run_command(self):
        """On one rank and on others, with every kind of spring."""
        for name, model in (("hooke", ALL_MODES), ("material", MATERIAL), ("jkr", JKR), ("creep", CREEP),
                            ("tracking", TRACKING)):
            pair = f"pair_style granular\npair_coeff * * {model}"
            _, whole = self.start(pair, "run 1000\nwrite_restart half.bin\nrun 1000\n")
            for ranks in (1, 2, 4):
                with self.subTest(model=name, ranks=ranks):
                    _, continued = self.go_on("run 1000\n", ranks)
                    measured = self.assert_same_trajectory(harness.later(whole, 1000), harness.later(continued, 1000), ROUND)
                    if harness.REPORT:
                        print(f"{name} {ranks} ranks, second run against restart: {measured:.1e}")

    @unittest.skipIf(harness.deform_cannot_flip(), "LAMMPS stops when fix deform/kk flips a box")
    def test_write_restart_between_runs_keeps_springs(self):
        """The command write_restart moves atoms and ghosts but builds no neighbor list. The springs must not notice,
        nor those of a run that reads the file. (The built-in style files springs under wrong partners here, which the
        test shows for comparison.) A change of the velocities makes all runs compute their forces anew."""
        periodic = """units lj
atom_style sphere
comm_modify vel yes
newton on
region box prism 0 4 0 4 0 4 0 0 0
create_box 1 box
create_atoms 1 random 60 123 NULL overlap 0.8 maxtry 1000
set group all diameter 1.0
set group all density 1.9
neighbor 0.3 bin
neigh_modify delay 0 every 1 check yes
pair_style granular
pair_coeff * * hooke 100.0 5.0 damping mass_velocity tangential linear_history 80.0 1.0 0.5 &
    rolling sds 50.0 1.0 0.3 twisting sds 30.0 1.0 0.3
velocity all create 1.0 4928459
fix shear all deform 1 xy erate 0.5 remap v
fix integrate all nve/sphere
timestep 0.005
"""
        dump = (f"dump trajectory all custom 100 dump.txt {harness.DUMP_COLUMNS}\n"
                "dump_modify trajectory sort id format float %.17g first yes\n")
        # fix deform remap v sets the velocities of ghosts, so the run that reads needs it too
        again = ("comm_modify vel yes\nneighbor 0.3 bin\ntimestep 0.005\n"
                 "fix shear all deform 1 xy erate 0.5 remap v\n")

        anew = "velocity all set 0 0 0\n" + dump + "run 0\n"

        def forces(text, **options):
            self.lmp(text, **options)
            frames = self.space.frames()
            return {max(frames): frames[max(frames)]}

        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                plain = forces(periodic + "run 2030\n" + anew, ranks=ranks)
                written = forces(periodic + "run 2030\nwrite_restart shear.bin\n" + anew, ranks=ranks)
                read = forces("read_restart shear.bin\n" + again + anew, ranks=ranks)
                # the same springs, summed in another order of contacts
                self.assert_same_trajectory(plain, written, ROUND)
                self.assert_same_trajectory(plain, read, ROUND)
        if harness.ARGUMENTS:    # on Kokkos LAMMPS builds a new list for the built-in style
            return
        plain = forces(periodic + "run 2030\n" + dump + "run 0\n", stock=True)
        written = forces(periodic + "run 2030\nwrite_restart shear.bin\n" + dump + "run 0\n", stock=True)
        self.assertGreater(harness.deviations(plain, written)["f"], 1e-3)

    def test_written_on_four_ranks(self):
        pair = f"pair_style granular\npair_coeff * * {ALL_MODES}"
        _, whole = self.start(pair, "run 1000\nwrite_restart whole.bin\nrun 1000\n")
        self.space.write("data.txt", data_file(cluster(7, 2, SIZES)))
        self.lmp(deck(pair=pair, fixes=TRAP, timestep=HOOKE_STEP, neighbor="0.1 bin",
                      run="run 1000\nwrite_restart half.bin\n"), ranks=4)
        for ranks in (1, 2):
            _, continued = self.go_on("run 1000\n", ranks)
            self.assert_same_trajectory(harness.later(whole, 1000), harness.later(continued, 1000), ROUND)

    def test_coefficients_are_exact(self):
        """Written before the first step, so that the two runs start alike: equal to the last bit."""
        third = "0.33333333333333331"
        pairs = {
            "mixed": f"pair_style granular 2.0\npair_coeff 1 1 hertz/material 9000.0 {third} 0.3 tangential mindlin NULL 0.7 0.4 "
                     f"damping tsuji limit_damping\npair_coeff 2 2 hertz/material 5000.0 0.1 0.2 tangential mindlin NULL 0.7 {third} "
                     "damping tsuji",
            "explicit": f"pair_style granular\npair_coeff 1 1 {ALL_MODES}\npair_coeff 2 2 {MATERIAL} cutoff 1.9\n"
                        f"pair_coeff 1 2 {JKR}",
            "synchronized": f"pair_style granular\npair_coeff * * {ALL_MODES} synchronized_verlet",
        }
        for name, pair in pairs.items():
            with self.subTest(pair=name):
                _, straight = self.start(pair, "write_restart half.bin\nrun 400\n", types=(1, 2))
                _, restarted = self.go_on("run 400\n")
                self.assertEqual(max(harness.deviations(straight, restarted).values()), 0.0)
                _, again = self.go_on("run 400\n", pair=pair)
                self.assertEqual(max(harness.deviations(straight, again).values()), 0.0)

    def test_heat_model_is_kept(self):
        pair = f"pair_style granular\npair_coeff * * {ALL_MODES} heat radius 3.0"
        fixes = "fix temperatures all property/atom temperature heatflow ghost yes\n"
        conduct = ("set atom * temperature v_start\nfix conduct all heat/flow constant 2.0\n"
                   "compute heat all property/atom temperature heatflow\n")
        show = ("write_dump all custom heat.txt id c_heat[1] modify sort id format float %.17g\n")
        start = "variable start atom 1.0+id\n"
        self.start(pair, "write_restart half.bin\nthermo_style custom step c_mean\nrun 400\n" + show, before=fixes,
                   after=start + conduct + "compute mean all reduce ave c_heat[1]\n")
        one = self.space.frames("heat.txt")
        self.go_on("thermo_style custom step c_mean\nrun 400\n" + show, after=fixes + start + conduct
                   + "compute mean all reduce ave c_heat[1]\n")
        other = self.space.frames("heat.txt")
        self.assertEqual(one, other)
        (atoms,) = one.values()
        self.assertGreater(max(abs(a["c_heat[1]"] - 1.0 - k) for k, a in atoms.items()), 0.01)

    def test_pair_coeff_after_reading(self):
        """Given again, coefficients replace those of the file; the springs stay."""
        pair = f"pair_style granular\npair_coeff * * {ALL_MODES}"
        self.start(pair, "run 1000\nwrite_restart half.bin\n")
        _, plain = self.go_on("run 200\n")
        for again in (pair, f"pair_coeff * * {ALL_MODES}"):
            run, repeated = self.go_on("run 200\n", pair=again)
            self.assertEqual(max(harness.deviations(plain, repeated).values()), 0.0)
            self.assertEqual([w for w in run.warnings if "contact history" in w], [])
        run, stiffer = self.go_on("run 200\n", pair=pair.replace("1000.0", "1001.0"))
        self.assertGreater(max(harness.deviations(plain, stiffer).values()), 1e-7)
        self.assertEqual([w for w in run.warnings if "contact history" in w], [])

    def test_other_models_after_reading(self):
        """Springs of another kind are not read as these: a warning, and they start from zero."""
        hooke = "hooke 1000.0 10.0 tangential {} damping velocity"
        hertz = "hertz 9000.0 30.0 tangential {} 6000.0 0.7 0.4 damping velocity"
        history = hooke.format("linear_history 300.0 1.0 0.4")
        for name, before, after in (
                ("rolling added", history, history + " rolling sds 200.0 5.0 0.1"),
                ("twisting taken away", ALL_MODES, history + " rolling sds 200.0 5.0 0.1"),
                ("a displacement becomes a force", hertz.format("mindlin"), hertz.format("mindlin/force")),
                ("rescaled", hertz.format("mindlin"), hertz.format("mindlin_rescale")),
                ("no history before", hooke.format("linear_nohistory 1.0 0.4"), history)):
            rest = "velocity all set 0 0 0\nset atom * omega 0 0 0\n"
            with self.subTest(change=name):
                self.start(f"pair_style granular\npair_coeff * * {before}", "run 1000\nwrite_restart half.bin\n")
                run, frames = self.go_on("run 0\n", pair=f"pair_coeff * * {after}", after=rest)
                warned = any("stored contact history starts from zero" in w for w in run.warnings)
                self.assertEqual(warned, name != "no history before", run.output[-2000:])
                (atoms,) = frames.values()
                self.assertEqual(max(abs(a[c]) for a in atoms.values() for c in ("tqx", "tqy", "tqz")), 0.0)

    def test_data_file_has_no_springs(self):
        """write_data keeps positions and velocities; all contacts start anew."""
        pair = f"pair_style granular\npair_coeff * * {ALL_MODES}"
        rest = "velocity all set 0 0 0\nset atom * omega 0 0 0\n"
        _, before = self.start(pair, "run 1000\nvelocity all set 0 0 0\nset atom * omega 0 0 0\nrun 0\nwrite_data half.data nocoeff\n")
        run, after = self.go_on("run 0\n", before="units lj\natom_style sphere\nboundary f f f\n", file="half.data",
                              read="read_data", pair=pair, after=rest)
        (line,) = [line for line in run.log.splitlines() if "springs start from zero" in line]
        contacts = int(line.split()[2])
        self.assertGreater(contacts, 3)
        self.assertEqual(line, f"pair granular: {contacts} pairs touch before the first step. Their springs start from zero "
                         "(data files have none)")
        for again in ("run 0\nrun 0\n", "run 10\n"):
            other, _ = self.go_on(again, before="units lj\natom_style sphere\nboundary f f f\n", file="half.data",
                                  read="read_data", pair=pair, ranks=2)
            self.assertEqual(other.log.count(line), 1)
        torque = {"torque": harness.QUANTITIES["torque"]}
        spun = max(abs(a[c]) for a in before[1000].values() for c in harness.QUANTITIES["torque"])
        self.assertGreater(spun, 0.1)
        self.assertEqual(max(abs(a[c]) for a in after[0].values() for c in torque["torque"]), 0.0)

    def test_commands_that_refuse_data_of_particles(self):
        """Without history LAMMPS' replicate works as with LAMMPS' own style: after commands before a run, after a run and a file."""
        head = """atom_style sphere
comm_modify vel yes
region box block 0 3 0 3 0 3
create_box 1 box
lattice sc 1.0
create_atoms 1 box
set type 1 diameter 1.02 density 1
pair_style gran/hooke 1000 300 10 0 0.5 0
pair_coeff * *
"""
        go = "fix move all nve/sphere\nneighbor 0.2 bin\ntimestep 0.001\n"
        for command in ("", "balance 1.0 shift x 5 1.1", "write_data begin.data", "write_restart begin.bin", "delete_atoms overlap 0.1 all all"):
            self.lmp(f"{head}{go}{command}\nreplicate 2 1 1\nrun 2\n")
        self.lmp(f"{head}{go}run 5\nwrite_restart half.bin\nreplicate 2 1 1\nrun 2\n")
        self.lmp(f"{head}{go}restart 5 half.bin other.bin\nrun 5\nreplicate 2 1 1\nrun 2\n")
        # a file with the data of a last step, as one with history
        read = f"read_restart half.bin\ncomm_modify vel yes\n{go}lattice sc 1.0\n"
        for command in ("replicate 2 1 1", "create_atoms 1 single 0.5 0.5 0.5", "change_box all boundary f p p",
                        "displace_atoms all random 0.01 0.01 0.01 3"):
            self.assertIn("per-atom", self.space.run(f"{read}{command}\n").output)
            self.lmp(f"{read}run 0 post no\n{command}\nrun 2\n")

    def test_particles_that_come_before_the_first_run(self):
        """read_data add and read_dump after read_restart: new particles begin without springs, the others keep theirs."""
        spheres = cluster(40, 2, spacing=1.0)
        self.space.write("first.txt", data_file(spheres[:36], (-6, -6, -6), (6, 6, 6)))
        self.space.write("more.txt", data_file(spheres[36:], (-6, -6, -6), (6, 6, 6)))
        pair = f"pair_style granular\npair_coeff * * {ALL_MODES}\n"
        self.lmp(deck(pair, data="first.txt", neighbor="0.1 bin", run="run 200\nwrite_restart half.bin\n"))
        common = ("neighbor 0.1 bin\nneigh_modify delay 0 every 1 check yes\nfix move all nve/sphere\ntimestep 0.001\n"
                  f"dump all all custom 50 dump.txt {harness.DUMP_COLUMNS}\ndump_modify all sort id format float %.17g\n")
        read, quiet = "comm_modify vel yes\natom_modify map array\nread_restart half.bin\n", common.split("dump")[0]
        for add in ("read_data more.txt add append\n", "group gone id 1:36:3\ndelete_atoms group gone compress no\nreset_atoms id sort yes\nread_data more.txt add append\n", "read_dump first.dump 200 x y z vx vy vz\n",
                    "read_dump all.dump 200 x y z vx vy vz add keep replace no purge yes\n"):
            with self.subTest(add):
                # after a run the springs are with their particles
                self.lmp(read + quiet + "run 0\n"
                         "write_dump all custom first.dump id type x y z vx vy vz modify format float %.17g\n"
                         "write_dump all custom all.dump id type x y z vx vy vz modify format float %.17g\n")
                radii = "" if "purge" not in add else "set group all diameter 1.0 density 1.9\nset group all omega 0 0 0\n"
                self.lmp(read + quiet + "run 0\n" + add + radii + common[len(quiet):] + "run 50\n")
                wanted = self.space.frames()
                for ranks in (1, 2):
                    self.lmp(read + add + radii + common + "run 50\n", ranks=ranks)
                    self.assert_same_trajectory(wanted, self.space.frames(), ROUND)

    def test_wall_of_the_first_run_beside_new_particles(self):
        """A wall does not count particles that are newer than the file as lost."""
        spheres = cluster(40, 2, spacing=1.0)
        self.space.write("first.txt", data_file(spheres[:36], (-6, -6, -6), (6, 6, 6)))
        self.space.write("more.txt", data_file(spheres[36:], (-6, -6, -6), (6, 6, 6)))
        pair, wall = f"pair_style granular\npair_coeff * * {ALL_MODES}\n", f"fix floor all wall/granular {ALL_MODES} zplane -2 NULL\n"
        self.lmp(deck(pair, data="first.txt", neighbor="0.1 bin", boundary="f f f", run=wall + "run 20\nwrite_restart half.bin\n"))
        log = self.lmp("comm_modify vel yes\natom_modify map array\nread_restart half.bin\nread_data more.txt add append\n"
                       f"neighbor 0.1 bin\nfix move all nve/sphere\n{wall}run 2\n").log
        self.assertNotIn("starts from zero", log)

    def test_hybrid(self):
        """A hybrid style needs its pair_coeff lines again; the springs of each instance are found."""
        pair = (f"pair_style hybrid/overlay granular granular\npair_coeff * * granular 1 {ALL_MODES}\n"
                "pair_coeff 1 1 granular 2 hertz 4000.0 30.0 tangential mindlin 3000.0 0.7 0.4 damping velocity")
        coefficients = pair.split("\n", 1)[1]
        _, whole = self.start(pair, "run 1000\nwrite_restart half.bin\nrun 1000\n", types=(1, 2))
        for again in (coefficients, pair):
            with self.subTest(again=again.split()[0]):
                _, continued = self.go_on("run 1000\n", pair=again)
                self.assert_same_trajectory(harness.later(whole, 1000), harness.later(continued, 1000), ROUND)
        other = coefficients.replace("tangential mindlin ", "tangential mindlin/force ")
        run, _ = self.go_on("run 10\n", pair=other)
        self.assertTrue([line for line in run.warnings if "all stored contact history starts from zero" in line], run.warnings)


if __name__ == "__main__":
    unittest.main()
