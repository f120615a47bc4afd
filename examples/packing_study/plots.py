"""Figs. 3, 4 and 5 of Santos et al. 2020, the dependence on N, Eq. 5, and Silbert et al. 2002, from the rows alone."""

import math
import sys

import network
import settled_report
from groups import estimate, most, panels, paper_protocol
from layout import curve
from states import HERE

sys.path.insert(0, str(HERE.parent))
from chart import Chart  # noqa: E402

AXES = {"sliding": "mu_s (mu_r = mu_t = 0)", "twisting": "mu_t (mu_r = 0)", "rolling": "mu_r (mu_t = 0)", "both": "mu_r = mu_t"}
MODES = {"sliding": (1, 0, 0), "twisting": (1, 0, 1), "rolling": (1, 1, 0), "both": (1, 1, 1)}
QUANTITIES = {"Z": ("Z without rattlers", (2, 6.5)), "phi": ("phi", (0.5, 0.66)), "rattlers": ("fraction of rattlers", (0, 1))}


def decades(values):
    """The powers of ten around the values, at least one decade."""
    low, high = math.floor(math.log10(min(values)) + 1e-9), math.ceil(math.log10(max(values)) - 1e-9)
    return 10.0 ** low, 10.0 ** max(high, low + 1)


def widened(usual, values):
    """The usual range, wider where values lie outside."""
    margin = 0.03 * (usual[1] - usual[0])
    return min(usual[0], min(values) - margin), max(usual[1], max(values) + margin)


def draw(folder, packings, settled, settled_curves):
    """Writes the figures for which there are rows; returns their paths."""
    written = []
    found = paper_protocol(packings)
    for name, (place, curves) in panels(found).items():
        for column in QUANTITIES if curves else ():
            written += panel(folder, name, column, curves)
    written += sliding_with_torques(folder, found)
    for column in ("phi", "Z"):
        written += against(folder, found, "P", column, "fig5", "pressure [k_n/d]", "N")
    for column in QUANTITIES:
        written += against(folder, found, "N", column, "size", "spheres", "P")
    written += equation_5(folder, found)
    return written + settled_report.draw(folder, settled, settled_curves)


def chart_of(title, xlabel, column, curves):
    label, usual = QUANTITIES[column]
    values = [m.mean for points in curves.values() for _, m in points]
    return Chart(title, xlabel, label, decades([x for points in curves.values() for x, _ in points]), widened(usual, values), logx=True)


def means(curves, column):
    curves = {key: [(x, g.mean(column)) for x, g in points if g.mean(column).count] for key, points in curves.items()}
    return {key: points for key, points in curves.items() if points}


def panel(folder, name, column, curves):
    groups = [g for points in curves.values() for _, g in points]
    shown = means(curves, column)
    if not shown:
        return []
    chart = chart_of(f"Fig. {3 if column == 'Z' else 4}, {name}: N = {groups[0].N:.0f}", AXES[name], column, shown)
    if column == "Z":
        for mask in ((0, 0, 0), MODES[name]):
            z = network.constraints(*mask)[1]
            chart.line([(chart.xrange[0], z), (chart.xrange[1], z)], 6, "counting", dashed=True)
    for k, (mu, points) in enumerate(shown.items()):
        curve(chart, points, k, "" if name == "sliding" else f"mu_s = {mu:g}")
    path = folder / f"fig{3 if column == 'Z' else 4}_{name}{'' if column == 'Z' else '_' + column}.svg"
    chart.write(path)
    return [path]


def sliding_with_torques(folder, found):
    """phi and rattlers against mu_s for mu_r = mu_t = 0, 0.01, 0.03, 0.1: leftmost panels of Fig. 4."""
    written = []
    here = most([g for g in found if g.P == 1e-4 and g.mu_s > 0 and g.mu_r == g.mu_t and g.mu_r in (0, 0.01, 0.03, 0.1)])
    curves = {}
    for g in here:
        curves.setdefault(g.mu_r, []).append((g.mu_s, g))
    for column in ("phi", "rattlers"):
        shown = means(curves, column)
        if len(shown) < 2:
            continue
        chart = chart_of(f"Fig. 4, left: N = {here[0].N:.0f}", "mu_s", column, shown)
        for k, (mu, points) in enumerate(sorted(shown.items())):
            curve(chart, points, k, f"mu_r = mu_t = {mu:g}")
        written.append(folder / f"fig4_left_{column}.svg")
        chart.write(written[-1])
    return written


def against(folder, found, x, column, name, label, fixed):
    """Curves of the states that have several values of x, at the value of `fixed` that most of them have."""
    curves = {}
    for g in found:
        curves.setdefault((g.state, g.settings[fixed]), []).append((g.settings[x], g))
    curves = {key: points for key, points in curves.items() if len(points) > 1}
    if not curves:
        return []
    others = [key[1] for key in curves]
    one = max(set(others), key=lambda v: (others.count(v), v))
    shown = means({state: sorted(points, key=lambda p: p[0]) for (state, other), points in curves.items() if other == one}, column)
    if not shown:
        return []
    chart = chart_of(f"{'Fig. 5' if name == 'fig5' else 'Dependence on N'}: {fixed} = {one:g}", label, column, shown)
    for k, (state, points) in enumerate(shown.items()):
        curve(chart, points, k, ", ".join(f"{mu:g}" for mu in state))
    path = folder / f"{name}_{column}.svg"
    chart.write(path)
    return [path]


def equation_5(folder, found):
    here = [g for g in most([g for g in found if g.P == 1e-4]) if g.mean("Z").count]
    if not here:
        return []
    chart = Chart(f"Eq. 5 against the data: N = {here[0].N:.0f}", "Z of Eq. 5", "Z without rattlers", (0.5, 6.5), (0.5, 6.5))
    chart.line([(0.5, 0.5), (6.5, 6.5)], 6, "equal", dashed=True)
    chart.points([(estimate(*g.state), g.mean("Z").mean) for g in here], 0, "states")
    chart.write(folder / "eq5.svg")
    return [folder / "eq5.svg"]
