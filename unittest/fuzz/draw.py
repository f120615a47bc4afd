"""Strategies of Hypothesis for scenes. The first value of each list is the simplest: failures shrink towards it."""

import dataclasses

from hypothesis import strategies as st

from scene import (ACCELERATION, Command, DENSITY, DRAG, LENGTH, NUMBER, PRESSURE, RATE, SPEED, STIFFNESS, Scene, TIME, Wall)

pick = st.sampled_from


def number(*values):
    return pick([(v, NUMBER) for v in values])


def tokens(*words):
    return st.tuples(*(st.just(w) if isinstance(w, str) else w for w in words))


def joined(*parts):
    return st.tuples(*parts).map(lambda found: tuple(t for part in found for t in part))


def quantity(dimension, *values):
    return pick([(v, dimension) for v in values])


@st.composite
def laws(draw, frictionless=False):
    """A contact law: words and (value, dimension)."""
    normal = draw(pick(["hooke", "hertz", "hertz/material", "jkr", "dmt"] if not frictionless else
                       ["hooke", "hertz", "hertz/material"]))
    adhesive = normal in ("jkr", "dmt")
    material = normal not in ("hooke", "hertz")
    damping = "none" if frictionless else draw(pick(
        ["velocity", "mass_velocity", "viscoelastic", "none"] + ([] if adhesive else ["tsuji", "coeff_restitution"])))
    dashpot = {"velocity": (10.0, DRAG), "mass_velocity": (15.0, RATE), "viscoelastic": (60.0, (-1, 0, -1)), "none": (0.0, NUMBER),
               "tsuji": (0.6, NUMBER), "coeff_restitution": (0.5, NUMBER)}[damping]
    words = [normal, {"hooke": (1000.0, STIFFNESS), "hertz": (4000.0, PRESSURE)}.get(normal, (4000.0, PRESSURE)), dashpot]
    if material:
        words.append((0.3, NUMBER))
    if adhesive:
        words.append(draw(quantity(STIFFNESS, 1.0, 4.0)))
    words += ["damping", damping]
    if frictionless:
        return tuple(words + ["tangential", "none"])
    mu = draw(number(0.4, 0.1, 1.0))
    kinds = ["linear_history", "none", "linear_nohistory", "linear_history_classic", "tracking"]
    if normal != "hooke":
        kinds += ["mindlin", "mindlin/force", "mindlin_rescale", "mindlin_rescale/force", "mindlin_creep", "mindlin_classic"]
    tangential = draw(pick(kinds))
    ratio = draw(number(0.5, 0.0, 1.0))
    words += ["tangential", tangential]
    if tangential == "linear_nohistory":
        words += [draw(number(0.5, 1.0)), mu]
    elif tangential.startswith("linear_history"):
        words += [(300.0, STIFFNESS), ratio, mu]
    elif tangential == "tracking":
        words += [(300.0, STIFFNESS), mu, (mu[0] * draw(pick([0.8, 1.0])), NUMBER), draw(number(1.0, 0.0, 2.0))]
    elif tangential == "mindlin_classic":
        words += [(2000.0, PRESSURE), ratio, mu]
    elif tangential.startswith("mindlin"):
        words += ["NULL" if material and draw(st.booleans()) else (2000.0, PRESSURE), ratio, mu]
        if tangential == "mindlin_creep" and not material:
            words += [(0.3, NUMBER), (1500.0, PRESSURE)]
    spring = tangential not in ("none", "linear_nohistory")
    rolling = draw(pick(["none", "sds"] + ["tracking", "tracking/balanced"] * spring))
    if rolling == "sds":
        words += ["rolling", "sds", (200.0, STIFFNESS), draw(quantity(DRAG, 5.0, 0.0)), draw(number(0.1, 0.5))]
    elif rolling != "none":
        words += ["rolling", rolling, draw(number(0.2, 0.05))] + draw(pick([[], [(1.0, NUMBER)]]))
    twisting = draw(pick(["none", "sds"] + ["tracking", "tracking/hertz"] * spring + ["marshall"] * (tangential != "none")))
    if twisting == "sds":
        words += ["twisting", "sds", (100.0, (2, 1, -2)), (0.5, (2, 1, -1)), (0.05, LENGTH)]
    elif twisting == "tracking":
        words += ["twisting", "tracking", (0.2, NUMBER)]
    elif twisting != "none":
        words += ["twisting", twisting]
    if draw(pick([False, False, False, True])) and spring:
        words.append("synchronized_verlet")
    if not adhesive and draw(pick([False, False, False, True])):
        words.append("limit_damping")
    return tuple(words)


@st.composite
def classic(draw):
    """A model of wall/gran, with the arguments of pair_style gran/*."""
    style = draw(pick(["hooke/history", "hooke", "hertz/history"]))
    if style == "hertz/history":
        return (style, (3000.0, PRESSURE), (1000.0, PRESSURE), (40.0, (-1, 0, -1)), (20.0, (-1, 0, -1)), (0.4, NUMBER), "1", "classic")
    return (style, (1000.0, STIFFNESS), (300.0, STIFFNESS), (20.0, RATE), (10.0, RATE), (0.4, NUMBER), "1", "classic")


@st.composite
def pairs(draw, kinds, frictionless):
    """(style, its words, laws of the pairs of types)"""
    style = draw(pick(["granular"] * 5 + ([] if frictionless else ["gran/hooke", "gran/hooke/history", "gran/hertz/history"])))
    if style == "gran/hertz/history":
        return style, ((3000.0, PRESSURE), (1000.0, PRESSURE), (40.0, (-1, 0, -1)), (20.0, (-1, 0, -1)), (0.4, NUMBER), "1"), ()
    if style != "granular":
        return style, ((1000.0, STIFFNESS), (300.0, STIFFNESS), (20.0, RATE), (10.0, RATE), (0.4, NUMBER), "1"), ()
    if kinds == 1 or draw(st.booleans()):
        return style, (), ((("*", "*"), draw(laws(frictionless))),)
    return style, (), tuple(((i, j), draw(laws(frictionless))) for i, j in (("1", "1"), ("1", "2"), ("2", "2")))


@st.composite
def walls(draw, edges, periodic, frictionless):
    """Up to two walls in the directions that are not periodic. The outer layer of the spheres touches planes and boxes."""
    free = [k for k in range(3) if not periodic[k]]
    if not free:
        return ()
    kinds = ["plane"] * 3
    if len(free) >= 2:
        kinds += ["cylinder", "region/cylinder", "cone"]
    kinds += ["region/block", "mesh/floor"]
    if len(free) == 3:
        kinds += ["mesh/box", "region/sphere"]
    found = []
    for _ in range(draw(pick([1, 0, 2]))):
        kind, _, shape = draw(pick(kinds)).partition("/")
        axis = draw(pick(free))
        law = draw(laws(frictionless))
        if kind in ("plane", "region") and not frictionless and draw(pick([False, False, True])):
            law = draw(classic())
        middle = tuple(e / 2 for e in edges)
        options = dict(kind=kind, law=law, axis=axis, shape=shape, center=middle)
        if kind in ("cylinder", "cone") or shape == "cylinder":
            axis = draw(pick([k for k in range(3) if len([o for o in free if o != k]) == 2]))
            reach = sum((edges[k] / 2 - 0.5)**2 for k in range(3) if k != axis)**0.5
            options |= dict(axis=axis, radius=max(0.8, reach + draw(pick([0.45, 0.4]))), center=middle,
                            bounds=((None, None),) * 3)
            if kind == "cone":
                # at an edge the nearest face changes; spheres beyond the ends touch the rims
                options |= dict(radius=options["radius"] - 0.2, bounds=tuple((-0.7, e + 0.7) for e in edges))
        elif kind == "plane":
            sides = draw(pick([(0.0, None), (0.0, edges[axis]), (None, edges[axis])]))
            options |= dict(low=sides[0], high=sides[1])
        elif shape == "sphere":
            options |= dict(radius=max(1.2, 0.45 + sum((e / 2 - 0.5)**2 for e in edges)**0.5))
        elif shape == "floor":
            bounds = [(-2.0, e + 2.0) for e in edges]
            bounds[2] = (0.0, 0.0)
            if periodic[2]:
                continue
            options |= dict(axis=2, bounds=tuple(bounds))
        else:
            options |= dict(bounds=tuple((None, None) if periodic[k] else (0.0, edges[k]) for k in range(3)))
        axis = options["axis"]
        across = [k for k in range(3) if k != axis]
        motions = {"plane": ["", "wiggle", "shear", "translate"] + ["load"] * (None in (options.get("low"), options.get("high"))),
                   "cylinder": ["", "rotate", "shear"], "cone": ["", "rotate"], "region": ["", "lift", "turn"],
                   "mesh": ["", "translate", "wiggle"]}[kind]
        motion = "" if frictionless else draw(pick(motions))
        if kind == "region" and motion == "turn" and shape == "block":
            motion = "lift"
        along = axis
        if kind in ("plane",) and motion == "shear":
            along = draw(pick(across))
        elif kind == "region" and motion == "lift" and shape != "sphere" and shape != "block":
            along = draw(pick(across))
        elif kind == "mesh":
            along = draw(pick(free))
        elif kind == "region":
            along = draw(pick(free))
        amount = {"wiggle": 0.01, "translate": 0.1, "lift": 0.01}.get(motion, 0.05)
        found.append(Wall(**options, motion=motion, amount=amount, along=along))
    return tuple(found)


def command(name, render, settings=None, traits=()):
    return Command(name, render, settings or (lambda f: {}), frozenset(traits))


@st.composite
def commands(draw, scene, frictionless):
    """A command between runs."""
    names = ["velocity", "density", "skin", "sort", "timestep", "coefficients", "delete", "every", "balance", "weight", "shift",
             "run 0", "change_box", "law", "refix", "write_data", "pair again", *["reset_atoms"] * 2]
    name = draw(pick(names))
    if name == "velocity":
        factor = draw(pick([0.5, 2.0]))
        return command(name, lambda f: f"variable w atom {factor}*v{f.name(0)}\nvelocity all set " +
                       " ".join("v_w" if f.axes[0] == k else "NULL" for k in range(3)) + "\nvariable w delete\n")
    if name == "density":
        return command(name, lambda f: f"set type 1 density {f.text(2.5, DENSITY)}\n")
    if name == "skin":
        skin = draw(pick([0.1, 0.3, 0.02]))
        text = lambda f: f"neighbor {f.text(skin, LENGTH)} bin\n"
        return command("neighbor", text, lambda f: {"neighbor": text(f)})
    if name == "sort":
        every = draw(pick([10, 7, 0]))
        text = lambda f: f"atom_modify sort {every} {f.text(1.0 if every else 0.0, LENGTH)}\n"
        return command("sort", text, lambda f: {"sort": text(f)})
    if name == "every":
        text = lambda f: "neigh_modify delay 0 every 3 check yes\n"
        return command("neigh_modify", text, lambda f: {"neigh_modify": text(f)})
    if name == "timestep" and scene.motion != "move":    # LAMMPS refuses a change with fix move
        text = lambda f: f"timestep {f.text(scene.step * 0.5, TIME)}\n"
        return command("timestep", text, lambda f: {"timestep": text(f)})
    if name in ("coefficients", "law"):
        if scene.style != "granular":
            return command("nothing", lambda f: "")
        law = draw(laws(frictionless))
        if name == "coefficients":
            law = scene.laws[0][1]
            law = (law[0], (law[1][0] * 1.25, law[1][1]), *law[2:])
        i, j = scene.laws[0][0]
        text = lambda f: f"pair_coeff {i} {j} {f.words(law)}\n"
        return command("law", text, lambda f: {"pair": text(f)})
    if name == "delete":
        # every third sphere, or one; by its diameter, because IDs may have changed
        last = draw(pick([0, 1, 2]))
        compress = draw(pick(["no", "yes"]))
        labels = sorted(s[1] for s in scene.spheres())
        chosen = labels[last::3] if draw(st.booleans()) else labels[last:last + 1]
        if len(chosen) == len(labels):
            return command("nothing", lambda f: "")
        tests = lambda f: "||".join(f"(abs(2.0*radius-{f.text(d, LENGTH)})<{f.text(2e-6, LENGTH)})" for d in chosen[:12])
        return command("delete", lambda f: f'variable dead atom "{tests(f)}"\ngroup dead variable dead\n'
                       f"delete_atoms group dead compress {compress}\ngroup dead delete\nvariable dead delete\n", traits=["labels"])
    if name == "reset_atoms":
        sort = draw(pick(["no", "yes"]))
        return command(name, lambda f: f"reset_atoms id sort {sort}\n", traits=["labels"])
    if name == "balance":
        return command(name, lambda f: "balance 1.0 shift xyz 5 1.01\n")
    if name == "weight":
        if not scene.weight:
            return command("nothing", lambda f: "")
        text = lambda f: (f"fix weight all gravity {f.text(3.0, ACCELERATION)} vector {f.vector_text((0.0, 0.0, -1.0), NUMBER)}\n")
        return command("weight", text, lambda f: {"weight": text(f)})
    if name == "shift":
        return command(name, lambda f: f"displace_atoms all move {f.vector_text((0.01, -0.005, 0.01), LENGTH)} units box\n")
    if name == "change_box":
        if not all(scene.periodic):
            return command("nothing", lambda f: "")
        return command(name, lambda f: f"change_box all {f.name(0)} scale 0.99 remap\n")
    if name == "refix" and scene.walls:
        wall = scene.walls[0]
        if wall.kind == "region":
            return command("nothing", lambda f: "")
        text = lambda f: wall.commands(f, "wall0")[0]
        return command("refix", lambda f: "unfix wall0\n" + text(f), lambda f: {"wall0": text(f)})
    if name == "run 0":
        return command(name, lambda f: "run 0\n")
    if name == "write_data":
        return command(name, lambda f: "write_data written.txt\n")
    if name == "pair again":
        return command(name, lambda f: scene.pair(f) if scene.style != "granular" else "pair_style granular\n" * (not scene.box_yes)
                       + "".join(f"pair_coeff {i} {j} {f.words(law)}\n" for (i, j), law in scene.laws),
                       lambda f: {} if scene.style != "granular" else {"pair": scene.pair(f).split("\n", 1)[1]})
    return command("nothing", lambda f: "")


@st.composite
def scenes(draw, motions=("nve", "nph", "deform", "freeze", "move"), orthogonal=False, frictionless=False, phases=3):
    motion = draw(pick(motions + ("grow",) * (len(motions) > 4)))
    boxed = motion in ("nph", "deform")
    periodic = (True,) * 3 if boxed else draw(pick(
        [(False,) * 3, (True,) * 3, (True, True, False), (True, False, True), (False, True, False), (False, False, True)]))
    counts = tuple(draw(st.integers(2 if p else 1, 5)) for p in periodic)
    most = counts[0] * counts[1] * counts[2]
    keep = draw(st.one_of(st.integers(2, most), *[st.just(most)] * 4)) if most > 2 else most
    kinds = 2 if motion in ("freeze", "move") else draw(pick([1, 2]))
    spacing = draw(pick([0.95, 0.9, 1.0, 1.04]))
    edges = [spacing * n for n in counts]
    tilt = None
    if all(periodic) and not orthogonal and draw(st.booleans()):
        tilt = tuple(draw(pick([0.0, 0.2, -0.3, 0.45])) * edges[k] for k in (0, 0, 1))
    style, words, pair_laws = draw(pairs(kinds, frictionless))
    motion_words = ()
    if motion == "nph":
        p = (draw(pick([1.0, 5.0])), PRESSURE)
        t = (draw(pick([2.0, 5.0])), TIME)
        motion_words = draw(pick([("iso", p, p, t), ("aniso", p, p, t), (0, p, p, t, 1, p, p, t, 2, p, p, t),
                                  (0, p, p, t, 1, p, p, t, 2, p, p, t, "nreset", "1"), (0, p, p, t, 1, "rate", (0.1, RATE)),
                                  ("aniso", p, p, t, "drag", "0.5"), ("iso", p, p, t, "pchain", "3"),
                                  (2, p, p, t, "mtk", "no")]))
        if tilt and draw(st.booleans()):
            motion_words = (0, p, p, t, 1, p, p, t, 2, p, p, t, "xy", "rate", (draw(pick([0.2, 2.0])), RATE), "nreset", "1")
        # The default depends on the units (a temperature below 1e-6), and the default point is not a mirrored one in a mirrored box.
        motion_words += (("pmass", "contact") if style == "granular" and draw(st.booleans()) else
                         ("pmass", "energy", (1.0, (2, 1, -2)))) + ("fixedpoint", "0", "0", "0")
        if "pchain" not in motion_words:
            motion_words += ("pchain", "0")
    elif motion == "deform":
        rate = (draw(pick([0.1, -0.1])), RATE)
        remap = draw(pick(["x", "v", "none"]))
        motion_words = draw(pick([(0, "erate", rate, "remap", remap), (2, "vel", (0.05, SPEED), "remap", remap)]))
        if tilt and draw(st.booleans()):
            motion_words = ("xy", "erate", (draw(pick([0.3, 3.0])), RATE), "remap", remap)
    elif motion == "move":
        motion_words = (0.3, -0.1, 0.2)
    scene = Scene(counts=counts, keep=keep, spacing=spacing, wobble=draw(pick([0.02, 0.005])), seed=draw(st.integers(0, 99)),
                  speed=draw(pick([0.5, 2.0, 0.1])), spread=draw(pick([0.0, 0.05, 0.12])), kinds=kinds,
                  ratio=draw(pick([1.0, 1.0, 0.6, 0.3])), periodic=periodic, tilt=tilt,
                  skin=draw(pick([0.2, 0.05, 0.4])), step=draw(pick([0.001, 0.002])), style=style, style_words=words,
                  laws=pair_laws, box_yes=style == "granular" and boxed and draw(st.booleans()),
                  walls=draw(walls(edges, periodic, frictionless)),
                  motion=motion, motion_words=motion_words,
                  weight=draw(pick([None, (0.2, 0.0, -2.0)])) if not all(periodic) else None,
                  newton=draw(pick(["on", "off"])), exclude=kinds > 1 and draw(pick([False, False, True])),
                  virial=draw(st.booleans()), phases=())
    parts = []
    for number in range(draw(st.integers(1, phases))):
        few = () if number == 0 else tuple(draw(commands(scene, frictionless)) for _ in range(draw(pick([0, 1, 1, 2]))))
        parts.append((few, draw(pick([20, 40, 60]))))
    return dataclasses.replace(scene, phases=tuple(parts))
