#!/usr/bin/env python3
"""Tests of soil mechanics with spheres.

  python3 soil.py triaxial --mu 0.5 --mu-roll 0.1 --p 100e3

isotropic   compression from p/10 to p                          shear      simple shear at the constant normal stress p
triaxial    compression at the constant lateral stress p        shearbox   direct shear box, its lid under the stress p
undrained   the same at constant volume, from the stress p      sixwalls   triaxial between walls, four of them at the stress p
oedometer   compression without lateral strain, from p/10 to p

Prints means and standard errors over the seeds; writes NAME.csv (each seed), NAME_curves.csv and NAME.png; the NAME has the test and
its settings, such as triaxial_dense_mu0.5_roll0.1_p100000_E1e+09_n1000_strain0.35_I0.001. Ends with 1 and says why if a run was not
quasi-static.
"""

import argparse
import math
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import above, add_places, key_of, mean_and_error, pyplot, read_columns, run_all, run_once, save, written    # noqa: E402  after its folder

import numpy    # noqa: E402  driver says so where it is missing
import pandas    # noqa: E402
from scipy import signal    # noqa: E402

from granular_srt import contacts, reading    # noqa: E402

D, RHO, NU = 1e-3, 2500.0, 0.3    # of material.in
# strain at the end, inertial number at the stress p: where p falls, it grows
TESTS = {"isotropic": (None, None), "triaxial": (0.35, 1e-3), "undrained": (0.05, 1e-3), "oedometer": (0.05, 3e-4), "shear": (0.4, 9e-4),
         "shearbox": (0.3, 9e-4), "sixwalls": (0.25, 1e-3)}
OWN_SAMPLE = ("shearbox", "sixwalls")
# what a test at rest must not exceed; slower flow no longer changes the strength: GDR MiDi, Eur. Phys. J. E 14, 341 (2004);
# F. da Cruz et al., Phys. Rev. E 72, 021309 (2005)
LIMITS = {"largest inertial number": 1e-3,
          "mean unbalanced force": 0.05,    # net force of a sphere over the mean contact force
          "largest deviation of the lateral stress": 0.01, "largest deviation of the normal stress": 0.01,
          "largest change of the volume": 1e-12}    # rounding
LEAST_KAPPA = 50
STEADY = 0.1                 # volume change per strain below which the late state counts as critical
COLUMNS = ["step", "strain", "volumetric", "sx", "sy", "sz", "txy", "kinetic"]
STATE = ["step", "bearing", "rattler", "fxx", "fyy", "fzz", "fxy", "fxz", "unbalanced"]


def kappa(young, p):
    """Normal stiffness/(p D) of a contact under the force p D^2."""
    soft = young / (2 * (1 - NU**2))
    overlap = (0.75 * p * D**2 / (soft * math.sqrt(D / 4))) ** (2 / 3)
    return 2 * soft * math.sqrt(D / 4 * overlap) / (p * D)


# ---- runs ----

def strip(points, low, high):
    """Triangles of a surface along y through points (x, z)."""
    for (x, z), (u, w) in zip(points, points[1:]):
        a, b, c, d = (x, low, z), (u, low, w), (u, high, w), (x, high, z)
        yield from ((a, b, c), (a, c, d))


def write_stl(path, triangles):
    facets = ("facet normal 0 0 0\n outer loop\n" + "".join("  vertex {:.9g} {:.9g} {:.9g}\n".format(*corner) for corner in triangle)
              + " endloop\nendfacet\n" for triangle in triangles)
    path.write_text("solid half\n" + "".join(facets) + "endsolid half\n", encoding="utf-8")


def shear_box(folder, n):
    """Writes the halves of the box, each with a flange that closes the gap behind the other; returns its measures."""
    size = (n / 3000) ** (1 / 3) * D
    length, breadth, depth, top = 24 * size, 8 * size, 6.85 * size, 100 * size
    for name, lines in (("lower", [[(-length / 2, 0), (0, 0), (0, -depth), (length, -depth), (length, 0)]]),
                        ("upper", [[(0, top), (0, 0)], [(length, top), (length, 0), (1.5 * length, 0)]])):
        write_stl(folder / f"{name}.stl", [triangle for line in lines for triangle in strip(line, -D, breadth + D)])
    return {"LENGTH": length, "BREADTH": breadth, "DEPTH": depth}


def grains(options, mu_roll, seed):
    """Settings of a run that material.in reads, but those of its test."""
    return {"MU": options.mu, "MU_ROLL": mu_roll, "P": options.p, "YOUNG": options.young, "N": options.n, "SEED": 7919 * seed,
            "MU_PACK": options.mu if options.sample == "loose" else 0}


def key():
    """Of the decks, in the names of the folders."""
    return key_of(*sorted(HERE.glob("in.*")), *sorted(HERE.glob("*.in")))


def place(options, friction, seed):
    """Folder of a sample, or of the tests of one friction."""
    return options.out / f"{options.sample}{friction}_p{options.p:g}_E{options.young:g}_n{options.n}_{key()}" / f"seed{seed}"


def sample(options, mu_roll, seed):
    """Makes a sample under p/10, once; returns its restart file. The friction of the grains has no part in a dense one."""
    loose = options.sample == "loose"
    folder = place(options, f"_sample_mu{options.mu:g}_roll{mu_roll:g}" if loose else "_sample", seed)
    prepare(folder)
    run_once(options.lmp, HERE / "in.sample", folder, {**grains(options, mu_roll if loose else 0, seed),
                                                       "SAMPLE": "fcc" if options.sample == "fcc" else "random"}, "sample.log")
    return folder / "sample.restart"


def prepare(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in "material.in", "record.in":
        shutil.copy(HERE / name, folder)


def run_one(options, mu_roll, seed):
    """Runs a test, once; returns its folder."""
    test, folder = options.test, place(options, f"_mu{options.mu:g}_roll{mu_roll:g}", seed)
    prepare(folder)
    variables = grains(options, mu_roll, seed)
    if test not in OWN_SAMPLE:
        shutil.copy(sample(options, mu_roll, seed), folder)
        if test != "oedometer":
            run_once(options.lmp, HERE / "in.isotropic", folder, {**variables, "SAMPLE": "sample.restart"}, "isotropic.log")
    variables |= {"STRAIN": options.strain, "INERTIAL": options.inertial}
    if test in OWN_SAMPLE:
        more = shear_box(folder, options.n) if test == "shearbox" else {}
        run_once(options.lmp, HERE / f"in.{test}", folder, {**variables, **more}, f"{test}.log")
    elif test != "isotropic":
        more = {"START": "sample.restart", "STOP": options.p} if test == "oedometer" else {"START": "start.restart"}
        run_once(options.lmp, HERE / "in.cell", folder, {**variables, "TEST": test, **more}, f"{test}.log")
    return folder


# ---- what is measured ----

def curve(options, folder):
    """Rows of a test with q, p, angle [degrees], dilatancy, fabric, coordination, inertial number."""
    rows = pandas.DataFrame(read_columns(folder / f"{options.test}.txt"), columns=COLUMNS)
    rows = rows.merge(pandas.DataFrame(read_columns(folder / f"{options.test}.state.txt"), columns=STATE), on="step")
    if len(rows) < 25:
        raise RuntimeError(f"{folder}: {len(rows)} rows of {options.test}; 25 are needed")
    rows["coordination"] = rows.bearing / (count(options) - rows.rattler).replace(0, numpy.nan)
    trace = rows.fxx + rows.fyy + rows.fzz
    if options.test == "shearbox":
        rows["p"], rows["q"] = rows.sz, rows.txy
    else:
        rows["p"] = (rows.sx + rows.sy + rows.sz) / 3
        rows["q"] = numpy.sqrt(((rows.sx - rows.sy)**2 + (rows.sy - rows.sz)**2 + (rows.sz - rows.sx)**2) / 2 + 3 * rows.txy**2)
    if options.test in ("shear", "shearbox"):
        normal, other, mixed = (("sy", "fyy", "fxy"), ("sz", "fzz", "fxz"))[options.test == "shearbox"]
        rows["angle"] = numpy.degrees(numpy.arctan(rows.txy / rows[normal]))
        rows["fabric"] = numpy.hypot(rows.fxx - rows[other], 2 * rows[mixed]) / trace
    else:
        rows["lateral"] = (rows.sx + rows.sy) / 2
        rows["q"] = rows.sz - rows.lateral
        rows["angle"] = numpy.degrees(numpy.arcsin((rows.sz - rows.lateral) / (rows.sz + rows.lateral)))
        rows["fabric"] = (rows.fzz - (rows.fxx + rows.fyy) / 2) / trace
    # rows of the test between walls are not equally apart in the strain
    rows["dilatancy"] = -signal.savgol_filter(rows.volumetric, 21, 2, deriv=1) / signal.savgol_filter(rows.strain, 21, 2, deriv=1)
    rows["inertial"] = options.inertial * numpy.sqrt(options.p / rows.p.clip(lower=1e-9 * options.p))
    return rows


def count(options):
    """Spheres: FCC has its own number."""
    return 4 if options.sample == "fcc" else options.n


def strength(options, rows):
    """Numbers by name of a test that shears."""
    test = options.test
    smooth = rows.rolling(5, center=True, min_periods=5).mean()
    peak, late = smooth.loc[smooth.angle.idxmax()], rows[rows.strain > 0.75 * rows.strain.max()]
    found = {}
    for name, state in (("peak", peak), ("late", late.mean())):
        found |= {f"{name}: friction angle [degrees]": state.angle, f"{name}: q [Pa]": state.q, f"{name}: p [Pa]": state.p,
                  f"{name}: strain": state.strain, f"{name}: volumetric strain": state.volumetric,
                  f"{name}: dilatancy": state.dilatancy, f"{name}: fabric, difference": state.fabric,
                  f"{name}: contacts of a sphere": state.coordination}
    if test in ("triaxial", "sixwalls"):
        # P. A. Vermeer and R. de Borst, Heron 29(3) (1984). P. W. Rowe, Proc. R. Soc. A 269, 500 (1962): the ratio of the stresses is
        # that of the critical state times 1 + dilatancy
        found["peak: dilatancy angle [degrees]"] = math.degrees(math.asin(peak.dilatancy / (2 + peak.dilatancy)))
        ratio = math.tan(math.radians(45 + late.angle.mean() / 2)) ** 2 * (1 + peak.dilatancy)
        found["peak by Rowe from dilatancy and late angle [degrees]"] = math.degrees(math.asin((ratio - 1) / (ratio + 1)))
        if options.sample == "fcc":    # C. Thornton, Geotechnique 29, 441 (1979): ratio of the stresses 2 (1 + mu)/(1 - mu)
            found["peak: closed form [degrees]"] = math.degrees(math.asin((1 + 3 * options.mu) / (3 + options.mu)))
        found["largest deviation of the lateral stress"] = (rows.lateral / options.p - 1).abs().iloc[1:].max()
    elif test == "undrained":
        found = {name: value for name, value in found.items() if not name.endswith(("volumetric strain", "dilatancy"))}
        found["largest change of the volume"] = rows.volumetric.abs().max()
        found["late: change of p per strain"] = numpy.polyfit(late.strain, late.p, 1)[0] / late.p.mean()
    else:
        found["peak: dilatancy angle [degrees]"] = math.degrees(math.atan(peak.dilatancy))
        normal = rows.sz if test == "shearbox" else rows.sy
        found["largest deviation of the normal stress"] = (normal / options.p - 1).abs().iloc[1:].max()
    if test == "shearbox":
        found["late: normal stress of the shear plane [Pa]"] = late.sx.mean()
        found["late: friction angle by that stress [degrees]"] = math.degrees(math.atan(late.txy.mean() / late.sx.mean()))
    return found


def at_rest(options, rows):
    """Numbers of the oedometer."""
    end = rows[rows.sz > 0.8 * rows.sz.max()]
    return {"K0 at the end": rows.lateral.iloc[-5:].mean() / rows.sz.iloc[-5:].mean(),
            "K0 of the last increments": numpy.polyfit(end.sz, end.lateral, 1)[0],
            "oedometric modulus [Pa]": numpy.polyfit(end.strain, end.sz, 1)[0], "strain": rows.strain.iloc[-1],
            "axial stress at the end [Pa]": rows.sz.iloc[-1], "mobilised friction angle [degrees]": rows.angle.iloc[-5:].mean(),
            "fabric, difference": rows.fabric.iloc[-5:].mean(), "contacts of a sphere": rows.coordination.iloc[-5:].mean()}


def compressed(options, folder):
    """(rows, numbers) of the isotropic compression."""
    rows = pandas.DataFrame(read_columns(folder / "isotropic.txt"), columns=["step", "volumetric", "sx", "sy", "sz", "void", "time"])
    stresses = rows[["sx", "sy", "sz"]].to_numpy()
    rows["p"] = stresses.mean(axis=1)
    bulk = signal.savgol_filter(rows.p, 21, 2, deriv=1) / signal.savgol_filter(rows.volumetric, 21, 2, deriv=1)
    late = (rows.p > 0.3 * options.p).to_numpy()
    exponent, factor = numpy.polyfit(numpy.log(rows.p[late] / options.p), numpy.log(bulk[late]), 1)
    spheres = reading.last(folder / "spheres.dump", a="bearing rattler")
    touching = reading.last(folder / "contacts.dump", c="id1 id2 nx ny nz distance overlap fn").rows
    # Hertz: kn = 3/2 fn/overlap. All spheres move with the box: no displacement within a sample is softer than its best one
    affine = (1.5 * touching.fn / touching.overlap * touching.distance**2).sum() / (9 * spheres.box.volume)
    fabric = numpy.linalg.eigvalsh(contacts.fabric(touching))
    rows["inertial"] = numpy.abs(numpy.gradient(rows.volumetric, rows.time)) * D * numpy.sqrt(RHO / rows.p)
    return rows, {"void ratio at p/10": rows.void.iloc[0], "void ratio at p": rows.void.iloc[-1],
                  "contacts of a sphere, no rattlers": spheres.rows.bearing.sum() / (len(spheres.rows) - spheres.rows.rattler.sum()),
                  "rattlers": spheres.rows.rattler.mean(), "bulk modulus at p [Pa]": math.exp(factor),
                  "bulk modulus, affine [Pa]": affine, "bulk modulus over affine": math.exp(factor) / affine,
                  "exponent of the bulk modulus in p": exponent, "fabric, difference": fabric[-1] - fabric[0],
                  "largest deviation of a stress from p": numpy.abs(stresses / rows.p.to_numpy()[:, None] - 1).max(),
                  "largest inertial number": rows.inertial.max()}


def measure(options, folder):
    """(rows, numbers by name, what is not quasi-static) of a run."""
    if options.test == "isotropic":
        rows, found = compressed(options, folder)
    else:
        rows = curve(options, folder)
        found = at_rest(options, rows) if options.test == "oedometer" else strength(options, rows)
        found |= {"largest inertial number": rows.inertial.max(), "mean unbalanced force": rows.unbalanced.mean(),
                  "kinetic pressure/p": (rows.kinetic / rows.p).mean(), "kappa at the largest p": kappa(options.young, rows.p.max())}
    return rows, found, faults_of(found)


def faults_of(found):
    """What is not quasi-static. Where no contact is left, numbers are NaN: beyond their limits too."""
    return [f"{name} {found[name]:.2g} > {limit:g}" for name, limit in LIMITS.items() if not found.get(name, 0) <= limit]


# ---- output ----

# columns and labels of the two panels
ANGLE, VOLUME = ("angle", "friction angle [degrees]"), ("volumetric", "volumetric strain (compression > 0)")
STRAIN, MEAN, AXIAL = ("strain", "strain"), ("p", "p [Pa]"), ("sz", "axial stress [Pa]")
PANELS = {"isotropic": ((MEAN, ("void", "void ratio")), (MEAN, VOLUME)),
          "undrained": ((STRAIN, ANGLE), (MEAN, ("q", "q [Pa]"))),
          "oedometer": ((STRAIN, AXIAL), (AXIAL, ("lateral", "lateral stress [Pa]")))}


def draw(options, curves):
    """A picture of two panels, a colour for each rolling friction, a line for each seed."""
    figure, panels = pyplot.subplots(1, 2, figsize=(9.0, 3.6), layout="constrained")
    for axes, ((x, xlabel), (y, ylabel)) in zip(panels, PANELS.get(options.test, ((STRAIN, ANGLE), (STRAIN, VOLUME)))):
        axes.set(xlabel=xlabel, ylabel=ylabel)
        for colour, mu_roll in enumerate(curves):
            for k, rows in enumerate(curves[mu_roll]):
                axes.plot(rows[x], rows[y], color=f"C{colour}", linestyle="-", linewidth=0.9, marker="",
                          label=None if k else f"rolling friction {mu_roll:g}")
    figure.suptitle(f"{options.test}: {count(options)} spheres, mu {options.mu:g}, p = {options.p / 1e3:g} kPa")
    save(panels[0], options.out / f"{stem(options)}.png")


def stem(options):
    """Begin of the names of the results: no other settings have it."""
    rolls = "_".join(f"{mu_roll:g}" for mu_roll in options.mu_roll)
    flow = "" if options.test == "isotropic" else f"_strain{options.strain:g}_I{options.inertial:g}"
    return f"{options.test}_{options.sample}_mu{options.mu:g}_roll{rolls}_p{options.p:g}_E{options.young:g}_n{count(options)}{flow}"


def run(options):
    rows, curves, faults, failed = [], {}, [], False
    items = [(mu_roll, seed) for mu_roll in options.mu_roll for seed in range(1, options.seeds + 1)]
    if options.test not in OWN_SAMPLE:    # one for several frictions: no two runs may make it
        firsts = items if options.sample == "loose" else items[:options.seeds]
        list(run_all(lambda item: sample(options, *item), firsts, options.jobs))
    for (mu_roll, seed), folder in run_all(lambda item: run_one(options, *item), items, options.jobs):
        if isinstance(folder, Exception):
            print(f"soil.py: mu_roll {mu_roll:g}, seed {seed}: {folder}", file=sys.stderr)
            failed = True
            continue
        found, numbers, wrong = measure(options, folder)
        curves.setdefault(mu_roll, []).append(found.assign(mu_roll=mu_roll, seed=seed))
        rows.append({"mu_roll": mu_roll, "seed": seed, **numbers})
        faults += [f"mu_roll {mu_roll:g}, seed {seed}: {fault}" for fault in wrong]
    if not rows:
        return 1
    table = pandas.DataFrame(rows).sort_values(["mu_roll", "seed"])
    table.to_csv(options.out / f"{stem(options)}.csv", index=False, float_format="%.6g")
    every = pandas.concat(frame for frames in curves.values() for frame in frames)
    every.to_csv(options.out / f"{stem(options)}_curves.csv", index=False, float_format="%.6g")
    curves = {mu_roll: curves[mu_roll] for mu_roll in options.mu_roll if mu_roll in curves}
    draw(options, curves)

    print(f"{options.test}: {count(options)} spheres, {options.sample} sample, mu {options.mu:g}, p {options.p:g} Pa, "
          f"kappa {kappa(options.young, options.p):.0f}, {options.seeds} seeds")
    print(f"{'':52s}" + "".join(f"{f'mu_roll {mu_roll:g}':>24s}" for mu_roll in curves))
    for name in table.columns[2:]:
        values = table[name].where(numpy.isfinite(table[name]))    # no contact is left where a loose sample liquefies
        cells = (mean_and_error(values[table.mu_roll == mu_roll].dropna()) for mu_roll in curves)
        print(f"{name:52s}" + "".join(f"{written(mean, error):>24s}" for mean, error in cells))
    for mu_roll in curves if options.test not in ("isotropic", "oedometer") else ():
        late = table[table.mu_roll == mu_roll]
        change, word = (late["late: change of p per strain"], "p") if options.test == "undrained" else (late["late: dilatancy"], "volume")
        steady = abs(change.mean()) < (1 if word == "p" else STEADY)
        print(f"mu_roll {mu_roll:g}: the late state (last quarter of the strain) is {'the' if steady else 'NOT yet the'} critical state: "
              f"{word} changes by {change.mean():.2g} per strain")
        if not steady and late["peak: strain"].mean() > 0.9 * options.strain:
            print(f"mu_roll {mu_roll:g}: the friction angle is largest at the end: the peak may come later, at a larger --strain")
    if faults:
        print("NOT quasi-static: " + "; ".join(faults) + ". These are not strengths at rest; a lower --inertial may help")
    else:
        print("quasi-static: inertial number, unbalanced force and constant stress or volume are within their limits")
    print(f"in {options.out}: {stem(options)}.csv, {stem(options)}_curves.csv, {stem(options)}.png")
    return int(bool(failed or faults))


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("test", choices=TESTS, help="which test")
    parser.add_argument("--mu", type=above(float, 0.0), default=0.5, help="sliding friction (0.5)")
    parser.add_argument("--mu-roll", type=above(float, 0.0), nargs="+", default=[0.0], help="rolling friction, one or several values (0)")
    parser.add_argument("--p", type=above(float, 1.0), default=100e3, help="stress that is kept constant [Pa] (100e3)")
    parser.add_argument("--young", type=above(float, 1.0), default=1e9, help="Young's modulus of the grains [Pa] (1e9)")
    parser.add_argument("--sample", choices=("dense", "loose", "fcc"), help="made without friction, with --mu, or a crystal of known "
                        "strength (dense; oedometer: loose)")
    parser.add_argument("--strain", type=above(float, 1e-4), help="at the end (0.05 to 0.4, by test)")
    parser.add_argument("--inertial", type=above(float, 1e-6), help="inertial number, rate d sqrt(density/p) (3e-4 to 1e-3, by test)")
    parser.add_argument("-n", type=above(int, 100), default=1000, help="spheres (1000)")
    parser.add_argument("--seeds", type=above(int, 1), default=3, help="samples (3)")
    parser.add_argument("--jobs", type=above(int, 1), default=2, help="runs at a time (2)")
    add_places(parser, "results")
    options = parser.parse_args(words)
    options.sample = options.sample or ("loose" if options.test == "oedometer" else "dense")
    if options.sample == "fcc" and (options.test != "triaxial" or any(options.mu_roll) or options.mu >= 1):
        parser.error("--sample fcc: only for triaxial with --mu < 1 and --mu-roll 0, where its strength is known")
    for word in "strain", "inertial":
        if getattr(options, word) and options.test == "isotropic":
            parser.error(f"--{word}: not for isotropic, which is a compression to the stress p in 20000 steps")
    if kappa(options.young, options.p) < LEAST_KAPPA:
        parser.error(f"--young {options.young:g}: kappa = kn/(p d) is {kappa(options.young, options.p):.3g} at p = {options.p:g} Pa; "
                     f"must be >= {LEAST_KAPPA}, or grains overlap instead of moving")
    options.strain, options.inertial = (getattr(options, word) or usual for word, usual in zip(("strain", "inertial"), TESTS[options.test]))
    options.out.mkdir(parents=True, exist_ok=True)
    return run(options)


if __name__ == "__main__":
    sys.exit(main())
