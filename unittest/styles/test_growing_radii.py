"""Radii that fix adapt or fix set changes in a run, without motion."""

import itertools
import re
import unittest

import harness

DECK = """units lj
atom_style sphere 1
newton {newton}
comm_modify vel yes
boundary p p p
region box block 0 6 0 6 0 6
create_box 1 box
create_atoms 1 single 0.5 3 3
create_atoms 1 single 2.5 3 3
create_atoms 1 single 5.5 1 3
create_atoms 1 single 1.5 1 3
set group all diameter 1.0 density 1.0
pair_style {pair}
neighbor 0.3 bin
neigh_modify delay 0 every 1 check yes
variable d equal 1.0+1.2*step/100
fix grow all adapt 1 atom diameter v_d
{run}
write_dump all custom end.txt id radius fx fy fz modify format float %.17g sort id
"""
PAIRS = {"hooke": "{}\npair_coeff * * hooke 1000 1 tangential linear_nohistory 1 0.5",
         "history": "{}\npair_coeff * * hooke 1000 1 tangential linear_history 300 1 0.5",
         "jkr": "{}\npair_coeff * * jkr 1e3 0.0 0.3 0.0 tangential linear_history 300 1 0.5"}


def deck(pair="granular 2.4", law="history", newton="on", run="run 100"):
    return DECK.format(pair=PAIRS[law].format(pair), newton=newton, run=run)


TYPES = """units lj
atom_style sphere
atom_modify map array
newton {newton}
comm_modify vel yes
region box block -5 5 -5 5 -5 5
create_box 2 box
create_atoms 1 single 0 0 0
create_atoms 1 single 0.99 0 0
set group all diameter 1.0 density 1.0
pair_style granular
pair_coeff 1 1 hooke 100.0 0.0 damping mass_velocity tangential linear_history 300 0 100
pair_coeff 2 2 hooke 500.0 0.0 damping mass_velocity tangential linear_history 300 0 100
pair_coeff 1 2 hooke 200.0 0.0 damping mass_velocity tangential linear_history 300 0 100
neighbor 0.3 bin
velocity all set 0 0.1 0
set atom 1 vy -0.1
variable t atom "2.0*(step>=5)+1.0*(step<5)"
fix change all set 1 0 type 1 type v_t
timestep 0.001
variable fx equal fx[1]
variable fy equal fy[1]
thermo_style custom step v_fx v_fy
thermo_modify format float %.10g
thermo 1
run 20
"""


BONDED = """units lj
atom_style hybrid bond sphere
newton off
atom_modify map array
comm_modify vel yes cutoff 3.0
region box block -4 4 -4 4 -4 4
create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4
create_atoms 1 single 0 0 0
create_atoms 1 single 0.98 0 0
set group all diameter 1.0 mass 1.0
set atom 1 vx 0.5
set atom 2 vx -0.5
special_bonds lj 0 1 1 coul 1 1 1
bond_style bpm/spring
bond_coeff 1 100.0 0.02 0.0
pair_style granular
pair_coeff * * hooke 1000.0 1.0 tangential linear_history 300 1 0.5 damping velocity
create_bonds single/bond 1 1 2
fix move all nve/sphere
timestep 1e-3
variable fx equal fx[1]
thermo_style custom step v_fx
thermo_modify format float %.14g
thermo 1
run 40
"""


# Two pairs at rest but for a slow sliding, one across a face. The types of all four change, and those between old and new types
# have another pair style.
ACROSS = """units lj
atom_style sphere
atom_modify map array
newton {newton}
comm_modify vel yes
region box block 0 10 0 10 0 10
create_box 2 box
create_atoms 2 single 0.1 5 5
create_atoms 2 single 9.12 5 5
create_atoms 1 single 5 5 5
create_atoms 1 single 5.98 5 5
set group all diameter 1
variable vy atom 0.01*(id%2)
velocity all set 0 v_vy 0
pair_style hybrid granular lj/cut 0.2
pair_coeff * * granular hooke 1000 0 tangential linear_history 300 0 0.9 damping velocity
pair_coeff 1 2 lj/cut 0 0.1
variable fx atom 10*((id==2)+(id==3)-(id==1)-(id==4))
fix press all addforce v_fx 0 0
fix integrate all nve/sphere
neighbor 0.3 bin
neigh_modify every 1 delay 0 check no
variable t atom 1+((id<3)+floor((step+7)/10))%2
fix change all set 10 1 group all type v_t
timestep 0.01
dump end all custom 16 end.txt id tqz
dump_modify end sort id format float %.12g
run 16
"""


class GrowingRadii(harness.DeckTest):
    def assert_touching(self, folder, what):
        """Two pairs at a distance of 2, one across the boundary, with a final diameter of 2.2."""
        frame, = folder.frames("end.txt").values()
        for k, sign in ((1, -1), (2, 1), (3, -1), (4, 1)):
            self.assertGreater(sign * frame[k]["fx"], 0.0, what)
            if "jkr" not in what:
                self.assertAlmostEqual(frame[k]["fx"], sign * 200.0, delta=1e-9, msg=what)    # rounding of the overlap

    def test_contacts_are_found(self):
        for ranks in (1, 2):
            jobs = {(law, newton): (deck(law=law, newton=newton), {}) for law, newton in itertools.product(PAIRS, ("on", "off"))}
            jobs["cutoff of types"] = deck(pair="granular").replace(" 0.5\n", " 0.5 cutoff 2.4\n"), {}
            jobs["several runs"] = deck(pair="granular", run="run 100 every 10 NULL"), {}
            jobs["gran/hooke/history"] = (deck(run="run 100 every 10 NULL").replace("granular 2.4\n", "gran/hooke/history 1000 300 1 1 0.5 1\n")
                                          .replace("pair_coeff * * hooke 1000 1 tangential linear_history 300 1 0.5", "pair_coeff * *"), {})
            for what, (run, folder) in self.space.run_each(jobs, ranks=ranks).items():
                self.assert_ended(run, what)
                if "runs" not in what and "gran/" not in what:
                    self.assertNotIn("have grown", run.log, what)
                self.assert_touching(folder, f"{what}, {ranks} ranks")

    def test_types_that_change_across_a_face(self):
        """The ghost has its old type when histories are stored."""
        for newton in ("on", "off"):
            with self.subTest(newton=newton):
                self.lmp(ACROSS.format(newton=newton))
                frame = self.space.frames("end.txt")[16]
                self.assertGreater(abs(frame[3]["tqz"]), 0.01)
                for k in (1, 2):
                    self.assertAlmostEqual(frame[k]["tqz"], -frame[3]["tqz"], delta=1e-9)    # rounding of the overlap

    def test_types_that_change_where_the_pair_changes_its_order(self):
        """With newton on the sphere in the lower layer of bins has the other one in its list. In each step in turn the first
        sphere comes into another layer, also where the types have changed: both must have stored the spring."""
        above, layer = 4.6667, 14 / 3    # 15 bins along z
        for sign in (1, -1):
            jobs = {step: (ACROSS.format(newton="on").replace(" 5\ncreate", f" {above}\ncreate").replace("5.98 5 5", f"5.98 5 {above}").replace("velocity all set 0 v_vy 0", f"variable vz atom {0.01 * sign}*(id%2)\n"
                           f"velocity all set 0 v_vy v_vz\nvariable dz atom {layer - above - 1e-4 * sign * (step - 0.5)}*(id%2)\n"
                           "displace_atoms all move 0 0 v_dz"), {}) for step in range(1, 16)}
            for step, (run, folder) in self.space.run_each(jobs).items():
                with self.subTest(step, sign=sign):
                    self.assert_ended(run, str(step))
                    frame = folder.frames("end.txt")[16]
                    self.assertGreater(abs(frame[3]["tqz"]), 0.01)
                    for k in (1, 2):
                        self.assertAlmostEqual(frame[k]["tqz"], -frame[3]["tqz"], delta=1e-9)    # rounding of the overlap

    def test_types_that_change(self):
        """fix set gives two spheres at rest another law, in the step of stock LAMMPS (under Kokkos: of the first run),
        and their spring goes on."""
        expected = self.lmp(TYPES.format(newton="on"), stock=not harness.ARGUMENTS).thermo()
        for newton in ("on", "off"):
            for ranks in (1, 2):
                rows = self.lmp(TYPES.format(newton=newton), ranks=ranks).thermo()
                self.assertAlmostEqual(rows[0]["v_fx"], -1.0)
                self.assertAlmostEqual(rows[-1]["v_fx"], -5.0)
                for row, other in zip(rows, expected, strict=True):
                    self.assertAlmostEqual(row["v_fx"], other["v_fx"], places=9)
                    self.assertAlmostEqual(row["v_fy"], other["v_fy"], places=9)

    @unittest.skipIf(harness.ARGUMENTS, "LAMMPS' own fix BOND_HISTORY crashes with the KOKKOS package")
    def test_bonds_that_break(self):
        """Bonded spheres have no contact. It begins in the step in which the bond breaks."""
        forces = [[row["v_fx"] for row in self.lmp(BONDED, stock=stock).thermo()] for stock in (False, True)]
        overlay = BONDED.replace("special_bonds lj 0 1 1 coul 1 1 1", "special_bonds lj 1 1 1 coul 1 1 1").replace("bpm/spring", "bpm/spring overlay/pair yes")
        self.assertIn("list of pairs made by the plugin", self.lmp(overlay).log)
        self.assertLess(min(forces[1]), -40.0)
        for one, other in zip(*forces, strict=True):
            self.assertAlmostEqual(one, other, delta=1e-8)    # rounding of 1000 (overlap)

    def test_types_without_a_law(self):
        """Under pair_style hybrid their contact ends, also if its history is stored after the change."""
        hybrid = TYPES.replace("pair_style granular", "pair_style hybrid granular").replace("pair_coeff 2 2 hooke", "pair_coeff 2 2 none\n#")
        hybrid = re.sub("(pair_coeff . .) hooke", r"\1 granular hooke", hybrid)
        for newton in ("on", "off"):
            for ranks in (1, 2):
                rows = self.lmp(hybrid.format(newton=newton), ranks=ranks).thermo()
                self.assertAlmostEqual(rows[0]["v_fx"], -1.0)
                self.assertEqual((rows[-1]["v_fx"], rows[-1]["v_fy"]), (0.0, 0.0))

    def test_mixed_pair_has_its_automatic_cutoff(self):
        """If that of one type, which alone is given, is smaller."""
        for ranks in (1, 2):
            run = self.lmp("""units lj
atom_style sphere
atom_modify map array
boundary f f f
comm_modify vel yes
region box block -3 3 -3 3 -3 3
create_box 2 box
create_atoms 1 single 0 0 0
create_atoms 2 single 1.49 0 0
set type 1 diameter 1.0
set type 2 diameter 2.0
pair_style granular
pair_coeff 1 1 hooke 1000 0 tangential none cutoff 1.1
pair_coeff 2 2 hooke 1000 0 tangential none
variable fx equal fx[2]
fix 1 all nve/sphere
thermo_style custom step v_fx
run 0
""", ranks=ranks)
            self.assertAlmostEqual(run.thermo()[-1]["v_fx"], 10.0, delta=1e-11)    # rounding of the overlap

    def test_growth_beyond_the_cutoff(self):
        by_adapt = deck(pair="granular")
        # at the end of a step, for the forces of the next one
        by_set = by_adapt.replace("variable d equal 1.0+1.2*step/100", "variable d atom 1.0+1.2*(step+1)/100").replace(
            "fix grow all adapt 1 atom diameter v_d", "fix grow all set 1 1 group all diameter v_d")
        # these have no cutoff argument
        by_gran = by_adapt.replace("granular\n", "gran/hooke/history 1000 300 1 1 0.5 1\n").replace(
            "pair_coeff * * hooke 1000 1 tangential linear_history 300 1 0.5", "pair_coeff * *")
        for text in (by_set, by_adapt, by_gran):
            run = self.space.run(text)
            help_ = f", so that contacts may be missed: use {'' if text == by_gran else 'a cutoff for the final radii, '}several runs, or a larger skin"
            self.assertEqual(run.returncode, 1)
            sum_exceeds = "radii of types 1 and 1 have grown at step {}: their sum {} exceeds the cutoff 1"
            self.assertIn(sum_exceeds.format(26, 1.312) + " and the neighbor skin" + help_, run.error)
            warnings = [line for line in run.warnings if "have grown" in line]
            self.assertEqual(len(warnings), 1)
            self.assertRegex(warnings[0], sum_exceeds.format("[12]", r"1\.0\d+") + help_)
            # a skin for the growth is what the message advises: 0.6 is more than that of the last step
            wide = self.lmp(re.sub("neighbor +[0-9.]+", "neighbor 2.0", text))
            self.assertEqual(len([line for line in wide.warnings if "have grown" in line]), 1)
            if not harness.ARGUMENTS:    # /kk styles have no other list
                self.assertIn("list of pairs made by LAMMPS: fix adapt or fix set may change radii", run.log)


if __name__ == "__main__":
    unittest.main()
