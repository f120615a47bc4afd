"""Contact histories that are stored with the atoms, in decks that LAMMPS' own storage refuses or forgets."""

import re
import unittest

import harness
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


if __name__ == "__main__":
    unittest.main()
