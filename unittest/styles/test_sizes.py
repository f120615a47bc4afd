"""Spheres of very different sizes: the pair style's own list has the pairs of LAMMPS' list.

Size ratios of 5, 10 and 40 and a power law, periodic, tilted and walled boxes, `neighbor multi` with `comm_modify mode
multi`, with and without shorter ghosts (reduce/multi), 1, 2 and 4 ranks, newton on and off. The reference is LAMMPS' list
on one rank with `neighbor bin`. The spheres are shaken for 250 steps, so that lists are made again. Sums are
rounded in another order. BOUND, 1e-8: an overlap of the smallest spheres is 1e-3 of a coordinate, and collisions increase
deviations; positions changed by one part in 1e15 end below NOISE = 1e-9 (measured: 7e-11), which is asserted. A pair that is
missing or listed twice changes a trajectory by more than 1e-2.
"""

import math
import os
import random
import unittest
import unittest.mock

import harness
from harness import Sphere, data_file, deck, perturbed

BOUND, NOISE = 1e-8, 1e-9

PAIR = ("hooke 50.0 20.0 tangential linear_history 15.0 1.0 0.4 damping mass_velocity "
        "rolling sds 1e-3 1e-6 0.1 twisting sds 1e-3 1e-6 0.05")
JKR = "jkr 900.0 20.0 0.3 0.02 tangential mindlin NULL 1.0 0.3 damping mass_velocity"
EDGE = 4.0


def bidisperse(ratio, small, draw):
    """Radii, the large ones first: two of them."""
    return [ratio * small, 0.8 * ratio * small] + [small * draw.uniform(0.95, 1.0) for _ in range(150)]


def power_law(draw):
    """Numbers above a size fall as its second power, between 0.03 and 1.2."""
    return sorted((0.03 * (1.0 - 0.999 * draw.random())**-0.5 for _ in range(150)), reverse=True)


def image(x, tilt, number=math.floor):
    """The periodic image in the box; with number=round, the shortest one of a vector that is short compared with the box."""
    (x, y, z), (xy, xz, yz) = x, tilt
    n = number(z / EDGE)
    x, y, z = x - n * xz, y - n * yz, z - n * EDGE
    n = number(y / EDGE)
    x, y = x - n * xy, y - n * EDGE
    n = number((x - y / EDGE * xy - z / EDGE * xz) / EDGE) if number is math.floor else number(x / EDGE)
    return x - n * EDGE, y, z


def packing(radii, seed, periodic=True, tilt=(0, 0, 0)):
    """Spheres that overlap by less than a tenth of the smaller one. Half of them lie on the surfaces of the largest two, of
    which one is cut by three faces of the box where it is periodic."""
    draw = random.Random(seed)
    spheres = []
    first = (0.1, 0.2, 0.1) if periodic else (1.5, 1.4, 1.3)

    def fits(x, radius):
        for other in spheres:
            apart = [a - b for a, b in zip(x, other.x)]
            square = sum(a * a for a in (image(apart, tilt, round) if periodic else apart))
            if square < (radius + 0.5 * other.diameter - 0.1 * min(radius, 0.5 * other.diameter)) ** 2:
                return False
        return periodic or all(radius < a < EDGE - radius for a in x)

    for k, radius in enumerate(radii):
        while True:
            x = [draw.uniform(0.0, EDGE) for _ in range(3)]
            if k == 0:
                x = list(first)
            elif k > 1 and draw.random() < 0.5:
                of = spheres[draw.randrange(2)]
                way = [draw.gauss(0, 1) for _ in range(3)]
                far = (0.5 * of.diameter + draw.uniform(0.91, 1.1) * radius) / sum(w * w for w in way)**0.5
                x = [a + far * w for a, w in zip(of.x, way)]
            x = image(x, tilt) if periodic else x
            if fits(x, radius):
                break
        speed = 0.4 if k > 1 else 0.04
        spheres.append(Sphere(x, [draw.uniform(-speed, speed) for _ in range(3)], [draw.uniform(-3, 3) for _ in range(3)],
                              2.0 * radius, 1 + (radius < 0.5 * radii[0]) + (radius < 0.15 * radii[0])))
    return spheres


DRAW = random.Random(2)
BOX = dict(low=(0, 0, 0), high=(EDGE, EDGE, EDGE), types=3)
WALLS = f"fix floor all wall/granular granular {PAIR} zplane 0.0 {EDGE}\n"
MULTI = "comm_modify mode multi\n"
# name: (radii, options of the deck, box)
CASES = {
    "ratio_5": (bidisperse(5, 0.18, DRAW), {}, BOX),
    "ratio_10": (bidisperse(10, 0.09, DRAW), {}, dict(BOX, tilt=(1.0, 0.5, -0.7))),
    "ratio_40": (bidisperse(40, 0.025, DRAW), {}, BOX),
    "power_law": (power_law(DRAW), {}, dict(BOX, tilt=(0.9, 0, 0))),
    "walls": (power_law(DRAW), dict(boundary="f f f", fixes="fix integrate all nve/sphere\n" + WALLS), BOX),
    "jkr": (power_law(DRAW), dict(pair=f"pair_style granular\npair_coeff * * {JKR}\n"), BOX),
}
BINS = "0.008 bin"
# (ranks, newton, neighbor, commands before read_data)
VARIANTS = [(1, "on", BINS, ""), (1, "off", BINS, ""), (1, "on", "0.008 multi", MULTI), (1, "off", "0.008 multi", MULTI),
            (2, "on", "0.008 multi", MULTI + "comm_modify mode multi reduce/multi\n"), (2, "off", BINS, ""),
            (4, "on", "0.008 multi", MULTI + "comm_modify mode multi reduce/multi\n"), (4, "off", "0.008 multi", MULTI),
            (4, "on", BINS, "")]


class Sizes(harness.DeckTest):
    def job(self, name, newton="on", neighbor=BINS, before="", shake=False, lists="on"):
        radii, options, box = CASES[name]
        spheres = packing(radii, 7, "boundary" not in options, box.get("tilt", (0, 0, 0)))
        spheres = perturbed(spheres) if shake else spheres
        options = dict(dict(pair=f"pair_style granular\npair_coeff * * {PAIR}\n", boundary="p p p"), **options)
        if "multi" in neighbor:
            before = f"neighbor {neighbor}\n" + before
        text = deck(**options, newton=newton, neighbor=neighbor, before=before, sort="20 0.6", timestep=2e-4, steps=250, every=50)
        return text, {"data.txt": data_file(spheres, **box)}

    def run_all(self, lists, ranks, jobs):
        with unittest.mock.patch.dict(os.environ, {"GRANULAR_SRT_LISTS": lists}):
            found = self.space.run_each(jobs, ranks=ranks)
        for what, (run, _) in found.items():
            self.assert_ended(run, what)
            self.assertIn("list of pairs made by " + ("the plugin" if lists == "on" else "LAMMPS"), run.log)
        return found

    def test_all(self):
        references = self.run_all("off", 1, {name: self.job(name) for name in CASES})
        references = {name: folder.frames() for name, (_, folder) in references.items()}
        shaken = self.run_all("on", 1, {name: self.job(name, shake=True) for name in CASES})
        for name, (run, folder) in shaken.items():
            noise = max(harness.deviations(references[name], folder.frames()).values())
            self.assertLess(noise, NOISE, f"{name} is too chaotic for the bound")
            self.assertGreaterEqual(run.numbers_after("Neighbor list builds")[0], 5)
            touched = [sum(atom["fx"] != 0.0 for atom in frame.values()) for frame in references[name].values()]
            self.assertGreaterEqual(max(touched), 20, name)
        for ranks in (1, 2, 4):
            jobs = {(name, *variant): self.job(name, *variant[1:])
                    for name in CASES for variant in VARIANTS if variant[0] == ranks}
            for what, (run, folder) in self.run_all("on", ranks, jobs).items():
                with self.subTest(what):
                    measured = self.assert_same_trajectory(references[what[0]], folder.frames(), BOUND)
                    if harness.REPORT:
                        print(what, f"{measured:.1e}", run.numbers_after("Neighbor list builds"))


if __name__ == "__main__":
    unittest.main()
