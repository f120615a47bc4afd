"""Packings of one state together: means over seeds with their standard errors."""

import collections
import math
import statistics

STATE = ("mu_s", "mu_r", "mu_t")
# the paper's
PROTOCOL = {"phi0": 0.05, "dt": 0.02, "Pdamp": 2.25, "drag": 0, "drag_from": 0, "dim": 3, "ratio": 1, "k_r": 1, "k_t": 1}
SAME_STEPS = (0.02, 0.05)   # time steps [tau] that give the same packings (doc/validation.md, "What changes a packing")


def value(row, column):
    """A number of a row, nan where there is none."""
    return float(row[column]) if row.get(column) else math.nan


class Mean:
    """Mean of `count` values; `error` is the standard error, nan for less than two."""

    def __init__(self, values):
        values = [v for v in values if not math.isnan(v)]
        self.count = len(values)
        self.mean = statistics.mean(values) if values else math.nan
        self.error = statistics.stdev(values) / math.sqrt(self.count) if self.count > 1 else math.nan

    def text(self, digits=3):
        if not self.count:
            return "none"
        error = f" ± {self.error:.{digits}f}" if self.count > 1 else " (one packing)"
        return f"{self.mean:.{digits}f}{error}"


def change_between(before, after, digits):
    """Difference of two means with its standard error, where both have one."""
    error = math.hypot(before.error, after.error)
    return f"{after.mean - before.mean:+.{digits}f}" + ("" if math.isnan(error) else f" ± {error:.{digits}f}")


class Group:
    """The packings of one state: settings as numbers, means of the columns."""

    def __init__(self, settings, rows):
        self.settings, self.rows = settings, rows

    def __getattr__(self, name):
        return self.settings[name]

    def mean(self, column):
        return Mean([value(row, column) for row in self.rows])

    def share(self, column, of):
        """Mean of the quotient of two columns."""
        return Mean([value(r, column) / value(r, of) if value(r, of) > 0 else math.nan for r in self.rows])

    def most(self, of):
        """Largest of a function of the rows, nan where none has it."""
        return max((v for v in map(of, self.rows) if not math.isnan(v)), default=math.nan)

    @property
    def state(self):
        return tuple(self.settings[c] for c in STATE)

    @property
    def name(self):
        return "mu_s, mu_r, mu_t = " + ", ".join(f"{mu:g}" for mu in self.state)

    @property
    def source(self):
        """What a number comes from."""
        return f"{len(self.rows)} of N = {self.N:.0f}"


def groups(rows, columns):
    """Groups of the packings that met their criterion, in order of their settings."""
    found = collections.defaultdict(list)
    for row in rows:
        if row["met"] == "1":
            found[tuple(float(row[c]) for c in columns)].append(row)
    return [Group(dict(zip(columns, key)), found[key]) for key in sorted(found)]


def at_rest(row):
    """Kinetic energy of the spheres that bear load over the elastic energy; nan where it was not measured."""
    return value(row, "KE_bearing") / value(row, "E_elastic") if value(row, "E_elastic") > 0 else math.nan


def contacts_changed(row):
    """Change of the number of contacts in the last tenth of the steps, over that number; nan where it was not measured."""
    after, before = value(row, "touching"), value(row, "touching_before")
    return abs(after - before) / after if after > 0 else math.nan


def paper_protocol(rows):
    """Groups of Santos et al. that differ from the paper in nothing but N, P, the criterion and a time step of SAME_STEPS."""
    return [g for g in groups(rows, (*STATE, "N", "P", *PROTOCOL))
            if g.dt in SAME_STEPS and all(g.settings[c] == v for c, v in PROTOCOL.items() if c != "dt")]


def largest(found):
    """Those of the largest N."""
    n = max((g.N for g in found), default=0)
    return [g for g in found if g.N == n]


def most(found):
    """Those of the N that has most states; of two such the larger."""
    counts = collections.Counter(g.N for g in found)
    best = max(counts, key=lambda n: (counts[n], n), default=0)
    return [g for g in found if g.N == best]


def estimate(mu_s, mu_r, mu_t):
    """Z of Eq. 5 with the three coefficients 0.3 of the paper."""
    return 6 - math.tanh(mu_s / 0.3) * (2 + 2 * math.tanh(mu_r / 0.3) + math.tanh(mu_t / 0.3))


def panels(found):
    """The panels of Figs. 3 and 4: name, coefficient on the x axis, its place in the state, curves {mu_s or 0: groups}."""
    at = [g for g in found if g.P == 1e-4]
    places = (("sliding", 0, lambda s, r, t: r == t == 0), ("twisting", 2, lambda s, r, t: r == 0 < t),
              ("rolling", 1, lambda s, r, t: t == 0 < r), ("both", 1, lambda s, r, t: r == t > 0))
    result = {}
    for name, place, belongs in places:
        here = most([g for g in at if belongs(*g.state) and g.state[place] > 0 and (name == "sliding" or g.mu_s <= 1)])
        curves = collections.defaultdict(list)
        for g in here:
            curves[0 if name == "sliding" else g.mu_s].append((g.state[place], g))
        # the states of the leftmost panel of Fig. 4 are not curves of their own here
        longest = max(map(len, curves.values()), default=0)
        result[name] = (place, {mu: sorted(points, key=lambda p: p[0]) for mu, points in sorted(curves.items()) if 2 * len(points) > longest})
    return result
