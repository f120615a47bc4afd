"""Tables "paper / found" and figures of Silbert et al. 2002, from the rows of settled beds (and their curves) alone."""

import typing

import numpy

from driver import chart, markdown, plot_means, save
from groups import NOT_RUN, Mean, found_table, groups, largest

STIFF = 2e5         # k_n of all figures but Fig. 7 [mg/d]
START = 0.13        # phi at the start of all figures but Fig. 9
# the settings of all figures but these two; KE0: without velocities at the start
USUAL = {"kn": STIFF, "phi0": START, "gamma_ratio": 0.5, "hertz": 0, "KE0": 0}
COLUMNS = ("mu", "restitution", "N", "base", *USUAL)
# settings in the tables, with their heads
SHOWN = {"mu": "mu", "restitution": "restitution", "kn": "k_n [m g/d]", "hertz": "Hertz", "phi0": "phi at the start",
         "KE0": "energy at the start [m g d]", "N": "N", "base": "base [d]"}


def equation_9(phi0):
    return 0.5778 + 0.0567 * numpy.exp(-4.3 * phi0)


class HardSpheres(typing.NamedTuple):
    """z = limit + excess (k/STIFF)^-exponent, Eq. 7; with STIFF, the excess does not vary by orders between beds."""

    limit: float
    excess: float
    exponent: float


def hard_sphere_limit(stiffness, z):
    """Eq. 7 by least squares, with the exponent in steps of 0.005; None for less than four stiffnesses."""
    if len(numpy.unique(stiffness)) < 4:
        return None

    def fit(exponent):
        (excess, limit), residual, *_ = numpy.polyfit((numpy.asarray(stiffness) / STIFF) ** -exponent, z, 1, full=True)
        return residual.item(), HardSpheres(limit, excess, exponent)

    return min((fit(0.05 + 0.005 * k) for k in range(290)), key=lambda found: found[0])[1]


def usual(found, **wanted):
    """Groups with these settings and otherwise the usual ones; None: any."""
    wanted = {c: v for c, v in (USUAL | wanted).items() if v is not None}
    return [g for g in found if all(g.settings[c] == v for c, v in wanted.items())]


def along_stiffness(found, mu, restitution):
    """([k_n], [Mean of z])."""
    here = largest(usual(found, mu=mu, restitution=restitution, kn=None))
    return [g.kn for g in here], [g.mean("z") for g in here]


def usual_starts(found):
    here = largest(usual(found, mu=0.5, restitution=0.88, phi0=None))
    return here if len(here) > 1 else []


# ---- tables ----

def report(rows):
    found = groups(rows, COLUMNS)

    def line(quantity, paper, column, digits, mu, restitution=0.88):
        here = largest(usual(found, mu=mu, restitution=restitution))
        if not here or not here[0].mean(column).count:
            return quantity, paper, NOT_RUN, ""
        return quantity, paper, here[0].mean(column).text(digits), f"{here[0].source}, base {here[0].base:g}"

    lines = [line(f"z, mu = 0, restitution {e}", "6.144 ± 0.002", "z", 3, 0, e) for e in (0.88, 0.26)]
    lines += [line("phi, mu = 0", "about 0.64", "phi", 4, 0), line("z, mu = 0.5", "4.90", "z", 3, 0.5),
              line("phi, mu = 0.5", "0.61", "phi", 4, 0.5),
              line("alpha of g(r) near contact, mu = 0", "0.52 ± 0.03", "alpha", 2, 0),
              line("alpha of g(r) near contact, mu = 0.5", "0.52 ± 0.03", "alpha", 2, 0.5),
              line("contacts at their Coulomb limit, mu = 0.5", "almost none", "plastic", 4, 0.5)]
    lines += alpha_means(found)
    one, ten = (largest(usual(found, mu=mu, restitution=0.88)) for mu in (1, 10))
    lines.append(("z from mu = 1 to 10", "saturated", f"{one[0].mean('z').text()} to {ten[0].mean('z').text()}", one[0].source)
                 if one and ten else ("z from mu = 1 to 10", "saturated", NOT_RUN, ""))
    for mu, e, paper in ((0, 0.88, "6.01 ± 0.02, 0.498 ± 0.002"), (0.5, 0.88, "above 4, about 1/4")):
        stiffness, z = along_stiffness(found, mu, e)
        limit = hard_sphere_limit(stiffness, [m.mean for m in z])
        lines.append((f"z for hard spheres and exponent in k_n, mu = {mu:g}", paper,
                      f"{limit.limit:.2f}, {limit.exponent:.2f}" if limit else NOT_RUN, f"{len(z)} stiffnesses" if z else ""))
    for g in usual_starts(found):
        lines.append((f"phi, mu = 0.5, from phi = {g.phi0:g} (Eq. 9)", f"{equation_9(g.phi0):.4f}", g.mean("phi").text(4), g.source))
    for g in largest([g for g in found if g.hertz]):
        lines.append((f"z and phi with Hertz's contact, mu = {g.mu:g}", "falls smoothly from 6" if g.mu else "6",
                      f"{g.mean('z').text()}, {g.mean('phi').text(4)}", g.source))
    lines += velocity_changes(found)
    not_met = rows.packing[rows.met != 1]
    text = "\n## Silbert et al. 2002: paper / found\n\n"
    if len(not_met):
        text += f"{len(not_met)} gave up before the criterion and do not count: {', '.join(not_met)}.\n\n"
    columns, *states = state_rows(rows)
    return text + found_table(("quantity", "paper (N = 20 000)", "found", "from"), lines) + "\n" + markdown(columns, states)


def velocity_changes(found):
    """Changes by velocities at the start, against the same beds from rest."""
    lines = []
    for g in found:
        rest = [o for o in found if o.settings == g.settings | {"KE0": 0}] if g.KE0 else []
        if rest:
            changes = (rest[0].mean(c).change_to(g.mean(c), digits) for c, digits in (("z", 3), ("phi", 4)))
            lines.append((f"change of z and phi, mu = {g.mu:g}, with an energy of {g.KE0:g} at the start", "none",
                          ", ".join(changes), g.source))
    return lines


def alpha_means(found):
    """Mean of the exponent over all beds of a range of friction, whatever their restitution, stiffness and start."""
    lines = []
    for name, chosen in (("mu = 0", lambda mu: mu == 0), ("mu = 0.001 to 0.03", lambda mu: 0 < mu <= 0.03),
                         ("mu = 0.1 to 10", lambda mu: mu >= 0.1)):
        mean = Mean.of([alpha for g in found if chosen(g.mu) for alpha in g.rows.alpha])
        if mean.count > 2:
            lines.append((f"alpha of g(r) near contact, {name}, all beds", "0.52 ± 0.03", mean.text(3), f"{mean.count} beds"))
    return lines


BED_COLUMNS = (*SHOWN.values(), "criterion [m g d]", "packings", "phi", "error of phi", "z", "error of z", "mean plasticity index",
               "error of the index", "contacts at the limit", "error of these contacts", "alpha of g(r)", "error of alpha",
               "spheres in the bulk", "steps", "core time [s]")


def state_rows(rows):
    """Columns and one row a state."""
    return [BED_COLUMNS, *((*(f"{g.settings[c]:g}" for c in SHOWN), g.criteria, str(len(g.rows)),
                            *g.mean("phi").cells(4), *g.mean("z").cells(3), *g.mean("zeta").cells(3), *g.mean("plastic").cells(4),
                            *g.mean("alpha").cells(2), f"{g.mean('bulk').mean:.0f}", f"{g.mean('steps').mean:.3g}",
                            f"{(g.rows.seconds * g.rows.ranks).mean():.0f}") for g in groups(rows, COLUMNS))]


# ---- figures ----

def draw(folder, rows, curves):
    """Writes the figures for which there are rows or curves; returns their paths.

    curves  DataFrame of packing, curve, x, y; None without
    """
    found = groups(rows, COLUMNS)
    charts = {}
    for column, name, label, ylim in (("z", "silbert_fig2", "contacts per sphere z", (4, 6.5)),
                                      ("phi", "silbert_fig3", "volume fraction", (0.56, 0.66))):
        here = [g for g in largest(usual(found)) if g.mu > 0]
        if here:
            charts[name] = chart(f"{label} against friction: N = {here[0].N:.0f}", "mu", label, xscale="log", ylim=ylim)
            for e in sorted({g.restitution for g in here}):
                beds = [g for g in here if g.restitution == e]
                plot_means(charts[name], [g.mu for g in beds], [g.mean(column) for g in beds], f"restitution {e:g}")
    if len(along_stiffness(found, 0, 0.88)[0]) > 1:
        charts["silbert_fig7"] = chart("z against stiffness", "k_n [m g/d]", "contacts per sphere z", xscale="log", ylim=(4, 6.5))
        for mu, e in ((0, 0.88), (0.5, 0.88), (0.5, 0.5), (0.5, 0.26), (10, 0.26)):
            stiffness, z = along_stiffness(found, mu, e)
            if z:
                plot_means(charts["silbert_fig7"], stiffness, z, f"mu = {mu:g}, restitution {e:g}")
    starts = usual_starts(found)
    if starts:
        axes = charts["silbert_fig9"] = chart("Volume fraction against that at the start", "phi at the start", "volume fraction",
                                              xlim=(0, 0.35), ylim=(0.57, 0.64))
        plot_means(axes, [g.phi0 for g in starts], [g.mean("phi") for g in starts], "found")
        phi0 = numpy.linspace(0.02, 0.32)
        axes.plot(phi0, equation_9(phi0), "--", color="grey", label="Eq. 9")
    if curves is not None:
        charts |= curve_charts(usual(found, restitution=0.88), curves)
    for name, axes in charts.items():
        save(axes, folder / f"{name}.svg")
    return [folder / f"{name}.svg" for name in charts]


def curve_charts(found, curves):
    kinds = {"z": ("silbert_fig4", "Distribution of contacts per sphere", "contacts", "share of spheres", (0, 12), (0, 0.45)),
             "g": ("silbert_fig5", "Radial distribution function", "r/d", "g(r)", (0.9, 3), (0, 8)),
             "near": ("silbert_fig6", "g(r) near contact", "r/d - 1", "g(r)", (1e-5, 0.2), (1, 1e3)),
             "zeta": ("silbert_fig8", "Distribution of the plasticity index", "zeta", "P/P max", (0, 1), (0, 1.05))}
    charts = {}
    for quantity, (name, title, xlabel, ylabel, xlim, ylim) in kinds.items():
        axes = None
        for g in largest(found):
            here = curves[curves.packing.isin(g.rows.packing)]
            beds = here.packing.nunique()
            points = here[here.curve == quantity].groupby("x").y.sum() / max(beds, 1)    # a bed without a point counts as 0
            if points.empty or g.mu not in (0, 0.01, 0.1, 0.5, 1, 10):
                continue
            if quantity == "zeta":
                points = points / points.max()
            axes = axes or chart(title, xlabel, ylabel, xlim=xlim, ylim=ylim)
            axes.plot(points.index, points, label=f"mu = {g.mu:g}")
        if axes and quantity == "near":
            axes.set(xscale="log", yscale="log")
            axes.plot((1e-5, 0.1), (10**2.5, 10**0.5), "--", color="grey", label="slope -1/2")
        if axes:
            charts[name] = axes
    return charts
