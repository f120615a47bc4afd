"""The contacts of a packing: rattlers, coordination number, contacts at their Coulomb limits.

Table I of A. P. Santos et al., "Granular packings with sliding, rolling, and twisting friction" (2020), gives for each
combination of friction modes the constraints N^c of a contact and the contacts Z of a sphere at isostaticity.
"""

import numpy

from driver import read_dump

COUNTS_FROM = 0.01      # a mode counts from this friction coefficient on (section II B of the paper)
# A contact that slid last and has come to rest since is a little below its limit, as the normal force still swings;
# the share of the force that moves is the square root of kinetic over elastic energy, 1 % at the default criterion.
AT_LIMIT = 0.99


def constraints(mu_s, mu_r, mu_t, dim=3):
    """(N^c, Z) of Table I; dim = 2: of discs, which do not twist."""
    sliding, rolling, twisting = (mu >= COUNTS_FROM for mu in (mu_s, mu_r, mu_t))
    per_contact = 1 + (dim - 1) * (sliding + rolling) + (dim == 3) * twisting
    equations = dim if per_contact == 1 else 6 if dim == 3 else 3
    return per_contact, 2 * equations / per_contact


def backbone(count, pairs, few):
    """Whether each sphere is left when spheres with at most `few` contacts are taken away, then those left with so few, ...

    count  number of spheres, whose IDs are 1, 2, ...
    pairs  IDs, one row for each contact; twice if two spheres touch across two faces of the box
    Returns booleans by ID; that of ID 0 is False.
    """
    left = numpy.arange(count + 1) > 0
    while True:
        contacts = numpy.bincount(pairs[left[pairs].all(axis=1)].ravel(), minlength=count + 1)
        stays = left & (contacts > few)
        if (stays == left).all():
            return left
        left = stays


def coordination(left, pairs):
    """(contacts within the backbone, their number for each sphere of it); None where nothing is left."""
    within = int(left[pairs].all(axis=1).sum())
    return within, 2 * within / int(left.sum()) if left.any() else None


def at_limits(contacts, mu_s, mu_r, mu_t):
    """Numbers of contacts whose sliding force, rolling torque, twisting torque is at its limit; None without that mode.

    contacts  DataFrame with normal force, sliding force, rolling and twisting torque, and the effective radius
              R_i R_j/(R_i + R_j), the lever of the rolling torque (Eq. 2c)
    """
    limits = {"sliding": mu_s, "rolling": mu_r * contacts.radius, "twisting": mu_t}
    present = {"sliding": mu_s > 0, "rolling": mu_r > 0, "twisting": mu_t > 0}
    return {mode: int(((contacts[mode].abs() >= AT_LIMIT * limit * contacts.normal) & (contacts.normal > 0)).sum())
            if present[mode] else None for mode, limit in limits.items()}


def read_contacts(path, ratio=1.0):
    """The contacts of a packing: IDs, distance, effective radius, forces and torques, as in.packing writes them.

    ratio  diameter of the spheres of type 2
    """
    _, pairs = read_dump(path, "ENTRIES")
    pairs.columns = ["index", "i", "j", "distance", "normal", "sliding", "rolling", "twisting", "type_i", "type_j"]
    a, b = (pairs[c].map({1: 0.5, 2: 0.5 * ratio}) for c in ("type_i", "type_j"))
    pairs["radius"] = a * b / (a + b)
    pairs["normal"] = pairs.normal.abs()
    return pairs[pairs.distance < a + b].astype({"i": int, "j": int})


def analyse(contacts, count, mu, dim=3):
    """What the row of a packing of `count` spheres or discs has from its contacts; mu: the friction coefficients."""
    pairs = contacts[["i", "j"]].to_numpy()
    per_contact, isostatic = constraints(*mu, dim)
    left = backbone(count, pairs, isostatic / 2)
    within, z = coordination(left, pairs)
    # the paper's text: half of the other column of Table I
    other = backbone(count, pairs, per_contact / 2)
    return {"Z": z, "rattlers": 1 - int(left.sum()) / count, "contacts": within,
            **at_limits(contacts[left[pairs].all(axis=1)], *mu),
            "Z_Nc_rule": coordination(other, pairs)[1], "rattlers_Nc_rule": 1 - int(other.sum()) / count,
            "Z_all": 2 * len(pairs) / count}
