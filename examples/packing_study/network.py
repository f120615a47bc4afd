"""The contacts of a packing: rattlers, coordination number, contacts at their Coulomb limits, as in A. P. Santos et al.,
"Granular packings with sliding, rolling, and twisting friction" (2020).
"""

import driver    # noqa: F401  it finds granular_srt
from granular_srt import contacts, reading

# A contact that slid last and has come to rest since is a little below its limit, as the normal force still swings;
# the share of the force that moves is the square root of kinetic over elastic energy, 1 % at the default criterion.
AT_LIMIT = 0.99


def at_limits(found, mu_s, mu_r, mu_t):
    """Numbers of contacts whose sliding force, rolling torque, twisting torque is at its limit; None without that mode.

    found  DataFrame with normal force, sliding force, rolling and twisting torque, and the effective radius
           R_i R_j/(R_i + R_j), the lever of the rolling torque (Eq. 2c)
    """
    limits = {"sliding": mu_s, "rolling": mu_r * found.radius, "twisting": mu_t}
    present = {"sliding": mu_s > 0, "rolling": mu_r > 0, "twisting": mu_t > 0}
    return {mode: int(((found[mode].abs() >= AT_LIMIT * limit * found.normal) & (found.normal > 0)).sum())
            if present[mode] else None for mode, limit in limits.items()}


def read_contacts(path, ratio=1.0):
    """The contacts of a packing: IDs, distance, effective radius, forces and torques, as in.packing writes them.

    ratio  diameter of the spheres of type 2
    """
    pairs = reading.last(path).rows
    pairs.columns = ["index", "id1", "id2", "distance", "normal", "sliding", "rolling", "twisting", "type_i", "type_j"]
    a, b = (pairs[c].map({1: 0.5, 2: 0.5 * ratio}) for c in ("type_i", "type_j"))
    pairs["radius"] = a * b / (a + b)
    pairs["normal"] = pairs.normal.abs()
    return pairs[pairs.distance < a + b].astype({"id1": int, "id2": int})


def analyse(found, count, mu, dim=3):
    """What the row of a packing of `count` spheres or discs has from its contacts; mu: the friction coefficients."""
    per_contact, isostatic = contacts.constraints(*mu, dim)
    # the paper's text: half of the other column of Table I
    rule, other = (contacts.coordination(range(1, count + 1), found, few / 2) for few in (isostatic, per_contact))
    inside = found[found.id1.isin(rule.backbone) & found.id2.isin(rule.backbone)]
    return {"Z": rule.Z, "rattlers": rule.rattlers, "contacts": rule.contacts, **at_limits(inside, *mu),
            "Z_Nc_rule": other.Z, "rattlers_Nc_rule": other.rattlers, "Z_all": rule.Z_all}
