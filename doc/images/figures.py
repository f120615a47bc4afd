"""Draws contact.svg, wall.svg, theory_creep.svg and theory_tracking.svg of the manual pages.

    python3 doc/images/figures.py [folder]    with a folder: PNG files too

Needs matplotlib. The two plots of the theory pages are evaluated here from the published equations, independently
of the plugin. The unit tests and the decks in examples/ compare the plugin with the same equations.
"""

import math
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams |= {"svg.hashsalt": "granular-srt", "mathtext.fontset": "cm", "font.size": 11,
                        "axes.spines.top": False, "axes.spines.right": False}

import matplotlib.pyplot as pyplot    # noqa: E402  after the choice of the backend
from matplotlib import patches    # noqa: E402

SPHERE_I, SPHERE_J, WALL = "#cfe0f3", "#f6dfc8", "#d9d9d9"
BLUE, RED, GREEN, ORANGE, GREY = "#1f4e99", "#c0392b", "#2e8b57", "#d68910", "#7f8c8d"


def panel(axes, title, xlim, ylim):
    axes.set_title(title, fontsize=12)
    axes.set_xlim(*xlim)
    axes.set_ylim(*ylim)
    axes.set_aspect("equal")
    axes.axis("off")


def arrow(axes, start, end, colour="black", style="-|>", width=1.6, curve=0.0):
    axes.add_patch(patches.FancyArrowPatch(start, end, arrowstyle=style, color=colour, linewidth=width, mutation_scale=13,
                                           shrinkA=0, shrinkB=0, connectionstyle=f"arc3,rad={curve}", zorder=5))


def turn(axes, centre, radius, first, last, colour, flat=1.0):
    """Part of a circle, or of an ellipse that is narrower in x, with a head, from one angle to another [degrees]."""
    angles = [math.radians(first + (last - first) * k / 60) for k in range(61)]
    points = [(centre[0] + flat * radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]
    axes.plot(*zip(*points[:-2]), color=colour, linewidth=1.6, zorder=5)
    arrow(axes, points[-5], points[-1], colour)


def measure(axes, start, end, text, offset=(0.0, 0.1), **how):
    """A length between two points with its name."""
    arrow(axes, start, end, "black", "<|-|>", 0.9)
    axes.text((start[0] + end[0]) / 2 + offset[0], (start[1] + end[1]) / 2 + offset[1], text, ha="center", **how)


def sphere(axes, centre, radius, colour, name, where):
    axes.add_patch(patches.Circle(centre, radius, facecolor=colour, edgecolor="#444444", linewidth=1.2, alpha=0.75))
    axes.plot(*centre, "o", color="black", markersize=4, zorder=6)
    axes.text(centre[0] + where[0], centre[1] + where[1], name, ha="center", va="center", fontsize=13)


def contact():
    figure, (left, *modes) = pyplot.subplots(1, 4, figsize=(13, 4.3), width_ratios=(2.1, 1, 1, 1), layout="constrained")

    radius_j, radius_i, delta = 1.3, 1.0, 0.34
    distance = radius_i + radius_j - delta
    touch = radius_j - delta / 2
    panel(left, "overlap, normal and lever arms", (-1.4, 3.1), (-2.25, 1.85))
    sphere(left, (0, 0), radius_j, SPHERE_J, r"$\mathbf{x}_j$", (-0.22, -0.2))
    sphere(left, (distance, 0), radius_i, SPHERE_I, r"$\mathbf{x}_i$", (0.25, -0.2))
    left.plot([0, distance], [0, 0], color="black", linewidth=0.8, linestyle=(0, (5, 4)))
    left.plot([touch, touch], [-1.05, 0.85], color=GREY, linewidth=0.9, linestyle=":")
    left.plot(touch, 0, "o", color=RED, markersize=5, zorder=7)
    arrow(left, (touch, 0), (touch + 0.55, 0), BLUE, width=2.4)
    left.text(touch + 0.42, 0.12, r"$\mathbf{n}$", color=BLUE, fontsize=14)
    arrow(left, (0, 0), (-radius_j * math.cos(0.7), radius_j * math.sin(0.7)), "#444444", width=0.9)
    left.text(-0.42, 0.62, r"$R_j$", fontsize=13)
    arrow(left, (distance, 0), (distance + radius_i * math.cos(0.7), radius_i * math.sin(0.7)), "#444444", width=0.9)
    left.text(distance + 0.24, 0.52, r"$R_i$", fontsize=13)
    for x in (radius_j, distance - radius_i):
        left.plot([x, x], [0, 1.5], color=GREY, linewidth=0.7)
    for x, towards in ((distance - radius_i, -0.3), (radius_j, 0.3)):
        arrow(left, (x + towards, 1.42), (x, 1.42), "black", width=0.9)
    left.text(touch, 1.58, r"$\delta=R_i+R_j-r$", ha="center", fontsize=13)
    for x in (0, touch, distance):
        left.plot([x, x], [0, -2.0] if x != touch else [-1.0, -2.0], color=GREY, linewidth=0.7)
    measure(left, (0, -1.55), (touch, -1.55), r"$R_j-\delta/2$", fontsize=12)
    measure(left, (touch, -1.55), (distance, -1.55), r"$R_i-\delta/2$", fontsize=12)
    measure(left, (0, -1.95), (distance, -1.95), r"$r=|\mathbf{x}_i-\mathbf{x}_j|$", (0, -0.27), fontsize=12)
    left.text(touch - 0.06, -0.75, "contact\npoint", ha="right", va="center", fontsize=9, color=RED)
    left.annotate("", (touch, -0.03), (touch - 0.15, -0.55), arrowprops={"arrowstyle": "-", "color": RED, "lw": 0.7})

    size, gap = 0.95, 0.88
    texts = {"sliding": (r"$\mathbf{\xi}=\int\;\;\;\mathbf{v}_s\,dt$", r"$|\mathbf{F}_s|\leq\mu F_{n0}$"),
             "rolling": (r"$\mathbf{v}_r=R\,(\mathbf{\omega}_i-\mathbf{\omega}_j)\times\mathbf{n}$",
                         r"torque $R\,\mathbf{n}\times\mathbf{F}_r$"),
             "twisting": (r"$\omega_t=(\mathbf{\omega}_i-\mathbf{\omega}_j)\cdot\mathbf{n}$",
                          r"torque $\tau_t\,\mathbf{n}$")}
    for axes, (mode, lines) in zip(modes, texts.items()):
        panel(axes, mode, (-2.0, 2.0), (-2.25, 1.85))
        sphere(axes, (-gap, 0), size, SPHERE_J, "$j$", (-0.2, -0.2))
        sphere(axes, (gap, 0), size, SPHERE_I, "$i$", (0.2, -0.2))
        for line, y in zip(lines, (-1.55, -2.05)):
            axes.text(0, y, line, ha="center", fontsize=12)
        axes.plot(0, 0, "o", color=RED, markersize=4, zorder=7)
    sliding, rolling, twisting = modes
    arrow(sliding, (0.25, -0.2), (0.25, 0.75), BLUE, width=2.2)
    sliding.text(0.36, 0.5, r"$\mathbf{v}_s$", color=BLUE, fontsize=14)
    arrow(sliding, (0.0, 0.0), (0.0, -0.85), RED, width=2.2)
    sliding.text(0.12, -0.72, r"$\mathbf{F}_s$", color=RED, fontsize=14)
    turn(rolling, (gap, 0), 0.6, -60, 200, BLUE)
    turn(rolling, (-gap, 0), 0.6, 240, -20, BLUE)
    rolling.text(gap, 1.12, r"$\mathbf{\omega}_i$", color=BLUE, fontsize=14, ha="center")
    rolling.text(-gap, 1.12, r"$\mathbf{\omega}_j$", color=BLUE, fontsize=14, ha="center")
    twisting.plot([-1.95, 1.8], [0, 0], color="black", linewidth=0.8, linestyle=(0, (5, 4)))
    arrow(twisting, (1.8, 0), (1.98, 0), "black", width=0.9)
    twisting.text(1.88, 0.12, r"$\mathbf{n}$", fontsize=13)
    for x, first, name in ((1.3, -75, r"$\mathbf{\omega}_i$"), (-1.4, 75, r"$\mathbf{\omega}_j$")):
        turn(twisting, (x, 0), 0.68, first, -first, BLUE, flat=0.3)
        twisting.text(x, 1.12, name, color=BLUE, fontsize=14, ha="center")
    return figure


def wall():
    figure, (plane, inside, outside) = pyplot.subplots(1, 3, figsize=(12, 4.4), layout="constrained")
    radius = 1.0

    panel(plane, r"plane: $\kappa=0$", (-2.1, 2.1), (-1.45, 2.75))
    plane.add_patch(patches.Rectangle((-2.1, -0.85), 4.2, 0.85, facecolor=WALL, edgecolor="none"))
    plane.plot([-2.1, 2.1], [0, 0], color="black", linewidth=1.4)
    height = 0.76
    sphere(plane, (0, height), radius, SPHERE_I, r"$\mathbf{x}_i$", (-0.24, 0.05))
    plane.plot(0, 0, "o", color=RED, markersize=5, zorder=7)
    plane.text(-0.12, 0.12, r"$\mathbf{x}_w$", color=RED, fontsize=13, ha="right")
    arrow(plane, (0, 0), (0, 0.5), BLUE, width=2.4)
    plane.text(0.09, 0.3, r"$\mathbf{n}$", color=BLUE, fontsize=14)
    arrow(plane, (0, height), (radius * math.cos(0.75), height + radius * math.sin(0.75)), "#444444", width=0.9)
    plane.text(0.2, height + 0.5, r"$R_i$", fontsize=13)
    plane.plot([0, 1.6], [height - radius] * 2, color=GREY, linewidth=0.7)
    arrow(plane, (1.45, 0.35), (1.45, 0), "black", width=0.9)
    arrow(plane, (1.45, height - radius - 0.35), (1.45, height - radius), "black", width=0.9)
    plane.text(1.53, height - radius + 0.04, r"$\delta$", fontsize=14)
    plane.plot([-1.6, 0], [height] * 2, color=GREY, linewidth=0.7)
    plane.plot([-1.6, 0], [height - radius] * 2, color=GREY, linewidth=0.7)
    measure(plane, (-1.4, height - radius), (-1.4, height), "lever arm\n" r"of $\mathbf{F}_s$: $R_i$", (-0.02, 0.62),
            fontsize=11)
    arrow(plane, (0.4, -0.55), (1.2, -0.55), ORANGE, width=2.2)
    plane.text(0.32, -0.62, r"$\mathbf{v}_w$", color=ORANGE, fontsize=14, ha="right")

    panel(inside, r"inside a cylinder: $\kappa=-1/2R_c$", (-2.7, 2.7), (-2.7, 2.7))
    hollow, small, depth = 2.2, 0.75, 0.18
    inside.add_patch(patches.Annulus((0, 0), hollow + 0.35, 0.35, facecolor=WALL, edgecolor="none"))
    inside.add_patch(patches.Circle((0, 0), hollow, facecolor="white", edgecolor="black", linewidth=1.4))
    angle = math.radians(-60)
    along = math.cos(angle), math.sin(angle)
    far = hollow - small + depth
    centre = far * along[0], far * along[1]
    foot = hollow * along[0], hollow * along[1]
    sphere(inside, centre, small, SPHERE_I, r"$\mathbf{x}_i$", (-0.3, -0.08))
    inside.plot(*foot, "o", color=RED, markersize=5, zorder=7)
    inside.text(foot[0] + 0.1, foot[1] - 0.38, r"$\mathbf{x}_w$", color=RED, fontsize=13)
    arrow(inside, foot, (foot[0] - 0.45 * along[0], foot[1] - 0.45 * along[1]), BLUE, width=2.4)
    inside.text(foot[0] - 0.02, foot[1] + 0.3, r"$\mathbf{n}$", color=BLUE, fontsize=14)
    inside.plot(0, 0, "+", color="black", markersize=9)
    inside.text(0.08, 0.1, "axis", fontsize=10)
    arrow(inside, (0, 0), (hollow * math.cos(2.6), hollow * math.sin(2.6)), "#444444", width=0.9)
    inside.text(-0.85, 0.68, r"$R_c$", fontsize=13)
    turn(inside, (0, 0), 1.55, 35, 100, ORANGE)
    inside.text(0.42, 1.02, r"$\mathbf{\omega}_w$", color=ORANGE, fontsize=14)

    panel(outside, r"outside a sphere: $\kappa=+1/R_s$", (-2.4, 2.4), (-2.2, 2.6))
    solid = 1.7
    outside.add_patch(patches.Circle((0, -1.2), solid, facecolor=WALL, edgecolor="black", linewidth=1.4))
    top, small = solid - 1.2, 0.85
    height = top + small - 0.2
    sphere(outside, (0, height), small, SPHERE_I, r"$\mathbf{x}_i$", (-0.26, 0.05))
    outside.plot(0, top, "o", color=RED, markersize=5, zorder=7)
    outside.text(-0.13, top + 0.1, r"$\mathbf{x}_w$", color=RED, fontsize=13, ha="right")
    arrow(outside, (0, top), (0, top + 0.45), BLUE, width=2.4)
    outside.text(0.09, top + 0.25, r"$\mathbf{n}$", color=BLUE, fontsize=14)
    outside.plot(0, -1.2, "+", color="black", markersize=9)
    arrow(outside, (0, -1.2), (solid * math.cos(0.4), -1.2 + solid * math.sin(0.4)), "#444444", width=0.9)
    outside.text(0.75, -1.22, r"$R_s$", fontsize=13)
    outside.text(0, 2.3, r"$1/R=1/R_i+\kappa$", ha="center", fontsize=13)
    return figure


def creep_constants(poisson, friction, radius):
    """Largest creepage and rate of creep of two equal spheres in Hertz's contact.

    radius: contact radius over the radius of the spheres. Returns Y_max, lambda a.
    """
    kalker = 3.40 + 2.16 * poisson + 2.88 * poisson**2
    return 8 * friction * radius / ((1 - poisson) * kalker), 4 / ((2 - poisson) * kalker)


def creep():
    poisson, friction, radius = 0.25, 0.5, 0.01
    largest, rate = creep_constants(poisson, friction, radius)
    figure, (transient, steady, free) = pyplot.subplots(1, 3, figsize=(13, 4.2), layout="constrained")

    # dx/d(s/a) = (spring) k Y a/(mu F_n0) - (creep) k Y(F) a/(mu F_n0), both in units of the creepage's largest value
    def force(creepage, start, path, creeps=True):
        steps = 4000
        step, x, points = path / steps, start, [(0.0, start)]
        for k in range(steps):
            def slope(x):
                lost = 1 - (1 - min(x, 1.0)) ** (1 / 3) if creeps else 0.0
                return 3 * rate * (creepage / largest - lost)
            middle = x + 0.5 * step * slope(x)
            x = min(x + step * slope(middle), 1.0)
            points.append((step * (k + 1), x))
        return zip(*points[::20])

    for inverse, colour in ((50, BLUE), (100, RED), (200, GREEN), (500, ORANGE)):
        transient.plot(*force(1 / inverse, 0.0, 6.0), color=colour, label=f"$Y=1/{inverse}$")
        transient.plot(*force(1 / inverse, 0.0, 6.0, creeps=False), color=colour, linewidth=1.0, linestyle="--")
    transient.plot([], [], color="black", linewidth=1.0, linestyle="--", label="without creep")
    transient.set_title("rolling at constant creepage $Y$", fontsize=12)
    transient.legend(fontsize=9, loc="center right", bbox_to_anchor=(1.0, 0.35))

    creepages = [10 ** (-4 + 3 * k / 300) for k in range(301)]
    for contact_radius, colour in ((0.002, BLUE), (0.01, RED), (0.05, GREEN)):
        most = creep_constants(poisson, friction, contact_radius)[0]
        steady.semilogx(creepages, [1 - max(1 - y / most, 0.0) ** 3 for y in creepages], color=colour,
                        label=f"$a/R_i={contact_radius:g}$")
    steady.set_title("steady rolling", fontsize=12)
    steady.legend(fontsize=9, loc="lower right")

    for start, colour in ((0.99, BLUE), (0.5, RED), (0.1, GREEN)):
        free.semilogy(*force(0.0, start, 6.0), color=colour, label=f"$x(0)={start:g}$")
    free.plot([0, 6], [0.1, 0.1 * math.exp(-6 * rate)], color="black", linewidth=1.0, linestyle="--",
              label=r"$\propto e^{-\lambda s}$")
    free.set_title("rolling without slip", fontsize=12)
    free.legend(fontsize=9, loc="lower left")

    for axes in (transient, free):
        axes.set_xlabel("rolled distance $s/a$")
    steady.set_xlabel("creepage $Y$")
    for axes in (transient, steady, free):
        axes.set_ylabel(r"tangential force $x=F/\mu F_{n0}$")
    return figure


class TwoCaps:
    """The spring with a static and a kinetic cap, Fang and Negrut (2020), sections 3.1 to 3.3."""

    def __init__(self, stiffness, dashpot, static, kinetic):
        self.stiffness, self.dashpot, self.caps = stiffness, dashpot, (static, kinetic)
        self.length, self.slips = 0.0, False

    def load(self, path, step):
        self.length += path
        cap = self.caps[self.slips]
        self.slips = self.stiffness * abs(self.length) > cap
        if self.slips:
            self.length = math.copysign(cap / self.stiffness, self.length)
            return self.stiffness * self.length
        return self.stiffness * self.length + self.dashpot * path / step


def tracking():
    figure, (cycle, disk, modes) = pyplot.subplots(1, 3, figsize=(13, 4.2), layout="constrained")

    # One cycle of slip at a constant normal force; lengths in mu_s F_n0/K_E.
    spring = TwoCaps(1.0, 0.0, 1.0, 0.8)
    ways, loads, place = [0.0], [0.0], 0.0
    for end in (3.0, -1.5, 2.0):
        step = math.copysign(0.002, end - place)
        for _ in range(round(abs(end - place) / 0.002)):
            place += step
            ways.append(place)
            loads.append(spring.load(step, 1.0))
    cycle.plot(ways, loads, color=BLUE)
    for cap, name in ((1.0, "static cap"), (0.8, "kinetic cap")):
        for sign in (1, -1):
            cycle.axhline(sign * cap, color=GREY, linewidth=0.8, linestyle=":" if cap < 1 else "--",
                          label=name if sign > 0 else None)
    cycle.axhline(0, color="black", linewidth=0.6)
    cycle.set_xlabel(r"slip $\times\,K_E/\mu_sF_{n0}$")
    cycle.set_ylabel(r"$K_E\,\xi/\mu_sF_{n0}$")
    cycle.set_ylim(-1.3, 1.3)
    cycle.set_title("sliding spring, reversed twice", fontsize=12)
    cycle.legend(fontsize=9, loc="lower right")

    # A disk on a plane, pushed with 0.5 m/s: symplectic Euler, the paper's step of 1e-4 s.
    mass, radius, gravity, static, kinetic, eta, stiffness, step = 5.0, 0.2, 9.8, 0.25, 0.20, 0.1, 1e5, 1e-4
    inertia, normal = mass * radius**2 / 2, mass * gravity
    rolling_stiffness = 4 * eta * radius**2 * stiffness
    arm = 2 * eta * radius
    slide = TwoCaps(stiffness, 2 * math.sqrt(mass * stiffness), static * normal, kinetic * normal)
    roll = TwoCaps(rolling_stiffness, 2 * math.sqrt(inertia * rolling_stiffness), arm * static * normal,
                   arm * kinetic * normal)
    v, w, force, torque = 0.5, 0.0, 0.0, 0.0
    times, speeds, spins, forces, torques = [], [], [], [], []
    for k in range(14000):
        v -= step * force / mass
        w += step * (radius * force - torque) / inertia
        force, torque = slide.load((v - radius * w) * step, step), roll.load(w * step, step)
        times.append((k + 1) * step)
        speeds.append(v)
        spins.append(radius * w)
        forces.append(force / (static * normal))
        torques.append(torque / (arm * static * normal))
    disk.plot(times, speeds, color=BLUE, label="velocity $v$")
    disk.plot(times, spins, color=RED, linestyle="--", label=r"$\omega R_i$")
    disk.set_xlabel("time [s]")
    disk.set_ylabel("[m/s]")
    disk.set_title("pushed disk: slides, rolls, stops", fontsize=12)
    disk.legend(fontsize=9)

    modes.plot(times, forces, color=BLUE, label=r"sliding force$/\mu_sF_{n0}$")
    modes.plot(times, torques, color=RED, linestyle="--", label=r"rolling torque$/2\eta_rR\mu_sF_{n0}$")
    modes.axhline(kinetic / static, color=GREY, linewidth=0.8, linestyle=":")
    modes.text(0.98, kinetic / static + 0.04, r"$\mu_k/\mu_s$", transform=modes.get_yaxis_transform(), ha="right")
    modes.set_xlabel("time [s]")
    modes.set_ylim(-0.5, 1.3)
    modes.set_title("the same disk: friction", fontsize=12)
    modes.legend(fontsize=9, loc="lower left", bbox_to_anchor=(0.1, 0.0))
    return figure


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    for name, draw in (("contact", contact), ("wall", wall), ("theory_creep", creep), ("theory_tracking", tracking)):
        figure = draw()
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})
        if len(sys.argv) > 1:
            figure.savefig(folder / f"{name}.png", dpi=90)
        pyplot.close(figure)


if __name__ == "__main__":
    main()
