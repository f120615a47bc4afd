"""Contacts keep their springs if commands between runs give atoms other IDs, or delete atoms."""

import itertools
import re
import unittest

import harness

PAIRS = {
    "granular": "pair_style granular\npair_coeff * * hooke 1000.0 1.0 tangential linear_history 300.0 1.0 0.5 "
                "rolling sds 100.0 1.0 0.1 twisting sds 50.0 1.0 0.1\n",
    "gran/hooke/history": "pair_style gran/hooke/history 1000.0 300.0 1.0 1.0 0.5 1\npair_coeff * *\n"}

# A lattice of spheres that turn and are sheared. "label" is the ID at the beginning.
HEAD = """units lj
atom_style sphere
atom_modify map array sort 50 0.5
boundary p p p
comm_modify vel yes
newton {newton}
lattice sc 1.0
region box prism 0 4 0 4 0 4 0 0 0
create_box 1 box
create_atoms 1 box
set group all diameter 1.01 density 1.0
fix label all property/atom i_label
variable id atom id
set atom * i_label v_id
{pair}velocity all create 0.01 4711 loop geom
variable a atom 10*vy
variable b atom 10*vz
variable c atom 10*vx
set group all omega v_a v_b v_c
"""
SETTINGS = """neighbor 0.1 bin
neigh_modify delay 0 every 1 check yes
fix integrate all nve/sphere
timestep 0.001
"""
SHEAR = "fix shear all deform 1 xy erate 0.02 remap x\nrun 400\nunfix shear\n"
RATTLERS = 'variable gone atom "i_label==7 || i_label==22 || i_label==35"\ngroup gone variable gone\n'
END = "run 1\nwrite_dump all custom end.txt id i_label fx fy fz tqx tqy tqz modify format float %.17g\n"

SAME_IDS = "delete_atoms group gone compress no\n"
CHANGES = {
    "compress": "delete_atoms group gone\n",
    "condense": "delete_atoms group gone compress no condense yes\n",
    "reset_atoms": "reset_atoms id sort yes\ndelete_atoms group gone compress no\n",
    "compress, reset_atoms": "delete_atoms group gone\nreset_atoms id sort yes\n",
    "compress, new processors": "delete_atoms group gone\ndisplace_atoms all move 1.3 0 0\nbalance 1.0 shift x 5 1.05\n"}

if harness.is_older():
    del CHANGES["condense"]    # delete_atoms does not have it


def loads(folder):
    """Forces and torques by label."""
    frame, = folder.frames("end.txt").values()
    return {int(atom["i_label"]): [atom[c] for c in ("fx", "fy", "fz", "tqx", "tqy", "tqz")] for atom in frame.values()}


class ChangedIds(harness.DeckTest):
    # Other orders of sums: 4e-13 of the largest load in the worst case. A wrong spring changes loads by a tenth.
    BOUND = 2e-12

    def assert_same_loads(self, found, right, what):
        self.assertEqual(found.keys(), right.keys(), what)
        largest = max(abs(load) for row in right.values() for load in row)
        worst = max(abs(a - b) for label, row in right.items() for a, b in zip(row, found[label]))
        if harness.REPORT:
            print(f"{what}: {worst / largest:.1e}")
        self.assertLessEqual(worst, self.BOUND * largest, what)

    def loads_of(self, jobs, ranks):
        found = self.space.run_each({name: (deck, {}) for name, deck in jobs.items()}, ranks=ranks)
        for name, (run, _) in found.items():
            self.assert_ended(run, f"{ranks} ranks, {name}")
        return {name: loads(folder) for name, (_, folder) in found.items()}

    def test_between_two_runs(self):
        for ranks in (1, 2, 4):
            jobs = {(pair, newton, name): HEAD.format(newton=newton, pair=PAIRS[pair]) + SETTINGS + SHEAR + RATTLERS + change + END
                    for pair, newton in itertools.product(PAIRS, ("on", "off"))
                    for name, change in {"": SAME_IDS, **CHANGES}.items()}
            found = self.loads_of(jobs, ranks)
            for (pair, newton, name), one in found.items():
                self.assert_same_loads(one, found[pair, newton, ""], f"{pair}, newton {newton}, {ranks} ranks, {name}")

    def test_restart_files(self):
        """IDs change before a restart file is written, or between read_restart and the first run."""
        for pair, newton, ranks in (("granular", "on", 1), ("granular", "off", 2), ("gran/hooke/history", "on", 2)):
            first = HEAD.format(newton=newton, pair=PAIRS[pair]) + SETTINGS + SHEAR
            again = (f"newton {newton}\nread_restart {{}}\ncomm_modify vel yes\nfix label all property/atom i_label\n" + SETTINGS)
            what = f"{pair}, newton {newton}, {ranks} ranks"
            self.lmp(first + "write_restart whole\n" + RATTLERS + SAME_IDS + END, ranks=ranks)
            right = loads(self.space)
            for name, change in {"same IDs": SAME_IDS, **CHANGES}.items():
                change = re.sub("displace_atoms.*", "", change)    # LAMMPS refuses it here
                self.lmp(again.format("whole") + RATTLERS + change + END, ranks=ranks)
                self.assert_same_loads(loads(self.space), right, f"{what}, read and {name}")
            self.lmp(first + RATTLERS + CHANGES["compress"] + "write_restart changed noinit\nwrite_restart changed.init\n", ranks=ranks)
            for file in ("changed", "changed.init"):
                self.lmp(again.format(file) + END, ranks=ranks)
                self.assert_same_loads(loads(self.space), right, f"{what}, {file}")

    def test_file_without_a_run_after_exclusions(self):
        """LAMMPS knows the bits of excluded groups from the next run on."""
        head = HEAD.format(newton="on", pair=PAIRS["granular"]) + SETTINGS
        self.lmp(head + "run 10\ngroup some id 1 2 3\nneigh_modify exclude group some all\nwrite_restart file noinit\n")

    def test_file_between_the_parts_of_a_run(self):
        """Files without initialization do not change the springs, wherever the commands have put the atoms."""
        head = HEAD.format(newton="on", pair=PAIRS["granular"]) + SETTINGS + SHEAR + RATTLERS
        for ranks in (1, 2):
            found = self.loads_of({file: f'{head}run 20 every 10 "delete_atoms group gone compress no" {file}\n{END}'
                                   for file in ("", '"write_restart f noinit"')}, ranks)
            self.assert_same_loads(found['"write_restart f noinit"'], found[""], f"{ranks} ranks")

    def test_a_new_atom_with_the_id_of_a_deleted_one(self):
        """It has no springs, as with an ID that was not in use before."""
        new = ("{}create_atoms 1 single {}\ngroup new id {}\nset group new diameter {} density 1.0 i_label {}\n")
        sphere = "3.0 3.0 3.0"
        recycled = new.format("", sphere, 64, 1.01, 64)
        unused = (new.format("", "0.5 0.5 0.5", 64, 0.01, 99) + new.format("group new clear\n", sphere, 65, 1.01, 64) +
                  "group point id 64\ndelete_atoms group point compress no\n")
        head = (HEAD.format(newton="on", pair=PAIRS["granular"]) + SETTINGS +
                "run 400\ngroup last id 64\ndelete_atoms group last compress no\n")
        found = self.loads_of({"recycled": head + recycled + END, "unused": head + unused + END}, 1)
        self.assert_same_loads(found["recycled"], found["unused"], "recycled ID")


if __name__ == "__main__":
    unittest.main()
