#!/usr/bin/env python3
"""Figures of Fang & Negrut from the decks of this folder, as CSV tables and SVG charts.

  python3 tracking.py [--lmp ../../build/lmp] [--out results] [--only series damping classic map]

  series   velocities and friction of disk, incline and spinning spheres over time      Figs. 6, 9, 12
  damping  how the disk comes to rest with several damping coefficients                 Fig. 7
  classic  the disk at rest: tracking, a constant rolling torque, and rolling sds       Fig. 8
  map      the motion of a sphere on an incline in the paper's steps                    Fig. 10

Runs take a second each, the map 40 s. Runs whose folder is complete are skipped.
"""

import argparse
import csv
import math
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from chart import Chart  # noqa: E402
from runs import add_places  # noqa: E402

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


class Runs:
    """Runs of decks in folders of their own."""

    def __init__(self, lmp, out):
        self.lmp, self.out = lmp, out

    def folder(self, name, deck, **settings):
        folder = self.out / name
        if not (folder / "complete").exists():
            folder.mkdir(parents=True, exist_ok=True)
            words = [word for key, value in settings.items() for word in ("-var", key, str(value))]
            subprocess.run([self.lmp, "-in", HERE / deck, "-log", "log", "-screen", "none"] + words, cwd=folder, check=True,
                           stdout=subprocess.DEVNULL)
            (folder / "complete").touch()
        return folder

    def series(self, name, deck, **settings):
        """Rows of the thermo tables as {column: value}, without the repeated first rows of later runs."""
        return thermo_rows((self.folder(name, deck, **settings) / "log").read_text(encoding="utf-8"))

    def table(self, name, columns, rows):
        with (self.out / name).open("w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(columns)
            out.writerows([f"{cell:.6g}" if isinstance(cell, float) else cell for cell in row] for row in rows)


def thermo_rows(log):
    rows, names = [], None
    for line in log.splitlines():
        words = line.split()
        if words[:1] == ["Time"]:
            names = [word.removeprefix("c_").removeprefix("v_") for word in words]
        elif line.startswith("Loop time"):
            names = None
        elif names and len(words) == len(names):
            try:
                row = dict(zip(names, map(float, words)))
            except ValueError:    # a warning between the rows
                continue
            if not rows or row["Time"] > rows[-1]["Time"]:
                rows.append(row)
    return rows


def chart(path, title, ylabel, curves, xrange, yrange, xlabel="time [s]"):
    """Lines of {name: [(time, value), ...]}, thinned to about 300 points each, cut at the ends of the axes."""
    figure = Chart(title, xlabel, ylabel, xrange, yrange)
    low, high = yrange
    for colour, (name, points) in enumerate(curves.items()):
        points = [(t, min(max(y, low), high)) for t, y in points if xrange[0] <= t <= xrange[1]]
        # an odd stride: a value that changes its sign in every step must not look steady
        figure.line(points[::len(points) // 300 | 1], colour, name)
    figure.write(path)


def curve(rows, value):
    return [(row["Time"], value(row)) for row in rows]


def draw_series(runs):
    disk = runs.series("disk", "in.disk", EVERY=100, REST=0.25, REST_EVERY=100)
    end = disk[-1]["Time"]
    runs.table("disk.csv", ("time", "x", "v", "omega", "friction", "rolling_torque"),
               [[row[k] for k in ("Time", "x", "v", "w", "F", "T")] for row in disk])
    chart(runs.out / "tracking_disk_v.svg", "A pushed disk slides, rolls and stops (Fig. 6)", "velocity [m/s]",
          {"v": curve(disk, lambda row: row["v"]), "-R omega": curve(disk, lambda row: -RADIUS * row["w"])},
          (0.0, end), (-0.05, 0.52))
    chart(runs.out / "tracking_disk_loads.svg", "A pushed disk: friction and rolling torque (Fig. 6)", "load [N]",
          {"friction": curve(disk, lambda row: row["F"]), "torque/R": curve(disk, lambda row: row["T"] / RADIUS)},
          (0.0, end), (-14.0, 6.0))

    incline = runs.series("incline", "in.incline", EVERY=20)
    runs.table("incline.csv", ("time", "v", "omega", "friction", "rolling_torque"),
               [[row[k] for k in ("Time", "v", "w", "F", "T")] for row in incline])
    chart(runs.out / "tracking_incline_v.svg", "A sphere pushed up an incline (Fig. 9)", "velocity [m/s]",
          {"v": curve(incline, lambda row: row["v"]), "R omega": curve(incline, lambda row: RADIUS * row["w"])},
          (0.0, 0.2), (-0.55, 0.55))
    chart(runs.out / "tracking_incline_loads.svg", "A sphere pushed up an incline: loads of the floor (Fig. 9)", "load [N]",
          {"friction": curve(incline, lambda row: row["F"]), "torque/R": curve(incline, lambda row: row["T"] / RADIUS)},
          (0.0, 0.2), (-12.0, 28.0))

    spin = runs.series("spin", "in.spin", EVERY=1000)
    names = ("eta_psi 0.006", "eta_psi 0.008", "eta_psi 0.010", "eta_psi 0.012", "steel 2 cm", "steel 4 cm", "glass 2 cm")
    runs.table("spin.csv", ("time",) + names, [[row["Time"]] + [row[f"w{k}"] for k in range(1, 8)] for row in spin])
    chart(runs.out / "tracking_spin.svg", "Spinning spheres come to rest (Fig. 12)", "angular velocity [1/s]",
          {name: curve(spin, lambda row, k=k: row[f"w{k}"]) for k, name in enumerate(names, 1)}, (0.0, 7.0), (-0.05, 1.02))


def stop_of(rows):
    """First standstill [s], way [m], largest speed backwards [m/s], end of all motion [s] or NaN."""
    first = next(n for n, row in enumerate(rows) if n and row["v"] <= 0.0)
    moves = [row["Time"] for row in rows[first:] if abs(row["v"]) > AT_REST]
    settled = moves[-1] if moves else rows[first]["Time"]
    if rows[-1]["Time"] - settled < 0.1:    # about one period of the rolling spring
        settled = math.nan
    return rows[first]["Time"], rows[first]["x"], max(0.0, -min(row["v"] for row in rows[first:])), settled


def draw_damping(runs):
    columns = ("c", "first_standstill_s", "way_m", "backwards_mm_s", "rolled_back_um", "settles_after_s")
    table, curves = [], {}
    for c in DAMPING:
        rows = runs.series(f"damping_{c:g}", "in.disk", C_D=c, C_R=c, EVERY=10, REST=1.0, REST_EVERY=10)
        first, way, back, settled = stop_of(rows)
        furthest = max(row["x"] for row in rows)
        table.append([c, first, way, 1e3 * back, 1e6 * (furthest - min(r["x"] for r in rows if r["Time"] >= first)), settled - first])
        curves[f"c = {c:g}"] = [(t - first, 1e3 * v) for t, v in curve(rows, lambda row: row["v"])]
    runs.table("damping.csv", columns, table)
    print_table(columns, table)
    chart(runs.out / "tracking_damping.svg", "A rolling disk comes to rest, dashpots c sqrt(m K) (Fig. 7)", "velocity [mm/s]",
          curves, (-0.04, 0.4), (-6.0, 10.0), "time after the first standstill [s]")


def draw_classic(runs):
    columns = ("model", "first_standstill_s", "way_m", "torque_at_end_N_m", "speed_at_end_m_s", "signs_per_step")
    table, far, near = [], {}, {}
    for k, (name, settings) in enumerate(MODELS):
        rows = runs.series(f"classic_{k}", "in.disk", EVERY=100, REST=0.5, REST_EVERY=1, **settings)
        first, way, _, _ = stop_of(rows)
        last = rows[-1000:]
        changes = sum(a["T"] * b["T"] < 0.0 for a, b in zip(last, last[1:])) / (len(last) - 1)
        table.append([name, first, way, max(abs(row["T"]) for row in last), max(abs(row["v"]) for row in last), changes])
        if name.endswith("0.1"):
            continue
        # the log has each step only after the standstill; an odd stride keeps alternating signs visible
        start = next(n for n, row in enumerate(rows) if row["Time"] >= first)
        far[name] = [(row["Time"] - first, row["T"]) for row in rows[:start] + rows[start::51]]
        near[name] = [(1e3 * (row["Time"] - last[0]["Time"]), row["T"]) for row in last[:41]]
    runs.table("classic.csv", columns, table)
    print_table(columns, table)
    chart(runs.out / "tracking_classic.svg", "Rolling torque on a disk that stops (Fig. 8)", "torque [N m]", far,
          (-0.1, 0.3), (-0.5, 0.5), "time after the first standstill [s]")
    chart(runs.out / "tracking_classic_steps.svg", "The same, 40 time steps half a second later", "torque [N m]", near,
          (0.0, 0.4), (-0.5, 0.5), "time [ms]")


def print_table(columns, rows):
    cells = [columns] + [[f"{cell:.4g}" if isinstance(cell, float) else cell for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(columns))]
    for row in cells:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths)))
    print(flush=True)


def map_states(runs, low, etas, step, angles):
    """{eta: [(angle, state), ...]}; a run has at most 26 rows, because LAMMPS has 32 groups."""
    states = {}
    for start in range(0, etas, 16):
        count = min(16, etas - start)
        first = low + start * step
        folder = runs.folder(f"map_{start}", "in.map", ETA_LOW=f"{first:.6g}", ETA_STEP=step, ETAS=count, ANGLE_LOW=angles[0],
                             STEP=angles[1], ANGLES=angles[2], IMAGE="no")
        for line in (folder / "map.txt").read_text().split("ITEM: ATOMS")[1].splitlines()[1:]:
            block, degrees, state = map(float, line.split())
            states.setdefault(round(first + block * step, 6), []).append((degrees, int(state)))
    return {eta: sorted(row) for eta, row in sorted(states.items())}


def borders(row):
    """Angles halfway between the points where the sphere begins to move and where it begins to slip; NaN if it does not."""
    found = []
    for still in ((0,), (0, 1)):
        k = next((k for k, (_, state) in enumerate(row) if state not in still), None)
        found.append(0.5 * (row[k - 1][0] + row[k][0]) if k else math.nan)
    return found


def draw_map(runs):
    step, angles = 0.01, (1.0, 0.1, 291)
    states = map_states(runs, 0.2, 31, step, angles)
    figure = Chart("A sphere released on an incline after 1 s (Fig. 10)", "angle [degrees]", "eta_r", (1.0, 30.0), (0.2, 0.5))
    table = []
    for eta, row in states.items():
        begin = 0
        for k in range(1, len(row) + 1):    # one cell for each stretch of a state
            if k == len(row) or row[k][1] != row[begin][1]:
                edges = (max(1.0, row[begin][0] - angles[1] / 2), min(30.0, row[k - 1][0] + angles[1] / 2))
                state = row[begin][1]
                # the next row covers the upper half, so that no seam is left
                figure.cell(*edges, max(0.2, eta - step / 2), min(0.5, eta + step), STATE_COLOURS[state], STATES[state])
                begin = k
        moves, slips = (math.degrees(math.atan(tangent)) for tangent in (2 * eta * MU_K, 3.5 * MU_S - 5 * eta * MU_K))
        table.append([eta, moves, borders(row)[0], slips, borders(row)[1]])
    for column in (1, 3):
        figure.line([(row[column], row[0]) for row in table if row[column] <= 30.0], 4, "closed forms", dashed=True)
    columns = ("eta_r", "moves_expected", "moves_found", "slips_expected", "slips_found")
    runs.table("map.csv", columns, table)
    print_table(columns, [row for row in table if round(row[0] * 100) % 5 == 0])
    figure.write(runs.out / "tracking_map.svg")


DRAW = {"series": draw_series, "damping": draw_damping, "classic": draw_classic, "map": draw_map}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, "results")
    parser.add_argument("--only", nargs="+", choices=DRAW, default=DRAW, help="which of the figures")
    options = parser.parse_args()
    runs = Runs(options.lmp, options.out)
    runs.out.mkdir(parents=True, exist_ok=True)
    for name in options.only:
        DRAW[name](runs)


if __name__ == "__main__":
    main()
