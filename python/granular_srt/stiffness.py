"""Stiffness of a packing: matrix, vibrations, floppy modes and states of self-stress, elastic moduli.

A sphere has six coordinates: its displacement u and its rotation times its radius, R theta. All entries of a stiffness matrix are
force/length. Contacts are rows of compute granular/local, or of contacts.touching where only constraints are counted. Walls are at
rest and flat: with prestress the curvature of a wall is not known.

A contact of 1 and 2 with the normal n (from 2 to 1), distance r and s = u_1 - u_2 has the strains
  s.n,  s_t - (l_1 theta_1 + l_2 theta_2) x n,  (theta_1 - theta_2)_t,  (theta_1 - theta_2).n
of its normal, sliding, rolling and twisting spring. `levers` says which levers l the strains and the loads have:
  objective  R - overlap/2 for both: no spring sees a rigid rotation of the pair, and the matrix is symmetric (without prestress)
  granular   R for strains, R - overlap/2 for loads, as pair_style granular computes
  tracking   as granular, with (R_1 + R_2)/r s_t: the sliding laws tracking and mindlin_creep
  gran       R for both: pair_style gran/*
The differences are of the order overlap/R. At a wall the lever is R.

What a law does beyond these springs is left out: the laws mindlin but mindlin/force, gran/hertz/history and the twisting laws marshall
and tracking/hertz also change a load that is not zero when the overlap changes, and the two torques of rolling tracking need not be
opposite (the matrix is that of tracking/balanced with the same stiffness). by_differences has all of it.
"""

import functools
import itertools
import typing

import numpy
import pandas
from scipy import linalg, sparse
from scipy.sparse import linalg as sparse_linalg

from .contacts import LOCAL, need_axes
from .reading import need

STIFFNESSES = "kn kt kroll ktwist"
SLIPS_FROM = 1 - 1e-6    # of the load over its cap, as in the compute
VOIGT = ((0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1))
DENSE = 1000    # spheres up to which all modes are computed: 300 MB


def _cross(vectors):
    """(m, 3, 3) matrices of v x ..."""
    x, y, z = vectors.T
    zero = numpy.zeros_like(x)
    return numpy.array(((zero, -z, y), (z, zero, -x), (-y, x, zero))).transpose(2, 0, 1)


class Network:
    """Contacts of a packing with their kinematics.

    spheres   Frame with radii
    contacts  id1 id2 nx ny nz distance overlap
    levers    objective, granular, tracking or gran: see above
    \\throws ReadError for missing columns or particles; ValueError for other levers
    """

    def __init__(self, spheres, contacts, levers="objective"):
        need_axes(spheres)
        if levers not in ("objective", "granular", "tracking", "gran"):
            raise ValueError(f"levers {levers}: must be objective, granular, tracking or gran")
        self.spheres, self.contacts, self.levers = spheres, contacts, levers
        self.radii = spheres.radii()
        self.normals = need(contacts, "nx ny nz", LOCAL)
        self.distances, overlap = need(contacts, "distance overlap", LOCAL).T
        ids = need(contacts, "id1 id2", LOCAL).astype(int)
        self.pairs = ids[:, 1] > 0
        first = spheres.find(ids[:, 0])
        second = first.copy()
        second[self.pairs] = spheres.find(ids[self.pairs, 1])
        self.ends = numpy.column_stack((first, second))    # the second one of a wall is not used
        radii = self.radii[self.ends]
        to_contact = radii - numpy.where(self.pairs, overlap / 2, 0)[:, None]
        self._strain_levers = to_contact if levers == "objective" else radii
        self._load_levers = radii if levers == "gran" else to_contact
        self._travel = numpy.where(self.pairs & (levers == "tracking"), radii.sum(axis=1) / self.distances, 1.0)

    @property
    def size(self):
        """Number of coordinates."""
        return 6 * len(self.radii)

    def _strains(self, levers, travel):
        """(m, 6, 12) strains n, t1, t2, rolling t1, t2, twisting by the coordinates of both ends; rotations times radii."""
        n = self.normals
        t1 = numpy.cross(n, numpy.eye(3)[numpy.abs(n).argmin(axis=1)])
        t1 /= numpy.linalg.norm(t1, axis=1)[:, None]
        t2 = numpy.cross(n, t1)
        blocks = numpy.zeros((len(n), 6, 2, 2, 3))    # [contact, strain, end, displacement or rotation, axis]
        inverse = 1 / self.radii[self.ends]
        for end, sign in enumerate((1, -1)):
            blocks[:, 0, end, 0] = sign * n
            for row, t in ((1, t1), (2, t2)):
                blocks[:, row, end, 0] = sign * travel[:, None] * t
                # -(theta x n).t = -theta.(n x t)
                blocks[:, row, end, 1] = -(levers * inverse)[:, end, None] * numpy.cross(n, t)
            for row, axis in ((3, t1), (4, t2), (5, n)):
                blocks[:, row, end, 1] = sign * inverse[:, end, None] * axis
        blocks[~self.pairs, :, 1] = 0
        return blocks.reshape(-1, 6, 12)

    @functools.cached_property
    def _columns(self):
        """(m, 12) numbers of the coordinates of both ends."""
        return (6 * self.ends[:, :, None] + numpy.arange(6)).reshape(-1, 12)

    def compatibility(self, sliding=True, rolling=True, twisting=True):
        """Sparse matrix (constraints, coordinates) of the strains, those of rotations times the mean radius: C.

        C u = 0: no contact is strained. C^T f = 0: a state of self-stress.
        """
        kept = numpy.flatnonzero(numpy.array((True, sliding, sliding, rolling, rolling, twisting)))
        blocks = self._strains(self._strain_levers, self._travel)[:, kept]
        blocks[:, kept >= 3] *= self.radii.mean()
        rows = numpy.arange(blocks.shape[0] * blocks.shape[1])
        places = numpy.repeat(rows, 12), numpy.repeat(self._columns, len(kept), axis=0).ravel()
        found = sparse.csr_matrix((blocks.ravel(), places), shape=(len(rows), self.size))
        found.eliminate_zeros()
        return found

    def _blocks(self, prestress, sliding):
        """(m, 12, 12) minus the loads on both ends by their coordinates."""
        kn, kt, kroll, ktwist = _stiffnesses(self.contacts, sliding).T
        stiffness = numpy.array((kn, kt, kt, kroll, kroll, ktwist)).T
        loads = self._strains(self._load_levers, numpy.ones_like(self._travel))
        blocks = numpy.einsum("cka,ck,ckb->cab", loads, stiffness, self._strains(self._strain_levers, self._travel))
        if prestress:
            by_s = self._prestress()
            blocks[:, :, 0:3] += by_s
            blocks[:, :, 6:9] -= numpy.where(self.pairs, 1, 0)[:, None, None] * by_s
        return blocks

    def _prestress(self):
        """(m, 12, 3) minus the change of the loads by s, because they turn with the normal, which changes by s_t/r."""
        n = self.normals
        fn, twisting = need(self.contacts, "fn twisting", LOCAL).T[:, :, None, None]
        sliding, rolling = need(self.contacts, "ftx fty ftz", LOCAL), need(self.contacts, "rollingx rollingy rollingz", LOCAL)
        turn = (numpy.eye(3) - n[:, :, None] * n[:, None]) * numpy.where(self.pairs, 1 / self.distances, 0)[:, None, None]
        # in the plane of the contact a load keeps its length: d(load) = -(load.dn) n
        found = numpy.zeros((len(n), 2, 2, 3, 3))
        force = (fn * numpy.eye(3) - n[:, :, None] * sliding[:, None]) @ turn
        moment = (twisting * numpy.eye(3) - n[:, :, None] * rolling[:, None]) @ turn
        couple = numpy.cross(sliding, n)[:, :, None] * n[:, None] * numpy.where(self.pairs & (self.levers != "gran"), 0.5, 0)[:, None, None]
        for end, sign in enumerate((1, -1)):
            lever = self._load_levers[:, end, None, None]
            found[:, end, 0] = -sign * force
            found[:, end, 1] = -(couple + lever * (_cross(sliding) @ turn) + sign * moment) / self.radii[self.ends[:, end], None, None]
        found[~self.pairs, 1] = 0
        return found.reshape(-1, 12, 3)

    def matrix(self, prestress=False, sliding="free"):
        """Sparse stiffness matrix K: small displacements change forces, and torques divided by radii, by -K u.

        prestress  the loads of the contacts turn with their normals; needs fn ftx fty ftz rollingx rollingy rollingz twisting
        sliding    free: a mode that slips has no stiffness. stuck: it has that of the contacts that stick
        \\throws ReadError for missing columns; ValueError if the stiffness of a stuck contact is not known
        """
        blocks = self._blocks(prestress, sliding)
        rows, columns = (numpy.broadcast_to(part, blocks.shape).ravel() for part in (self._columns[:, :, None], self._columns[:, None]))
        return sparse.csr_matrix((blocks.ravel(), (rows, columns)), shape=(self.size, self.size))

    def masses(self):
        """(coordinates,) masses of displacements and moments of inertia over the radius squared, of balls. Needs a column mass."""
        mass = self.spheres.need("mass", "dump custom ... mass")
        return (mass * (1, 1, 1, 0.4, 0.4, 0.4)).ravel()

    def elasticity(self, prestress=True, sliding="free"):
        """(affine, non-affine): (6, 6) -dP/dE of the pressure tensor, xx yy zz yz xz xy, of a periodic packing.

        E is the gradient of the displacement as that of LAMMPS' box, xy: x moves with y. In the affine part all spheres move and turn
        with the box; in the non-affine part they move on until the forces vanish. P is that of LAMMPS without velocities.
        \\throws ValueError with walls, or if no displacement balances the forces: the packing is not rigid
        """
        if not self.pairs.all():
            raise ValueError("elasticity: contacts with walls; the packing must be periodic")
        blocks, volume = self._blocks(prestress, sliding), self.spheres.box.volume
        branches = self.normals * self.distances[:, None]
        forces = numpy.zeros_like(branches)
        if prestress:
            forces = need(self.contacts, "fn", LOCAL) * self.normals + need(self.contacts, "ftx fty ftz", LOCAL)
        pressure = branches.T @ forces / volume
        motions = numpy.zeros((len(branches), 12, 6))    # of both ends, in the affine part
        for k, (a, b) in enumerate(VOIGT):
            motions[:, a, k] = branches[:, b]
            if a != b:    # x moves with y: half of it is a turn by -z/2
                axis = 3 - a - b
                turn = 0.5 * (-1 if (a, b) != (0, 2) else 1)
                motions[:, (3 + axis, 9 + axis), k] = turn * self.radii[self.ends]
        loads = blocks @ motions
        right = numpy.zeros((self.size, 6))
        numpy.add.at(right, self._columns, -loads)
        moved = _solve(self.matrix(prestress, sliding), right, abs(loads).max())

        def change(motions, trace):
            stretched = motions[:, 0:3] - motions[:, 6:9]
            by_pairs = (numpy.einsum("cak,cb->abk", stretched, forces) - numpy.einsum("ca,cbk->abk", branches, blocks[:, 0:3] @ motions)) / volume
            by_pairs = by_pairs - pressure[:, :, None] * trace
            by_pairs = (by_pairs + by_pairs.transpose(1, 0, 2)) / 2
            return -numpy.array([by_pairs[place] for place in VOIGT])

        return change(motions, numpy.array((1, 1, 1, 0, 0, 0))), change(moved[self._columns], numpy.zeros(6))

    def moduli(self, prestress=True, sliding="free"):
        """DataFrame: bulk and shear modulus, means over all directions, with columns affine, non_affine, total."""
        parts = self.elasticity(prestress, sliding)
        found = [(part[:3, :3].mean(), (3 * numpy.trace(part[:3, :3]) - part[:3, :3].sum()) / 30 + numpy.trace(part[3:, 3:]) / 5)
                 for part in parts]
        table = pandas.DataFrame(found, columns=["bulk", "shear"], index=["affine", "non_affine"]).T
        return table.assign(total=table.sum(axis=1))


def _stiffnesses(contacts, sliding):
    """(m, 4) kn kt kroll ktwist."""
    if sliding not in ("free", "stuck"):
        raise ValueError(f"sliding {sliding}: must be free or stuck")
    found = need(contacts, STIFFNESSES, LOCAL)
    if sliding == "free":
        return found
    shares = need(contacts, "slides rolls twists", LOCAL)
    for k in range(3):
        slips = shares[:, k] > SLIPS_FROM
        if not slips.any():
            continue
        ratios = (found[:, k + 1] / found[:, 0])[(found[:, k + 1] > 0) & (found[:, 0] > 0)]
        if len(ratios) == 0 or numpy.ptp(ratios) > 1e-6 * ratios.max():
            raise ValueError(f"sliding stuck: the ratio of {STIFFNESSES.split()[k + 1]} to kn is not the same for all contacts that stick; "
                             "give pair_coeff a larger friction and write the contacts by run 0")
        found[slips, k + 1] = ratios[0] * found[slips, 0]
    return found


def _solve(matrix, right, scale):
    """x of matrix x = right (n, m), where matrix is singular and right in its range, up to rounding of `scale`.

    \\throws ValueError if it is not
    """
    shift = 1e-8 * abs(matrix).max()
    factors = sparse_linalg.splu((matrix + shift * sparse.identity(matrix.shape[0])).tocsc())
    found = factors.solve(right)
    for _ in range(5):    # takes the error of the shift away, which is shift/eigenvalue, again and again
        found += factors.solve(right - matrix @ found)
    if abs(right - matrix @ found).max() > 1e-6 * scale:
        raise ValueError("no displacement balances the forces: the packing has floppy modes, which the strain moves")
    return found


class Count(typing.NamedTuple):
    """Coordinates that constraints see, constraints, their rank; rigid motions of the whole; floppy modes without these, with the
    rotations of a cluster that is free in a box without periodic faces; states of self-stress.
    coordinates - rank = rigid + floppy; constraints - rank = self_stress."""

    coordinates: int
    constraints: int
    rank: int
    rigid: int
    floppy: int
    self_stress: int


def count(compatibility, tolerance=1e-5):
    """Count of floppy modes and states of self-stress, by the rank of Network.compatibility: singular values above `tolerance`.

    Rotations are left out if no constraint of the packing sees one, and so are spheres without contacts. Rattlers that touch
    something count; leave out their contacts.
    """
    used = (numpy.diff(compatibility.tocsc().indptr) > 0).reshape(-1, 6)
    turns = used[:, 3:].any()
    seen = (used.any(axis=1)[:, None] & numpy.array((1, 1, 1, turns, turns, turns), dtype=bool)).ravel()
    kept = compatibility[:, seen]
    zeros = _eigenvalues_below((kept.T @ kept).tocsc(), tolerance**2) if kept.nnz else kept.shape[1]
    rank = kept.shape[1] - zeros
    together = numpy.tile(numpy.eye(6), (compatibility.shape[1] // 6, 1))    # translations; rotations, if radii are equal
    rigid = int(((numpy.abs(compatibility @ together).max(axis=0, initial=0) < tolerance) & seen.reshape(-1, 6).any(axis=0)).sum())
    return Count(kept.shape[1], kept.shape[0], rank, rigid, zeros - rigid, kept.shape[0] - rank)


def _eigenvalues_below(matrix, value):
    """Number of eigenvalues of a symmetric sparse matrix below a value: negative pivots of the matrix minus it (Sylvester's law of
    inertia), which needs rows and columns in the same order."""
    factors = sparse_linalg.splu(matrix - value * sparse.identity(matrix.shape[0], format="csc"), permc_spec="MMD_AT_PLUS_A",
                                 diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    if (factors.perm_r != factors.perm_c).any():
        raise ValueError("count: a pivot is 0; another tolerance")
    return int((factors.U.diagonal() < 0).sum())


def _dynamical(matrix, masses):
    scale = sparse.diags(1 / numpy.sqrt(masses))
    return (scale @ (matrix + matrix.T) @ scale / 2).tocsc()


def modes(matrix, masses, number=None):
    """(frequencies, vectors) of the symmetric part of a stiffness matrix; an unstable mode has a negative frequency.

    masses  of the coordinates: Network.masses
    number  the lowest ones only (by Lanczos' method); None: all
    vectors (coordinates, modes) are normalised, times the roots of the masses: displacements are vectors/sqrt(masses).
    """
    dynamical = _dynamical(matrix, masses)
    if number is None:
        values, vectors = linalg.eigh(dynamical.toarray(), overwrite_a=True)
    else:
        # a little below 0, where the matrix of a stable packing is not singular
        below = -1e-6 * abs(dynamical).sum(axis=0).max()
        values, vectors = sparse_linalg.eigsh(dynamical, k=number, sigma=below)
    return numpy.sign(values) * numpy.sqrt(numpy.abs(values)), vectors


def participation(vectors):
    """(modes,) share of the spheres that move in a mode: (sum e^2)^2/(n sum e^4) with e^2 of the six coordinates of a sphere."""
    weights = (vectors.reshape(-1, 6, vectors.shape[1])**2).sum(axis=1)
    return weights.sum(axis=0)**2 / (len(weights) * (weights**2).sum(axis=0))


def density_of_states(matrix, masses, bins=100, moments=512, samples=8, seed=0):
    """DataFrame frequency, density: modes per frequency and coordinate; its integral over all frequencies is 1. Modes without
    stiffness, and unstable ones, are in the first bin.

    Up to 1000 spheres from all modes. Above, the kernel polynomial method: Chebyshev `moments` with Jackson's kernel, as means over
    `samples` random vectors; Weisse et al., Rev. Mod. Phys. 78, 275 (2006). The resolution is then pi/moments of the largest
    eigenvalue, and modes below it lie in the first bins.
    """
    size = matrix.shape[0]
    if size <= 6 * DENSE:
        found = modes(matrix, masses)[0].clip(min=0)    # 0 may be rounded to below 0
        counts, edges = numpy.histogram(found, bins, (0, found.max() * (1 + 1e-12) or 1.0))
        width = edges[1]
        return pandas.DataFrame({"frequency": edges[:-1] + width / 2, "density": counts / (size * width)})
    dynamical = _dynamical(matrix, masses)
    largest = 1.01 * sparse_linalg.eigsh(dynamical, k=1, which="LA", return_eigenvectors=False)[0]
    # eigenvalues from -1 % of the largest one on: those at 0 are within the interval
    low = -0.01 * largest
    scaled = 2 / (largest - low) * (dynamical - low * sparse.identity(size)) - sparse.identity(size)
    start = numpy.random.default_rng(seed).choice((-1.0, 1.0), (size, samples))
    before, now = start, scaled @ start
    found = [1.0, (start * now).mean()]
    for _ in range(moments - 2):
        before, now = now, 2 * (scaled @ now) - before
        found.append((start * now).mean())
    n, turn = numpy.arange(moments), numpy.pi / (moments + 1)
    kernel = ((moments - n + 1) * numpy.cos(n * turn) + numpy.sin(n * turn) / numpy.tan(turn)) / (moments + 1)
    edges = numpy.linspace(0, numpy.sqrt(largest), bins + 1)
    # the integral of the density of eigenvalues up to x = cos(angle), term by term
    angle = numpy.arccos(numpy.clip(2 * (edges**2 - low) / (largest - low) - 1, -1, 1))
    weights = kernel * found
    below = weights[0] * (1 - angle / numpy.pi) - 2 / numpy.pi * (weights[1:, None] * numpy.sin(n[1:, None] * angle) / n[1:, None]).sum(axis=0)
    below[0] = 0
    return pandas.DataFrame({"frequency": (edges[1:] + edges[:-1]) / 2, "density": numpy.diff(below) / numpy.diff(edges)})


def _gathered(lmp, **columns):
    """(spheres, numbers) of a running LAMMPS, by ID."""
    found = [numpy.reshape(lmp.gather_atoms_concat(name, 1, count), (-1, count)) for name, count in columns.items()]
    return numpy.column_stack(found)[numpy.argsort(lmp.gather_atoms_concat("id", 0, 1))]


def by_differences(lmp, restart, commands, step):
    """(6n, 6n) array: what Network.matrix with prestress should be, by central differences of forces and torques of LAMMPS.

    Springs follow velocities: a sphere is put aside and has the velocity of this displacement for one step, without a fix that moves
    it. Then all velocities are 0, so that dashpots have no part in the forces. As springs remember, each of the 12n runs begins anew.

    lmp       lammps.lammps() with this plugin; it is cleared
    restart   file of write_restart, with n spheres
    commands  what a deck has after read_restart, such as comm_modify vel yes, neigh_modify and walls; no fix that moves particles
    step      displacement, and rotation times radius [length]; small beside overlaps. Many springs turn with the normal only if that
              changes the load by more than 1e-10 of its cap
    \\throws ValueError if a fix of the commands moves the particles
    """
    still = "velocity all set 0 0 0\nset group all omega 0 0 0\n"

    def restore(lines=""):
        lmp.commands_string(f'clear\nread_restart "{restart}"\n{commands}\n{still}{lines}')

    restore()
    ids = numpy.sort(lmp.gather_atoms_concat("id", 0, 1))
    places, radii = _gathered(lmp, x=3), _gathered(lmp, radius=1)
    time = lmp.extract_global("dt")
    loads = []
    for sphere, axis, u in itertools.product(range(len(ids)), range(6), (-step, step)):
        if axis < 3:
            speed, name = u / time, "xyz"[axis]
            words = f"{name} {places[sphere, axis] + u:.17g} v{name} {speed:.17g}"
        else:
            speed = u / radii[sphere, 0] / time
            words = "omega " + " ".join(f"{part:.17g}" for part in speed * numpy.eye(3)[axis - 3])
        restore(f"set atom {ids[sphere]} {words}\nrun 1")
        if numpy.abs(_gathered(lmp, v=3, omega=3)).sum() != abs(speed):
            raise ValueError("by_differences: a fix moves the particles; the commands must have none that does")
        lmp.commands_string(still + "run 0")
        loads.append((_gathered(lmp, f=3, torque=3) / numpy.hstack((numpy.ones_like(places), radii, radii, radii))).ravel())
    return (numpy.array(loads[0::2]) - loads[1::2]).T / (2 * step)
