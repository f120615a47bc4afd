"""Tables "paper / found" and figures of Santos et al. 2020, from the rows of packings alone."""

import math

import numpy
from scipy import optimize, stats

import silbert
from driver import chart, markdown, plot_means, save
from granular_srt.contacts import constraints
from groups import (NOT_RUN, PROTOCOL, STATE, Mean, at_rest, contacts_changed, found_table, groups, largest, most_states,
                    one_protocol, paper_protocol)

LARGE = 1.0         # friction coefficients from here on are compared with the paper's limits of large friction
EVERY = (*STATE, "N", "P", *PROTOCOL)       # settings that tell states from each other
# Eq. 5: Z = Z_0 - tanh(mu_s/a) [A + B tanh(mu_r/b) + C tanh(mu_t/c)], with the numbers of the paper: constraint counting
EQUATION_5 = {"Z_0": 6, "A": 2, "B": 2, "C": 1, "a": 0.3, "b": 0.3, "c": 0.3}


def equation_5(mu, z, s, r, t, a, b, c):
    mu_s, mu_r, mu_t = mu
    return z - numpy.tanh(mu_s / a) * (s + r * numpy.tanh(mu_r / b) + t * numpy.tanh(mu_t / c))


def estimate(*mu):
    """Z of Eq. 5 with the numbers of the paper."""
    return float(equation_5(mu, *EQUATION_5.values()))


def fit_equation_5(states, z):
    """({name: (value, standard error)}, root mean square of the deviations) by least squares; None for too few states.

    states  rows of mu_s, mu_r, mu_t
    """
    start = [float(value) for value in EQUATION_5.values()]
    if len(z) <= len(start):
        return None
    mu, z = numpy.transpose(states).astype(float), numpy.asarray(z)
    found, covariance = optimize.curve_fit(equation_5, mu, z, start, xtol=1e-14, ftol=1e-14)
    deviation = numpy.sqrt(numpy.mean((z - equation_5(mu, *found)) ** 2))
    return dict(zip(EQUATION_5, zip(found, numpy.sqrt(numpy.diag(covariance))))), deviation


# ---- tables ----

def report(rows):
    parts = [opening(rows), "## Santos et al. 2020: paper / found\n", paper_found(rows)]
    rest = rest_table(rows)
    if rest:
        parts += ["\n## Packings at rest\n", markdown(*rest)]
        limits = hard_spheres(rows)
        if limits:
            parts += ["\nZ of hard spheres, on a line through Z against the square root of the pressure:\n",
                      markdown(("mu_s, mu_r, mu_t", "Z at P = 0", "slope [(k_n/d)^-1/2]", "pressures", "exponent fitted too, by seed",
                                "Z at P = 0 then"), limits)]
    columns, *states = state_rows(rows)
    return "\n".join([*parts, "\n## All states\n", markdown(columns, states)])


def opening(rows):
    hours = (rows.seconds * rows.ranks).sum() / 3600
    versions = sorted({f"LAMMPS {lammps}, plugin {plugin}" for lammps, plugin in zip(rows.lammps, rows.plugin)})
    text = (f"{len(rows)} packings, {hours:.2f} core hours; {'; '.join(versions)}. Uncertainties are standard errors over "
            "seeds; every packing that met its criterion counts.")
    not_met = rows.packing[rows.met != 1]
    if len(not_met):
        text += f" {len(not_met)} gave up before the criterion and do not count: {', '.join(not_met)}."
    return text + "\n"


def best(found, chosen, column, order=min):
    """The group of the largest N with the smallest (or largest) mean of a column among the chosen; None without any."""
    here = [g for g in largest([g for g in found if chosen(*g.state)]) if g.mean(column).count]
    return order(here, key=lambda g: g.mean(column).mean) if here else None


def cells(group, column, digits=3):
    return (group.mean(column).text(digits), f"{group.name}; {group.source}") if group else (NOT_RUN, "")


def paper_found(rows):
    every = paper_protocol(rows)
    found = [g for g in every if g.P == 1e-4]
    # A limit of large friction stands only beside states of large friction.
    of_figure = [g for g in found if g.mu_s <= LARGE]
    modes = (("no friction", "6", found, lambda s, r, t: s == r == t == 0),
             ("sliding", "4", found, lambda s, r, t: s >= LARGE and r == t == 0),
             ("sliding, twisting", "3.291 ± 0.009", of_figure, lambda s, r, t: s >= LARGE and r == 0 and t >= LARGE),
             ("sliding, rolling", "2.85 ± 0.05", of_figure, lambda s, r, t: s >= LARGE and t == 0 and r >= LARGE),
             ("all three", "2.50 ± 0.05", of_figure, lambda s, r, t: min(s, r, t) >= LARGE))
    lines = [(f"smallest Z, {name} (Fig. 3)", paper, *cells(best(some, chosen, "Z"), "Z")) for name, paper, some, chosen in modes]
    one = next(iter(largest([g for g in found if g.state == (1, 1, 1)])), None)
    none = best(found, lambda *mu: not any(mu), "phi")
    loosest = best(of_figure, lambda *mu: min(mu) >= LARGE, "phi")
    lines += [("Z at mu_s = mu_r = mu_t = 1", "2.5", *cells(one, "Z")),
              ("phi without friction", "about 0.64", *cells(none, "phi", 4)),
              ("smallest phi", "0.53", *cells(loosest, "phi", 4)),
              ("rattlers at mu_s = mu_r = mu_t = 1", "more than 0.5", *cells(one, "rattlers")),
              rattlers_where_z_is_low(found), *hard_limits(rows), *sizes(found), pressure_change(every), *critical(found),
              against_equation_5(found), *fitted_equation_5(found),
              low_sliding(found), dip(found), *checks(rows[rows.met == 1]), *protocol_changes(rows),
              ("phi measured by Farrell et al.", "in Fig. 4 only: mu_r = mu_t = 0.1 meets acrylic, teflon, steel; 0.03 aluminium",
               farrell(found), "no number is printed in the paper")]
    text = found_table(("quantity", "paper", "found", "from"), lines)
    text += "\nTable I, constraint counting, against the smallest Z of each combination:\n\n" + table_1(found, 3)
    discs = [g for g in groups(rows, EVERY) if g.dim == 2]
    return text + ("\nTable I in two dimensions:\n\n" + table_1(discs, 2) if discs else "")


def rattlers_where_z_is_low(found):
    low = [g for g in largest(found) if g.mean("Z").mean < 3]
    many = [g for g in low if g.mean("rattlers").mean > 0.5]
    return ("rattlers are the majority", "generally if Z < 3", f"in {len(many)} of {len(low)} states with Z < 3" if low else NOT_RUN,
            f"N = {low[0].N:.0f}" if low else "")


def hard_limits(rows):
    papers = {"0, 0, 0": "6"} | {f"{mu_s}, 0, 0": "4 (limit of large mu)" for mu_s in (1, 10, 100)}
    return [(f"Z of hard spheres, mu_s, mu_r, mu_t = {state}", papers.get(state, "-"), z,
             f"line through Z against sqrt(P) at P = {pressures}, slope {slope}; exponent fitted too: {exponent}, then Z = {free}")
            for state, z, slope, pressures, exponent, free in hard_spheres(rows) if state.endswith(" 0, 0")]


def sizes(found):
    """The change from the smallest to the largest N of a state that was packed with several."""
    lines = []
    for state in sorted({g.state for g in found}):
        here = sorted((g for g in found if g.state == state), key=lambda g: g.N)
        if len({g.N for g in here}) > 1:
            texts = [f"N = {g.N:.0f}: {g.mean('Z').text()}, phi {g.mean('phi').text(4)}" for g in here]
            lines.append((f"N-dependence of Z and phi, {here[0].name}", "-", "; ".join(texts), ""))
    return lines


def pressure_change(every):
    """The largest change of phi from P = 1e-4 to the lowest pressure of a state."""
    name, paper = "change of phi from P = 1e-4 to 1e-7", "0.004 or less"
    changes = []
    for g in every:
        lower = [o for o in every if o.state == g.state and o.N == g.N and o.P < g.P]
        if g.P == 1e-4 and lower:
            last = min(lower, key=lambda o: o.P)
            changes.append((g.mean("phi").mean - last.mean("phi").mean, g, last))
    if not changes:
        return name, paper, NOT_RUN, ""
    _, first, last = max(changes, key=lambda c: abs(c[0]))
    change = first.mean("phi").change_to(last.mean("phi"), 4)
    return name, paper, f"{change} down to P = {last.P:g}", f"largest of {len(changes)} states: {last.name}; {last.source}"


def halfway(points):
    """The friction coefficient at which Z is halfway between the ends of a curve, on a line through the logarithms."""
    if len(points) < 3:
        return math.nan
    z = [g.mean("Z").mean for _, g in points]
    middle = (z[0] + z[-1]) / 2
    for (x0, _), (x1, _), a, b in zip(points, points[1:], z, z[1:]):
        if (a - middle) * (b - middle) <= 0 and a != b:
            return math.exp(math.log(x0) + math.log(x1 / x0) * (a - middle) / (a - b))
    return math.nan


def critical(found):
    curves = panels(found)
    lines = []
    for name, mu in (("sliding", 0), ("rolling", 1), ("twisting", 1)):
        points = curves[name].get(mu, [])
        half = halfway(points)
        there = not math.isnan(half)
        lines.append((f"critical friction coefficient, {name}", "0.3", f"{half:.2f}" if there else NOT_RUN,
                      f"where Z is halfway along {len(points)} states; {points[0][1].source}" if there else ""))
    return lines


def against_equation_5(found):
    here = largest(found)
    differences = [g.mean("Z").mean - estimate(*g.state) for g in here if g.mean("Z").count]
    name = "Eq. 5: Z found less Z estimated"
    if not differences:
        return name, "-", NOT_RUN, ""
    rms = math.sqrt(sum(d * d for d in differences) / len(differences))
    return (name, "above 0 where modes add up",
            f"root mean square {rms:.2f}, from {min(differences):+.2f} to {max(differences):+.2f}",
            f"{len(differences)} states, N = {here[0].N:.0f}")


def fitted_equation_5(found):
    """The numbers of Eq. 5 from the states with rolling or twisting friction, not both: these do not simply add up."""
    here = [g for g in largest(found) if 0 in (g.mu_r, g.mu_t)]
    if not all(any(g.state[k] not in (0, LARGE) for g in here) for k in range(3)):
        return []
    fitted = fit_equation_5([g.state for g in here], [g.mean("Z").mean for g in here])
    if not fitted:
        return []
    numbers, deviation = fitted
    return [(f"{name} of Eq. 5 fitted, rolling or twisting alone", f"{EQUATION_5[name]}", f"{number:.3f} ± {error:.3f}",
             f"{len(here)} states, N = {here[0].N:.0f}; root mean square deviation {deviation:.3f}")
            for name, (number, error) in numbers.items()]


def low_sliding(found):
    z = [g.mean("Z").mean for g in largest([g for g in found if g.mu_s == 0.01])]
    return ("change of Z with mu_r, mu_t at mu_s = 0.01", "insensitive",
            f"{max(z) - min(z):.3f} over {len(z)} states" if len(z) > 2 else NOT_RUN, "")


def dip(found):
    points = panels(found)["sliding"].get(0, [])
    if len(points) < 3 or points[-1][0] <= LARGE:
        return ("minimum of phi at high mu_s", "there is one", NOT_RUN, "")
    phi = [g.mean("phi").mean for _, g in points]
    at = phi.index(min(phi))
    return ("minimum of phi at high mu_s", "there is one",
            f"{phi[at]:.4f} at mu_s = {points[at][0]:g}, {phi[-1]:.4f} at {points[-1][0]:g}", points[at][1].source)


def checks(met):
    """Lines about the packings that met their criterion: pressure, rest, time."""
    if not len(met):
        return []
    normal = (met[["pxx", "pyy", "pzz"]].div(met.P, axis=0) - 1).abs()
    normal = normal.where((met.dim == 3).to_numpy()[:, None] | [True, True, False]).max().max()    # discs have no pressure along z
    shear = met[["pxy", "pxz", "pyz"]].div(met.P, axis=0).abs().to_numpy().max()
    lines = [("pressure over target, less 1", "0: equal", f"at most {normal:.1e}", f"{len(met)} packings"),
             ("shear pressure over target", "near zero", f"at most {shear:.1e}", f"{len(met)} packings"),
             ("kinetic energy per sphere at the end [k_n d^2]", "below 1e-12", f"at most {met.KE.max():.1e}",
              f"criterion {', '.join(f'{c:g}' for c in sorted(set(met.criterion)))}" + (", of translation alone" if not met.spin.any() else ""))]
    share = at_rest(met)
    measured = met[share.notna()]
    if len(measured):
        lines += [("kinetic over elastic energy, without rattlers", "-", f"at most {share.max():.1e}", f"{len(measured)} packings"),
                  ("packings whose contacts changed in the last tenth of their steps", "-",
                   f"{(measured.touching != measured.touching_before).sum()} of {len(measured)}", "")]
    times = (met.steps * met.dt)[met.P == 1e-4]
    if len(times):
        lines.append(("run time at P = 1e-4 [tau]", "2e5", f"{times.min():.2g} to {times.max():.2g}", "until the criterion was met"))
    return lines


def changed_settings(group):
    return ", ".join(f"{c} = {group.settings[c]:g}" for c, v in PROTOCOL.items() if group.settings[c] != v)


def protocol_changes(rows):
    """phi and Z with one setting changed, beside those of the same state with the paper's settings."""
    lines = []
    every = groups(rows, EVERY)
    for g in every:
        changed = {c for c, v in PROTOCOL.items() if g.settings[c] != v}
        paper = {c: PROTOCOL[c] if c in changed else v for c, v in g.settings.items()}
        like = next((o for o in every if o.settings == paper), None)
        if changed and like:
            expected = ("not qualitative" if {"k_r", "k_t"} & changed else "small" if {"Pdamp", "drag"} & changed else
                        "none within uncertainties")
            lines.append((f"change of phi and Z with {changed_settings(g)}", expected,
                          f"{like.mean('phi').change_to(g.mean('phi'), 4)}, {like.mean('Z').change_to(g.mean('Z'), 3)}",
                          f"{g.name}; {g.source}"))
    return lines


def farrell(found):
    texts = []
    for both in (0.1, 0.03):
        here = largest([g for g in found if g.mu_r == g.mu_t == both])
        if here:
            texts.append(f"mu_r = mu_t = {both:g}: " + ", ".join(f"{g.mean('phi').mean:.3f} at mu_s = {g.mu_s:g}" for g in here))
    return "; ".join(texts) or NOT_RUN


def table_1(found, dim):
    rows = []
    for modes in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)):
        if dim == 2 and modes[2]:
            continue    # discs do not twist
        per_contact, z = constraints(*modes, dim)
        group = best(found, lambda *mu, modes=modes: all((m >= LARGE) if on else (m == 0) for m, on in zip(mu, modes)), "Z")
        rows.append((*("yes" if on else "no" for on in modes), per_contact, f"{z:g}", *cells(group, "Z")))
    return markdown(("sliding", "rolling", "twisting", "N^c", "Z, Table I", "smallest Z found", "from"), rows)


def text_of(number, form):
    """Empty for nan."""
    return "" if math.isnan(number) else format(number, form)


def measured_at_rest(rows):
    return [g for g in groups(rows, EVERY) if at_rest(g.rows).notna().any()]


def rest_table(rows):
    """Columns and one row a state whose energies and contacts were measured; None without any."""
    lines = []
    for g in measured_at_rest(rows):
        changed = changed_settings(g)
        lines.append((f"{g.mu_s:g}, {g.mu_r:g}, {g.mu_t:g}" + (f" ({changed})" if changed else ""), f"{g.N:.0f}", f"{g.P:g}", len(g.rows),
                      f"{at_rest(g.rows).max():.1e}", text_of(100 * contacts_changed(g.rows).max(), ".1f") or "-",
                      g.mean("Z").text(), g.mean("phi").text(4), g.mean("rattlers").text(), f"{g.mean('steps').mean:.3g}"))
    return lines and (("mu_s, mu_r, mu_t", "N", "P", "packings", "KE/E, at most", "contacts, change in the last tenth, at most [%]",
                       "Z without rattlers", "phi", "rattlers", "steps"), lines)


def hard_spheres(rows):
    """Z = Z_0 + a P^b, Eq. 7 of Silbert 2002: with its exponent 1/2 through all packings of a state, and with the exponent
    fitted too, by seed.

    States of three pressures or more; four or more of a seed for the exponent.
    """
    found = measured_at_rest(rows)
    lines = []
    for key in sorted({tuple(v for c, v in g.settings.items() if c != "P") for g in found}):
        here = [g for g in found if tuple(v for c, v in g.settings.items() if c != "P") == key]
        if len(here) < 3:
            continue
        points = {}
        for g in here:
            for row in g.rows.itertuples():
                points.setdefault(row.seed, []).append((g.P, row.Z))
        curves = [numpy.transpose(points[seed]) for seed in sorted(points)]
        fit = stats.linregress(*[numpy.concatenate(values) for values in zip(*((numpy.sqrt(p), z) for p, z in curves))])
        free = [silbert.hard_sphere_limit(1 / p, z) for p, z in curves if len(set(p)) > 3]
        lines.append((", ".join(f"{mu:g}" for mu in here[0].state), f"{fit.intercept:.3f} ± {fit.intercept_stderr:.3f}",
                      f"{fit.slope:.2f} ± {fit.stderr:.2f}", ", ".join(f"{g.P:g}" for g in here),
                      *((Mean.of([fit.exponent for fit in free]).text(), Mean.of([fit.limit for fit in free]).text()) if free else ("-", "-"))))
    return lines


STATE_COLUMNS = ("mu_s", "mu_r", "mu_t", "N", "P [k_n/d]", "phi0", "dt [tau]", "Pdamp [tau]", "drag [m/tau]", "drag from [tau]", "dimensions",
                 "diameter of every second", "k_r [k_n]", "k_t [k_n d^2]", "criterion [k_n d^2]", "packings", "kinetic over elastic energy, at most",
                 "change of contacts in the last tenth, at most [%]",
                 "phi", "error of phi", "Z without rattlers", "error of Z", "Z of Eq. 5", "rattlers", "error of rattlers",
                 "contacts at the limit, sliding [%]", "contacts at the limit, rolling [%]", "contacts at the limit, twisting [%]",
                 "Z with rattlers by N^c/2", "error of that Z", "rattlers by N^c/2", "error of these rattlers",
                 "steps", "core time [s]")


def state_rows(rows):
    """Columns and one row a state: means over seeds with their standard errors, empty where there is none."""
    lines = []
    for g in groups(rows, EVERY):
        limits = [g.share(name, "contacts") for name in ("sliding", "rolling", "twisting")]
        lines.append((*(f"{g.settings[c]:g}" for c in EVERY), g.criteria, str(len(g.rows)),
                      text_of(at_rest(g.rows).max(), ".1e"), text_of(100 * contacts_changed(g.rows).max(), ".1f"),
                      *g.mean("phi").cells(4), *g.mean("Z").cells(3), f"{estimate(*g.state):.2f}", *g.mean("rattlers").cells(3),
                      *(f"{100 * m.mean:.1f}" if m.count else "" for m in limits),
                      *g.mean("Z_Nc_rule").cells(3), *g.mean("rattlers_Nc_rule").cells(3), f"{g.mean('steps').mean:.3g}",
                      f"{(g.rows.seconds * g.rows.ranks).mean():.0f}"))
    return [STATE_COLUMNS, *lines]


# ---- figures ----

QUANTITIES = {"Z": ("Z without rattlers", (2, 6.5)), "phi": ("volume fraction", (0.5, 0.66)), "rattlers": ("share of rattlers", (0, 1))}
# friction on the x axis and its place in the state; modes that count; which states belong to the panel
PANELS = {"sliding": ("mu_s (mu_r = mu_t = 0)", 0, (1, 0, 0), lambda s, r, t: r == t == 0),
          "twisting": ("mu_t (mu_r = 0)", 2, (1, 0, 1), lambda s, r, t: r == 0 < t),
          "rolling": ("mu_r (mu_t = 0)", 1, (1, 1, 0), lambda s, r, t: t == 0 < r),
          "both": ("mu_r = mu_t", 1, (1, 1, 1), lambda s, r, t: r == t > 0)}


def panels(found):
    """The curves {mu_s or 0: [(x, group), ...]} of each panel of Figs. 3 and 4."""
    result = {}
    for name, (_, place, _, belongs) in PANELS.items():
        here = most_states([g for g in found if g.P == 1e-4 and belongs(*g.state) and g.state[place] > 0
                            and (name == "sliding" or g.mu_s <= 1)])
        curves = curves_of(here, lambda g: 0 if name == "sliding" else g.mu_s, lambda g: g.state[place])
        # the states of the leftmost panel of Fig. 4 are not curves of their own here
        longest = max(map(len, curves.values()), default=0)
        result[name] = {mu: points for mu, points in curves.items() if 2 * len(points) > longest}
    return result


def curves_of(found, key, x):
    """{key: [(x, group), ...]} in order."""
    curves = {}
    for g in sorted(found, key=lambda g: (key(g), x(g))):
        curves.setdefault(key(g), []).append((x(g), g))
    return curves


def draw(folder, rows):
    """Writes the figures for which there are rows; returns their paths. Their titles have settings that the paper has not."""
    found, others = one_protocol(rows)
    at = [g for g in found if g.P == 1e-4]
    written = []
    for name, curves in panels(found).items():
        for column in QUANTITIES if curves else ():
            figure = 3 if column == "Z" else 4
            size = next(iter(curves.values()))[0][1].N
            axes = chart_of(f"Fig. {figure}, {name}: N = {size:.0f}", PANELS[name][0], column, curves,
                            lambda mu, name=name: "" if name == "sliding" else f"mu_s = {mu:g}")
            if axes and column == "Z":
                for k, modes in enumerate(((0, 0, 0), PANELS[name][2])):
                    axes.axhline(constraints(*modes)[1], color="grey", ls="--", label="" if k else "counting, Table I")
            written.append((axes, f"fig{figure}_{name}{'' if column == 'Z' else '_' + column}"))
    # leftmost panels of Fig. 4
    here = most_states([g for g in at if g.mu_s > 0 and g.mu_r == g.mu_t and g.mu_r in (0, 0.01, 0.03, 0.1)])
    curves = curves_of(here, lambda g: g.mu_r, lambda g: g.mu_s)
    for column in ("phi", "rattlers") if len(curves) > 1 else ():
        written.append((chart_of(f"Fig. 4, left: N = {here[0].N:.0f}", "mu_s", column, curves, lambda mu: f"mu_r = mu_t = {mu:g}"),
                        f"fig4_left_{column}"))
    for column in ("phi", "Z"):
        written.append((against(found, "P", column, "Fig. 5", "pressure [k_n/d]", "N"), f"fig5_{column}"))
    for column in QUANTITIES:
        written.append((against(found, "N", column, "Dependence on N", "number of spheres", "P"), f"size_{column}"))
    here = [g for g in most_states(at) if g.mean("Z").count]
    if here:
        axes = chart(f"Eq. 5 against the data: N = {here[0].N:.0f}", "Z of Eq. 5", "Z without rattlers", xlim=(0.5, 6.5), ylim=(0.5, 6.5))
        axes.plot((0.5, 6.5), (0.5, 6.5), "--", color="grey", label="equal")
        axes.plot([estimate(*g.state) for g in here], [g.mean("Z").mean for g in here], "o", label="states")
        written.append((axes, "eq5"))
    for axes, name in written:
        if axes:
            axes.set_title("\n".join(filter(None, (axes.get_title(), others))))
            save(axes, folder / f"{name}.svg")
    return [folder / f"{name}.svg" for axes, name in written if axes]


def chart_of(title, xlabel, column, curves, label):
    """Means of a column along curves with bars of one standard error; None without any value."""
    label_y, usual = QUANTITIES[column]
    axes, places = None, set()
    for key, points in curves.items():
        points = [(x, g.mean(column)) for x, g in points if g.mean(column).count]
        if points:
            axes = axes or chart(title, xlabel, label_y, xscale="log")
            plot_means(axes, *zip(*points), label(key))
            places.update(x for x, _ in points)
    if axes:
        if len(places) == 1:    # matplotlib 3.11 warns of such a logarithmic axis
            axes.set_autoscalex_on(False)
            axes.set_xlim(min(places) / 10, min(places) * 10)
        low, high = axes.get_ylim()     # the usual range, wider where values lie outside
        axes.set_ylim(min(usual[0], low), max(usual[1], high))
    return axes


def against(found, x, column, title, label, fixed):
    """Curves of the states that have several values of x, at the value of `fixed` that most of them have."""
    curves = curves_of(found, lambda g: (g.state, g.settings[fixed]), lambda g: g.settings[x])
    curves = {key: points for key, points in curves.items() if len(points) > 1}
    if not curves:
        return None
    others = [other for _, other in curves]
    one = max(set(others), key=lambda v: (others.count(v), v))
    shown = {state: points for (state, other), points in curves.items() if other == one}
    return chart_of(f"{title}: {fixed} = {one:g}", label, column, shown, lambda state: "mu = " + ", ".join(f"{mu:g}" for mu in state))
