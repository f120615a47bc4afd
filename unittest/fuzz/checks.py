"""What must hold for every scene, without a reference."""

import collections
import dataclasses
import math
import os
import unittest
from unittest import mock

import decks
import harness
from decks import AT, AXIAL, DIMENSIONS, GROUPS, PLAIN, Script, Way, vectors
from scene import SAME

# Two orders of a sum differ by 1e-16 of its largest term. In the steps of a scene (at most 180, two to five times the
# duration of a collision) motion makes this grow: to at most 1e-11 of the largest value in the scenes looked at. A spring that
# is lost or exchanged changes forces by 1e-6 and more.
ROUNDING = 1e-9
STATISTICS = collections.Counter()


class Fault(AssertionError):
    pass


class Refused(Exception):
    """LAMMPS or the plugin has stopped with a message."""


def environment(way):
    return mock.patch.dict(os.environ, dict(way.environment))


class Stage:
    """A folder, and the decks that ran in it."""

    def __init__(self, files):
        self.space, self.files, self.decks = harness.Workspace(), files, []
        self.place(files)

    def place(self, files):
        for name, text in files.items():
            self.space.write(name, text)

    def run(self, name, deck, way=PLAIN, dump="dump.txt", must=False):
        """Runs a deck; one that stops with a message is refused, unless it must run."""
        self.decks.append((name, deck, way))
        path = self.space.path / dump
        path.unlink(missing_ok=True)
        options = dict(launcher=way.launcher) if way.launcher else {}
        with environment(way):
            result = self.space.run(deck, ranks=way.ranks, args=way.arguments, timeout=120, **options)
        STATISTICS["decks"] += 1
        if result.returncode or result.error:
            # LAMMPS' own, between read_restart and the first run, and full lists in a box of less than two diameters
            if any(text in result.error for text in ("after reading restart file with per-atom info", "with full neighbor lists: the box is")):
                raise Refused(result.error)
            if result.returncode == 1 and result.error and not must:
                raise Refused(result.error)
            self.fault(f"{name}: exit code {result.returncode}: {result.error or result.output[-1500:]}")
        frames = decks.frames_of(path.read_text())
        for step, rows in frames.items():
            for row in rows:
                if "nan" in " ".join(row[AT["x"]:]) or "inf" in " ".join(row[AT["x"]:]):
                    self.fault(f"{name}: step {step}, sphere {row[0]}: not a number")
        thermo = result.thermo()
        return decks.Outcome(result, frames, thermo)

    def fault(self, text):
        shown = ""
        for name, deck, way in self.decks:
            words = " ".join(f"{a}={b}" for a, b in way.environment)
            shown += f"----- {name}: {words} {'mpirun -np %d ' % way.ranks if way.ranks > 1 else ''}lmp {' '.join(way.arguments)}\n{deck}"
        for name, content in self.files.items():
            shown += f"----- {name}\n{content}"
        raise Fault(f"{text}\n{shown}")

    def close(self):
        self.space.close()


def first_difference(one, other, name, first=0):
    """Bits, in the order of the files."""
    for step in sorted(set(one.frames) & set(other.frames)):
        if step >= first and one.frames[step] != other.frames[step]:
            pairs = [(a, b) for a, b in zip(one.frames[step], other.frames[step]) if a != b]
            if not pairs:
                return f"{name}: step {step}: {len(one.frames[step])} and {len(other.frames[step])} spheres"
            a, b = pairs[0]
            columns = [c for c, p, q in zip(decks.NAMES, a, b) if p != q]
            k = AT[columns[0]]
            return (f"{name}: step {step}: {len(pairs)} spheres differ, the first is {a[0]}, in {' '.join(columns)}: "
                    f"{a[k]} and {b[k]}")
    return ""


def by_diameter(rows, factor=1.0):
    """Spheres by their diameters, which IDs do not change."""
    return {diameter_key(row, factor): row for row in rows}


def diameter_key(row, factor=1.0):
    """Of two sizes few spheres are nearer than 1e-7 to each other; rounding is 1e-16."""
    return round(float(row[AT["diameter"]]) / factor * 1e9)


def deviation(one, other, name, frame=SAME, first=0):
    """Of two trajectories; the scale is the largest value of a quantity in all frames."""
    steps = [s for s in sorted(set(one.frames) & set(other.frames)) if s >= first]
    scale = {q: 0.0 for q in GROUPS}
    worst = {q: (0.0, "") for q in GROUPS}
    for step in steps:
        left, right = by_diameter(one.frames[step]), by_diameter(other.frames[step], frame.units[0])
        if left.keys() != right.keys():
            return f"{name}: step {step}: {len(left)} and {len(right)} spheres"
        for key, row in left.items():
            for q in GROUPS:
                a = vectors(row, q)
                b = frame.back(vectors(right[key], q), DIMENSIONS[q], q in AXIAL)
                scale[q] = max(scale[q], *map(abs, a))
                error = max(abs(x - y) for x, y in zip(a, b))
                if error > worst[q][0]:
                    worst[q] = error, f"step {step}, sphere {row[0]}: {a} and {b}"
    scale["x"], scale["omega"] = max(1.0, scale["x"]), max(scale["omega"], 0.1)
    scale["v"] = max(scale["v"], 0.01)
    # forces of a force-free state are what rounding of overlaps makes: stiffness 1000 or so times length 1
    scale["f"], scale["torque"] = max(scale["f"], 1e-3), max(scale["torque"], 1e-3)
    for q in GROUPS:
        ratio = worst[q][0] / scale[q]
        STATISTICS[f"deviations {name.split(' (')[0]} up to 1e{math.ceil(math.log10(ratio)) if ratio else '-inf'}"] += 1
        if ratio > ROUNDING:
            return f"{name}: {q} deviates by {ratio:.3g} of {scale[q]:.3g} (bound {ROUNDING:g}): {worst[q][1]}"
    return ""


def ways(scene, stage, others):
    """The same scene in other ways."""
    script = Script(scene)
    base = stage.run("plain", script.whole())
    for way in others:
        if way.hybrid and any(c.name in ("law", "pair again") for commands, _ in scene.phases for c in commands):
            continue    # these commands are written without the name of a sub-style
        if way.every and scene.motion == "deform":
            continue    # LAMMPS computes the lengths of the box from the start and the end of a run
        other = stage.run(way.name, Script(scene, way).whole(), way, must=True)
        # compute pair/local has LAMMPS' list of pairs with newton on, which takes forces in another order
        bits = way.bits and (way.name, scene.newton) != ("pair/local", "on")
        text = first_difference(base, other, way.name) if bits else deviation(base, other, way.name)
        if text:
            stage.fault(text)


def relabelled(scene, stage, way):
    """IDs are names: a run does not depend on them."""
    with_ids = stage.run("as it is", Script(scene, way).whole(), way)
    text = Script(scene, way).whole(skip=("reset_atoms",)).replace("compress yes", "compress no")
    without = stage.run("IDs kept", text, way, must=True)
    found = deviation(without, with_ids, "relabelled")
    if found:
        stage.fault(found)


def continued(scene, stage, at, within, way, repeat, ledger=False, changed=("", "")):
    """A run that goes on from a file before phase `at`, or in the middle of it, is the uninterrupted one.

    changed: a setting with another value, (name, text), that changes the order of sums.
    """
    # A fix that is defined again comes later in the order of fixes, and before the first run it has the state in the file.
    scene = dataclasses.replace(scene, phases=tuple(
        (tuple(c for c in commands if c.name != "refix"), count) for commands, count in scene.phases))
    whole, number = Script(scene, way), 0
    text = whole.start(dump="a.txt", ledger=ledger)
    steps = 0
    for number in range(len(scene.phases)):
        commands, count = scene.phases[number]
        if number == at and not within:
            text += "write_restart file\n"
            settings = Script(scene, way)
            settings.settings = whole.settings | ({changed[0]: changed[1]} if changed[0] else {})
        text += whole.phase(number)
        if number == at and within:
            text += f"restart {count // 2} file.*\n"
            settings = Script(scene, way)
            settings.settings = whole.settings | ({changed[0]: changed[1]} if changed[0] else {})
        text += f"run {count}\n"
        if number == at and within:
            text += "restart 0\n"
        if number < at:
            steps += count
    one = stage.run("whole", text, way, "a.txt")
    count = scene.phases[at][1]
    if within:
        # LAMMPS writes the file at multiples of the interval
        interval = count // 2
        step = (steps // interval + 1) * interval
        if step >= steps + count:
            return
        part = (settings.go_on(f"file.{step}", "b.txt", ledger, repeat)
                + f"restart {interval} again.*\nrun {steps + count - step}\nrestart 0\n")
    else:
        step = steps
        part = settings.go_on("file", "b.txt", ledger, repeat) + settings.phase(at) + f"run {count}\n"
    for number in range(at + 1, len(scene.phases)):
        part += settings.phase(number) + f"run {scene.phases[number][1]}\n"
    other = stage.run("part", part, way, "b.txt", must=True)
    said = [line for line in other.result.log.splitlines() if line.startswith("The run ")]
    if said != [f"The run goes on with the forces of step {step}"] * within:
        stage.fault(f"continued: the log says: {said}")
    after_the_file = {c.name for c in scene.phases[at][0]} if not within else set()
    balanced = any(c.name == "balance" for commands, _ in scene.phases[:at + 1] for c in commands)
    # Sums in another order; fix deform has its lengths from the start of a run; LAMMPS rounds positions when it reads a file
    # with a triclinic box, and particles that a command has moved are not put back.
    another = (changed[0] or after_the_file & {"neighbor", "neigh_modify", "sort"} or scene.motion == "deform"
               or (balanced and way.ranks > 1) or (after_the_file and scene.tilt))
    if another:
        found = deviation(one, other, "continued in another order", first=step + 1)
        if found:
            stage.fault(f"{found}\n{said}")
        return
    found = first_difference(one, other, "continued", first=step + 1)
    if found:
        stage.fault(f"{found}\n{said}")
    # the first row of a run that goes on may be another (doc/restart.md); each further run has one of its own at its start
    left, right = ([row for row in o.thermo if row["Step"] > step] for o in (one, other))
    if len(left) != len(right):
        stage.fault(f"continued: {len(left)} and {len(right)} rows of thermo output")
    for a, b in zip(left, right):
        names = [n for n in a if a[n] != b[n]]
        if names:
            stage.fault(f"continued: thermo of step {a['Step']:g} differs in " + ", ".join(
                f"{n} ({a[n]:.17g} and {b[n]:.17g})" for n in names))


def untouched(scene, stage, interval, every, ranks):
    """What is written for a restart does not change the run: it has the bits of the same deck with `restart lammps`, and those
    of the deck without files up to the order of sums, which LAMMPS' new neighbor lists in the steps of files change."""
    def deck(files):
        script = Script(scene)
        text = script.start() + (f"restart {interval} one two\n" if files else "")
        for number, (_, count) in enumerate(scene.phases):
            between = f' every {every} "write_restart between" "write_data between.data"' if files and every else ""
            text += script.phase(number) + f"run {count}{between}\n"
        return text

    one = stage.run("exact", deck(True), Way("exact", ranks=ranks))
    lammps = Way("lammps", ranks=ranks, environment=(("GRANULAR_SRT_RESTART", "lammps"),))
    found = first_difference(stage.run("restart lammps", deck(True), lammps, must=True), one, "restart lammps")
    if not found and not every:
        found = deviation(stage.run("without files", deck(False), Way("none", ranks=ranks), must=True), one, "without files")
    if found:
        stage.fault(found)


def another_frame(scene, stage, frame):
    one = stage.run("plain", Script(scene).whole())
    script = Script(scene, PLAIN, frame)
    stage.place(script.files)
    stage.files = {**stage.files, **{f"frame/{n}": t for n, t in script.files.items()}}
    other = stage.run("frame", script.whole(), must=True)
    found = deviation(one, other, f"frame {frame.axes} {frame.sides} {frame.units}", frame)
    if found:
        stage.fault(found)


def replicated(scene, stage, copies):
    """Each copy of a periodic box has the forces of the one box."""
    one = stage.run("plain", Script(scene).whole())
    words = " ".join(map(str, copies))
    other = stage.run("replicated", Script(scene).whole(extra=f"replicate {words}\n"), must=True)
    for step in sorted(set(one.frames) & set(other.frames)):
        single = by_diameter(one.frames[step])
        if len(other.frames[step]) != math.prod(copies) * len(one.frames[step]):
            stage.fault(f"replicated: step {step}: {len(other.frames[step])} spheres are not {words} times {len(one.frames[step])}")
        scale = {q: max([1e-3] + [abs(c) for row in single.values() for c in vectors(row, q)]) for q in GROUPS}
        for row in other.frames[step]:
            mate = single[diameter_key(row)]
            for q in ("v", "omega", "f", "torque"):
                error = max(abs(a - b) for a, b in zip(vectors(mate, q), vectors(row, q))) / scale[q]
                if error > ROUNDING:
                    stage.fault(f"replicated: step {step}: {q} of sphere {row[0]} deviates by {error:.3g} from that of {mate[0]}: "
                                f"{vectors(row, q)} and {vectors(mate, q)}")


def torque_of_half_a_step(scene, rows, row):
    """Bound of the torque by which forces along the normal of mid-step miss the balance: for each contact its loads times the
    relative travel in half a step. rows: the spheres of a frame, row: its thermo output."""
    # sum |F| <= sqrt(contacts sum F^2)
    loads = sum(row[f"c_square[{k}]"] / math.sqrt(row[f"c_mean[{k}]"]) for k in (1, 2) if row[f"c_mean[{k}]"] > 0)
    # twice that of the speeds at the end of the step
    return scene.step * 2 * max(math.hypot(*vectors(r, "v")) for r in rows) * loads


def balances(scene, stage):
    """Momentum, angular momentum and energy."""
    at_mid_step = "synchronized_verlet" in Script(scene).whole()
    deck = Script(scene).whole(ledger=True, loads=at_mid_step)
    run = stage.run("plain", deck)
    table = {}
    for row in run.thermo:    # the first row of a step belongs to the frame; that of the next run has forces computed anew
        table.setdefault(row["Step"], row)
    gravity = scene.weight
    for step, rows in run.frames.items():
        row = table.get(step)
        if row is None or step == 0:
            continue
        if scene.motion in ("nve", "nph", "deform") and not gravity:
            total = [sum(float(r[AT[f"f{c}"]]) for r in rows) + sum(row[f"f_wall{k}[{n}]"] for k in range(len(scene.walls)))
                     for n, c in zip((1, 2, 3), "xyz")]
            size = sum(abs(float(r[AT[f"f{c}"]])) for r in rows for c in "xyz") + sum(
                abs(row[f"f_wall{k}[{n}]"]) for k in range(len(scene.walls)) for n in (1, 2, 3))
            # sums of up to 125 forces and the forces in them, which are larger
            if max(map(abs, total)) > 1e-11 * max(size, 1.0) + 1e-10:
                stage.fault(f"momentum: step {step}: the forces on spheres and walls sum to {total} (their sizes to {size:.3g})")
            free = not any(scene.periodic) and scene.style == "granular"    # gran/* have levers R, not those of the contact point
            one_sided = any("tracking" == law[n + 1] for _, law in scene.laws for n, word in enumerate(law) if word == "rolling")
            # the speed of a wall that moves is not in the frame
            unknown = at_mid_step and any(wall.motion for wall in scene.walls)
            if free and not one_sided and not unknown:
                turn = [0.0] * 3
                size = 1.0
                for r in rows:
                    x = [float(r[AT[f"{c}u"]]) for c in "xyz"]
                    f, t = vectors(r, "f"), vectors(r, "torque")
                    for n in range(3):
                        a, b = (n + 1) % 3, (n + 2) % 3
                        turn[n] += x[a] * f[b] - x[b] * f[a] + t[n]
                        size += abs(x[a] * f[b]) + abs(x[b] * f[a])
                turn = [turn[n] + sum(row[f"f_wall{k}[{n + 4}]"] for k in range(len(scene.walls))) for n in range(3)]
                missing = torque_of_half_a_step(scene, rows, row) if at_mid_step else 0.0
                if max(map(abs, turn)) > 1e-11 * size + 1e-10 + missing:
                    stage.fault(f"angular momentum: step {step}: torques on spheres and walls sum to {turn} (their sizes to {size:.3g})")
        if scene.motion in ("nve", "freeze"):
            entries = [row[f"c_ledger[{k}]"] for k in range(1, 32)]
            size = sum(map(abs, entries[:29]))
            if abs(entries[30]) > 1e-9 * size + 1e-10:
                stage.fault(f"ledger: step {step}: residual {entries[30]:.3g}, entries {entries}")


def full_disk(scene, stage, file):
    """A file that cannot be written ends the run with its name, and not with exit code 0."""
    script = Script(scene)
    faces = file == "faces"
    name = f"full/{'faces.1.vtk' if faces else 'a.restart'}"
    if faces:
        wall = next(k for k, wall in enumerate(scene.walls) if wall.kind == "mesh")
        script.settings[f"wall{wall}"] = script.settings[f"wall{wall}"].replace(".stl", ".stl faces 1 full/faces.*.vtk", 1)
    deck = script.start() + script.phase(0) + "run 1\n" + f"write_restart {name}\n" * (not faces)
    stage.decks.append(("full disk", deck, PLAIN))
    try:
        launcher = stage.space.on_full_disk()
    except unittest.SkipTest as reason:
        STATISTICS[f"full disk: {reason}"] += 1
        return
    result = stage.space.run(deck, launcher=launcher)
    # that of LAMMPS for files that do not fit into a buffer
    expected = (f"Cannot write {name}: No space left on device", f"Cannot write restart file {name}: the file is cut short",
                "I/O error while writing restart")
    if result.returncode == 0:
        stage.fault(f"full disk: exit code 0, and {name} was not written")
    if not any(text in result.error for text in expected):
        raise Refused(result.error)
    STATISTICS[f"full disk: {file}"] += 1


def bounded(scene, stage):
    """Without friction and dashpots the energy stays, but for what the time step makes, which falls with its square."""
    run = stage.run("plain", Script(scene).whole(ledger=True))

    def energy(row):
        e = [row[f"c_ledger[{k}]"] for k in range(1, 32)]
        return sum(e[0:6]) + sum(e[13:17]) - sum(e[24:29])

    rows = run.thermo
    first = rows[0]
    scale = max(sum(abs(r[f"c_ledger[{k}]"]) for k in (1, 2, 3, 14)) for r in rows)
    for row in rows:
        # 70 steps and more in a collision of hooke, 40 for the stiffest: (pi/40)^2/8 = 1e-3 of what collides
        if abs(energy(row) - energy(first)) > 5e-3 * scale + 1e-9:
            stage.fault(f"energy: {energy(first):.9g} at the start, {energy(row):.9g} in step {row['Step']:g}, largest {scale:.3g}")
