"""The case "dosta": a piece of each deck of examples/dosta2024, on one rank and on several."""

import hashlib
import shutil
import sys

from cases import DOSTA, PLUGIN, STOCK
from deck_runs import in_turns, same_end
from run import least_disturbed
from sides import ROOT
from table import Table

EXAMPLE = ROOT / "examples" / "dosta2024"
LINK = "dosta2024"    # of the example, in the folder in which LAMMPS runs
SILO = {"ORIFICE": "large", "TYPE": 1}
SHOWN = ("Pair", "Modify", "Comm", "Neigh")


def filling_of_the_silo(bench):
    """Path of the filling that in.silo_fill makes, once, for these settings and this deck."""
    options = bench.options
    variables = SILO | {"N": options.dosta_n, "SEED": options.seed, "FALL": options.compress or 30000,
                        "CALM": 5000 if options.compress is None else options.calm}
    texts = [(EXAMPLE / name).read_text() for name in ("in.silo_fill", "silo_walls.in", "materials.in")]
    digest = hashlib.sha1(repr((texts, sorted(variables.items()))).encode()).hexdigest()[:8]
    name = f"dosta_silo_{options.dosta_n}_{digest}.data"
    if not (bench.results / "start" / name).exists():
        bench.say(f"filling the silo with {options.dosta_n} spheres")
        bench.lammps(f"{LINK}/in.silo_fill", variables | {"HERE": LINK, "FILLING": "new.data"})
        shutil.move(bench.work / "new.data", bench.results / "start" / name)
    return f"start/{name}"


def variables_of(bench, name):
    """Variables of the deck of a case; writes its data file where the authors' positions are the start."""
    if name == "silo":
        return SILO | {"N": bench.options.dosta_n, "FILLING": filling_of_the_silo(bench), "DT": DOSTA[name].step}
    sys.path.append(str(EXAMPLE))
    import dosta    # here, because these cases alone need numpy
    if name == "drum":
        spheres = dosta.data_of("drum_filling.csv.gz")
        dosta.write_data(bench.work / "drum.data", spheres, dosta.BOXES["drum"])
        return {"FILLING": "drum.data", "DT": DOSTA[name].step}
    spheres = dosta.data_of("impact_bed_50k.csv.gz")
    dosta.write_data(bench.work / "bed.data", spheres, dosta.BOXES["impact"])
    # The ball begins just above the bed: the time is that of the impact, and not of the fall before it.
    highest = (spheres["z_m"] + spheres["radius_m"]).max()
    return {"BED": "bed.data", "DT": DOSTA[name].step, "HEIGHT": f"{highest + 0.0101:.6g}"}


def run_dosta(bench):
    """Runs the decks in turns; returns {name: {(who, ranks): [Run, ...]}}, without those whose sides differ."""
    options = bench.options
    link = bench.work / LINK
    if not link.exists():
        link.symlink_to(EXAMPLE)
    ranks = (1, options.ranks) if options.ranks > 1 else (1,)
    found = {}
    for name, case in DOSTA.items():
        steps = options.steps or case.steps
        variables = variables_of(bench, name) | {"HERE": LINK, "END": f"{steps * case.step:.12g}"}
        title = f"dosta {name}"
        sides = in_turns(bench, title, (EXAMPLE / f"in.{name}").read_text(), [title], variables, ranks)
        if same_end(bench, title, sides, case.bounds):
            found[name] = {side: [run for (run,) in some] for side, some in sides.items()}
    return found


def hours(seconds):
    return f"{seconds / 3600:.2f}"


def table(found):
    """Table of what run_dosta() has found."""
    rows = Table("Dosta et al. 2024, a piece of each case, processor time", "case", "ranks", "who", "spheres", "steps",
                 "ns/particle-step", *SHOWN, "over stock", "steps of the case", "all of them [h]", words=3)
    for name, sides in found.items():
        for (who, ranks), runs in sides.items():
            run, stock = least_disturbed(runs), least_disturbed(sides[STOCK, ranks])
            seconds = run.processor_seconds()
            rows.add(name, f"{ranks}", who, f"{run.atoms}", f"{run.steps}", f"{1e9 * seconds / (run.steps * run.atoms):.1f}",
                     *(f"{100 * run.share(section):.0f} %" for section in SHOWN),
                     f"{stock.processor_seconds() / seconds:.2f}" if who == PLUGIN else "-",
                     f"{DOSTA[name].whole}", hours(seconds / run.steps * DOSTA[name].whole))
    return rows
