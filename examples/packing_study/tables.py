"""The tables "paper / found" of Santos et al. 2020 and Silbert et al. 2002, as Markdown, from the rows alone."""

import math

import equation_5
import network
import settled_report
from groups import (PROTOCOL, STATE, Mean, at_rest, change_between, contacts_changed, estimate, groups, largest, panels,
                    paper_protocol, value)
from layout import NOT_RUN, found_table, pair, table

LARGE = 1.0         # friction coefficients from here on are compared with the paper's limits of large friction


def markdown(packings, settled):
    parts = []
    if packings:
        parts += [opening(packings), "## Santos et al. 2020: paper / found\n", paper_found(packings),
                  *at_rest_section(packings), "\n## All states\n", all_states(packings)]
    if settled:
        parts += [settled_report.markdown(settled)]
    return "\n".join(parts)


def opening(rows):
    not_met = [row["packing"] for row in rows if row["met"] != "1"]
    versions = sorted({f"LAMMPS {row['lammps']}, plugin {row['plugin']}" for row in rows})
    hours = sum(value(row, "seconds") * value(row, "ranks") for row in rows) / 3600
    text = (f"{len(rows)} packings, {hours:.2f} core hours; {'; '.join(versions)}. Uncertainties are standard errors over "
            "seeds; every packing that met its criterion counts.")
    if not_met:
        text += f" {len(not_met)} gave up before the criterion and do not count: {', '.join(not_met)}."
    return text + "\n"


def best(found, chosen, column, order=min):
    """The group of the largest N with the smallest (or largest) mean of a column among the chosen; None without any."""
    here = [g for g in largest([g for g in found if chosen(*g.state)]) if g.mean(column).count]
    return order(here, key=lambda g: g.mean(column).mean) if here else None


def cell(group, column, digits=3):
    return (group.mean(column).text(digits), f"{group.name}; {group.source}") if group else (NOT_RUN, "")


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
    lines = [(f"smallest Z, {name} (Fig. 3)", paper, *cell(best(some, chosen, "Z"), "Z")) for name, paper, some, chosen in modes]
    one = next(iter(largest([g for g in found if g.state == (1, 1, 1)])), None)
    none = best(found, lambda *mu: not any(mu), "phi")
    loosest = best(of_figure, lambda *mu: min(mu) >= LARGE, "phi")
    lines += [("Z at mu_s = mu_r = mu_t = 1", "2.5", *cell(one, "Z")),
              ("phi without friction", "about 0.64", *cell(none, "phi", 4)),
              ("smallest phi", "0.53", *cell(loosest, "phi", 4)),
              ("rattlers at mu_s = mu_r = mu_t = 1", "more than 0.5", *cell(one, "rattlers")),
              rattlers_where_z_is_low(found), *hard_limits(rows), *sizes(found), pressure_change(every), *critical(found), against_equation_5(found),
              *fitted_equation_5(found),
              low_sliding(found), dip(found), *checks(rows), *protocol(rows),
              ("phi measured by Farrell et al.", "in Fig. 4 only: mu_r = mu_t = 0.1 meets acrylic, teflon, steel; 0.03 aluminium",
               farrell(found), "no number is printed in the paper")]
    text = found_table(("quantity", "paper", "found", "from"), [line for line in lines if line])
    text += "\nTable I, constraint counting, against the smallest Z of each combination:\n\n" + table_1(found, 3)
    discs = [g for g in groups(rows, (*STATE, "N", "P", *PROTOCOL)) if g.dim == 2]
    return text + ("\nTable I in two dimensions:\n\n" + table_1(discs, 2) if discs else "")


def rattlers_where_z_is_low(found):
    low = [g for g in largest(found) if g.mean("Z").mean < 3]
    many = [g for g in low if g.mean("rattlers").mean > 0.5]
    return ("rattlers are the majority", "generally if Z < 3", f"in {len(many)} of {len(low)} states with Z < 3" if low else NOT_RUN,
            f"N = {low[0].N:.0f}" if low else "")


def hard_limits(rows):
    limits = hard_spheres(measured_at_rest(rows))
    papers = {"0, 0, 0": "6"} | {f"{mu_s}, 0, 0": "4 (limit of large mu)" for mu_s in (1, 10, 100)}
    return [(f"Z of hard spheres, mu_s, mu_r, mu_t = {state}", papers.get(state, "-"), z,
             f"line through Z against sqrt(P) at P = {pressures}, slope {slope}; exponent fitted too: {exponent}, then Z = {free}")
            for state, z, slope, pressures, exponent, free in limits if state.endswith(" 0, 0")]


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
    changes = []
    for g in every:
        lower = [o for o in every if o.state == g.state and o.N == g.N and o.P < g.P]
        if g.P == 1e-4 and lower:
            last = min(lower, key=lambda o: o.P)
            changes.append((g.mean("phi").mean - last.mean("phi").mean, last))
    if not changes:
        return ("change of phi from P = 1e-4 to 1e-7", "0.004 or less", NOT_RUN, "")
    change, last = max(changes, key=lambda c: abs(c[0]))
    return ("change of phi from P = 1e-4 to 1e-7", "0.004 or less", f"{change:.4f} down to P = {last.P:g}",
            f"largest of {len(changes)} states: {last.name}; {last.source}")


def critical(found):
    curves = panels(found)
    lines = []
    for name, mu in (("sliding", 0), ("rolling", 1), ("twisting", 1)):
        points = curves[name][1].get(mu, [])
        half = halfway(points)
        lines.append((f"critical friction coefficient, {name}", "0.3", NOT_RUN if math.isnan(half) else f"{half:.2f}",
                      "" if math.isnan(half) else f"where Z is halfway along {len(points)} states; {points[0][1].source}"))
    return lines


def fitted_equation_5(found):
    """The numbers of Eq. 5 from the states with rolling or twisting friction, not both: these do not simply add up."""
    here = [g for g in largest(found) if 0 in (g.mu_r, g.mu_t)]
    fitted = equation_5.fit([(g.state, g.mean("Z").mean) for g in here]) if all(
        any(g.state[k] not in (0, LARGE) for g in here) for k in range(3)) else None
    if not fitted:
        return []
    numbers, deviation = fitted
    papers = {"Z_0": "6", "A": "2", "B": "2", "C": "1", "a": "0.3", "b": "0.3", "c": "0.3"}
    return [(f"{name} of Eq. 5 fitted, rolling or twisting alone", papers[name], f"{number:.3f} ± {error:.3f}",
             f"{len(here)} states, N = {here[0].N:.0f}; root mean square deviation {deviation:.3f}")
            for name, (number, error) in numbers.items()]


def against_equation_5(found):
    here = largest(found)
    differences = [(g.mean("Z").mean - estimate(*g.state)) for g in here if g.mean("Z").count]
    if not differences:
        return ("Eq. 5: Z found less Z estimated", "-", NOT_RUN, "")
    rms = math.sqrt(sum(d * d for d in differences) / len(differences))
    return ("Eq. 5: Z found less Z estimated", "above 0 where modes add up",
            f"root mean square {rms:.2f}, from {min(differences):+.2f} to {max(differences):+.2f}",
            f"{len(differences)} states, N = {here[0].N:.0f}")


def low_sliding(found):
    z = [g.mean("Z").mean for g in largest([g for g in found if g.mu_s == 0.01])]
    return ("change of Z with mu_r, mu_t at mu_s = 0.01", "insensitive",
            f"{max(z) - min(z):.3f} over {len(z)} states" if len(z) > 2 else NOT_RUN, "")


def dip(found):
    points = panels(found)["sliding"][1].get(0, [])
    if len(points) < 3 or points[-1][0] <= LARGE:
        return ("minimum of phi at high mu_s", "there is one", NOT_RUN, "")
    phi = [g.mean("phi").mean for _, g in points]
    at = phi.index(min(phi))
    return ("minimum of phi at high mu_s", "there is one",
            f"{phi[at]:.4f} at mu_s = {points[at][0]:g}, {phi[-1]:.4f} at {points[-1][0]:g}", points[at][1].source)


def checks(rows):
    met = [row for row in rows if row["met"] == "1"]
    if not met:
        return []
    normal = max(abs(value(r, c) / value(r, "P") - 1) for r in met for c in ("pxx", "pyy", "pzz"))
    shear = max(abs(value(r, c) / value(r, "P")) for r in met for c in ("pxy", "pxz", "pyz"))
    times = [value(r, "steps") * value(r, "dt") for r in met if value(r, "P") == 1e-4]
    criteria = sorted({value(r, "criterion") for r in met})
    spins = any(value(r, "spin") for r in met)
    lines = [("pressure over target, less 1", "0: equal", f"at most {normal:.1e}", f"{len(met)} packings"),
             ("shear pressure over target", "near zero", f"at most {shear:.1e}", f"{len(met)} packings"),
             ("kinetic energy per sphere at the end [k_n d^2]", "below 1e-12", f"at most {max(value(r, 'KE') for r in met):.1e}",
              f"criterion {', '.join(f'{c:g}' for c in criteria)}" + (", of translation alone" if not spins else ""))]
    measured = [r for r in met if not math.isnan(at_rest(r))]
    if measured:
        lines += [("kinetic over elastic energy, without rattlers", "-", f"at most {max(at_rest(r) for r in measured):.1e}",
                   f"{len(measured)} packings"),
                  ("packings whose contacts changed in the last tenth of their steps", "-",
                   f"{sum(r['touching'] != r['touching_before'] for r in measured)} of {len(measured)}", "")]
    if times:
        lines.append(("run time at P = 1e-4 [tau]", "2e5", f"{min(times):.2g} to {max(times):.2g}", "until the criterion was met"))
    return lines


def protocol(rows):
    """phi and Z with one setting changed, beside those of the same state with the paper's settings."""
    lines = []
    every = groups(rows, (*STATE, "N", "P", *PROTOCOL))
    for g in every:
        changed = [c for c, v in PROTOCOL.items() if g.settings[c] != v]
        like = [o for o in every if all(o.settings[c] == (PROTOCOL[c] if c in changed else g.settings[c]) for c in o.settings)]
        if changed and like:
            names = ", ".join(f"{c} = {g.settings[c]:g}" for c in changed)
            paper = ("not qualitative" if {"k_r", "k_t"} & set(changed) else "small" if {"Pdamp", "drag"} & set(changed) else
                     "none within uncertainties")
            lines.append((f"change of phi and Z with {names}", paper,
                          f"{change_between(like[0].mean('phi'), g.mean('phi'), 4)}, {change_between(like[0].mean('Z'), g.mean('Z'), 3)}",
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
    for mask in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)):
        if dim == 2 and mask[2]:
            continue    # discs do not twist
        per_contact, z = network.constraints(*mask, dim)
        group = best(found, lambda *mu, mask=mask: all((m >= LARGE) if on else (m == 0) for m, on in zip(mu, mask)), "Z")
        rows.append(("yes" if mask[0] else "no", "yes" if mask[1] else "no", "yes" if mask[2] else "no", per_contact, f"{z:g}",
                     *cell(group, "Z")))
    return table(("sliding", "rolling", "twisting", "N^c", "Z, Table I", "smallest Z found", "from"), rows)


def text_of(number, form):
    """Empty for nan."""
    return "" if math.isnan(number) else format(number, form)


def measured_at_rest(rows):
    return [g for g in groups(rows, (*STATE, "N", "P", *PROTOCOL)) if not math.isnan(g.most(at_rest))]


def at_rest_section(rows):
    found = measured_at_rest(rows)
    if not found:
        return []
    parts = ["\n## Packings at rest\n", rest_table(found)]
    limits = hard_spheres(found)
    if limits:
        parts += ["\nZ of hard spheres, on a line through Z against the square root of the pressure:\n",
                  table(("mu_s, mu_r, mu_t", "Z at P = 0", "slope [(k_n/d)^-1/2]", "pressures", "exponent fitted too", "Z at P = 0 then"),
                        limits)]
    return parts


def rest_table(found):
    """One row a state whose energies and contacts were measured."""
    lines = []
    for g in found:
        changed = ", ".join(f"{c} = {g.settings[c]:g}" for c, v in PROTOCOL.items() if g.settings[c] != v)
        lines.append((f"{g.mu_s:g}, {g.mu_r:g}, {g.mu_t:g}" + (f" ({changed})" if changed else ""), f"{g.N:.0f}", f"{g.P:g}", len(g.rows),
                      f"{g.most(at_rest):.1e}", text_of(100 * g.most(contacts_changed), ".1f") or "-",
                      g.mean("Z").text(), g.mean("phi").text(4), g.mean("rattlers").text(), f"{g.mean('steps').mean:.3g}"))
    return table(("mu_s, mu_r, mu_t", "N", "P", "packings", "KE/E, at most", "contacts, change in the last tenth, at most [%]",
                  "Z without rattlers", "phi", "rattlers", "steps"), lines)


def hard_spheres(found):
    """Z = Z_0 + a P^b, Eq. 7 of Silbert 2002, packing by packing: with its exponent 1/2, and with the exponent fitted too.

    States of three pressures or more; four or more for the exponent.
    """
    lines = []

    def protocol_of(group):
        return group.state, group.N, *(group.settings[c] for c in PROTOCOL)

    for key in sorted({protocol_of(g) for g in found}):
        here = [g for g in found if protocol_of(g) == key]
        if len(here) > 2:
            seeds = sorted({row["seed"] for g in here for row in g.rows})
            curves = [[(g.P, value(row, "Z")) for g in here for row in g.rows if row["seed"] == seed] for seed in seeds]
            fits = [intercept([(math.sqrt(p), z) for p, z in points]) for points in curves if len(points) > 2]
            free = [settled_report.hard_sphere_limit([(1 / p, z) for p, z in points]) for points in curves if len(points) > 3]
            if fits:
                lines.append((", ".join(f"{mu:g}" for mu in key[0]), Mean([z for z, _ in fits]).text(), Mean([a for _, a in fits]).text(2),
                              ", ".join(f"{g.P:g}" for g in here),
                              *((Mean([b for _, b in free]).text(), Mean([z for z, _ in free]).text()) if free else ("-", "-"))))
    return lines


def intercept(points):
    """(y at x = 0, slope) of the straight line through points (x, y) by least squares."""
    mx, my = (sum(p[k] for p in points) / len(points) for k in (0, 1))
    slope = sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)
    return my - slope * mx, slope


def all_states(rows):
    lines = []
    for g in groups(rows, (*STATE, "N", "P", *PROTOCOL)):
        limits = [g.share(name, "contacts") for name in ("sliding", "rolling", "twisting")]
        texts = [f"{100 * m.mean:.1f}" if m.count else "-" for m in limits]
        changed = ", ".join(f"{c} = {g.settings[c]:g}" for c, v in PROTOCOL.items() if g.settings[c] != v)
        lines.append((f"{g.mu_s:g}, {g.mu_r:g}, {g.mu_t:g}" + (f" ({changed})" if changed else ""), f"{g.N:.0f}", f"{g.P:g}",
                      len(g.rows), g.mean("phi").text(4), g.mean("Z").text(), f"{estimate(*g.state):.2f}", g.mean("rattlers").text(),
                      " / ".join(texts), g.mean("Z_Nc_rule").text(), g.mean("rattlers_Nc_rule").text(), f"{g.mean('steps').mean:.3g}",
                      f"{Mean([value(r, 'seconds') * value(r, 'ranks') for r in g.rows]).mean:.0f}"))
    heads = ("mu_s, mu_r, mu_t", "N", "P", "packings", "phi", "Z without rattlers", "Z of Eq. 5", "rattlers",
             "% of contacts at the limit: sliding / rolling / twisting", "Z, rattlers by N^c/2", "rattlers by N^c/2", "steps", "core seconds")
    return table(heads, lines)


STATE_COLUMNS = ("mu_s", "mu_r", "mu_t", "N", "P [k_n/d]", "phi0", "dt [tau]", "Pdamp [tau]", "drag [m/tau]", "drag from [tau]", "dimensions",
                 "diameter of every second", "k_r [k_n]", "k_t [k_n d^2]", "criterion [k_n d^2]", "packings", "kinetic over elastic energy, at most",
                 "change of contacts in the last tenth, at most [%]",
                 "phi", "error of phi", "Z without rattlers", "error of Z", "Z of Eq. 5", "rattlers", "error of rattlers",
                 "contacts at the limit, sliding [%]", "contacts at the limit, rolling [%]", "contacts at the limit, twisting [%]",
                 "Z with rattlers by N^c/2", "error of that Z", "rattlers by N^c/2", "error of these rattlers",
                 "steps", "core time [s]")


def state_rows(rows):
    """One row a state, for CSV: means over seeds with their standard errors, empty where there is none."""
    lines = []
    for g in groups(rows, (*STATE, "N", "P", *PROTOCOL)):
        limits = [g.share(name, "contacts") for name in ("sliding", "rolling", "twisting")]
        lines.append((*(f"{g.settings[c]:g}" for c in (*STATE, "N", "P", *PROTOCOL)),
                      "; ".join(sorted({row["criterion"] for row in g.rows})), str(len(g.rows)),
                      text_of(g.most(at_rest), ".1e"), text_of(100 * g.most(contacts_changed), ".1f"),
                      *pair(g.mean("phi"), 4), *pair(g.mean("Z"), 3), f"{estimate(*g.state):.2f}", *pair(g.mean("rattlers"), 3),
                      *(f"{100 * m.mean:.1f}" if m.count else "" for m in limits),
                      *pair(g.mean("Z_Nc_rule"), 3), *pair(g.mean("rattlers_Nc_rule"), 3), f"{g.mean('steps').mean:.3g}",
                      f"{Mean([value(r, 'seconds') * value(r, 'ranks') for r in g.rows]).mean:.0f}"))
    return [STATE_COLUMNS, *lines]
