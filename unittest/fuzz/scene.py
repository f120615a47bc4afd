"""A scene: spheres, box, laws, walls, fixes and commands between runs, and its text as LAMMPS input.

All quantities go through a Frame, which knows their dimensions and directions: the same scene can so be written in other
units, with its axes exchanged, or mirrored.
"""

import dataclasses
import itertools
import math
import random
import typing

import harness
import meshes

FRAME_AXES = ((0, 1, 2), (1, 2, 0), (2, 0, 1))

# Dimensions: exponents of length, mass and time
NUMBER, LENGTH, TIME, DENSITY = (0, 0, 0), (1, 0, 0), (0, 0, 1), (-3, 1, 0)
STIFFNESS, PRESSURE, FORCE, DRAG = (0, 1, -2), (-1, 1, -2), (1, 1, -2), (0, 1, -1)
SPEED, SPIN, RATE, ACCELERATION = (1, 0, -1), (0, 0, -1), (0, 0, -1), (1, 0, -2)


@dataclasses.dataclass(frozen=True)
class Frame:
    """axes[k] is the new name of axis k; sides[k] is -1 if that direction is mirrored; units are factors of length, mass and
    time."""

    axes: tuple = (0, 1, 2)
    sides: tuple = (1, 1, 1)
    units: tuple = (1.0, 1.0, 1.0)

    def value(self, value, dimension=NUMBER):
        return value * math.prod(u**e for u, e in zip(self.units, dimension))

    def text(self, value, dimension=NUMBER):
        return value if isinstance(value, str) else harness.number(self.value(value, dimension))

    def words(self, tokens):
        """Tokens are words or (value, dimension)."""
        return " ".join(t if isinstance(t, str) else self.text(*t) for t in tokens)

    def name(self, axis):
        return "xyz"[self.axes[axis]]

    def vector(self, vector, axial=False):
        hand = math.prod(self.sides) if axial else 1
        new = [0.0, 0.0, 0.0]
        for k in range(3):
            new[self.axes[k]] = vector[k] * self.sides[k] * hand
        return new

    def vector_text(self, vector, dimension, axial=False):
        return " ".join(self.text(v, dimension) for v in self.vector(vector, axial))

    def back(self, vector, dimension, axial=False):
        """A vector of the output in the scene's own frame."""
        hand = math.prod(self.sides) if axial else 1
        factor = self.value(1.0, dimension)
        return [vector[self.axes[k]] * self.sides[k] * hand / factor for k in range(3)]

    def limits(self, axis, low, high):
        """An interval along an axis; None stays None."""
        if self.sides[axis] < 0:
            low, high = (None if v is None else -v for v in (high, low))
        return low, high

    def by_axis(self, values):
        new = [None, None, None]
        for k in range(3):
            new[self.axes[k]] = values[k]
        return new


SAME = Frame()


@dataclasses.dataclass(frozen=True)
class Wall:
    kind: str                # plane, cylinder, region, mesh
    law: tuple               # of wall/granular, or a classic model of wall/gran
    axis: int
    low: typing.Optional[float] = None     # plane: positions; a lid with a load has one
    high: typing.Optional[float] = None
    radius: float = 0.0
    center: tuple = (0.0, 0.0, 0.0)
    bounds: tuple = ()                     # region block, mesh box: ((lo, hi), ...)
    shape: str = ""                        # region: block, sphere, cylinder; mesh: box, floor
    motion: str = ""                       # wiggle, shear, translate, rotate, load, lift
    amount: float = 0.0
    along: int = 0

    def body(self, f, name):
        """(commands before it, the wall's words, files)"""
        axis = f.name(self.axis)
        others = sorted((f.axes[k] for k in range(3) if k != self.axis))
        new_center = f.vector(self.center)
        center = [f.text(new_center[k], LENGTH) for k in others]
        if self.kind == "plane":
            ends = ["NULL" if v is None else f.text(v, LENGTH) for v in f.limits(self.axis, self.low, self.high)]
            return "", f"{axis}plane {ends[0]} {ends[1]}", {}
        if self.kind == "cylinder":
            return "", f"{axis}cylinder {f.text(self.radius, LENGTH)} center {center[0]} {center[1]}", {}
        if self.kind == "cone":
            low, high = f.limits(self.axis, *self.bounds[self.axis])
            radii = [self.radius, self.radius + 0.4][::f.sides[self.axis]]
            return "", (f"{axis}cone {f.text(low, LENGTH)} {f.text(high, LENGTH)} {f.text(radii[0], LENGTH)} "
                        f"{f.text(radii[1], LENGTH)} center {center[0]} {center[1]}"), {}
        if self.kind == "mesh":
            if self.shape == "box":
                triangles = meshes.box(*zip(*self.bounds))
            else:
                (a, b), (c, d), (e, _) = self.bounds
                triangles = meshes.grid([a, (a + b) / 2, b], [c, (c + d) / 2, d], e)
            moved = [tuple(tuple(f.value(c, LENGTH) for c in f.vector(corner)) for corner in t) for t in triangles]
            return "", f"mesh {name}.stl", {f"{name}.stl": meshes.ascii_stl(moved)}
        move, before = "", ""
        if self.motion == "lift":
            terms = ["NULL"] * 3
            terms[f.axes[self.along]] = f"v_{name}"
            before = f"variable {name} equal {f.text(self.amount * f.sides[self.along], LENGTH)}*sin(0.05*step)\n"
            move = " move " + " ".join(terms)
        elif self.motion == "turn":
            before = f"variable {name} equal 0.02*step\n"
            move = (f" rotate v_{name} {f.vector_text(self.center, LENGTH)} "
                    f"{f.vector_text([float(k == self.axis) for k in range(3)], NUMBER, axial=True)}")
        if self.shape == "block":
            sides = f.by_axis([" ".join("INF" if v is None else f.text(v, LENGTH) for v in f.limits(k, *self.bounds[k]))
                               for k in range(3)])
            shape = "block " + " ".join(sides)
        elif self.shape == "sphere":
            shape = f"sphere {f.vector_text(self.center, LENGTH)} {f.text(self.radius, LENGTH)}"
        else:
            low, high = f.limits(self.axis, *self.bounds[self.axis])
            shape = (f"cylinder {axis} {center[0]} {center[1]} {f.text(self.radius, LENGTH)} "
                     + " ".join("INF" if v is None else f.text(v, LENGTH) for v in (low, high)))
        return before + f"region {name} {shape} side in units box{move}\n", f"region {name}", {}

    def commands(self, f, name):
        before, words, files = self.body(f, name)
        side = f.sides[self.along]
        moves = {
            "wiggle": lambda: f"wiggle {f.name(self.along)} {f.text(self.amount * side, LENGTH)} {f.text(0.3, TIME)}",
            "shear": lambda: f"shear {f.name(self.along)} {f.text(10 * self.amount * side, SPEED)}",
            "translate": lambda: f"translate {f.name(self.along)} {f.text(self.amount * side, SPEED)}",
            "rotate": lambda: f"rotate {f.text(10 * self.amount * math.prod(f.sides) * side, SPIN)}",
            "load": lambda: (f"load {f.name(self.axis)} {f.text((1 if self.low is not None else -1) * f.sides[self.axis] * 400 * self.amount, FORCE)} "
                             f"{f.text(60.0, DRAG)} inertia {f.text(5.0, (0, 1, 0))} speed {f.text(0.5, SPEED)}"),
        }
        motion = " " + moves[self.motion]() if self.motion in moves else ""
        style = "wall/granular"
        if "/history" in self.law[0] or self.law[-1] == "classic":
            style = "wall/gran/region" if self.kind == "region" else "wall/gran"
        return before + f"fix {name} all {style} {f.words([t for t in self.law if t != 'classic'])} {words}{motion}\n", files


@dataclasses.dataclass(frozen=True)
class Command:
    """A command between runs.

    render    frame -> its text
    settings  {name: text}: what a deck that goes on from a restart file says in place of the setting of that name
    traits    labels: IDs change
    """

    name: str
    render: typing.Callable
    settings: typing.Callable = lambda f: {}
    traits: frozenset = frozenset()

    def __repr__(self):
        return f"<{self.render(SAME).strip()}>"


@dataclasses.dataclass(frozen=True)
class Scene:
    counts: tuple
    keep: int                # so many spheres of the lattice
    spacing: float
    wobble: float
    seed: int
    speed: float
    spread: float            # of the diameters
    kinds: int               # types of spheres
    ratio: float             # diameter of type 2 over that of type 1
    periodic: tuple
    tilt: typing.Optional[tuple]
    skin: float
    step: float
    style: str               # granular, gran/hooke, ...
    style_words: tuple
    laws: tuple              # ((i, j), tokens)
    box_yes: bool
    walls: tuple
    motion: str              # nve, nph, deform, freeze, move
    motion_words: tuple
    weight: typing.Optional[tuple]
    newton: str
    exclude: bool            # no contacts among spheres of type 2
    virial: bool             # of the walls
    phases: tuple            # ((commands, steps), ...)

    @property
    def edges(self):
        return [self.spacing * n for n in self.counts]

    def spheres(self):
        """(type, diameter, x, v, omega) of each; all diameters differ, so that they tell the spheres apart."""
        draw = random.Random(self.seed)
        sites = itertools.islice(itertools.product(*map(range, self.counts)), self.keep)
        rows = []
        for k, site in enumerate(sites):
            x = [self.spacing * (s + 0.5) + self.wobble * draw.uniform(-1, 1) for s in site]
            if self.tilt:
                xy, xz, yz = self.tilt
                edges = self.edges
                x = [x[0] + xy * x[1] / edges[1] + xz * x[2] / edges[2], x[1] + yz * x[2] / edges[2], x[2]]
            v, spin = ([size * draw.uniform(-1, 1) for _ in range(3)] for size in (self.speed, 4 * self.speed))
            if self.motion == "freeze" and k % self.kinds == 1:
                v = spin = [0.0] * 3    # what fix freeze holds keeps its velocity, which the contacts see
            kind = 1 + k % self.kinds
            diameter = (1.0 + self.spread * draw.uniform(-1, 1)) * (self.ratio if kind == 2 else 1.0) + 1e-5 * k
            rows.append((kind, diameter, x, v, spin))
        return rows

    def data(self, f):
        rows = self.spheres()
        new = [f.limits(k, 0.0 if p else -1.5, self.edges[k] + (0.0 if p else 1.5)) for k, p in enumerate(self.periodic)]
        limits = f.by_axis(new)
        text = f"spheres\n\n{len(rows)} atoms\n{self.kinds} atom types\n\n"
        for name, (low, high) in zip("xyz", limits):
            text += f"{f.text(low, LENGTH)} {f.text(high, LENGTH)} {name}lo {name}hi\n"
        if self.tilt:    # the axes of such a box are never exchanged, only mirrored
            xy, xz, yz = self.tilt
            s = f.sides
            text += " ".join(f.text(v, LENGTH) for v in (xy * s[0] * s[1], xz * s[0] * s[2], yz * s[1] * s[2])) + " xy xz yz\n"
        text += "\nAtoms\n\n"
        for k, (kind, diameter, x, *_) in enumerate(rows, 1):
            text += f"{k} {kind} {f.text(diameter, LENGTH)} {f.text(1.9, DENSITY)} {f.vector_text(x, LENGTH)}\n"
        text += "\nVelocities\n\n"
        for k, (*_, v, spin) in enumerate(rows, 1):
            text += f"{k} {f.vector_text(v, SPEED)} {f.vector_text(spin, SPIN, axial=True)}\n"
        return text

    def pair(self, f, style="", hybrid=False):
        word = "granular " if hybrid else ""
        if self.style != "granular":
            words = f"{self.style} {f.words(self.style_words)}"
            coeffs = f"pair_coeff * * {self.style if hybrid else ''}\n"
        else:
            words = "granular" + (" box yes" if self.box_yes else "")
            coeffs = "".join(f"pair_coeff {i} {j} {word}{f.words(law)}\n" for (i, j), law in self.laws)
        return f"pair_style {'hybrid ' if hybrid else ''}{words}\n{coeffs}"

    def settings(self, f):
        """{name: text} in the order of the deck, and the files that it reads."""
        found = {
            "neighbor": f"neighbor {f.text(self.skin, LENGTH)} bin\n",
            "neigh_modify": "neigh_modify delay 0 every 1 check yes\n",
            "sort": "",
            "timestep": f"timestep {f.text(self.step, TIME)}\n",
            "groups": "group held type 2\ngroup free subtract all held\n" if self.kinds > 1 else "",
        }
        if self.exclude:
            found["exclude"] = "neigh_modify exclude type 2 2\n"
        moved, more = "all", ""
        if self.motion in ("freeze", "move"):
            moved = "free"
            more = ("fix held held freeze\n" if self.motion == "freeze" else
                    f"fix held held move linear {f.vector_text(self.motion_words, SPEED)}\n")
        if self.motion == "nph":
            words = [f"{f.name(w) if isinstance(w, int) else w}" if isinstance(w, (int, str)) else f.text(*w)
                     for w in self.motion_words]
            found["motion"] = f"fix motion all nph/sphere {' '.join(words)}\n"
        else:
            found["motion"] = f"fix motion {moved} nve/sphere\n"
        if self.motion == "grow":
            found["grow"] = "variable grow equal 1.0+2e-4*step\nfix grow all adapt 5 atom diameter v_grow scale yes\n"
        if self.motion == "deform":
            words = [f"{f.name(w) if isinstance(w, int) else w}" if isinstance(w, (int, str)) else f.text(*w)
                     for w in self.motion_words]
            found["deform"] = f"fix deform all deform 1 {' '.join(words)}\n"
        if self.weight:
            size = math.hypot(*self.weight)
            found["weight"] = f"fix weight all gravity {f.text(size, ACCELERATION)} vector {f.vector_text(self.weight, NUMBER)}\n"
        files = {}
        for k, wall in enumerate(self.walls):
            text, meshes_of_wall = wall.commands(f, f"wall{k}")
            found[f"wall{k}"] = text + f"fix_modify wall{k} virial yes\n" * self.virial
            files |= meshes_of_wall
        found["held"] = more    # fix freeze comes after all that adds forces
        return found, files
