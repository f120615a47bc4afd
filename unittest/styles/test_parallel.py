"""1, 2 and 4 ranks, newton on and off, atoms sorted or not: the same trajectory.

BOUND, 1e-10 after 1000 steps: other rank counts and newton settings sum the same forces in another
order and let other spheres own the pairs, so one step differs by a few units in the last place. The decks
are dissipative (dashpots, friction, a trap or pressure), so that this does not grow: positions changed by
one part in 1e15 end below NOISE = 1e-11, which is asserted for each deck.

Each deck goes through at least 10 rebuilds of the neighbor list, and on several ranks spheres change
their rank; both are read off the run. Sliding, rolling and twisting springs are all at work, so a slot
with a wrong sign when a pair changes its owner shows at once (the built-in style fails here).
"""

import random
import unittest

import harness
from harness import Sphere, data_file, deck, perturbed

# Whether Kokkos stores spins in single precision. Those of step 0 are then written as they were read or rounded by
# 2^-24 = 6e-8, as atoms were sorted or sent before or not (measured: 5e-8 there, 3e-16 later).
ROUNDS = bool(harness.ARGUMENTS) and harness.kokkos_rounds()
# Forces that are added up in single precision are rounded by 6e-8 in another way in each step (measured: 5e-4).
BOUND = 5e-3 if harness.kokkos_rounds_sums() else 1e-7 if ROUNDS else 1e-10
NOISE = 1e-11
STEP = 1.4e-3
ALL_MODES = ("hooke 1000.0 20.0 tangential linear_history 300.0 1.0 0.4 damping velocity "
             "rolling sds 200.0 5.0 0.1 twisting sds 100.0 4.0 0.05")
# A clump that turns in a trap: spheres near the planes between the ranks cross them.
TURNING = """fix integrate all nve/sphere
variable tx atom -40.0*x
variable ty atom -40.0*y
variable tz atom -40.0*z
fix trap all addforce v_tx v_ty v_tz
"""


def clump(count=24, seed=4, sizes=(1.0, 0.8, 1.2), types=(1,), turn=2.5):
    """A loose clump about the origin that turns about (1, 1, 1) while it falls together."""
    draw = random.Random(seed)
    sites = [(a, b, c) for a in range(-3, 4) for b in range(-3, 4) for c in range(-3, 4)]
    sites.sort(key=lambda s: ((s[0] - 0.3) ** 2 + (s[1] - 0.2) ** 2 + (s[2] - 0.1) ** 2, s))
    w = turn / 3**0.5
    spheres = []
    for k in range(count):
        x, y, z = (1.24 * (s - o) + draw.uniform(-0.02, 0.02) for s, o in zip(sites[k], (0.3, 0.2, 0.1)))
        spheres.append(Sphere((x, y, z), (w * (z - y), w * (x - z), w * (y - x)),
                              [draw.uniform(-5, 5) for _ in range(3)], sizes[k % len(sizes)], types[k % len(types)]))
    return spheres


def packing(seed=1):
    """Drifting spheres for a periodic triclinic box that is sheared and compressed."""
    draw = random.Random(seed)
    spheres = []
    for c in range(4):
        for b in range(4):
            for a in range(4):
                x, y, z = (1.0 * s + 0.5 + draw.uniform(-0.03, 0.03) for s in (a, b, c))
                spheres.append(Sphere((x + 0.3 * y, y, z), [1.5 + draw.uniform(-0.5, 0.5) for _ in range(3)],
                                      [draw.uniform(-3, 3) for _ in range(3)], draw.choice((0.95, 1.0, 1.05))))
    return spheres


class Case:
    def __init__(self, spheres, pair, variants, fixes=TURNING, box=None, **options):
        self.spheres, self.variants, self.box = spheres, variants, box or {}
        self.options = dict(dict(pair="pair_style granular\n" + pair, fixes=fixes, timestep=STEP, steps=1000,
                                 neighbor="0.1 bin", after="thermo_style custom step atoms\n"), **options)


NO_FLIP = " flip no" if harness.deform_cannot_flip() else ""

# (ranks, newton, sort)
VARIANTS = [(1, "off", "0 0.0"), (1, "on", "20 0.6"), (2, "on", "0 0.0"), (2, "off", "20 0.6"),
            (4, "on", "20 0.6"), (4, "off", "0 0.0")]
FEWER = [(1, "off", "20 0.6"), (2, "off", "0 0.0"), (4, "on", "20 0.6")]

CASES = {
    "all_modes": Case(clump(), f"pair_coeff * * {ALL_MODES}", VARIANTS),
    "material_rescale": Case(clump(16, 5), "pair_coeff * * hertz/material 9000.0 30.0 0.3 tangential mindlin_rescale/force NULL 1.0 0.4 "
                             "damping velocity rolling sds 200.0 5.0 0.1 twisting marshall", FEWER),
    "jkr": Case(clump(16, 6), "pair_coeff * * jkr 9000.0 30.0 0.3 1.0 tangential mindlin NULL 1.0 0.3 damping velocity "
                "rolling sds 200.0 5.0 0.1 twisting sds 100.0 4.0 0.05", FEWER),
    "creep": Case(clump(16, 5), "pair_coeff * * hertz/material 9000.0 30.0 0.3 tangential mindlin_creep NULL 1.0 0.4 damping velocity "
                  "rolling sds 200.0 5.0 0.1", FEWER),
    "tracking": Case(clump(16, 5), "pair_coeff * * hooke 1000.0 20.0 damping velocity tangential tracking 300.0 0.4 0.35 "
                     "rolling tracking 0.2 twisting tracking 0.1", FEWER),
    "two_types": Case(clump(16, 17, types=(1, 2)), f"pair_coeff 1 1 {ALL_MODES}\n"
                      "pair_coeff 2 2 hertz 9000.0 30.0 tangential mindlin_rescale 6000.0 1.0 0.4 damping velocity\n"
                      "pair_coeff 1 2 hooke 1500.0 20.0 tangential linear_nohistory 1.0 0.3 damping velocity "
                      "twisting sds 100.0 4.0 0.05", FEWER),
    "triclinic": Case(packing(), f"pair_coeff * * {ALL_MODES}", VARIANTS, boundary="p p p",
                      box=dict(low=(0, 0, 0), high=(4, 4, 4), tilt=(1.2, 0, 0)),
                      fixes="fix integrate all nve/sphere\nfix press all deform 1 xy erate 0.15 x erate -0.01 "
                            f"y erate -0.01 z erate -0.01 remap x{NO_FLIP}\nfix drag all viscous 1.0\n"),
}


def migrations(folder):
    """How often a sphere was found on another rank than 20 steps before."""
    frames = list(harness.read_dump(folder.read("owners.txt")).values())
    return sum(b[k]["proc"] != a[k]["proc"] for a, b in zip(frames, frames[1:]) for k in a)


class Parallel(harness.DeckTest):
    def job(self, case, ranks=1, newton="on", sort="0 0.0", shake=0):
        spheres = perturbed(case.spheres, seed=shake) if shake else case.spheres
        extra = "dump owners all custom 20 owners.txt id proc\ndump_modify owners sort id\n"
        options = dict(case.options, newton=newton, sort=sort)
        options["after"] += extra
        if ranks == 4:
            options["before"] = "processors 2 2 1\n"
        return deck(**options), {"data.txt": data_file(spheres, **case.box)}

    def run_all(self, case):
        """All runs of the case, with one LAMMPS for each number of ranks: {variant: (Result, Folder)}."""
        found = {}
        for ranks in (1, 2, 4):
            jobs = {variant: self.job(case, *variant) for variant in case.variants if variant[0] == ranks}
            if ranks == 1:
                jobs |= {"reference": self.job(case), "shaken": self.job(case, shake=1)}
            found |= self.space.run_each(jobs, ranks=ranks)
        for variant, (run, _) in found.items():
            self.assert_ended(run, variant)
        return found

    def check(self, name):
        if ROUNDS and name == "triclinic":
            self.skipTest("no bound for a sheared box in single precision")
        case = CASES[name]
        runs = self.run_all(case)
        reference, shaken = (runs[variant][1].frames() for variant in ("reference", "shaken"))
        noise = max(harness.deviations(reference, shaken).values())
        self.assertLess(noise, NOISE, "the deck is too chaotic for the bound")
        for ranks, newton, sort in case.variants:
            with self.subTest(ranks=ranks, newton=newton, sort=sort):
                run, folder = runs[ranks, newton, sort]
                builds = run.numbers_after("Neighbor list builds")[0]
                moved = migrations(folder)
                self.assertGreaterEqual(builds, 10)
                if ranks > 1:
                    self.assertGreaterEqual(moved, 5)
                measured = self.assert_same_trajectory(reference, folder.frames(), BOUND)
                if harness.REPORT:
                    print(f"{name:18s} ranks {ranks} newton {newton:3s} sort {sort:6s} builds {builds:4.0f} "
                          f"migrations {moved:4d} noise {noise:8.1e} deviation {measured:8.1e}", flush=True)


for case_name in CASES:
    setattr(Parallel, f"test_{case_name}", lambda self, name=case_name: self.check(name))

if __name__ == "__main__":
    unittest.main()
