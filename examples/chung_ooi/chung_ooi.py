#!/usr/bin/env python3
"""Tests 1 to 4 of Y. C. Chung & J. Y. Ooi, Granular Matter 13, 643 (2011): single collisions against closed forms.

  python3 chung_ooi.py            runs all, a few seconds; writes OUT/chung_ooi.csv and a chart of each test

Needs Python's standard library only.
"""

import argparse
import csv
import math
import pathlib
import subprocess
import sys
import typing

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from chart import Chart    # noqa: E402
from runs import add_places    # noqa: E402



class Material(typing.NamedTuple):
    """Young's modulus [Pa], Poisson's ratio, density [kg/m^3]."""
    name: str
    E: float
    nu: float
    density: float


GLASS, LIMESTONE = Material("glass", 4.8e10, 0.20, 2800), Material("limestone", 2.0e10, 0.25, 2500)
ALUMINIUM, MAGNESIUM = Material("aluminium alloy", 7e10, 0.30, 2699), Material("magnesium alloy", 4e10, 0.35, 1800)
OXIDE, IRON = Material("aluminium oxide", 3.8e11, 0.23, 4000), Material("cast iron", 1e11, 0.25, 7000)
ALLOY = Material("aluminium alloy", 7e10, 0.33, 2700)
WALL = 1000.0    # a wall's modulus over that of the sphere
RESTITUTIONS = (0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
ANGLES = (2, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85)    # from the normal [degrees]
SPEED, MU, E_OBLIQUE = 3.9, 0.092, 0.98    # of test 4
LEVELS = 1000    # time steps of a collision


class Collision(typing.NamedTuple):
    """A sphere on a plane, or two equal spheres. SI units.

    stiffness: K in F = K overlap^power. mass: effective mass. speed: relative, along the normal."""
    material: Material
    radius: float
    plane: bool
    speed: float
    power: float = 1.5
    hooke: float = 0.0    # spring constant for power 1 [N/m]

    @property
    def modulus(self):
        """Young's modulus with which pair_coeff, whose contacts have two equal sides, gives E_eff of this pair."""
        return 2 * WALL / (WALL + 1) * self.material.E if self.plane else self.material.E

    @property
    def mass(self):
        mass = 4 / 3 * math.pi * self.radius ** 3 * self.material.density
        return mass if self.plane else mass / 2

    @property
    def stiffness(self):
        if self.power == 1:
            return self.hooke
        effective_modulus = self.modulus / (2 * (1 - self.material.nu ** 2))
        effective_radius = self.radius if self.plane else self.radius / 2
        return 4 / 3 * effective_modulus * math.sqrt(effective_radius)

    @property
    def overlap(self):
        """Largest overlap of an elastic collision, from (1/2) m v^2 = K overlap^(power + 1)/(power + 1)."""
        return ((self.power + 1) * self.mass * self.speed ** 2 / (2 * self.stiffness)) ** (1 / (self.power + 1))

    @property
    def force(self):
        return self.stiffness * self.overlap ** self.power

    @property
    def duration(self):
        """2 overlap/v times the integral of dz/sqrt(1 - z^(power + 1)) from 0 to 1, which is a beta function."""
        n = self.power + 1
        integral = math.sqrt(math.pi) / n * math.gamma(1 / n) / math.gamma(1 / n + 0.5)
        return 2 * self.overlap / self.speed * integral

    def law(self, damping="damping velocity", damping_coefficient=0.0, rest="tangential linear_nohistory 0 0"):
        if self.power == 1:
            normal = f"hooke {self.hooke!r} {damping_coefficient}"
        else:
            normal = f"hertz/material {self.modulus!r} {damping_coefficient} {self.material.nu}"
        return f"{normal} {damping} {rest}"


class Found(typing.NamedTuple):
    curve: list    # [time, overlap of the first sphere's half, normal force, tangential force]
    vx: float
    vz: float
    omega: float


def collide(options, name, collision, law, steps=None, along=0.0, duration=None):
    """Runs in.collision."""
    duration = duration or collision.duration
    dt = duration / LEVELS
    speed = collision.speed if collision.plane else collision.speed / 2
    settings = {"PLANE": "yes" if collision.plane else "no", "LAW": law, "RADIUS": collision.radius,
                "DENSITY": collision.material.density, "SPEED": speed, "ALONG": along, "DT": dt,
                "STEPS": steps or int(1.1 * LEVELS), "NAME": name}
    words = [str(options.lmp), "-in", str(HERE / "in.collision"), "-log", f"{name}.log", "-screen", "none"]
    for key, value in settings.items():
        words += ["-var", key, str(value)]
    if subprocess.run(words, cwd=options.out, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        raise RuntimeError(f"LAMMPS failed, see {options.out / name}.log")
    rows = [[float(word) for word in line.split()[1:]] for line in
            (options.out / f"{name}.curve").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    with (options.out / f"{name}.result").open(encoding="utf-8") as file:
        end = next(csv.DictReader(file))
    return Found(rows, *(float(end[key]) for key in ("vx", "vz", "omega")))


class Table:
    """Rows of the result, and the largest deviation of each test."""

    def __init__(self):
        self.rows = []

    def add(self, test, case, quantity, expected, found, unit, scale=None):
        """scale: what a deviation is relative to, where not the expected value."""
        deviation = abs(found - expected) / abs(scale or expected)
        self.rows.append([test, case, quantity, f"{expected:.6g}", f"{found:.6g}", unit, f"{deviation:.1e}"])

    def write(self, path):
        with path.open("w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["test", "case", "quantity", "closed form", "found", "unit", "deviation"])
            out.writerows(self.rows)

    def show(self):
        for test in sorted({row[0] for row in self.rows}):
            rows = [row for row in self.rows if row[0] == test]
            print(f"test {test}: {len(rows)} values, largest deviation from the closed forms "
                  f"{max(float(row[-1]) for row in rows):.1e}")


def elastic(options, table, test, name, cases):
    """Tests 1 and 2: largest force, largest overlap, duration and the curve of force against overlap."""
    top = max(c.force for c in cases), max(c.overlap for c in cases)
    chart = Chart(f"Test {test}: {name}", "overlap [mm]", "force [kN]", (0, 1050 * top[1]), (0, 1.05e-3 * top[0]))
    for k, c in enumerate(cases):
        found = collide(options, f"test{test}_{k}", c, c.law())
        factor = 1 if c.plane else 2    # overlap of a contact over that of one sphere
        touching = [row for row in found.curve if row[2] > 0]
        case = c.material.name if c.power != 1 else f"{c.material.name}, hooke"
        table.add(test, case, "largest force", c.force, max(row[2] for row in found.curve), "N")
        table.add(test, case, "largest overlap", c.overlap, factor * max(row[1] for row in found.curve), "m")
        table.add(test, case, "duration", c.duration, len(touching) * c.duration / LEVELS, "s")
        table.add(test, case, "rebound", c.speed, factor * found.vz, "m/s")
        chart.points([(1e3 * factor * row[1], 1e-3 * row[2]) for row in touching[::25]], k, case)
        curve = [c.overlap * n / 100 for n in range(101)]
        chart.line([(1e3 * x, 1e-3 * c.stiffness * x ** c.power) for x in curve], k)
    chart.write(options.out / f"test{test}.svg")


def restitution(options, table):
    """Test 3: the coefficient of restitution asked for and found, for each damping law that takes it."""
    chart = Chart("Test 3: coefficient of restitution", "asked for", "found", (0.1, 1.05), (0, 1.1))
    for k, (case, collision, damping) in enumerate((
            ("oxide, Hertz", Collision(OXIDE, 0.0025, True, SPEED), "coeff_restitution"),
            ("iron, Hertz", Collision(IRON, 0.0025, True, SPEED), "coeff_restitution"),
            ("oxide, tsuji", Collision(OXIDE, 0.0025, True, SPEED), "tsuji"),
            ("iron, tsuji", Collision(IRON, 0.0025, True, SPEED), "tsuji"),
            ("oxide, hooke", Collision(OXIDE, 0.0025, True, SPEED, 1, 1e7), "coeff_restitution"))):
        points = []
        for e in RESTITUTIONS:
            # a damped collision lasts longer
            found = collide(options, f"test3_{k}_{e}", collision, collision.law(f"damping {damping}", e), 3 * LEVELS)
            points.append((e, found.vz / SPEED))
            if damping != "tsuji":    # which does not take a coefficient of restitution in spite of its name
                table.add(3, case, f"restitution {e:g}", e, found.vz / SPEED, "1")
        chart.points(points, k, case)
    chart.line([(0.2, 0.2), (1, 1)], 6, "asked for", dashed=True)
    chart.write(options.out / "test3.svg")


def oblique(options, table):
    """Test 4: oblique impact. Where the contact slides all the time the impulses are F_s = mu F_n."""
    charts = {"et": Chart("Test 4: tangential restitution", "angle [degrees]", "v_x/v_x(0)", (0, 90), (0.4, 1.02)),
              "omega": Chart("Test 4: angular velocity", "angle [degrees]", "R omega/v", (0, 90), (0, 0.5))}
    impulse = MU * (1 + E_OBLIQUE)
    for k, (material, tangential) in enumerate(((OXIDE, "mindlin"), (ALLOY, "mindlin"), (OXIDE, "mindlin_rescale"),
                                                (OXIDE, "mindlin_creep"))):
        points = []
        for angle in ANGLES:
            normal, along = (SPEED * f(math.radians(angle)) for f in (math.cos, math.sin))
            c = Collision(material, 0.0025, True, normal)
            law = c.law("damping coeff_restitution", E_OBLIQUE, f"tangential {tangential} NULL 0.0 {MU}")
            found = collide(options, f"test4_{k}_{angle}", c, law, along=along)
            points.append((angle, found.vx / along, c.radius * found.omega / SPEED))
            case = f"{material.name}, {tangential}, {angle} degrees"
            if slides(angle):
                table.add(4, case, "v_x", along - impulse * normal, found.vx, "m/s")
                table.add(4, case, "omega", 2.5 * impulse * normal / c.radius, found.omega, "1/s")
            table.add(4, case, "v_z", E_OBLIQUE * normal, found.vz, "m/s")
            # about the point of contact nothing turns the sphere: v_x + (2/5) R omega stays
            table.add(4, case, "v_x + (2/5) R omega", along, found.vx + 0.4 * c.radius * found.omega, "m/s")
        name = f"{material.name.split()[-1]}, {tangential.removeprefix('mindlin_')}"
        charts["et"].points([p[:2] for p in points], k, name)
        charts["omega"].points([(p[0], p[2]) for p in points], k, name)
    sliding = [a for a in range(1, 90) if slides(a)]
    charts["et"].line([(a, 1 - impulse / math.tan(math.radians(a))) for a in sliding], 6, "sliding, exact")
    charts["omega"].line([(a, 2.5 * impulse * math.cos(math.radians(a))) for a in sliding], 6, "sliding, exact")
    for name, chart in charts.items():
        chart.write(options.out / f"test4_{name}.svg")


def slides(angle):
    """Whether the contact slides until the end: its tangential velocity, which falls by (7/2) mu (1 + e) v_n, stays positive.
    """
    return math.tan(math.radians(angle)) > 3.5 * MU * (1 + E_OBLIQUE) + 0.1


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, "chung_ooi")
    options = parser.parse_args(words)
    options.out.mkdir(parents=True, exist_ok=True)
    table = Table()
    elastic(options, table, 1, "two spheres, 20 m/s", [Collision(GLASS, 0.01, False, 20.0),
                                                         Collision(LIMESTONE, 0.01, False, 20.0),
                                                         Collision(GLASS, 0.01, False, 20.0, 1, 4e7)])
    elastic(options, table, 2, "a sphere on a plane, 0.2 m/s", [Collision(ALUMINIUM, 0.1, True, 0.2),
                                                                   Collision(MAGNESIUM, 0.1, True, 0.2),
                                                                   Collision(ALUMINIUM, 0.1, True, 0.2, 1, 1e9)])
    restitution(options, table)
    oblique(options, table)
    table.write(options.out / "chung_ooi.csv")
    table.show()
    return 0


if __name__ == "__main__":
    sys.exit(main())
