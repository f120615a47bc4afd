"""The contact network: coordination, rattlers, fabric, forces, mobilised friction, ages, balance of forces.

Contacts are a DataFrame with `id1`, `id2` (0: a wall) and columns named as those of compute granular/local.
"""

import typing

import numpy
import pandas

from .reading import ReadError, need

LOCAL = "compute granular/local"
COUNTS_FROM = 0.01    # a mode counts from this friction coefficient on (Santos et al. 2020, section II B)


def touching(spheres):
    """Contacts of overlapping spheres, or discs of a run in two dimensions, of a dump without contact data; no walls.

    spheres  Frame with positions and radius or diameter
    Returns id1, id2, nx, ny, nz (from 2 to 1), distance, overlap, x, y, z (middle of the overlap, in the box).
    \\throws ReadError for a dump without the column id, positions or radii
    """
    radii, ids = spheres.radii(), spheres.ids()
    positions = spheres.box.wrap(spheres.positions())
    i, j, apart = spheres.box.overlaps(positions, radii)
    distance = numpy.linalg.norm(apart, axis=1)
    overlap = radii[i] + radii[j] - distance
    swapped = numpy.where(ids[i] > ids[j], -1.0, 1.0)
    normal = apart / distance[:, None]
    place = spheres.box.wrap(positions[i] - normal * (radii[i] - overlap / 2)[:, None])
    normal = normal * swapped[:, None]
    return pandas.DataFrame({"id1": numpy.minimum(ids[i], ids[j]), "id2": numpy.maximum(ids[i], ids[j]),
                             **dict(zip(("nx", "ny", "nz"), normal.T)), "distance": distance, "overlap": overlap,
                             **dict(zip("xyz", place.T))})


def constraints(mu_s, mu_r, mu_t, dim=3):
    """(constraints of a contact, contacts per particle of an isostatic packing): Table I of Santos et al. 2020.

    Friction coefficients of sliding, rolling, twisting; dim = 2: discs, which do not twist.
    """
    sliding, rolling, twisting = (mu >= COUNTS_FROM for mu in (mu_s, mu_r, mu_t))
    per_contact = 1 + (dim - 1) * (sliding + rolling) + (dim == 3) * twisting
    equations = dim if per_contact == 1 else 6 if dim == 3 else 3
    return per_contact, 2 * equations / per_contact


def backbone(ids, pairs, few):
    """Whether each particle stays when those with at most `few` contacts are taken away, again and again.

    ids    (n,) IDs
    pairs  (m, 2) IDs of contacts that bear load, 0 for a wall, which stays; a pair that touches twice has two rows
    few    half of the isostatic number: constraints(...)[1] / 2
    Returns booleans (n,).
    \\throws ReadError if a pair has an ID that is not among `ids`, or a particle the ID 0
    """
    ids = numpy.asarray(ids, dtype=int)
    if (ids == 0).any():
        raise ReadError("particle ID 0, which is a wall's: the dump has no column id")
    pairs = numpy.asarray(pairs, dtype=int).reshape(-1, 2)
    known, places = numpy.unique(numpy.append(0, ids), return_inverse=True)
    ends = numpy.searchsorted(known, pairs).clip(max=len(known) - 1)
    missing = pairs[known[ends] != pairs]
    if len(missing):
        raise ReadError(f"a contact of particle {missing[0]}, which is not among the particles; dump both in the same step")
    left = numpy.ones(len(known), dtype=bool)
    while True:
        contacts = numpy.bincount(ends[left[ends].all(axis=1)].ravel(), minlength=len(left))
        stays = left & (contacts > few)
        stays[places[0]] = True    # a wall, whatever touches it
        if (stays == left).all():
            return left[places[1:]]
        left = stays


class Coordination(typing.NamedTuple):
    """Z, without rattlers; Z_all, with them and with contacts that do not repel; share of rattlers; contacts within the
    backbone; IDs of the backbone."""

    Z: float
    Z_all: float
    rattlers: float
    contacts: int
    backbone: numpy.ndarray


def coordination(ids, contacts, few):
    """Coordination of a packing by the rule of compute granular/atom.

    ids       of the particles; of a Frame: frame.rows.index
    contacts  those with `fn` <= 0 do not bear load; without a column `fn` all do
    few       as that of backbone
    """
    ids = numpy.asarray(ids)
    bearing = contacts[need(contacts, "fn", LOCAL)[:, 0] > 0] if "fn" in contacts else contacts
    pairs = need(bearing, "id1 id2", LOCAL).astype(int)
    stays = ids[backbone(ids, pairs, few)]
    within = pairs[(numpy.isin(pairs, stays) | (pairs == 0)).all(axis=1)]
    ends, count = (within > 0).sum(), len(ids) or numpy.nan
    return Coordination(ends / (len(stays) or numpy.nan), (contacts[["id1", "id2"]] > 0).to_numpy().sum() / count, 1 - len(stays) / count, len(within), stays)


def fabric(contacts, weights=None):
    """Fabric tensor (3, 3): mean of n n over the contacts, or their weighted mean. Its trace is 1.

    Isotropic: 1/3 of the unit tensor. L. Rothenburg and R. J. Bathurst, Geotechnique 39, 601 (1989).
    """
    normals = need(contacts, "nx ny nz", LOCAL)
    weights = numpy.broadcast_to(1.0 if weights is None else weights, len(normals))
    return numpy.einsum("k,ka,kb->ab", weights, normals, normals) / weights.sum()


def force_distribution(contacts, bins=30, high=6.0):
    """Probability density of f = fn/<fn> of contacts that repel: (DataFrame of f, p, error; <fn>).

    The integral over all f, and the mean of f, are 1; the table ends at `high`. error: of counts (Poisson).
    """
    forces = need(contacts, "fn", LOCAL)[:, 0]
    forces = forces[forces > 0]
    mean = forces.mean()
    counts, edges = numpy.histogram(forces / mean, bins, (0.0, high))
    width = edges[1] - edges[0]
    return pandas.DataFrame({"f": edges[:-1] + width / 2, "p": counts / (len(forces) * width),
                             "error": numpy.sqrt(counts) / (len(forces) * width)}), mean


def mobilised(contacts, cap=0.99):
    """For each mode of friction (slides, rolls, twists) that the dump has: mean load over its cap, share at the cap."""
    pressed = contacts[need(contacts, "fn", LOCAL)[:, 0] > 0]
    modes = [mode for mode in ("slides", "rolls", "twists") if mode in contacts]
    loads = need(pressed, " ".join(modes), LOCAL)
    return pandas.DataFrame({"mean": loads.mean(axis=0), "at_cap": (loads >= cap).mean(axis=0)}, index=modes)


def ages(frames):
    """Each Frame of contacts, with a column `age` [steps]: since the first frame from which on all frames have the contact.

    frames  in the order of time, of a dump with all contacts: reading.frames(...)
    A contact of the first frame has age 0 there, as a new one. An end between two frames is not seen if the contact exists in both.
    A contact with a mesh keeps its age while it moves from one face to another.
    """
    since = None
    for frame in frames:
        need(frame.rows, "id1 id2", LOCAL)
        keys = pandas.MultiIndex.from_frame(frame.rows[[name for name in ("id1", "id2", "wall") if name in frame.rows]])
        began = numpy.full(len(keys), float(frame.step))
        if since is not None:
            before = since.reindex(keys).to_numpy()
            began = numpy.where(numpy.isnan(before), began, before)
        frame.rows["age"] = frame.step - began
        since = pandas.Series(began, keys)
        since = since[~since.index.duplicated()]    # a particle can touch two images of another one
        yield frame


def need_axes(spheres):
    """\\throws ReadError for particles in the axes of a general triclinic box: compute granular/local has those of LAMMPS"""
    if numpy.triu(spheres.box.edges, 1).any():
        raise ReadError(f"{spheres.path}: dump_modify triclinic/general turned the particles, and the contacts have the axes of "
                        "LAMMPS' own box; leave it out")


def forces(spheres, contacts):
    """(n, 3) sum of the contact forces on each particle, in the order of `spheres` (Frame).

    \\throws ReadError for a contact of a particle that `spheres` does not have, or a box with other axes than the contacts
    """
    need_axes(spheres)
    load = need(contacts, "fx fy fz", LOCAL)
    found = numpy.zeros((len(spheres.rows), 3))
    numpy.add.at(found, spheres.find(contacts.id1), load)
    pairs = (contacts.id2 > 0).to_numpy()
    numpy.add.at(found, spheres.find(contacts.id2[pairs]), -load[pairs])
    return found


def unbalanced(spheres, contacts, gravity=(0, 0, 0)):
    """(n,) magnitude of contact forces plus weight of each particle over the mean contact force: 0 at rest.

    gravity  acceleration (3,); spheres need a column mass if it is not 0
    """
    total = forces(spheres, contacts)
    if numpy.any(gravity):
        total = total + spheres.need("mass", "dump custom ... mass") * numpy.asarray(gravity)
    return numpy.linalg.norm(total, axis=1) / numpy.linalg.norm(need(contacts, "fx fy fz", LOCAL), axis=1).mean()
