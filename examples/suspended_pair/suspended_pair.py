#!/usr/bin/env python3
"""Appendix A of Santos et al. (2020): runs in.pair over a table of k/gamma and k_n/k, rolling and twisting.

  python3 suspended_pair.py [--lmp ../../build/lmp] [--out .]

Compares each run with the closed form of a damped oscillator. Writes pair.csv, pair.md and charts. Skips the runs whose
rows are in pair.csv already. Ends with exit code 1 if the largest difference exceeds what the time step explains.
"""

import argparse
import cmath
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import add_places, append_row, chart, keep_recipe, lammps, markdown, recipe, rows_of, save    # noqa: E402  after its folder

import numpy    # noqa: E402  driver says so where it is missing
from scipy import optimize    # noqa: E402

MODES = ("rolling", "twisting")
RATIOS = (0.1, 0.5, "critical", 1.0, 2.0, 5.0, 10.0)    # k/gamma [1/tau]
SOFTNESS = (1.0, 10.0, 100.0)                           # k_n/k
OVERLAP, MU, OMEGA = 0.01, 0.3, 1e-5                    # in.pair; the cap is far away
BEYOND = (("rolling", 0.02), ("rolling", 0.05), ("twisting", 0.3))    # angular velocities that reach the cap
STEP = 0.02                                             # largest time step [tau]: that of the paper
VISIBLE = 0.01                                          # of the largest torque or angle
# Time steps are at most 0.02 of the shortest time of the motion: the decay time of the fast exponent, or 1/frequency.
PART = 0.02
# The dashpot uses velocities of half a step before. To first order this changes the torque by beta dt <= PART of the
# largest torque, with beta = gamma lever^2/I. The rest is for terms of second order.
TOLERANCE = 1.25 * PART
MEASURES = ("damping", "frequency", "oscillations", "torque_time", "angle_time")
COLUMNS = ("mode", "ratio", "kn_over_k", "k", "gamma", "dt", "torque_difference",
           *(f"{name}_{side}" for name in MEASURES for side in ("expected", "found")), "verdict", "paper")


def per_inertia(mode):
    """lever^2/(I/2): equal spheres of diameter and mass 1, I = 1/10. The lever of rolling is R = 1/4."""
    return (0.25 ** 2 if mode == "rolling" else 1.0) / 0.05


class Pair:
    """Relative rotation of two equal spheres at fixed positions: (I/2) w' = torque, w(0) = omega.

    Below the cap the torque is -lever^2 (k angle + gamma w): a damped oscillator. At the cap w falls at the rate
    cap/(I/2). The torque stays at the cap until spring and dashpot together begin to fall, at k w = gamma cap/(I/2).
    """

    def __init__(self, mode, k, gamma, omega=OMEGA, mu=MU, overlap=OVERLAP):
        lever, inertia = math.sqrt(per_inertia(mode) * 0.05), 0.05
        self.k, self.gamma, self.inertia, self.cap = lever ** 2 * k, lever ** 2 * gamma, inertia, lever * mu * overlap
        beta = 0.5 * self.gamma / inertia
        self.frequency = math.sqrt(self.k / inertia)
        self.damping = beta / self.frequency
        root = cmath.sqrt(beta ** 2 - self.frequency ** 2)
        if abs(root) < 1e-6 * beta:
            root = 1e-6 * beta    # the two exponents of critical damping, told apart by a millionth
        self.exponents = (-beta + root, -beta - root)
        self.fast = max(abs(s) for s in self.exponents)
        self.slow = min(-s.real for s in self.exponents)
        self.phases = self._phases(omega)

    def _free(self, spring, w, time):
        """Spring and angular velocity of the oscillator after `time`."""
        s, q = self.exponents
        a = (w - q * spring) / (s - q)
        b = spring - a
        a, b = a * cmath.exp(s * time), b * cmath.exp(q * time)
        return (a + b).real, (a * s + b * q).real

    def _load(self, spring, w):
        return self.k * spring + self.gamma * w

    def _phases(self, omega):
        """(time, spring, angle, w, sticks) at the beginning of each phase."""
        free = (0.0, 0.0, 0.0, omega, True)

        def excess(time):
            return self._load(*self._free(0.0, omega, time)) - self.cap

        step = 0.01 / self.fast
        beyond = next((n * step for n in range(1000) if excess(n * step) > 0), None)
        if beyond is None:
            return [free]
        start = optimize.brentq(excess, beyond - step, beyond, xtol=1e-15) if beyond > 0 else 0.0
        angle, w = self._free(0.0, omega, start)
        rate = self.cap / self.inertia
        end = min(w, self.gamma * rate / self.k)
        longer = (w - end) / rate
        return [free, (start, None, angle, w, False), (start + longer, (self.cap - self.gamma * end) / self.k,
                                                       angle + 0.5 * (w + end) * longer, end, True)]

    def at(self, time):
        """Torque, relative angle and relative angular velocity."""
        start, spring, angle, w, sticks = [phase for phase in self.phases if phase[0] <= time][-1]
        time -= start
        if not sticks:
            rate = self.cap / self.inertia
            return -self.cap, angle + w * time - 0.5 * rate * time ** 2, w - rate * time
        now, w = self._free(spring, w, time)
        return -self._load(now, w), angle + now - spring, w

    def duration(self):
        """Time for the slower exponent to fall below VISIBLE, with a margin."""
        return self.phases[-1][0] + 1.3 * math.log(1 / VISIBLE) / self.slow

    def step(self):
        return min(STEP, PART / self.fast)


def run(lmp, out, mode, k, gamma, **settings):
    """Time, torque, angle and angular velocity of in.pair, from the first step on, in columns.

    The row of time 0 is left out: the forces that set up a run have no spring yet, and a rolling force beyond its cap
    is then 0.
    """
    path = out / "pair.txt"
    lammps(lmp, HERE / "in.pair", out, dict(MODE=mode, K=repr(k), GAMMA=repr(gamma), MU=MU, OVERLAP=OVERLAP, OUT=path.name) | settings,
           log="none")
    rows = numpy.loadtxt(path, skiprows=2)
    path.unlink()
    return rows


def exponents(times, values):
    """The two exponents of a sum of two exponentials, by least squares (Prony's method).

    Three samples at equal distances obey v[n+2] = a v[n+1] + b v[n]. The roots of z^2 = a z + b are exp(s dt).
    """
    (a, b), *_ = numpy.linalg.lstsq(numpy.column_stack((values[1:-1], values[:-2])), values[2:], rcond=None)
    root = cmath.sqrt(0.25 * a * a + b)
    return [cmath.log(0.5 * a + sign * root) / (times[1] - times[0]) for sign in (1, -1)]


def last_visible(times, values):
    """Time after which a value stays below VISIBLE of its maximum."""
    size = numpy.abs(values)
    return times[size > VISIBLE * size.max()].max()


def measures(times, torques, angles):
    """Oscillations of the torque until it is no longer visible (two changes of sign each), and the last visible times."""
    end = last_visible(times, torques)
    seen = torques[times <= end]
    return 0.5 * (seen[1:] * seen[:-1] < 0).sum(), end, last_visible(times, angles)


def paper(mode, ratio, softness):
    """Whether Appendix A calls the parameters realistic."""
    if mode == "rolling":
        return "realistic" if ratio < 1 or (ratio > 1 and softness < 10) else "not stated" if ratio == 1 else "not"
    return "realistic" if ratio <= 2 else "not"


def verdict(damping):
    return "critically" if abs(damping - 1) < 1e-9 else "over" if damping > 1 else "under"


def case(lmp, out, mode, ratio, softness):
    """Runs one row of the table."""
    k = 1 / softness
    if ratio == "critical":
        ratio = 0.5 * math.sqrt(per_inertia(mode) * k)
    gamma = k / ratio
    pair = Pair(mode, k, gamma)
    time, dt = pair.duration(), pair.step()
    # 20 lines per radian of the oscillation, fewer per decay time of a fast exponent
    lines = (20 if pair.damping < 2 else 4) * time * pair.fast
    times, torques, angles, velocities = run(lmp, out, mode, k, gamma, OMEGA=OMEGA, DT=dt, TIME=time,
                                             SAMPLES=max(400, math.ceil(lines))).T
    expected = numpy.transpose([pair.at(t) for t in times])
    # with strong damping the slow exponent is a larger part of the angular velocity than of the torque
    first, second = exponents(times, velocities)
    frequency = cmath.sqrt(first * second).real
    difference = numpy.abs(torques - expected[0]).max() / numpy.abs(expected[0]).max()
    row = dict(mode=mode, ratio=ratio, kn_over_k=softness, k=k, gamma=gamma, dt=dt, torque_difference=difference,
               verdict=verdict(pair.damping), paper=paper(mode, ratio, softness))
    pairs = [(pair.damping, -0.5 * (first + second).real / frequency), (pair.frequency, frequency),
             *zip(measures(times, *expected[:2]), measures(times, torques, angles))]
    for name, (closed, found) in zip(MEASURES, pairs):
        row |= {f"{name}_expected": closed, f"{name}_found": found}
    return {key: f"{value:.6g}" if isinstance(value, float) else value for key, value in row.items()}


def table(rows):
    """The table of pair.md. A cell with two numbers has the expected and the found one."""
    lines = []
    for row in rows:
        f = {key: float(row[key]) for key in COLUMNS[1:-2]}
        both = [", ".join(f"{f[f'{name}_{side}']:{digits}}" for side in ("expected", "found"))
                for name, digits in zip(MEASURES, (".3f", ".4g", "g", ".3g", ".3g"))]
        lines.append((row["mode"], f"{f['kn_over_k']:g}", f"{f['ratio']:.3g}", *both, row["verdict"], row["paper"]))
    return markdown(("mode", "k_n/k", "k/gamma [1/tau]", "damping ratio", "frequency [1/tau]", "oscillations",
                     "torque below 1 % after [tau]", "angle below 1 % after [tau]", "damped", "Appendix A"), lines)


def curves(lmp, out, mode):
    """Torque against time for k = k_n: lines are runs, points the closed form."""
    end = 20.0 if mode == "rolling" else 5.0
    axes = chart(f"Torque of a suspended pair, {mode}, k = k_n; points: closed form", "time [tau]", "torque / largest torque",
                 xlim=(0, end))
    critical = 0.5 * math.sqrt(per_inertia(mode))
    for ratio in (0.1, critical, 1.0, 2.0, 10.0) if mode == "rolling" else (0.1, 1.0, critical, 5.0, 10.0):
        pair = Pair(mode, 1.0, 1 / ratio)
        rows = run(lmp, out, mode, 1.0, 1 / ratio, OMEGA=OMEGA, DT=pair.step(), TIME=end, SAMPLES=250)
        size = max(numpy.abs(rows[:, 1]).max(), abs(pair.at(0.0)[0]))
        line, = axes.plot(rows[:, 0], rows[:, 1] / size, label=f"k/gamma = {ratio:.3g}/tau")
        times = numpy.linspace(0, end, 26)
        axes.plot(times, [pair.at(t)[0] / size for t in times], "o", color=line.get_color())
    save(axes, out / f"suspended_{mode}.svg")


def counts(rows, out):
    """Oscillations against k/gamma."""
    axes = chart("Oscillations until the torque has fallen to 1 %; lines: closed form", "k/gamma [1/tau]", "oscillations",
                 xlim=(0.1, 10), ylim=(0, 16), xscale="log")
    ratios = numpy.geomspace(0.1, 10, 101)
    for colour, (mode, softness) in enumerate((m, s) for m in MODES for s in SOFTNESS):
        mine = [row for row in rows if row["mode"] == mode and float(row["kn_over_k"]) == softness]
        # the envelope falls to 1 % in ln(100)/beta
        slow = [Pair(mode, 1 / softness, 1 / (softness * ratio)).exponents[0] for ratio in ratios]
        axes.plot(ratios, [math.log(1 / VISIBLE) * abs(s.imag) / (2 * math.pi * -s.real) for s in slow], color=f"C{colour}")
        axes.plot([float(row["ratio"]) for row in mine], [float(row["oscillations_found"]) for row in mine], "os^vDP"[colour],
                  color=f"C{colour}", label=f"{mode}, k = k_n/{softness:g}")
    save(axes, out / "suspended_oscillations.svg")


def at_the_cap(lmp, out):
    """Starts beyond the cap, with the stiffnesses of the paper: the torque in units of the cap.

    Returns the largest difference from the closed form and a table.
    """
    axes = chart("Torque that reaches its cap, k = k_n, k/gamma = 2/tau; points: closed form", "time [tau]", "torque / cap", xlim=(0, 20))
    differences, lines = [], []
    for mode, omega in BEYOND:
        pair = Pair(mode, 1.0, 0.5, omega)
        rows = run(lmp, out, mode, 1.0, 0.5, OMEGA=omega, DT=0.001, TIME=20, SAMPLES=2000)
        times, torques, angles, _ = rows.T
        expected = numpy.transpose([pair.at(t) for t in times])
        slips = times[numpy.abs(torques) > (1 - 1e-9) * pair.cap]
        differences.append(numpy.abs(torques - expected[0]).max() / pair.cap)
        lines.append((f"{mode}, {omega:g}", f"{pair.cap:.4e}", f"{numpy.abs(torques).max():.4e}",
                      f"{pair.phases[-2][0]:.2f}, {pair.phases[-1][0]:.2f}", f"{slips[0]:.2f}, {slips[-1]:.2f}",
                      f"{differences[-1]:.4f}", f"{expected[1, -1]:.5f}, {angles[-1]:.5f}"))
        line, = axes.plot(times[::8], torques[::8] / pair.cap, label=f"{mode}, {omega:g}/tau")
        times = numpy.linspace(0, 20, 26)
        axes.plot(times, [pair.at(t)[0] / pair.cap for t in times], "o", color=line.get_color())
    save(axes, out / "suspended_cap.svg")
    return max(differences), markdown(("mode, angular velocity [1/tau]", "cap", "largest torque", "at the cap from, to [tau], expected",
                                       "found", "largest difference/cap", "angle at the end"), lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, ".")
    options = parser.parse_args()
    lmp, out = options.lmp, options.out
    out.mkdir(parents=True, exist_ok=True)

    path = out / "pair.csv"
    cases = [(mode, softness, ratio) for mode in MODES for softness in SOFTNESS for ratio in RATIOS]
    keep_recipe(out / "pair.recipe", recipe(lmp, HERE / "in.pair", {}), path)
    for mode, softness, ratio in cases[len(rows_of(path)):]:
        append_row(path, COLUMNS, case(lmp, out, mode, ratio, softness))
    rows = sorted(rows_of(path), key=lambda row: (row["mode"], float(row["kn_over_k"]), float(row["ratio"])))
    worst, cap = at_the_cap(lmp, out)
    text = table(rows) + "\n" + cap
    (out / "pair.md").write_text(text, encoding="utf-8")
    print(text)
    for mode in MODES:
        curves(lmp, out, mode)
    counts(rows, out)
    worst = max(worst, *(float(row["torque_difference"]) for row in rows))
    print(f"largest difference of a torque {worst:.4f} of the largest torque, allowed {TOLERANCE}")
    return int(worst > TOLERANCE)


if __name__ == "__main__":
    sys.exit(main())
