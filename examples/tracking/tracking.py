#!/usr/bin/env python3
"""Figures of Fang & Negrut from the decks of this folder, as CSV tables and SVG charts.

  python3 tracking.py [--lmp ../../build/lmp] [--out results] [--only series damping classic map]

  series   velocities and friction of disk, incline and spinning spheres over time      Figs. 6, 9, 12
  damping  how the disk comes to rest with several damping coefficients                 Fig. 7
  classic  the disk at rest: tracking, a constant rolling torque, and rolling sds       Fig. 8
  map      the motion of a sphere on an incline in the paper's steps                    Fig. 10

Runs take a second each, the map 40 s. Runs that have ended are not repeated, unless a deck, LAMMPS
or the plugin is another one.
"""

import argparse
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import add_places, chart, run_once, save    # noqa: E402  after its folder
from granular_srt import reading    # noqa: E402  driver finds it

import numpy    # noqa: E402  driver says so where it is missing
import pandas    # noqa: E402
from matplotlib import colors    # noqa: E402

RADIUS = 0.2
AT_REST = 1e-5              # speed [m/s]; the rolling spring, released at its cap, reaches 3.6e-3
MU_S, MU_K = 0.25, 0.20
# K_R = 1600 N m, the inertia of a disk, D_R = 2 sqrt(I K_R) = 25.3 N m s: the same spring and dashpot as pseudo-forces
SDS = {"MODEL": "sds", "K_ROLL": 1600 / RADIUS ** 2, "GAMMA_ROLL": 2 * math.sqrt(0.1 * 1600) / RADIUS ** 2}
MODELS = (("tracking", {}), ("constant torque", {"MODEL": "sds"}), ("constant torque, mu_r 0.1", {"MODEL": "sds", "MU_ROLL": 0.1}),
          ("sds", SDS))
DAMPING = (0.0, 0.5, 1.0, 2.0, 4.0)
# states of in.map: 2 * slides + rolls
STATES = ("stays", "rolls", "slides", "rolls and slips")
STATE_COLOURS = ("#b0b0b0", "#4682b4", "#e8930c", "#8e44ad")
SPHERES = ("eta_psi 0.006", "eta_psi 0.008", "eta_psi 0.010", "eta_psi 0.012", "steel 2 cm", "steel 4 cm", "glass 2 cm")


class Runs:
    """Runs of decks in folders of their own."""

    def __init__(self, lmp, out):
        self.lmp, self.out = lmp, out

    def folder(self, name, deck, **settings):
        folder = self.out / name
        run_once(self.lmp, HERE / deck, folder, settings, "log")
        return folder

    def series(self, name, deck, **settings):
        """The thermo table."""
        rows = reading.thermo(self.folder(name, deck, **settings) / "log", "Time")
        return rows.rename(columns=lambda column: column.removeprefix("c_").removeprefix("v_"))

    def table(self, name, rows, show=False):
        rows.to_csv(self.out / name, index=False, float_format="%.6g", na_rep="nan")
        if show:
            print(rows.to_string(index=False, float_format="{:.4g}".format), flush=True)


def plot(path, title, ylabel, curves, xlim, ylim, xlabel="time [s]"):
    """Lines of {name: (times, values)}, thinned to about 300 points each."""
    axes = chart(title, xlabel, ylabel, xlim=xlim, ylim=ylim)
    for name, (times, values) in curves.items():
        # An odd stride: a value that changes its sign in every step must not look steady.
        stride = len(times[(times >= xlim[0]) & (times <= xlim[1])]) // 300 | 1
        axes.plot(times[::stride], values[::stride], label=name)
    save(axes, path)


def draw_series(runs):
    disk = runs.series("disk", "in.disk", EVERY=100, REST=0.25, REST_EVERY=100)
    names = {"Time": "time", "x": "x", "v": "v", "w": "omega", "F": "friction", "T": "rolling_torque"}
    runs.table("disk.csv", disk[list(names)].rename(columns=names))
    end = (0.0, disk.Time.max())
    plot(runs.out / "tracking_disk_v.svg", "A pushed disk slides, rolls and stops (Fig. 6)", "velocity [m/s]",
         {"v": (disk.Time, disk.v), "-R omega": (disk.Time, -RADIUS * disk.w)}, end, (-0.05, 0.52))
    plot(runs.out / "tracking_disk_loads.svg", "A pushed disk: friction and rolling torque (Fig. 6)", "load [N]",
         {"friction": (disk.Time, disk.F), "torque/R": (disk.Time, disk["T"] / RADIUS)}, end, (-14.0, 6.0))

    incline = runs.series("incline", "in.incline", EVERY=20)
    del names["x"]
    runs.table("incline.csv", incline[list(names)].rename(columns=names))
    plot(runs.out / "tracking_incline_v.svg", "A sphere pushed up an incline (Fig. 9)", "velocity [m/s]",
         {"v": (incline.Time, incline.v), "R omega": (incline.Time, RADIUS * incline.w)}, (0.0, 0.2), (-0.55, 0.55))
    plot(runs.out / "tracking_incline_loads.svg", "A sphere pushed up an incline: loads of the floor (Fig. 9)", "load [N]",
         {"friction": (incline.Time, incline.F), "torque/R": (incline.Time, incline["T"] / RADIUS)}, (0.0, 0.2), (-12.0, 28.0))

    spin = runs.series("spin", "in.spin", EVERY=1000)
    spin = spin[["Time", *(f"w{k}" for k in range(1, 8))]].set_axis(["time", *SPHERES], axis=1)
    runs.table("spin.csv", spin)
    plot(runs.out / "tracking_spin.svg", "Spinning spheres come to rest (Fig. 12)", "angular velocity [1/s]",
         {name: (spin.time, spin[name]) for name in SPHERES}, (0.0, 7.0), (-0.05, 1.02))


def standstill(rows):
    """Index of the first row at which the disk stands."""
    return rows.index[(rows.index > 0) & (rows.v <= 0.0)][0]


def draw_damping(runs):
    table, curves = [], {}
    for c in DAMPING:
        rows = runs.series(f"damping_{c:g}", "in.disk", C_D=c, C_R=c, EVERY=10, REST=1.0, REST_EVERY=10)
        first = standstill(rows)
        later, time = rows[first:], rows.Time - rows.Time[first]
        settled = time[later.index[later.v.abs() > AT_REST]].max() if (later.v.abs() > AT_REST).any() else 0.0
        if time.iloc[-1] - settled < 0.1:    # about one period of the rolling spring
            settled = math.nan
        table.append({"c": c, "first_standstill_s": rows.Time[first], "way_m": rows.x[first], "backwards_mm_s": max(0.0, -1e3 * later.v.min()),
                      "rolled_back_um": 1e6 * (rows.x.max() - later.x.min()), "settles_after_s": settled})
        curves[f"c = {c:g}"] = (time, 1e3 * rows.v)
    runs.table("damping.csv", pandas.DataFrame(table), show=True)
    plot(runs.out / "tracking_damping.svg", "A rolling disk comes to rest, dashpots c sqrt(m K) (Fig. 7)", "velocity [mm/s]",
         curves, (-0.04, 0.4), (-6.0, 10.0), "time after the first standstill [s]")


def draw_classic(runs):
    table, far, near = [], {}, {}
    for k, (name, settings) in enumerate(MODELS):
        rows = runs.series(f"classic_{k}", "in.disk", EVERY=100, REST=0.5, REST_EVERY=1, **settings)
        first, last = standstill(rows), rows[-1000:]
        torque = last["T"].to_numpy()
        table.append({"model": name, "first_standstill_s": rows.Time[first], "way_m": rows.x[first],
                      "torque_at_end_N_m": abs(torque).max(), "speed_at_end_m_s": last.v.abs().max(),
                      "signs_per_step": (torque[1:] * torque[:-1] < 0.0).mean()})
        if name.endswith("0.1"):
            continue
        # the log has each step only after the standstill; an odd stride keeps alternating signs visible
        shown = pandas.concat([rows[:first], rows[first::51]])
        far[name] = shown.Time - rows.Time[first], shown["T"]
        near[name] = 1e3 * (last.Time[:41] - last.Time.iloc[0]), last["T"][:41]
    runs.table("classic.csv", pandas.DataFrame(table), show=True)
    plot(runs.out / "tracking_classic.svg", "Rolling torque on a disk that stops (Fig. 8)", "torque [N m]", far,
         (-0.1, 0.3), (-0.5, 0.5), "time after the first standstill [s]")
    plot(runs.out / "tracking_classic_steps.svg", "The same, 40 time steps half a second later", "torque [N m]", near,
         (0.0, 0.4), (-0.5, 0.5), "time [ms]")


def map_states(runs, low, etas, step, angles):
    """States of in.map: one row for each eta_r, one column for each angle.

    angles  the first, their step, their number. A run has at most 26 values of eta_r, because LAMMPS has 32 groups.
    """
    found = []
    for start in range(0, etas, 16):
        first = low + start * step
        folder = runs.folder(f"map_{start}", "in.map", ETA_LOW=f"{first:.6g}", ETA_STEP=step, ETAS=min(16, etas - start),
                             ANGLE_LOW=angles[0], STEP=angles[1], ANGLES=angles[2], IMAGE="no")
        rows = reading.last(folder / "map.txt").rows.set_axis(["block", "angle", "state"], axis=1)
        found.append(rows.assign(eta=(first + rows.block * step).round(6)))
    return pandas.concat(found).pivot(index="eta", columns="angle", values="state").astype(int)


def border(angles, moves):
    """The angle halfway between the last point without a motion and the first with it; NaN if it does not begin."""
    return 0.5 * (angles[moves.argmax() - 1] + angles[moves.argmax()]) if moves.any() and not moves[0] else math.nan


def draw_map(runs):
    states = map_states(runs, 0.2, 31, 0.01, (1.0, 0.1, 291))
    angles, etas = states.columns.to_numpy(), states.index.to_numpy()
    table = pandas.DataFrame({
        "eta_r": etas, "moves_expected": numpy.degrees(numpy.arctan(2 * etas * MU_K)),
        "moves_found": [border(angles, row > 0) for row in states.to_numpy()],
        "slips_expected": numpy.degrees(numpy.arctan(3.5 * MU_S - 5 * etas * MU_K)),
        "slips_found": [border(angles, row > 1) for row in states.to_numpy()]})
    runs.table("map.csv", table)
    print(table[::5].to_string(index=False, float_format="{:.4g}".format), flush=True)
    axes = chart("A sphere released on an incline after 1 s (Fig. 10)", "angle [degrees]", "eta_r", xlim=(1.0, 30.0), ylim=(0.2, 0.5))
    axes.imshow(states, extent=(0.95, 30.05, 0.195, 0.505), origin="lower", aspect="auto", interpolation="nearest",
                cmap=colors.ListedColormap(STATE_COLOURS), vmin=-0.5, vmax=3.5)
    for state, colour in zip(STATES, STATE_COLOURS):
        axes.fill_between([], [], color=colour, label=state)
    for column, label in ("moves_expected", "closed forms"), ("slips_expected", ""):
        axes.plot(table[column], etas, "k--", label=label)
    save(axes, runs.out / "tracking_map.svg")


DRAW = {"series": draw_series, "damping": draw_damping, "classic": draw_classic, "map": draw_map}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, "results")
    parser.add_argument("--only", nargs="+", choices=DRAW, default=DRAW, help="which of the figures")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.only:
        DRAW[name](Runs(options.lmp, options.out))


if __name__ == "__main__":
    main()
