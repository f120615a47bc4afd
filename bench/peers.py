"""The case "peers": Debian's LIGGGHTS and YADE, where they are installed, beside stock LAMMPS and the plugin.

Three decks with a law that all codes have, one core: a static packing, a flow down a chute, the impact of a ball on a bed."""

import dataclasses
import math
import os
import re
import shutil
import subprocess

from cases import END_CONTACTS, PLUGIN, STOCK
from run import BenchError
from sides import relative_spread
from table import Table
from whole_decks import flags_of_lammps

LIGGGHTS, YADE = "LIGGGHTS", "YADE"


@dataclasses.dataclass(frozen=True)
class Deck:
    """What all codes compute: decks/peers/<name>.lammps, <name>.liggghts and a function of yade.py."""
    title: str
    start: str            # key of STARTS
    size: str             # option with the number of spheres
    bounds: dict          # {code: of the relative deviation from the plugin of each of ENERGIES}
    lengths: tuple = ()   # (name, value with 25 000 spheres [m]), grow with the cube root of their number


ENERGIES = ("ke", "rotation", "end ke", "end rotation")    # of the spheres of type 1, after the check and at the end
# Stock and plugin differ by rounding, which collisions amplify. YADE adds increments of the force of shear, the others
# multiply the displacement with the present stiffness, which shows where spheres settle. Measured with 300 to 4000 spheres:
# packing: LIGGGHTS ke 0.01, rotation 0.06, YADE ke 0.07, rotation 0.02; chute: ke 1e-4, rotation 2e-3; impact: ke 2e-3,
# rotation 5e-3; contacts 0.005, 2 of 68 in the smallest. A damping of shear that is limited in another way moved the
# contacts of the chute by 0.01 and the energies of the packing by 0.15. Almost all of the kinetic energy of the chute is
# that of its mean flow.
DECKS = {
    "packing": Deck("static packing", "peers", "n", {
        STOCK: (1e-3, 1e-3, 1e-2, 1e-2), LIGGGHTS: (0.05, 0.1, 0.05, 0.1), YADE: (0.1, 0.1, 0.15, 0.15)}),
    "chute": Deck("chute", "chute", "chute_n", {
        STOCK: (1e-6, 1e-6, 1e-4, 1e-3), LIGGGHTS: (1e-3, 0.01, 1e-3, 0.01), YADE: (1e-3, 0.01, 1e-3, 0.01)}),
    "impact": Deck("impact", "impact", "impact_n", {
        STOCK: (1e-6, 1e-6, 1e-4, 1e-4), LIGGGHTS: (0.01, 0.01, 0.02, 0.03), YADE: (0.01, 0.01, 0.02, 0.03)},
                   (("LX", 0.1), ("LY", 0.06), ("BALL", 0.02))),
}


def start_file(bench, deck, n):
    """Writes the start file with words that LIGGGHTS knows; returns its name and the number of spheres."""
    text = (bench.work / bench.start_file(deck.start, n)).read_text()
    (bench.work / "peers.data").write_text(re.sub(r"^Atoms .*", "Atoms", text, flags=re.M))
    return "peers.data", int(re.search(r"^(\d+) atoms", text, re.M).group(1))


def read_result(text, clock):
    """{ENERGIES, "contacts", "seconds" of processor time} of the output of one of the codes and the times it noted [ns]."""
    def number(pattern):
        found = re.findall(pattern + r" +([-+.\de]+)", text)
        if not found:
            raise BenchError(f"no '{pattern}' in the output: {text[-500:]}")
        return float(found[-1])

    times = clock.split()
    if len(times) != 2:
        raise BenchError(f"a code has to note 2 times, not '{clock}': {text[-500:]}")
    return {"ke": number("PEER check ke"), "rotation": number("PEER check ke .* rotation"), "end ke": number("PEER end .* ke"),
            "end rotation": number("PEER end .* rotation"), "contacts": number("PEER end contacts"),
            "seconds": 1e-9 * (int(times[1]) - int(times[0]))}


def run_other(bench, command, **settings):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMP_NUM_THREADS="1",
                       OMPI_MCA_ess_singleton_isolated="1", **{name: str(value) for name, value in settings.items()})
    done = subprocess.run(command, cwd=bench.work, env=environment, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise BenchError(f"{command[0]} failed: {done.stdout[-500:]}")
    return done.stdout


def codes(bench, name, variables):
    """{name: function that runs it and returns its output}, without codes that are not installed."""
    path = f"decks/peers/{name}"
    words = [word for key, value in variables.items() for word in ("-var", key, str(value))]
    found = {STOCK: lambda: bench.lammps(f"{path}.lammps", variables, stock=True)[0],
             PLUGIN: lambda: bench.lammps(f"{path}.lammps", variables)[0]}
    if shutil.which("liggghts"):
        found[LIGGGHTS] = lambda: run_other(bench, ["liggghts", "-in", f"{path}.liggghts", *words])
    if shutil.which("yade"):
        found[YADE] = lambda: run_other(bench, ["yade", "-j1", "-n", "-x", "decks/peers/yade.py"], DECK=name, **variables)
    return found


def result(bench, run):
    clock = bench.work / "peers.clock"
    clock.unlink(missing_ok=True)
    text = run()
    return read_result(text, clock.read_text() if clock.exists() else "")


def versions(bench):
    """{code: version and flags of its compiler}: of Debian's packages, and of LAMMPS with the flags of stock."""
    debian = {name: subprocess.run(["dpkg-query", "-W", "-f", "${Version}", name.lower()], text=True, check=False,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout for name in (LIGGGHTS, YADE)} if shutil.which("dpkg-query") else {LIGGGHTS: "", YADE: ""}
    release = re.search(r"LAMMPS \((.*?)[)-]", (bench.work / "log.lammps").read_text()).group(1).strip()
    return {**debian, STOCK: f"LAMMPS {release}, {flags_of_lammps(bench.options.lmp)}"}


def run_deck(bench, table, name, lengths):
    """Adds its rows to the table. Codes that compute something else have no row.

    lengths: function of the number of spheres, (steps, not used, steps of the check)."""
    deck = DECKS[name]
    wanted = getattr(bench.options, deck.size)
    start, n = start_file(bench, deck, wanted)
    steps, _, check = lengths(n)
    scale = (wanted / 25000)**(1 / 3)
    runs = codes(bench, name, {"START": start, "CHECK": check, "STEPS": steps,
                               **{key: scale * value for key, value in deck.lengths}})
    found = {}
    for repeat in range(1, bench.options.repeats + 1):
        for who, run in runs.items():
            found.setdefault(who, []).append(result(bench, run))
            bench.say(f"peers {name} {who}, repeat {repeat} of {bench.options.repeats}: {found[who][-1]['seconds']:.2f} s")
    fastest = {who: min(some, key=lambda one: one["seconds"]) for who, some in found.items()}
    of_plugin, version = fastest[PLUGIN], versions(bench)
    for who, one in fastest.items():
        bounds = dict(zip(ENERGIES, deck.bounds.get(who, ())),
                      contacts=END_CONTACTS + 2 / math.sqrt(max(1.0, of_plugin["contacts"])))
        apart = {what: relative_spread([one[what], of_plugin[what]]) for what in bounds}
        wrong = [f"{what} by {apart[what]:.1e} (allowed {bound})" for what, bound in bounds.items() if not apart[what] <= bound]
        if wrong:
            bench.failures.append(f"peers {name}: {who} and the plugin differ: {', '.join(wrong)}")
            continue
        table.add(deck.title, f"{who} {version.get(who, '')}".strip(), str(n), str(steps), f"{one['contacts']:.0f}",
                  *(f"{one[what]:.4e}" for what in ("ke", "end ke", "end rotation")), f"{one['seconds']:.2f}",
                  f"{1e-6 * n * steps / one['seconds']:.2f}", f"{one['seconds'] / of_plugin['seconds']:.1f}")


def run_peers(bench, lengths):
    """Returns a table."""
    table = Table("Other codes, sliding friction, processor time of one core", "deck", "code", "spheres", "steps", "contacts",
                  "kinetic energy after the check [J]", "at the end [J]", "of rotation [J]", "seconds", "10^6 particle-steps/s",
                  "plugin faster by", words=2)
    for name in DECKS:
        try:
            run_deck(bench, table, name, lengths)
        except BenchError as error:
            bench.failures.append(f"peers {name}: {error}")
    return table
