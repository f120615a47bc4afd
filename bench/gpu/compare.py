"""Reads dumps of LAMMPS and tells how far two of them differ. Python's standard library only."""

import math

GROUPS = (("x", 0), ("v", 3), ("omega", 6), ("f", 9), ("torque", 12))


def frames(path):
    """The snapshots of a sorted dump: a list of lists of rows, each row the numbers after the id."""
    found, rows = [], None
    with open(path) as file:
        for line in file:
            if line.startswith("ITEM: ATOMS"):
                rows = []
                found.append(rows)
            elif line.startswith("ITEM:"):
                rows = None
            elif rows is not None:
                rows.append([float(word) for word in line.split()[1:]])
    return found


def deviation(one, other):
    """Largest difference of a vector of a particle over the largest such vector, over x, v, omega, f and torque of two
    snapshots. Infinite where they have other particles or numbers that are not finite."""
    if len(one) != len(other) or not one:
        return math.inf
    worst = 0.0
    for _, at in GROUPS:
        largest = max(math.hypot(*row[at:at + 3]) for row in other)
        differences = [math.dist(a[at:at + 3], b[at:at + 3]) for a, b in zip(one, other)]
        if not math.isfinite(sum(differences)):    # max() passes over what is no number
            return math.inf
        difference = max(differences)
        if difference > 0.0:
            worst = max(worst, difference / largest if largest > 0.0 else math.inf)
    return worst
