#!/usr/bin/env python3
"""Tests 1 to 4 of Y. C. Chung & J. Y. Ooi, Granular Matter 13, 643 (2011): single collisions against closed forms.

  python3 chung_ooi.py            runs all, a few seconds; writes OUT/chung_ooi.csv and a chart of each test
"""

import argparse
import math
import pathlib
import sys
import typing

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import add_places, chart, lammps, read_columns, rows_of, save    # noqa: E402  after its folder

import numpy    # noqa: E402  driver says so where it is missing
import pandas    # noqa: E402


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


class Tests:
    """Runs the tests and collects the rows of the result."""

    def __init__(self, lmp, out):
        self.lmp, self.out, self.rows = lmp, out, []

    def add(self, test, case, quantity, expected, found, unit):
        deviation = abs(found - expected) / abs(expected)
        self.rows.append([test, case, quantity, f"{expected:.6g}", f"{found:.6g}", unit, f"{deviation:.1e}"])

    def collide(self, name, collision, law, steps=int(1.1 * LEVELS), along=0.0):
        """Runs in.collision. Returns (overlap of the first sphere's half, normal force by time), and its vx, vz, omega."""
        lammps(self.lmp, HERE / "in.collision", self.out,
               {"PLANE": "yes" if collision.plane else "no", "LAW": law, "RADIUS": collision.radius,
                "DENSITY": collision.material.density, "SPEED": collision.speed if collision.plane else collision.speed / 2,
                "ALONG": along, "DT": collision.duration / LEVELS, "STEPS": steps, "NAME": name}, f"{name}.log")
        end, = rows_of(self.out / f"{name}.result")
        return read_columns(self.out / f"{name}.curve")[:, 2:4].T, [float(end[key]) for key in ("vx", "vz", "omega")]

    def elastic(self, test, name, cases):
        """Tests 1 and 2: largest force, largest overlap, duration and the curve of force against overlap."""
        axes = chart(f"Test {test}: {name}; lines: closed form", "overlap [mm]", "force [kN]")
        for k, c in enumerate(cases):
            (overlap, force), (_, vz, _) = self.collide(f"test{test}_{k}", c, c.law())
            factor = 1 if c.plane else 2    # overlap of a contact over that of one sphere
            overlap = factor * overlap
            touching = force > 0
            case = c.material.name if c.power != 1 else f"{c.material.name}, hooke"
            self.add(test, case, "largest force", c.force, force.max(), "N")
            self.add(test, case, "largest overlap", c.overlap, overlap.max(), "m")
            self.add(test, case, "duration", c.duration, touching.sum() * c.duration / LEVELS, "s")
            self.add(test, case, "rebound", c.speed, factor * vz, "m/s")
            axes.plot(1e3 * overlap[touching][::25], 1e-3 * force[touching][::25], "o", color=f"C{k}", label=case)
            x = numpy.linspace(0, c.overlap, 100)
            axes.plot(1e3 * x, 1e-3 * c.stiffness * x ** c.power, color=f"C{k}")
        axes.set(xlim=(0, None), ylim=(0, None))
        save(axes, self.out / f"test{test}.svg")

    def restitution(self):
        """Test 3: the coefficient of restitution asked for and found, for each damping law that takes it."""
        axes = chart("Test 3: coefficient of restitution", "asked for", "found", xlim=(0.1, 1.05), ylim=(0, 1.1))
        for k, (case, collision, damping) in enumerate((
                ("oxide, Hertz", Collision(OXIDE, 0.0025, True, SPEED), "coeff_restitution"),
                ("iron, Hertz", Collision(IRON, 0.0025, True, SPEED), "coeff_restitution"),
                ("oxide, tsuji", Collision(OXIDE, 0.0025, True, SPEED), "tsuji"),
                ("iron, tsuji", Collision(IRON, 0.0025, True, SPEED), "tsuji"),
                ("oxide, hooke", Collision(OXIDE, 0.0025, True, SPEED, 1, 1e7), "coeff_restitution"))):
            found = []
            for e in RESTITUTIONS:
                # a damped collision lasts longer
                _, (_, vz, _) = self.collide(f"test3_{k}_{e}", collision, collision.law(f"damping {damping}", e), 3 * LEVELS)
                found.append(vz / SPEED)
                if damping != "tsuji":    # which does not take a coefficient of restitution in spite of its name
                    self.add(3, case, f"restitution {e:g}", e, vz / SPEED, "1")
            # several curves coincide: symbols of different sizes
            axes.plot(RESTITUTIONS, found, "os^vD"[k], markersize=9 - 1.5 * k, fillstyle="none", label=case)
        axes.plot((0.2, 1), (0.2, 1), "--", color="grey", label="as asked for")
        save(axes, self.out / "test3.svg")

    def oblique(self):
        """Test 4: oblique impact. Where the contact slides all the time the impulses are F_s = mu F_n."""
        restitution = chart("Test 4: tangential restitution", "angle [degrees]", "v_x/v_x(0)", xlim=(0, 90), ylim=(0.4, 1.02))
        spin = chart("Test 4: angular velocity", "angle [degrees]", "R omega/v", xlim=(0, 90), ylim=(0, 0.5))
        impulse = MU * (1 + E_OBLIQUE)
        for k, (material, tangential) in enumerate(((OXIDE, "mindlin"), (ALLOY, "mindlin"), (OXIDE, "mindlin_rescale"),
                                                    (OXIDE, "mindlin_creep"))):
            points = []
            for angle in ANGLES:
                normal, along = (SPEED * f(math.radians(angle)) for f in (math.cos, math.sin))
                c = Collision(material, 0.0025, True, normal)
                law = c.law("damping coeff_restitution", E_OBLIQUE, f"tangential {tangential} NULL 0.0 {MU}")
                _, (vx, vz, omega) = self.collide(f"test4_{k}_{angle}", c, law, along=along)
                points.append((vx / along, c.radius * omega / SPEED))
                case = f"{material.name}, {tangential}, {angle} degrees"
                if slides(angle):
                    self.add(4, case, "v_x", along - impulse * normal, vx, "m/s")
                    self.add(4, case, "omega", 2.5 * impulse * normal / c.radius, omega, "1/s")
                self.add(4, case, "v_z", E_OBLIQUE * normal, vz, "m/s")
                # about the point of contact nothing turns the sphere: v_x + (2/5) R omega stays
                self.add(4, case, "v_x + (2/5) R omega", along, vx + 0.4 * c.radius * omega, "m/s")
            name = f"{material.name.split()[-1]}, {tangential.removeprefix('mindlin_')}"
            for axes, values in zip((restitution, spin), zip(*points)):
                axes.plot(ANGLES, values, "os^v"[k], markersize=8 - 1.5 * k, fillstyle="none", label=name)
        sliding = numpy.array([a for a in range(1, 90) if slides(a)])
        restitution.plot(sliding, 1 - impulse / numpy.tan(numpy.radians(sliding)), color="grey", label="sliding, exact")
        spin.plot(sliding, 2.5 * impulse * numpy.cos(numpy.radians(sliding)), color="grey", label="sliding, exact")
        save(restitution, self.out / "test4_et.svg")
        save(spin, self.out / "test4_omega.svg")


def slides(angle):
    """Whether the contact slides until the end: its tangential velocity, which falls by (7/2) mu (1 + e) v_n, stays positive.
    """
    return math.tan(math.radians(angle)) > 3.5 * MU * (1 + E_OBLIQUE) + 0.1


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, "chung_ooi")
    options = parser.parse_args(words)
    options.out.mkdir(parents=True, exist_ok=True)
    tests = Tests(options.lmp, options.out)
    tests.elastic(1, "two spheres, 20 m/s", [Collision(GLASS, 0.01, False, 20.0), Collision(LIMESTONE, 0.01, False, 20.0),
                                             Collision(GLASS, 0.01, False, 20.0, 1, 4e7)])
    tests.elastic(2, "a sphere on a plane, 0.2 m/s", [Collision(ALUMINIUM, 0.1, True, 0.2), Collision(MAGNESIUM, 0.1, True, 0.2),
                                                      Collision(ALUMINIUM, 0.1, True, 0.2, 1, 1e9)])
    tests.restitution()
    tests.oblique()
    rows = pandas.DataFrame(tests.rows, columns=["test", "case", "quantity", "closed form", "found", "unit", "deviation"])
    rows.to_csv(options.out / "chung_ooi.csv", index=False)
    for test, deviations in rows.deviation.astype(float).groupby(rows.test):
        print(f"test {test}: {len(deviations)} values, largest deviation from the closed forms {deviations.max():.1e}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
