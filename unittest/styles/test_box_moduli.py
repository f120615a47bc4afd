"""Elastic moduli of a random packing at rest: the same by fix deform remap v, by remap x with keyword box, and by a stress
of fix nph/sphere with keyword box.

1000 spheres with friction, rolling and twisting resistance are pressed together, then the box stands still until nothing
moves. From there each way of control makes a strain of 1e-6 at constant length of the other edges, and the packing comes
to rest again. Overlaps are 1e-3: the strain opens and closes few contacts. The packing is made with coefficients of 0.3 and
strained with 0.32: contacts at their limit of friction would make the answer depend on the path.
"""

import unittest

import harness
from harness import DeckTest


def law(mu):
    return (f"pair_coeff * * hooke 1.0 0.5 damping mass_velocity tangential linear_history $(2/7) 0.5 {mu} "
            f"rolling sds 0.2 0.3 {mu} twisting sds 0.2 0.3 {mu}\n")


SETTINGS = """neighbor 0.1 bin
neigh_modify delay 0 every 1
timestep 0.04
thermo_style custom step ke pxx pyy pzz pxy xy ly lz vol
thermo_modify norm no format float %.15g
"""
PACKING = f"""units lj
atom_style sphere
atom_modify map array
boundary p p p
newton on
comm_modify vel yes
region box prism 0 13.8 0 13.8 0 13.8 0 0 0
create_box 1 box
create_atoms 1 random 1000 {{seed}} NULL overlap 0.75 maxtry 10000
set group all diameter 1.0
set group all mass 1.0
pair_style granular box yes
{law(0.3)}{SETTINGS}fix 1 all nph/sphere iso 1e-3 1e-3 2.25 pchain 0 drag 1.0 pmass contact
run 40000
unfix 1
fix 1 all nve/sphere
fix 2 all viscous 0.1
run 60000
write_restart rest
"""
STRAIN = 1e-6
# the way that gives the stress for the others comes first
CASES = (("deform", "v", "yes"), ("deform", "x", "yes"), ("nph/sphere", "", "yes"))
if harness.REPORT:    # test_box_motion.py shows that a lattice needs "box yes"
    CASES += ("deform", "x", "no"), ("nph/sphere", "", "no")


class Moduli(DeckTest):
    def strained(self, component, fixes, box):
        deck = f"""newton on
comm_modify vel yes
atom_modify map array
read_restart rest
pair_style granular box {box}
{law(0.32)}{SETTINGS}fix drag all viscous 0.1
fix 1 all nve/sphere
run 0
{fixes}
"""
        rows = [row for row in self.lmp(deck).thermo() if "Pxy" in row]
        first, last = rows[0], rows[-1]
        if component == "xy":
            return (last["Xy"] - first["Xy"]) / last["Ly"], first["Pxy"] - last["Pxy"], last
        return first["Lz"] / last["Lz"] - 1.0, last["Pzz"] - first["Pzz"], last

    def moduli(self, component):
        """Change of stress over strain by each of CASES."""
        found, stress = {}, 0.0
        sign = 1 if component == "xy" else -1
        measured = "pxy" if component == "xy" else "pzz"
        for case in CASES:
            style, remap, box = case
            if style == "deform":
                fixes = (f"fix 2 all deform 1 {component} erate {sign * STRAIN / 800} remap {remap}\n"
                         "run 20000\nunfix 2\nrun 30000")
            else:
                fixes = (f"variable target equal {-sign * stress:.15g}+$({measured}:%.15g)\nunfix 1\n"
                         f"fix 1 all nph/sphere {component} $(v_target:%.15g) $(v_target:%.15g) 2.25 drag 0.5 nreset 1 "
                         "pchain 0 pmass contact\nfix_modify 1 temp thermo_temp\nrun 50000")
            strain, change, last = self.strained(component, fixes, box)
            if box == "yes":
                self.assertLess(last["KinEng"], 1e-2 * change * strain * last["Volume"], case)
            stress = stress or change
            found[case] = change / strain
        return found

    def packing(self, seed):
        run = self.lmp(PACKING.format(seed=seed))
        last = run.thermo()[-1]
        # a hundredth of the energy of the strain; a rattler that a spinning neighbor drags along has 1e-13
        self.assertLess(last["KinEng"], 1e-12)

    def test_moduli(self):
        """2 %: of three packings two agree to 1e-6, and one, in which a contact opens or slides, to 1 %."""
        for seed in (7920, 15839, 23758) if harness.REPORT else (7920,):
            self.packing(seed)
            for component in ("xy", "z"):
                found = self.moduli(component)
                if harness.REPORT:
                    print(seed, component, " ".join(f"{' '.join(case)}: {value:.5f}" for case, value in found.items()))
                first, position, stress, *without = found.values()
                self.assertAlmostEqual(position / first, 1.0, delta=0.02)
                self.assertAlmostEqual(stress / first, 1.0, delta=0.02)
                for value in without:
                    self.assertLess(value, 0.9 * first)


if __name__ == "__main__":
    unittest.main()
