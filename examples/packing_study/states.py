"""What is to be packed: protocols, their settings, the named sets, tables of one's own."""

import csv
import dataclasses
import math
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


class StudyError(Exception):
    """A mistake in the arguments or files, or a run that failed; its text says which."""


@dataclasses.dataclass(frozen=True)
class Protocol:
    """One protocol.

    deck      LAMMPS input
    results   name of the CSV with one row a packing
    settings  column of tables and results: (variable of the deck, letters in the packing's name, default)
    whole     columns with whole numbers
    """

    deck: pathlib.Path
    results: str
    settings: dict
    whole: tuple = ("N", "seed")


PROTOCOLS = {
    "packing": Protocol(HERE.parent / "packing" / "in.packing", "packings.csv", {
        "mu_s": ("MU_S", "s", "1"), "mu_r": ("MU_R", "r", "1"), "mu_t": ("MU_T", "t", "1"),
        "N": ("N", "N", "1000"), "P": ("P", "P", "0.0001"), "seed": ("SEED", "seed", "12345"),
        "criterion": ("CRITERION", "ke", "1e-11"), "ptol": ("PTOL", "ptol", "0.01"), "Pdamp": ("PDAMP", "Pdamp", "2.25"),
        "phi0": ("PHI0", "phi0", "0.05"), "dt": ("DT", "dt", "0.02"), "drag": ("DRAG", "drag", "0"),
        "drag_from": ("DRAG_FROM", "from", "0"),
        "rest": ("REST", "rest", "0.001"), "spin": ("SPIN", "spin", "1"),
        "dim": ("DIM", "dim", "3"), "ratio": ("RATIO", "ratio", "1"),
        "k_r": ("K_R", "kr", "1"), "k_t": ("K_T", "kt", "1")}, ("N", "seed", "dim")),
    "settle": Protocol(HERE / "in.settle", "settled.csv", {
        "mu": ("MU", "mu", "0.5"), "restitution": ("RESTITUTION", "e", "0.88"), "kn": ("KN", "kn", "200000"),
        "N": ("N", "N", "1000"), "base": ("BASE", "base", "8"), "phi0": ("PHI0", "phi0", "0.13"), "seed": ("SEED", "seed", "12345"),
        "criterion": ("CRITERION", "ke", "1e-08"), "gamma_ratio": ("GAMMA_RATIO", "g", "0.5"),
        "hertz": ("HERTZ", "hertz", "0"), "KE0": ("KE0", "thrown", "0")}, ("N", "seed", "base")),
}
ALWAYS_NAMED = ("mu_s", "mu_r", "mu_t", "P", "mu", "restitution", "kn", "N", "seed")


@dataclasses.dataclass(frozen=True)
class Packing:
    """One packing: its protocol and all settings, as text in one spelling, so that equal packings are equal."""

    protocol: str
    settings: tuple

    @classmethod
    def make(cls, protocol, **given):
        texts = []
        for column, (_, _, default) in PROTOCOLS[protocol].settings.items():
            texts.append((column, number(column, given.pop(column, default), PROTOCOLS[protocol].whole)))
        if given:
            words = ", ".join("--pressure (P)" if column == "P" else f"--set {column}" for column in given)
            raise StudyError(f"{words}: no setting of a {protocol}: known are {', '.join(PROTOCOLS[protocol].settings)}")
        return cls(protocol, tuple(texts))

    def __getitem__(self, column):
        return dict(self.settings)[column]

    @property
    def name(self):
        """Name of the packing's folder and of its row: what defines it, other settings only if not the default."""
        settings = PROTOCOLS[self.protocol].settings
        return "_".join(settings[column][1] + text for column, text in self.settings
                        if column in ALWAYS_NAMED or text != settings[column][2])

    def variables(self):
        """The deck's variables as words of the command line."""
        settings = PROTOCOLS[self.protocol].settings
        return [word for column, text in self.settings for word in ("-var", settings[column][0], text)]


def number(column, value, whole):
    try:
        x = float(value)
    except ValueError:
        raise StudyError(f"{column} {value}: not a number") from None
    if not math.isfinite(x) or x < 0 or (column in whole and (x < 1 or x != int(x))):
        raise StudyError(f"{column} {value}: must be {'a whole number above 0' if column in whole else '>= 0'}")
    return str(int(x)) if column in whole else f"{x:.10g}"


# ---- the sets of Santos et al. 2020 -------------------------------------------------------------------
FRICTION = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10)
TORQUE_FRICTION = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 10, 100)
SLIDING = (0.01, 0.1, 0.3, 1)           # colours of Figs. 3 and 4
BOTH = (0, 0.01, 0.03, 0.1)             # curves of the leftmost panel of Fig. 4
# Frictionless; sliding alone; with the largest sliding coefficient of the other panels, the largest of twisting,
# of rolling; and the state of "very high friction" of the paper's conclusions.
LIMITS = ((0, 0, 0), (10, 0, 0), (1, 0, 100), (1, 100, 0), (1, 1, 1))       # mu_s, mu_r, mu_t
# Rows of Table I; rolling and twisting at the right end of the panels of Fig. 3.
ROWS = ((0, 0, 0), (0, 0, 100), (0, 100, 0), (0, 100, 100), (10, 0, 0), (1, 0, 100), (1, 100, 0), (1, 100, 100))
DISC_ROWS = ((0, 0, 0), (10, 0, 0), (0, 100, 0), (10, 100, 0))
HARD = ((0, 0, 0), (10, 0, 0), (100, 0, 0))
# Limits of the kinetic energy: rattlers fly and spin long after the others are at rest.
AT_REST = {"criterion": 1e-10, "spin": 0}
# PROTOCOL=fast of in.packing at the pressure 1e-4, with and without friction
FAST = dict(AT_REST, dt=0.05, drag=1e-3, rest=5e-5)
FAST_FRICTIONLESS = dict(AT_REST, dt=0.1)


def states(triples, **more):
    return [dict(zip(("mu_s", "mu_r", "mu_t"), triple), **more) for triple in triples]


def panels():
    return ([(0, 0, 0)] + [(s, 0, 0) for s in FRICTION] + [(s, 0, m) for s in SLIDING for m in TORQUE_FRICTION]
            + [(s, m, 0) for s in SLIDING for m in TORQUE_FRICTION] + [(s, m, m) for s in SLIDING for m in TORQUE_FRICTION])


def at_pressures(triples, pressures):
    # What moves at the end is free: its energy falls as 1/t^2, at a pace that goes with sqrt(P). The limit in
    # proportion to P asks for the same number of collisions at every pressure. Without spins: one rattler that
    # spins at mu_s = 0.1 has more than the limit for good.
    return [state for p in pressures for state in states(triples, P=p, criterion=f"{1e-6 * p:.3g}", spin=0)]


SETS = {
    "limits": ("the five limiting states of Fig. 3", lambda: states(LIMITS)),
    "table1": ("the eight rows of Table I, and all three modes at 1 and 10", lambda: [
        dict(state, N=2000, dt=0.05 if state["mu_s"] else 0.1, **AT_REST) for state in states(ROWS + ((1, 1, 1), (1, 10, 10)))]),
    "discs": ("the rows of Table I in two dimensions; half of the discs are larger", lambda: states(
        DISC_ROWS, dim=2, ratio=1.4, N=2000, dt=0.05, **AT_REST)),
    "beyond": ("limiting states with mu_s = 10", lambda: states(((10, 0, 100), (10, 100, 0), (10, 100, 100)))),
    "fig2": ("the three states of Fig. 2", lambda: states(((0, 0, 0), (0.3, 0.3, 0.3), (1, 1, 1)))),
    "fig3": ("the four panels of Fig. 3", lambda: states(panels())),
    "fig4": ("those of fig3, and phi(mu_s) with rolling and twisting", lambda: states(
        panels() + [(s, m, m) for m in BOTH[1:] for s in FRICTION])),
    "fig5": ("the three states of Fig. 5 at four pressures", lambda: at_pressures(
        ((0, 0, 0), (0.1, 0, 0), (0.1, 0.1, 0.1)), (1e-4, 1e-5, 1e-6, 1e-7))),
    "pressure": ("the limiting states at three pressures", lambda: at_pressures(LIMITS, (1e-4, 1e-5, 1e-6))),
    "hard": ("without friction and with sliding alone, towards hard spheres", lambda: [
        dict(state, dt=0.05 if state["mu_s"] else 0.1) for state in at_pressures(HARD, (1e-3, 1e-4, 1e-5, 1e-6, 1e-7))]),
    "size": ("six states with 500 to 2000 spheres, all three modes 1 with up to 30 000", lambda: [
        dict(state, N=n, dt=0.05, **AT_REST) for n in (500, 1000, 2000) for state in states(LIMITS + ((0.3, 0.3, 0.3),))] + [
        dict(states(((1, 1, 1),))[0], N=n, dt=0.05, **AT_REST) for n in (5000, 10000, 30000)]),
    "rest": ("10 000 spheres at rest, without and with large friction", lambda: [
        # without friction the box creeps for ever: free for 50 000 tau, then a drag
        dict(states(((0, 0, 0),))[0], N=10000, dt=0.1, drag=0.1, drag_from=50000, **AT_REST)] + [
        dict(state, N=10000, dt=0.05, **AT_REST) for state in states(
            ((10, 0, 0), (1, 0, 100), (1, 100, 0), (0.3, 0.3, 0.3), (1, 1, 1), (1, 10, 10), (1, 100, 100)))]),
    "protocol": ("2000 spheres, all three modes 1, with one setting changed; a larger time step for other states", lambda: [
        dict(states(((1, 1, 1),))[0], N=2000, **AT_REST, **other) for other in (
            {}, {"dt": 0.05}, {"dt": 0.1}, {"drag": 1e-3}, {"drag": 1e-2}, {"Pdamp": 1}, {"Pdamp": 5}, {"Pdamp": 10}, {"phi0": 0.01},
            {"phi0": 0.1}, {"phi0": 0.2}, {"k_r": 0.1}, {"k_t": 0.1}, {"k_r": 10, "dt": 0.01}, {"k_t": 10, "dt": 0.01})] + [
        dict(state, N=2000, dt=dt, **AT_REST) for state in states(((0.3, 0.3, 0.3), (1, 100, 0), (10, 0, 0))) for dt in (0.02, 0.05)]),
    "fast": ("2000 spheres by the protocol fast of examples/packing", lambda: [
        dict(state, N=2000, **(FAST if state["mu_s"] else FAST_FRICTIONLESS)) for state in states(((1, 1, 1), (10, 0, 0), (0, 0, 0)))]),
}

# ---- the sets of Silbert et al. 2002 --------------------------------------------------------------------
SETTLED = (0, 0.001, 0.01, 0.03, 0.1, 0.3, 0.5, 1, 3, 10)
HARDER = (2e5, 2e6, 2e7, 2e8, 2e9)
SETTLE_SETS = {
    "silbert": ("z and phi against mu for both restitution values (Figs. 2 to 6 and 8)", lambda: [
        {"mu": mu, "restitution": e} for e in (0.88, 0.26) for mu in SETTLED]),
    "silbert_stiffness": ("z against k_n (Fig. 7)", lambda: [
        # harder spheres need the smaller energy: up to three orders of magnitude less, as in the paper
        {"mu": mu, "restitution": e, "kn": kn, "criterion": f"{max(1e-11, 1e-8 * 2e5 / kn):.3g}"}
        for mu, e in ((0, 0.88), (0.5, 0.88), (0.5, 0.5), (0.5, 0.26), (10, 0.26)) for kn in HARDER]),
    "silbert_start": ("phi and z against the density at the start (Fig. 9)", lambda: [
        {"phi0": phi} for phi in (0.02, 0.05, 0.13, 0.2, 0.3)]),
    # the stiffness at which a force of 10 mg makes the overlap of a linear spring of 2e5 mg/d
    "silbert_hertz": ("z and phi against mu with Hertz's contact", lambda: [
        {"mu": mu, "hertz": 1, "kn": 2.8e7} for mu in (0, 0.01, 0.1, 0.5, 1, 10)]),
    "silbert_thrown": ("z and phi of spheres with velocities at the start", lambda: [
        {"mu": mu, "KE0": ke} for mu in (0, 0.5) for ke in (0, 20, 100)]),
}


def seed_number(k):
    """The k-th seed, k = 0, 1, ...: far apart, as LAMMPS' random numbers of neighbouring seeds are multiples."""
    return 12345 + 7919 * k


def packings(sources, seeds, changes):
    """The packings of named sets and CSV tables, in their order, each once.

    sources  names of sets and paths of CSV files
    seeds    number of packings of each state whose table does not give seeds
    changes  settings for all states in place of those of the sets, {column: value}
    """
    found = {}
    for source in sources:
        for protocol, state in rows(source):
            state = state | changes
            own_seed = state.pop("seed", None)
            for seed in [own_seed] if own_seed else [seed_number(k) for k in range(seeds)]:
                found[Packing.make(protocol, seed=seed, **state)] = None
    return list(found)


def rows(source):
    if source in SETS:
        return [("packing", state) for state in SETS[source][1]()]
    if source in SETTLE_SETS:
        return [("settle", state) for state in SETTLE_SETS[source][1]()]
    if not pathlib.Path(source).is_file():
        raise StudyError(f"{source} is neither a CSV file nor a set: sets are {', '.join([*SETS, *SETTLE_SETS])}")
    return table(source)


def table(path):
    """A table of one's own, or the results of another study, whose other columns do not count here."""
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file, skipinitialspace=True)
        columns = reader.fieldnames or []
        protocol = "settle" if "mu" in columns else "packing"
        known = PROTOCOLS[protocol].settings
        results = "packing" in columns
        for column in columns:
            if column not in known and not results:
                raise StudyError(f"{path}: unknown column {column}: known are {', '.join(known)}")
        return [(protocol, {c: row[c] for c in columns if c in known and row[c]}) for row in reader]
