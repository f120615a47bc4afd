"""The contacts of a packing: rattlers, coordination number, contacts at their Coulomb limits.

Table I of A. P. Santos et al., "Granular packings with sliding, rolling, and twisting friction" (2020), gives for each
combination of friction modes the constraints N^c of a contact and the contacts Z of a sphere at isostaticity.
"""

import collections

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


def backbone(spheres, pairs, few):
    """IDs left when spheres with at most `few` contacts are taken away, then those left with so few, and so on.

    spheres  iterable of IDs
    pairs    list of (ID, ID), one for each contact; twice if two spheres touch across two faces of the box
    """
    neighbours = collections.defaultdict(list)
    for i, j in pairs:
        neighbours[i].append(j)
        neighbours[j].append(i)
    left = set(spheres)
    contacts = {i: len(neighbours[i]) for i in left}
    going = [i for i in left if contacts[i] <= few]
    left.difference_update(going)
    while going:
        for j in neighbours[going.pop()]:
            contacts[j] -= 1
            if j in left and contacts[j] <= few:
                left.remove(j)
                going.append(j)
    return left


def coordination(left, pairs):
    """(contacts within `left`, their number for each sphere of it); None where nothing is left."""
    within = sum(1 for i, j in pairs if i in left and j in left)
    return within, 2 * within / len(left) if left else None


def at_limits(contacts, coefficients):
    """Numbers of contacts whose sliding force, rolling torque, twisting torque is at its limit; None without that mode.

    contacts      dicts with normal force, sliding force, rolling and twisting torque, and the effective radius
                  R_i R_j/(R_i + R_j), the lever of the rolling torque (Eq. 2c)
    coefficients  mu_s, mu_r, mu_t
    """
    def count(name, mu, lever=lambda contact: 1.0):
        return sum(1 for c in contacts if abs(c[name]) >= AT_LIMIT * mu * lever(c) * c["normal"] > 0) if mu > 0 else None

    mu_s, mu_r, mu_t = coefficients
    return {"sliding": count("sliding", mu_s), "rolling": count("rolling", mu_r, lambda contact: contact["radius"]),
            "twisting": count("twisting", mu_t)}


def read_contacts(path, ratio=1.0):
    """The contacts of a packing: IDs, distance, effective radius, forces and torques, as in.packing writes them.

    ratio  diameter of the spheres of type 2
    """
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("ITEM: ENTRIES")[1].splitlines()[1:]
    found = []
    for line in lines:
        _, i, j, distance, normal, sliding, rolling, twisting, *types = map(float, line.split())
        a, b = (0.5 if t == 1 else 0.5 * ratio for t in types)
        if distance < a + b:
            found.append({"i": int(i), "j": int(j), "distance": distance, "radius": a * b / (a + b), "normal": abs(normal),
                          "sliding": sliding, "rolling": rolling, "twisting": twisting})
    return found


def analyse(contacts, count, coefficients, dim=3):
    """What the row of a packing of `count` spheres or discs has from its contacts."""
    pairs = [(c["i"], c["j"]) for c in contacts]
    per_contact, isostatic = constraints(*coefficients, dim)
    left = backbone(range(1, count + 1), pairs, isostatic / 2)
    within, z = coordination(left, pairs)
    # the paper's text: half of the other column of Table I
    other = backbone(range(1, count + 1), pairs, per_contact / 2)
    inside = [c for c in contacts if c["i"] in left and c["j"] in left]
    limits = at_limits(inside, coefficients)
    return {"Z": z, "rattlers": 1 - len(left) / count, "contacts": within, **limits,
            "Z_Nc_rule": coordination(other, pairs)[1], "rattlers_Nc_rule": 1 - len(other) / count,
            "Z_all": 2 * len(pairs) / count}
