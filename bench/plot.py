"""The picture of a bench run."""

import math

from cases import CASES, OLDER, PLUGIN, STOCK


def plot(report, bench, path):
    """Bars of the ratios and of the shares, lines of the cost over N."""
    try:
        import matplotlib
    except ImportError:
        print("bench: no plot, because this python3 has no matplotlib (Debian: apt-get install python3-matplotlib)")
        return False
    matplotlib.use("Agg")
    import matplotlib.pyplot as pyplot
    figure, (left, middle, right) = pyplot.subplots(1, 3, figsize=(15, 4.5), layout="constrained")

    names = [name for name, _, _ in report.ratios]
    left.barh(names, [ratio for _, ratio, _ in report.ratios], color="tab:blue")
    left.plot([aim for _, _, aim in report.ratios], names, "k|", markersize=18, label="aim")
    left.invert_yaxis()
    left.set_xlabel("speed over stock LAMMPS")
    if names:
        left.legend()

    best = {}
    for run in bench.runs:
        if run.case in CASES and run.who != OLDER:
            key = (run.case, run.who)
            if key not in best or run.seconds < best[key].seconds:
                best[key] = run
    labels = [f"{case}, {who}" for case, who in best]
    start = [0.0] * len(best)
    for section in ("Pair", "Modify", "Comm", "Neigh", "Output", "Other"):
        cost = [run.share(section) * run.per_particle_step() for run in best.values()]
        middle.barh(labels, cost, left=start, label=section)
        start = [a + b for a, b in zip(start, cost)]
    middle.invert_yaxis()
    middle.set_xlabel("ns per particle-step")
    if labels:
        middle.legend(fontsize="small")

    for who in (STOCK, PLUGIN):
        cost = {}
        for run in bench.runs:
            if run.case == "scaling" and run.who == who:
                cost[run.atoms] = min(cost.get(run.atoms, math.inf), run.per_particle_step())
        if cost:
            right.plot(sorted(cost), [cost[n] for n in sorted(cost)], "o-", label=who)
    if right.lines:
        right.set_xscale("log")
        right.set_ylim(bottom=0)
        right.legend()
    right.set_xlabel("N")
    right.set_ylabel("ns per particle-step, jammed")
    figure.savefig(path, dpi=110)
    return True
