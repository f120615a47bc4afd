#!/usr/bin/env python3
"""Single collisions against closed forms and published curves: the tests of Y. C. Chung & J. Y. Ooi, Granular Matter 13,
643 (2011), and oblique impacts of C. Thornton, S. J. Cummins & P. W. Cleary, Powder Technology 233, 30 (2013).

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
from granular_srt import reading    # noqa: E402
from scipy import optimize    # noqa: E402


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
# digits of the published curves, as the test data of Kratos' DEM application have them (README.md)
CURVES = pandas.read_csv(HERE / "published.csv", dtype={"test": str})
RESTITUTIONS = (0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
ANGLES = (2, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85)    # from the normal [degrees]
SPEED, MU, E_OBLIQUE = 3.9, 0.092, 0.98    # of test 4
LEVELS = 1000    # time steps of a collision
STEEL, ALLOY_6, NYLON = Material("steel", 2.08e11, 0.3, 7850), Material("aluminium alloy", 7e10, 0.33, 2700), Material("nylon", 2.5e9, 0.4, 1000)
THORNTON = Material("aluminium", 7e10, 0.3, 2650)


class Collision(typing.NamedTuple):
    """A sphere on a plane, or two equal spheres. SI units.

    stiffness: K in F = K overlap^power. mass: effective mass. speed: relative, along the normal."""
    material: Material
    radius: float
    plane: bool
    speed: float
    power: float = 1.5
    hooke: float = 0.0    # spring constant for power 1 [N/m]
    large: float = 0.0    # radius of a held sphere in place of the plane [m]

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
        effective_radius = 1 / (1 / self.radius + (1 / self.large if self.large else 0)) if self.plane else self.radius / 2
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

    def add(self, test, case, quantity, expected, found, unit, scale=None, source="closed form"):
        """A row; its deviation is relative to `scale`, or to what is expected."""
        deviation = abs(found - expected) / abs(scale or expected)
        self.rows.append([test, case, quantity, f"{expected:.6g}", f"{found:.6g}", unit, f"{deviation:.1e}", source])

    def collide(self, name, collision, law, steps=int(1.1 * LEVELS), along=0.0):
        """Runs in.collision. Returns (overlap of the first sphere's half, normal force by time), and its vx, vz, omega."""
        lammps(self.lmp, HERE / "in.collision", self.out,
               {"PLANE": "yes" if collision.plane else "no", "LAW": law, "RADIUS": collision.radius,
                "DENSITY": collision.material.density, "SPEED": collision.speed if collision.plane else collision.speed / 2,
                "ALONG": along, "DT": collision.duration / LEVELS, "STEPS": steps, "NAME": name}, f"{name}.log")
        end, = rows_of(self.out / f"{name}.result")
        return read_columns(self.out / f"{name}.curve")[:, 2:4].T, [float(end[key]) for key in ("vx", "vz", "omega")]

    def impacts(self, name, collision, law, along=None, spin=None, partner=None):
        """Runs in.impacts: spheres of one speed along the normal, one for each of `along` [m/s] or `spin` [1/s].

        partner  (radius, density, speed, sign of its spin) of the second spheres, in place of a plane
        Returns (vx, vz, omega) of the spheres, as rows.
        """
        dt, count = collision.duration / LEVELS, len(along if spin is None else spin)
        along, spin = (numpy.zeros(count) if values is None else numpy.asarray(values) for values in (along, spin))
        large = max(collision.radius, partner[0] if partner else 0.0)
        atoms, velocities = [], []
        for k in range(count):
            for radius, density, side, speed, turn in ((collision.radius, collision.material.density, 1, collision.speed, spin[k]),
                                                       *([(*partner[:2], -1, partner[2], partner[3] * spin[k])] if partner else [])):
                number = len(atoms) + 1
                # half a step before they touch
                atoms.append(f"{number} 1 {2 * radius:.17g} {density:.17g} 0 {4 * large * k:.17g} {side * (radius + 0.5 * speed * dt):.17g}\n")
                velocities.append(f"{number} {along[k]:.17g} 0 {-side * speed:.17g} 0 {turn:.17g} 0\n")
        self.out.mkdir(parents=True, exist_ok=True)
        (self.out / "impacts.data").write_text(
            f"{name}\n\n{len(atoms)} atoms\n1 atom types\n{-40 * large:g} {40 * large:g} xlo xhi\n{-2 * large:g} {4 * large * count:g} ylo yhi\n"
            f"{-4 * large:g} {4 * large:g} zlo zhi\n\nAtoms # sphere\n\n{''.join(atoms)}\nVelocities\n\n{''.join(velocities)}", encoding="utf-8")
        # a damped collision lasts longer
        lammps(self.lmp, HERE / "in.impacts", self.out, {"PLANE": "no" if partner else "yes", "LAW": law, "SKIN": 0.1 * collision.radius,
                                                          "DT": dt, "STEPS": 3 * LEVELS}, f"{name}.log")
        rows = reading.last(self.out / "impacts.dump").rows
        return rows[["vx", "vz", "omegay"]].to_numpy()[::2 if partner else 1].T

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


    def published(self, test, curve):
        rows = CURVES[(CURVES.test == test) & (CURVES.curve == curve)]
        return rows.x.to_numpy(), rows.y.to_numpy()

    def compare(self, test, case, kind, found, mu, e, sticking, curve, margin=0.1):
        """Rows of a curve: against the closed form where the contact slides until its end, and against published points.

        kind      "slip": v_s'/(mu v_n') or v_s'/v_n'; "spin": R omega'/(mu v_n)
        sticking  whether published points count where the contact sticks for a time
        margin    of the slip, beyond which the contact slides until its end
        """
        x_of, y_of = self.published(test, curve)
        scale = numpy.abs(y_of).max()
        for one, y, value in zip(x_of, y_of, found):
            if one > 3.5 * mu * (1 + e) + margin:
                exact = (one - 3.5 * mu * (1 + e)) / e if kind == "slip" else -2.5 * mu * (1 + e)
                self.add(test, case, f"{kind} at {one:g}", exact, value, "1")
                self.add(test, case, f"{kind} at {one:g}", y, value, "1", scale, "published, sliding")
            elif sticking:
                self.add(test, case, f"{kind} at {one:g}", y, value, "1", scale, "published")

    def inclined(self):
        """Test 5: an elastic sphere hits a plane with a constant normal velocity at different angles."""
        mu, c = 0.3, Collision(STEEL, 1e-5, True, 5.0)
        shear = 8 * c.modulus / (4 * (1 + STEEL.nu) * (2 - STEEL.nu))    # Mindlin's 8 G_eff of two equal sides
        charts = {"slip": chart("Test 5: slip after the impact, v_s'/(mu v_n')", "v_s/(mu v_n)", "", xlim=(0, 8), ylim=(-3, 2)),
                  "spin": chart("Test 5: angular velocity, R omega'/(mu v_n)", "v_s/(mu v_n)", "", xlim=(0, 8), ylim=(-5.2, 0.2))}
        for mark, (name, stiffness) in zip("os", {"8 G_eff": shear, "4 G_eff": shear / 2}.items()):
            law = c.law(rest=f"tangential mindlin/force {stiffness!r} 0.0 {mu}")
            for kind, axes in charts.items():
                for curve in ("steel", "FEM"):
                    x, _ = self.published("5", f"{kind}, {curve}")
                    vx, vz, omega = self.impacts(f"test5_{kind}", c, law, along=x * mu * c.speed)
                    found = (vx - c.radius * omega) / (mu * vz) if kind == "slip" else -c.radius * omega / (mu * c.speed)
                    # the published curve belongs to half of Mindlin's stiffness (README.md)
                    self.compare("5", f"{curve}, {name}", kind, found, 1, 1, curve == "steel" and name == "4 G_eff", f"{kind}, {curve}")
                    if curve == "steel":
                        axes.plot(x, found, mark, fillstyle="none", label=f"this plugin, k_t = {name} a")
        for kind, axes in charts.items():
            axes.plot(*self.published("5", f"{kind}, steel"), "k-", label="Chung and Ooi, steel")
            axes.plot(*self.published("5", f"{kind}, FEM"), "--", color="grey", label="finite elements")
            save(axes, self.out / f"test5_{kind}.svg")

    def spinning(self):
        """Tests 6 to 8: the same normal velocity and different spins; a plane, an equal sphere, a large heavy one."""
        mu, e, speed = 0.4, 0.5, 0.2
        axes = chart("Tests 6 and 8: slip after the impact", "v_s/v_n", "v_s'/v_n'", xlim=(0, 6), ylim=(-1, 8))
        for mark, (test, material) in zip("os^v", ((t, m) for t in "68" for m in (ALLOY_6, NYLON))):
            # a partner of 1000 times the modulus and density, five times as large
            c = Collision(material, 0.1, True, speed) if test == "6" else Collision(material, 0.1, True, speed, large=0.5)
            partner = None if test == "6" else (0.5, 1000.0 * material.density, 0.0, 0)
            law = c.law("damping coeff_restitution", damping_of(e), mindlin(material, mu))
            x, y = self.published(test, f"slip, {material.name}")
            vx, vz, omega = self.impacts(f"test{test}", c, law, spin=-x * speed / c.radius, partner=partner)
            found = (vx - c.radius * omega) / vz
            self.compare(test, material.name, "slip", found, mu, e, True, f"slip, {material.name}")
            axes.plot(x, found, mark, fillstyle="none", label=f"test {test}, {material.name}")
            axes.plot(x, y, "-" if material is ALLOY_6 else "--", lw=0.8, color="k" if test == "6" else "grey",
                      label=f"test {test}, {material.name}, published")
        save(axes, self.out / "test6_8.svg")
        c = Collision(ALLOY_6, 0.1, False, 2 * speed)
        spin = numpy.tan(numpy.radians(numpy.arange(5, 90, 5))) * speed / c.radius
        # opposite spins roll on each other: nothing slips
        vx, _, omega = self.impacts("test7", c._replace(speed=speed), c.law("damping coeff_restitution", damping_of(e), mindlin(ALLOY_6, mu)),
                                    spin=spin, partner=(c.radius, ALLOY_6.density, speed, -1))
        for one, v, w in zip(spin, vx, omega):
            self.add("7", ALLOY_6.name, f"v_x at {one:.4g}/s", 0.0, v, "m/s", speed)
            self.add("7", ALLOY_6.name, f"omega at {one:.4g}/s", one, w, "1/s")

    def inelastic(self):
        """Thornton et al.: oblique impacts on a plane with 5 m/s along the normal, restitution 0.25 to 0.9."""
        mu, speed = 0.1, 5.0
        ratio = 2 * (1 - THORNTON.nu) / (2 - THORNTON.nu)    # of tangential to normal stiffness
        axes = chart("Thornton et al.: spin after the impact; lines: published", "2 v_s/(mu (1 + e) v_n)", "2 R omega'/(mu (1 + e) v_n)",
                     xlim=(0, 8), ylim=(-5.2, 0.2))
        for power, name in ((1.5, "Hertz"), (1, "linear")):
            c = Collision(THORNTON, 0.025, True, speed, power, 1e7 if power == 1 else 0.0)
            tangential = mindlin(THORNTON, mu) if power == 1.5 else f"tangential linear_history {1e7 * ratio!r} {ratio!r} {mu} limit_damping"
            for k, e in enumerate((0.25, 0.5, 0.75, 0.9)):
                case = f"{name}, e = {e:g}"
                x, y = self.published("Thornton", f"spin, {case}")
                half = 0.5 * mu * (1 + e)
                vx, vz, omega = self.impacts("thornton", c, c.law("damping coeff_restitution", damping_of(e), tangential), along=x * half * speed)
                found = -c.radius * omega / (half * speed)
                self.add("Thornton", case, "restitution", e, vz[0] / speed, "1")
                # a dashpot stops the last slip
                self.compare("Thornton", case, "spin", found, 1, 1, True, f"spin, {case}", margin=1)
                axes.plot(x, y, "-" if power == 1.5 else "--", color=f"C{k}", lw=0.8)
                axes.plot(x, found, "o" if power == 1.5 else "s", color=f"C{k}", fillstyle="none", label=case)
        save(axes, self.out / "thornton.svg")


def damping_of(e):
    """The coefficient of `coeff_restitution` with which a collision without attraction (limit_damping) has the restitution e.

    T. Schwager & T. Poeschel, Granular Matter 9, 465 (2007), for a linear spring; that of Hertz and a dashpot with the
    root of its stiffness is the same (Antypov & Elliott, EPL 94, 50004 (2011)).
    """
    def restitution(asked):
        part = -math.log(asked) / math.hypot(math.pi, math.log(asked))    # of critical damping
        root = math.sqrt(1 - part ** 2)
        return math.exp(-part / root * (math.pi - math.atan2(2 * part * root, 1 - 2 * part ** 2)))

    return optimize.brentq(lambda asked: restitution(asked) - e, 1e-3, 0.9999)


def mindlin(material, mu):
    """Mindlin's incremental tangential force, and a dashpot as large beside the normal one as the stiffness."""
    return f"tangential mindlin_rescale/force NULL {2 * (1 - material.nu) / (2 - material.nu)!r} {mu} limit_damping"


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
    tests.inclined()
    tests.spinning()
    tests.inelastic()
    rows = pandas.DataFrame(tests.rows, columns=["test", "case", "quantity", "reference", "found", "unit", "deviation", "source"])
    rows.to_csv(options.out / "chung_ooi.csv", index=False)
    for (test, source), deviations in rows.deviation.astype(float).groupby([rows.test.astype(str), rows.source]):
        print(f"test {test}: {len(deviations)} values, largest deviation from {source} {deviations.max():.1e}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
