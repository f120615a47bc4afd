"""Packings of one state together: means over seeds with their standard errors."""

import collections
import dataclasses
import math
import typing

import pandas

from driver import markdown, mean_and_error

STATE = ("mu_s", "mu_r", "mu_t")
# the paper's
PROTOCOL = {"phi0": 0.05, "dt": 0.02, "Pdamp": 2.25, "drag": 0, "drag_from": 0, "dim": 3, "ratio": 1, "k_r": 1, "k_t": 1}
SAME_STEPS = (0.02, 0.05)   # time steps [tau] that give the same packings (doc/validation.md, "What changes a packing")
NOT_RUN = "not run"


class Mean(typing.NamedTuple):
    """Mean of `count` values; `error` is the standard error, nan for less than two."""

    count: int
    mean: float
    error: float

    @classmethod
    def of(cls, values):
        values = pandas.Series(values, dtype=float).dropna()
        return cls(len(values), *mean_and_error(values))

    def text(self, digits=3):
        if not self.count:
            return "none"
        error = f" ± {self.error:.{digits}f}" if self.count > 1 else " (one packing)"
        return f"{self.mean:.{digits}f}{error}"

    def cells(self, digits):
        """Mean and standard error as two cells of a CSV file, empty where there is none."""
        return f"{self.mean:.{digits}f}" if self.count else "", f"{self.error:.{digits}f}" if self.count > 1 else ""

    def change_to(self, other, digits):
        """Difference of two means with its standard error, where both have one."""
        error = math.hypot(self.error, other.error)
        return f"{other.mean - self.mean:+.{digits}f}" + ("" if math.isnan(error) else f" ± {error:.{digits}f}")


@dataclasses.dataclass
class Group:
    """The packings of one state: settings as numbers, rows as a DataFrame."""

    settings: dict
    rows: pandas.DataFrame

    def __getattr__(self, name):
        try:
            return self.__dict__["settings"][name]
        except KeyError:
            raise AttributeError(name) from None

    def mean(self, column):
        return Mean.of(self.rows.get(column, []))

    def share(self, column, of):
        """Mean of the quotient of two columns."""
        return Mean.of(self.rows[column] / self.rows[of].where(self.rows[of] > 0) if column in self.rows else [])

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

    @property
    def criteria(self):
        return "; ".join(sorted({f"{c:.10g}" for c in self.rows.criterion}))


def groups(rows, columns):
    """Groups of the packings that met their criterion, in order of their settings.

    Packings of one seed that differ in their criterion alone are one packing that was stopped twice. Of these, and of those
    that differ in a setting beside `columns`, the one with most steps counts.
    """
    met = rows[rows.met == 1]
    if "criterion" in met:
        met = met.sort_values("steps").drop_duplicates([*columns, "seed"], keep="last").sort_index()
    return [Group(dict(zip(columns, key)), group) for key, group in met.groupby(list(columns))]


def at_rest(rows):
    """Kinetic energy of the spheres that bear load over the elastic energy; nan where it was not measured."""
    return column(rows, "KE_bearing") / column(rows, "E_elastic").where(lambda energy: energy > 0)


def contacts_changed(rows):
    """Change of the number of contacts in the last tenth of the steps, over that number; nan where it was not measured."""
    after = column(rows, "touching")
    return (after - column(rows, "touching_before")).abs() / after.where(after > 0)


def column(rows, name):
    return rows[name] if name in rows else pandas.Series(math.nan, rows.index)


def paper_protocol(rows):
    """Groups of Santos et al. that differ from the paper in nothing but N, P, the criterion and a time step of SAME_STEPS."""
    same = rows.dt.isin(SAME_STEPS)
    for name, value in PROTOCOL.items():
        if name != "dt":
            same &= rows[name] == value
    return groups(rows[same], (*STATE, "N", "P"))


def one_protocol(rows):
    """(groups, settings that the paper does not have): of the paper's protocol; if there are none, of that of most packings."""
    found = paper_protocol(rows)
    met = rows[rows.met == 1]
    if found or met.empty:
        return found, ""
    common = dict(zip(PROTOCOL, met.groupby(list(PROTOCOL)).size().idxmax()))
    same = (met[list(common)] == pandas.Series(common)).all(axis=1)
    others = [f"{name} = {value:g}" for name, value in common.items()
              if value not in (SAME_STEPS if name == "dt" else (PROTOCOL[name],))]
    return groups(met[same], (*STATE, "N", "P")), ", ".join(others)


def largest(found):
    """Those of the largest N."""
    n = max((g.N for g in found), default=0)
    return [g for g in found if g.N == n]


def most_states(found):
    """Those of the N that has most states; of two such the larger."""
    counts = collections.Counter(g.N for g in found)
    best = max(counts, key=lambda n: (counts[n], n), default=0)
    return [g for g in found if g.N == best]


def found_table(columns, rows):
    """A Markdown table of those rows (name, paper, found, ...) that have something found; the others are named below it."""
    missing = [str(row[0]) for row in rows if row[2] == NOT_RUN]
    text = markdown(columns, [row for row in rows if row[2] != NOT_RUN])
    return text + (f"\nNot run: {'; '.join(missing).rstrip('.')}.\n" if missing else "")
