"""The case "peers": Debian's LIGGGHTS and YADE, where they are installed, beside stock LAMMPS and the plugin.

A static packing in a periodic box with the same law in all codes: Hertz, Mindlin, restitution 0.5, friction 0.5, no rolling
and twisting friction, one core."""

import os
import re
import shutil
import subprocess

from cases import PLUGIN, STOCK
from run import BenchError
from sides import relative_spread
from table import Table

LIGGGHTS, YADE = "LIGGGHTS", "YADE"
# Kinetic energies after the check. YADE damps the shear of a contact in another way.
BOUND = {STOCK: 1e-3, LIGGGHTS: 0.05, YADE: 0.5}
CONTACTS = 0.01    # bound of their number at the end
DENSITY, PHI = 2500.0, 0.61    # of the spheres [kg/m^3]; of the packing


def start_files(bench, n):
    """Writes the packing as data of LAMMPS and LIGGGHTS, and as rows for YADE; returns their names and the number of spheres."""
    options = bench.options
    bench.say(f"making the packing of {n} spheres")
    bench.lammps("decks/peers/in.start", dict(N=n, SEED=options.seed, PHI=PHI, COMPRESS=options.compress or 20000,
                                        CALM=4 * options.calm, OUT="peers.dump"))
    head, _, rows = (bench.work / "peers.dump").read_text().partition("ITEM: ATOMS id diameter x y z\n")
    low, high = map(float, head.splitlines()[-1].split())
    rows = [[float(word) for word in line.split()[1:]] for line in rows.splitlines()]
    data = bench.work / "peers.data"
    data.write_text("A packing\n\n" f"{len(rows)} atoms\n1 atom types\n"
                    + "".join(f"{low!r} {high!r} {axis}lo {axis}hi\n" for axis in "xyz") + "\nAtoms\n\n"
                    + "".join(f"{k} 1 {d!r} {DENSITY} {x!r} {y!r} {z!r}\n" for k, (d, x, y, z) in enumerate(rows, 1)))
    table = bench.work / "peers.rows"
    table.write_text(f"{high - low!r}\n" + "".join(f"{d!r} {x - low!r} {y - low!r} {z - low!r}\n" for d, x, y, z in rows))
    return "peers.data", "peers.rows", len(rows)


def read_result(text):
    """{"ke", "rotation", "contacts", "seconds"} of the output of one of the codes."""
    def number(pattern):
        found = re.findall(pattern + r" +([-+.\de]+)", text)
        if not found:
            raise BenchError(f"no '{pattern}' in the output: {text[-500:]}")
        return float(found[-1])

    own_clock = "PEER time" in text
    loops = re.findall(r"^Loop time of ([.\d]+)", text, re.M)
    return {"ke": number("PEER check ke"), "rotation": number("rotation"), "contacts": number("PEER end contacts"),
            "seconds": number("PEER time") if own_clock else float(loops[-2])}    # the last loop has no step


def run_other(bench, command, **settings):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMP_NUM_THREADS="1",
                       OMPI_MCA_ess_singleton_isolated="1", **{name: str(value) for name, value in settings.items()})
    done = subprocess.run(command, cwd=bench.work, env=environment, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise BenchError(f"{command[0]} failed: {done.stdout[-500:]}")
    return done.stdout


def codes(bench, variables, rows):
    """{name: function that runs it and returns its output}, without codes that are not installed."""
    words = [word for name, value in variables.items() for word in ("-var", name, str(value))]
    found = {STOCK: lambda: bench.lammps("decks/peers/in.lammps", variables, stock=True)[0],
             PLUGIN: lambda: bench.lammps("decks/peers/in.lammps", variables)[0]}
    if shutil.which("liggghts"):
        found[LIGGGHTS] = lambda: run_other(bench, ["liggghts", "-in", "decks/peers/in.liggghts", *words])
    if shutil.which("yade"):
        found[YADE] = lambda: run_other(bench, ["yade", "-j1", "-n", "-x", "decks/peers/packing.py"], PEER_ROWS=rows,
                                        PEER_CHECK=variables["CHECK"], PEER_STEPS=variables["STEPS"])
    return found


def versions():
    """Debian's versions of the packages."""
    return {name: subprocess.run(["dpkg-query", "-W", "-f", "${Version}", name.lower()], text=True, check=False,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout for name in (LIGGGHTS, YADE)}


def run_peers(bench, n, steps, check):
    """Returns a table. Codes that compute something else have no row."""
    start, rows, n = start_files(bench, n)
    runs = codes(bench, dict(START=start, CHECK=check, STEPS=steps), rows)
    found = {}
    for repeat in range(1, bench.options.repeats + 1):
        for who, run in runs.items():
            found.setdefault(who, []).append(read_result(run()))
            bench.say(f"peers {who}, repeat {repeat} of {bench.options.repeats}: {found[who][-1]['seconds']:.2f} s")
    table = Table("Static packing in a periodic box, Hertz and Mindlin, sliding friction", "code", "spheres", "steps",
                  "contacts", "kinetic energy after the check [J]", "seconds", "10^6 particle-steps/s", "plugin faster by")
    fastest = {who: min(some, key=lambda one: one["seconds"]) for who, some in found.items()}
    of_plugin, version = fastest[PLUGIN], versions()
    for who, one in fastest.items():
        energies = relative_spread([one["ke"], of_plugin["ke"]])
        contacts = relative_spread([one["contacts"], of_plugin["contacts"]])
        if not (energies <= BOUND.get(who, 0.0) and contacts <= CONTACTS):
            bench.failures.append(f"peers: {who} and the plugin differ: kinetic energy by {energies:.1e}, contacts by {contacts:.1e}")
            continue
        table.add(f"{who} {version.get(who, '')}".strip(), str(n), str(steps), f"{one['contacts']:.0f}", f"{one['ke']:.4e}",
                  f"{one['seconds']:.2f}", f"{1e-6 * n * steps / one['seconds']:.2f}",
                  f"{one['seconds'] / of_plugin['seconds']:.1f}")
    return table
