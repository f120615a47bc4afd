"""Tables and figures of Silbert et al. 2002, from the rows alone (and curves.csv, for the figures that are curves)."""

import math
import sys

from groups import Mean, change_between, groups, largest, value
from layout import NOT_RUN, curve, found_table, pair, table
from states import HERE

sys.path.insert(0, str(HERE.parent))
from chart import Chart  # noqa: E402

STIFF = 2e5         # k_n of all figures but Fig. 7 [mg/d]
START = 0.13        # phi at the start of all figures but Fig. 9
# the settings of all figures but these two; KE0: without velocities at the start
USUAL = {"kn": STIFF, "phi0": START, "gamma_ratio": 0.5, "hertz": 0, "KE0": 0}
COLUMNS = ("mu", "restitution", "N", "base", *USUAL)
# settings in the tables, with their heads
SHOWN = {"mu": "mu", "restitution": "restitution", "kn": "k_n [m g/d]", "hertz": "Hertz", "phi0": "phi at the start",
         "KE0": "energy at the start [m g d]", "N": "N", "base": "base [d]"}


def equation_9(phi0):
    return 0.5778 + 0.0567 * math.exp(-4.3 * phi0)


def usual(found, **wanted):
    """Groups with these settings and otherwise the usual ones; None: any."""
    wanted = {c: v for c, v in (USUAL | wanted).items() if v is not None}
    return [g for g in found if all(g.settings[c] == v for c, v in wanted.items())]


def hard_sphere_limit(points):
    """(z_inf, exponent) of z = z_inf + a k^-exponent (Eq. 7) by least squares; None for less than four stiffnesses."""
    if len(points) < 4:
        return None

    def fit(exponent):
        x = [(k / STIFF) ** -exponent for k, _ in points]
        z = [z for _, z in points]
        mx, mz = sum(x) / len(x), sum(z) / len(z)
        slope = sum((a - mx) * (b - mz) for a, b in zip(x, z)) / sum((a - mx) ** 2 for a in x)
        limit = mz - slope * mx
        return sum((b - limit - slope * a) ** 2 for a, b in zip(x, z)), limit, exponent

    _, limit, exponent = min(fit(0.05 + 0.005 * k) for k in range(290))
    return limit, exponent


def line(quantity, paper, found, column, digits, **wanted):
    here = largest(usual(found, **wanted))
    if not here or not here[0].mean(column).count:
        return quantity, paper, NOT_RUN, ""
    g = here[0]
    return quantity, paper, g.mean(column).text(digits), f"{g.source}, base {g.base:g}"


def markdown(rows):
    found = groups(rows, COLUMNS)
    lines = []
    for e in (0.88, 0.26):
        lines.append(line(f"z, mu = 0, restitution {e}", "6.144 ± 0.002", found, "z", 3, mu=0, restitution=e))
    lines += [line("phi, mu = 0", "about 0.64", found, "phi", 4, mu=0, restitution=0.88),
              line("z, mu = 0.5", "4.90", found, "z", 3, mu=0.5, restitution=0.88),
              line("phi, mu = 0.5", "0.61", found, "phi", 4, mu=0.5, restitution=0.88),
              line("alpha of g(r) near contact, mu = 0", "0.52 ± 0.03", found, "alpha", 2, mu=0, restitution=0.88),
              line("alpha of g(r) near contact, mu = 0.5", "0.52 ± 0.03", found, "alpha", 2, mu=0.5, restitution=0.88),
              line("contacts at their Coulomb limit, mu = 0.5", "almost none", found, "plastic", 4, mu=0.5, restitution=0.88)]
    lines += alpha_means(found)
    one, ten = (largest(usual(found, mu=mu, restitution=0.88)) for mu in (1, 10))
    lines.append(("z from mu = 1 to 10", "saturated", f"{one[0].mean('z').text()} to {ten[0].mean('z').text()}", one[0].source)
                 if one and ten else ("z from mu = 1 to 10", "saturated", NOT_RUN, ""))
    for mu, e, paper in ((0, 0.88, "6.01 ± 0.02, 0.498 ± 0.002"), (0.5, 0.88, "above 4, about 1/4")):
        points = stiffness(found, mu, e)
        limit = hard_sphere_limit([(k, m.mean) for k, m in points])
        lines.append((f"z for hard spheres and exponent in k_n, mu = {mu:g}", paper,
                      f"{limit[0]:.2f}, {limit[1]:.2f}" if limit else NOT_RUN, f"{len(points)} stiffnesses" if points else ""))
    for g in usual_starts(found):
        lines.append((f"phi, mu = 0.5, from phi = {g.phi0:g} (Eq. 9)", f"{equation_9(g.phi0):.4f}", g.mean("phi").text(4), g.source))
    lines += hertz(found) + thrown(found)
    not_met = [row["packing"] for row in rows if row["met"] != "1"]
    text = "\n## Silbert et al. 2002: paper / found\n\n"
    if not_met:
        text += f"{len(not_met)} gave up before the criterion and do not count: {', '.join(not_met)}.\n\n"
    return text + found_table(("quantity", "paper (N = 20 000)", "found", "from"), lines) + "\n" + states_table(found)


def hertz(found):
    here = largest([g for g in found if g.hertz])
    return [(f"z and phi with Hertz's contact, mu = {g.mu:g}", "falls smoothly from 6" if g.mu else "6",
             f"{g.mean('z').text()}, {g.mean('phi').text(4)}", g.source) for g in here]


def thrown(found):
    """Changes by velocities at the start, against the same beds from rest."""
    lines = []
    for g in found:
        rest = [o for o in found if o.settings == g.settings | {"KE0": 0}] if g.KE0 else []
        if rest:
            changes = (change_between(rest[0].mean(c), g.mean(c), digits) for c, digits in (("z", 3), ("phi", 4)))
            lines.append((f"change of z and phi, mu = {g.mu:g}, with an energy of {g.KE0:g} at the start", "none",
                          ", ".join(changes), g.source))
    return lines


def alpha_means(found):
    """Mean of the exponent over all beds of a range of friction, whatever their restitution, stiffness and start."""
    lines = []
    for name, chosen in (("mu = 0", lambda mu: mu == 0), ("mu = 0.001 to 0.03", lambda mu: 0 < mu <= 0.03),
                         ("mu = 0.1 to 10", lambda mu: mu >= 0.1)):
        mean = Mean([value(row, "alpha") for g in found if chosen(g.mu) for row in g.rows])
        if mean.count > 2:
            lines.append((f"alpha of g(r) near contact, {name}, all beds", "0.52 ± 0.03", mean.text(3), f"{mean.count} beds"))
    return lines


def stiffness(found, mu, e):
    return [(g.kn, g.mean("z")) for g in largest(usual(found, mu=mu, restitution=e, kn=None))]


def usual_starts(found):
    here = largest(usual(found, mu=0.5, restitution=0.88, phi0=None))
    return here if len(here) > 1 else []


def states_table(found):
    rows = [(*(f"{g.settings[c]:g}" for c in SHOWN), len(g.rows), g.mean("phi").text(4), g.mean("z").text(),
             g.mean("zeta").text() if g.mean("zeta").count else "-",
             g.mean("alpha").text(2) if g.mean("alpha").count else "-",
             f"{g.mean('bulk').mean:.0f}", f"{g.mean('steps').mean:.3g}", f"{g.mean('seconds').mean:.0f}") for g in found]
    return table((*SHOWN.values(), "packings", "phi", "z", "mean plasticity index", "alpha", "spheres in the bulk", "steps",
                  "seconds"), rows)


BED_COLUMNS = (*SHOWN.values(), "criterion [m g d]", "packings", "phi", "error of phi", "z", "error of z", "mean plasticity index",
               "error of the index", "contacts at the limit", "error of these contacts", "alpha of g(r)", "error of alpha",
               "spheres in the bulk", "steps", "core time [s]")


def state_rows(rows):
    """One row a bed, for CSV."""
    return [BED_COLUMNS, *((*(f"{g.settings[c]:g}" for c in SHOWN),
                            "; ".join(sorted({row["criterion"] for row in g.rows})), str(len(g.rows)),
                            *pair(g.mean("phi"), 4), *pair(g.mean("z"), 3), *pair(g.mean("zeta"), 3), *pair(g.mean("plastic"), 4),
                            *pair(g.mean("alpha"), 2), f"{g.mean('bulk').mean:.0f}", f"{g.mean('steps').mean:.3g}",
                            f"{g.mean('seconds').mean:.0f}") for g in groups(rows, COLUMNS))]


def draw(folder, rows, curves):
    """Writes the figures for which there are rows or curves; returns their paths."""
    found = groups(rows, COLUMNS)
    charts = {}
    for column, name, label, yrange in (("z", "silbert_fig2", "z", (4, 6.5)), ("phi", "silbert_fig3", "phi", (0.56, 0.66))):
        here = [g for g in largest(usual(found)) if g.mu > 0]
        if here:
            mus = [g.mu for g in here]
            chart = charts[name] = Chart(f"{label} against friction: N = {here[0].N:.0f}", "mu", label,
                                         (min(mus) / 1.5, max(mus) * 1.5), yrange, logx=True)
            for k, e in enumerate(sorted({g.restitution for g in here})):
                curve(chart, [(g.mu, g.mean(column)) for g in here if g.restitution == e], k, f"restitution {e:g}")
    points = stiffness(found, 0, 0.88)
    if len(points) > 1:
        chart = charts["silbert_fig7"] = Chart("z against stiffness", "k_n d/mg", "z", (points[0][0] / 2, points[-1][0] * 2), (4, 6.5), logx=True)
        curves_of = ((0, 0.88), (0.5, 0.88), (0.5, 0.5), (0.5, 0.26), (10, 0.26))
        for k, (mu, e) in enumerate(curves_of):
            if stiffness(found, mu, e):
                curve(chart, stiffness(found, mu, e), k, f"mu = {mu:g}, e = {e:g}")
    starts = usual_starts(found)
    if starts:
        chart = charts["silbert_fig9"] = Chart("phi against the density at the start", "phi at the start", "phi", (0, 0.35), (0.57, 0.64))
        curve(chart, [(g.phi0, g.mean("phi")) for g in starts], 0, "found")
        chart.line([(0.01 * k, equation_9(0.01 * k)) for k in range(2, 33)], 6, "Eq. 9", dashed=True)
    charts |= curve_charts(usual(found, restitution=0.88), curves)
    for name, chart in charts.items():
        chart.write(folder / f"{name}.svg")
    return [folder / f"{name}.svg" for name in charts]


def mean_curve(rows, curves, name):
    """Mean over the packings; a packing without a point there counts as 0."""
    names = [row["packing"] for row in rows if row["packing"] in curves]
    sums = {}
    for packing in names:
        for x, y in curves[packing].get(name, ()):
            sums[x] = sums.get(x, 0.0) + y
    return [(x, sums[x] / len(names)) for x in sorted(sums)]


def curve_charts(found, curves):
    kinds = {"z": ("silbert_fig4", "Distribution of contacts per sphere", "contacts", "share of spheres", (0, 12), (0, 0.45)),
             "g": ("silbert_fig5", "Radial distribution function", "r/d", "g(r)", (0.9, 3), (0, 8)),
             "near": ("silbert_fig6", "g(r) near contact", "r/d - 1", "log10 g(r)", (1e-5, 0.2), (0, 3)),
             "zeta": ("silbert_fig8", "Distribution of the plasticity index", "zeta", "P/P max", (0, 1), (0, 1.05))}
    charts = {}
    for quantity, (name, title, xlabel, ylabel, xrange, yrange) in kinds.items():
        shown = {}
        for g in largest(found):
            points = mean_curve(g.rows, curves, quantity)
            if quantity == "near":
                points = [(x, math.log10(y)) for x, y in points if y > 0]
            elif quantity == "zeta" and points:
                top = max(y for _, y in points)
                points = [(x, y / top) for x, y in points]
            if points and g.mu in (0, 0.01, 0.1, 0.5, 1, 10):
                shown[g.mu] = [(x, y) for x, y in points if xrange[0] <= x <= xrange[1] and yrange[0] <= y <= yrange[1]]
        if shown:
            charts[name] = Chart(title, xlabel, ylabel, xrange, yrange, logx=quantity == "near")
            for k, (mu, points) in enumerate(shown.items()):
                charts[name].line(points, k, f"mu = {mu:g}")
            if quantity == "near":
                charts[name].line([(1e-5, 2.5), (0.1, 0.5)], 6, "slope -1/2", dashed=True)
    return charts
