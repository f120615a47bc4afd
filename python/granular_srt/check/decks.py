"""Decks of one or few contacts, and what they leave. The deck tests of this project and granular_srt.check run them. Python's
standard library only.
"""

import math
import random
import re

# What a trajectory comparison looks at: name of the quantity, columns of the dump.
QUANTITIES = {
    "x": ("xu", "yu", "zu"),
    "v": ("vx", "vy", "vz"),
    "omega": ("omegax", "omegay", "omegaz"),
    "f": ("fx", "fy", "fz"),
    "torque": ("tqx", "tqy", "tqz"),
}
DUMP_COLUMNS = "id type " + " ".join(c for columns in QUANTITIES.values() for c in columns)


def has_full_lists(args):
    """Whether a LAMMPS with these arguments has full neighbor lists, and newton off."""
    return "full" in args or "g" in args


def fit_for(deck, args):
    """The deck as LAMMPS wants it with these arguments: with full lists newton off, and bins only."""
    if has_full_lists(args):
        deck = re.sub(r"^newton +on$", "newton off", deck, flags=re.MULTILINE)
        deck = re.sub(r"^(neighbor .*) nsq$", r"\1 bin", deck, flags=re.MULTILINE)
    return deck


def thermo_rows(log):
    """Rows of all thermo tables of a log as a list of dicts of float."""
    rows, names = [], None
    for line in log.splitlines():
        words = line.split()
        if words and words[0] == "Step":
            names = words
        elif line.startswith("Loop time"):
            names = None
        elif names and len(words) == len(names):
            try:
                rows.append(dict(zip(names, map(float, words))))
            except ValueError:
                pass
    return rows


def read_dump(text):
    """A custom dump as {step: {atom id: {column: value}}}."""
    frames, lines = {}, iter(text.splitlines())
    for line in lines:
        if line.startswith("ITEM: TIMESTEP"):
            atoms = frames[int(next(lines))] = {}
        elif line.startswith("ITEM: NUMBER"):
            count = int(next(lines))
        elif line.startswith("ITEM: ATOMS"):
            columns = line.split()[2:]
            for _ in range(count):
                row = dict(zip(columns, map(float, next(lines).split())))
                atoms[int(row["id"])] = row
    return frames


def read_local_dump(text):
    frames, lines = {}, iter(text.splitlines())
    for line in lines:
        if line.startswith("ITEM: TIMESTEP"):
            rows = frames[int(next(lines))] = []
        elif line.startswith("ITEM: NUMBER"):
            count = int(next(lines))
        elif line.startswith("ITEM: ENTRIES"):
            rows.extend([float(word) for word in next(lines).split()] for _ in range(count))
    return frames


def deviations(one, other, quantities=None):
    """Largest deviation of two trajectories for each quantity.

    The scale is the largest component of that quantity over all atoms and frames: rounding errors of
    a force sum, and of everything integrated from it, are set by the largest terms in the system, so
    an atom whose own value passes through zero must not be measured with its own value.
    """
    quantities = quantities or QUANTITIES
    if one.keys() != other.keys():
        raise AssertionError(f"different steps: {sorted(one)} and {sorted(other)}")
    result = {}
    for name, columns in quantities.items():
        scale, largest = 0.0, 0.0
        for step, atoms in one.items():
            if atoms.keys() != other[step].keys():
                raise AssertionError(f"different atoms in step {step}")
            for number, atom in atoms.items():
                for column in columns:
                    scale = max(scale, abs(atom[column]))
                    difference = abs(atom[column] - other[step][number][column])
                    largest = max(largest, difference if math.isfinite(difference) else math.inf)
        result[name] = largest / scale if scale > 0.0 else (math.inf if largest > 0.0 else 0.0)
    return result


class Sphere:
    """One sphere of a data file; density in mass/length^3, default mass 1 at diameter 1."""

    def __init__(self, x, v=(0, 0, 0), omega=(0, 0, 0), diameter=1.0, type=1, density=6.0 / math.pi):
        self.x, self.v, self.omega = tuple(x), tuple(v), tuple(omega)
        self.diameter, self.type, self.density = diameter, type, density


def number(value):
    return f"{value:.17g}"


def data_file(spheres, low=(-50, -50, -50), high=(50, 50, 50), types=None, tilt=None, bonded=False):
    """A data file for atom_style sphere (or hybrid sphere bond); atom ids are 1, 2, ... in the order given."""
    types = types or max(s.type for s in spheres)
    text = f"spheres\n\n{len(spheres)} atoms\n{types} atom types\n\n"
    for axis, a, b in zip("xyz", low, high):
        text += f"{number(a)} {number(b)} {axis}lo {axis}hi\n"
    if tilt:
        text += " ".join(map(number, tilt)) + " xy xz yz\n"
    text += "\nAtoms\n\n"
    for k, s in enumerate(spheres, 1):
        x, size = " ".join(map(number, s.x)), f"{number(s.diameter)} {number(s.density)}"
        text += f"{k} {s.type} {x} {size} 1\n" if bonded else f"{k} {s.type} {size} {x}\n"
    text += "\nVelocities\n\n"
    for k, s in enumerate(spheres, 1):
        text += f"{k} " + " ".join(map(number, s.v + s.omega)) + "\n"
    return text


def deck(pair, data="data.txt", before="", after="", fixes="fix integrate all nve/sphere\n",
         boundary="f f f", newton="on", atom_style="sphere", neighbor="0.1 nsq", sort="0 0.0",
         timestep=1e-3, steps=2000, every=200, run=None, columns=""):
    """The common deck: `pair` holds pair_style and pair_coeff, `before` goes in front of read_data,
    `after` behind the fixes.

    neighbor nsq and no sorting keep i < j for all pairs of owned atoms, so that no pair changes its
    owner: stock loses the sign of its rolling and twisting springs when that happens.
    """
    run = run or f"run {steps}\n"
    return f"""units lj
atom_style {atom_style}
atom_modify map array sort {sort}
boundary {boundary}
newton {newton}
comm_modify vel yes
{before}read_data {data}
neighbor {neighbor}
neigh_modify delay 0 every 1 check yes
{pair}
{fixes}timestep {number(timestep)}
{after}thermo {every}
dump trajectory all custom {every} dump.txt {DUMP_COLUMNS}{columns}
dump_modify trajectory sort id format float %.17g
{run}"""


def perturbed(spheres, relative=1e-15, seed=1):
    """The same spheres with positions and velocities changed in the last digits."""
    draw = random.Random(seed)

    def shake(vector):
        return tuple(value * (1.0 + relative * draw.choice((-1, 1))) for value in vector)

    return [Sphere(shake(s.x), shake(s.v), shake(s.omega), s.diameter, s.type, s.density) for s in spheres]


def cluster(count, seed, diameters=(1.0,), types=(1,), speed=1.0, spin=8.0, spacing=1.08):
    """Spheres near the origin on the sites of a cubic grid, nearest sites first, with gaps between
    them, random velocities and random spins."""
    draw = random.Random(seed)
    widest = max(diameters)
    sites = [(a, b, c) for a in range(-3, 4) for b in range(-3, 4) for c in range(-3, 4)]
    sites.sort(key=lambda s: ((s[0] - 0.3) ** 2 + (s[1] - 0.2) ** 2 + (s[2] - 0.1) ** 2, s))

    def vector(size):
        return tuple(size * draw.uniform(-1, 1) for _ in range(3))

    spheres = []
    for k in range(count):
        wobble = vector(0.02 * widest)
        x = tuple(spacing * widest * s + w for s, w in zip(sites[k], wobble))
        spheres.append(Sphere(x, vector(speed), vector(spin), diameters[k % len(diameters)],
                              types[k % len(types)]))
    return spheres


# Two spheres that no integrator moves: forces are computed in every step, springs grow with the velocities and spins given.
# `set` and `velocity` then place the spheres anew.
DT = 1e-3
OVERLAP = 0.02
REACH = 0.5 * (1.0 - OVERLAP)    # the spheres of radius 1/2 sit at x = -REACH and x = +REACH
R_EFF = 0.25


def two_spheres(gap=-OVERLAP, diameter=1.0, types=(1, 1)):
    half = 0.5 * (diameter + gap)
    return [Sphere((-half, 0, 0), diameter=diameter, type=types[0]),
            Sphere((half, 0, 0), diameter=diameter, type=types[1])]


def show(*columns):
    """Writes these columns of sphere 1 to a file of their own, show.0.txt, show.1.txt, ..."""
    return f"write_dump all custom show.@.txt id {' '.join(columns)} modify sort id format float %.17g\n"


def spin(atom, x=0.0, y=0.0, z=0.0):
    return f"set atom {atom} omega {x!r} {y!r} {z!r}\n"


def move(atom, vx=0.0, vy=0.0, vz=0.0):
    return f"group one id {atom}\nvelocity one set {vx!r} {vy!r} {vz!r}\ngroup one delete\n"


def still_deck(pair, script, **options):
    """The deck of such spheres, and how many files its show() lines write."""
    parts = script.split("@")
    script = "".join(part + str(k) for k, part in enumerate(parts[:-1])) + parts[-1]
    return deck(pair="pair_style granular\n" + pair, fixes="", timestep=DT, run=script, every=1, **options), len(parts) - 1


def shown(text):
    """What a show() line wrote."""
    (atoms,) = read_dump(text).values()
    return [value for column, value in atoms[1].items() if column != "id"]
