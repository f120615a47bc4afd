"""What run_all.py carries to the GPU: runs of a host to compare with, and start files of the bench."""

import subprocess
import sys

from step import ROOT

sys.path.insert(0, str(ROOT / "bench"))
import bench  # noqa: E402
import sides  # noqa: E402
from cases import CASES  # noqa: E402

MARK = "complete.txt"
# Case: variables of in.reference. All springs, another law, LAMMPS' older style, walls.
REFERENCES = {
    "hooke": {"MODEL": "hooke"},
    "material": {"MODEL": "material"},
    "legacy": {"MODEL": "gran_hooke_history"},
    "walls": {"CASE": "walls"},
}
LINKS = {"decks": ROOT / "bench" / "decks", "gpu": ROOT / "bench" / "gpu" / "decks", "potentials": ROOT / "potentials"}
SPHERES, SMALL_SPHERES = 500, 100
STEPS, SMALL_STEPS = 200, 50
SMALL_BENCH = ("--compress", "20000", "--calm", "100")    # enough for contacts


def link_decks(folder):
    """LAMMPS' scripts cannot use a path with spaces: links beside the run."""
    for name, target in LINKS.items():
        link = folder / name
        link.unlink(missing_ok=True)
        link.symlink_to(target)


def deck_words(case, steps):
    """Arguments of lmp for a run of in.reference in a folder with links and start.data."""
    words = ["-in", "gpu/in.reference", "-log", "log.lammps"]
    variables = {"STEPS": steps, "NEWTON": "off", "POTENTIALS": "potentials", "START": "start.data", "OUT": case, **REFERENCES[case]}
    for name, value in variables.items():
        words += ["-var", name, str(value)]
    return words


def bench_options(lmp, results, small):
    return bench.arguments(["--lmp", str(lmp), "--results", str(results), "--cases", "jammed",
                            *(SMALL_BENCH if small else ())])


def prepare(lmp, references, small):
    """Makes all files of the folder `references` with a LAMMPS of a host."""
    references.mkdir(parents=True, exist_ok=True)
    (references / MARK).unlink(missing_ok=True)
    link_decks(references)
    made = sides.Bench(bench_options(lmp, references, small))
    try:
        start = CASES["jammed"].start
        packing = made.start_file(start, SMALL_SPHERES if small else SPHERES)
        made.start_file(start, 200 if small else sides.LARGEST_START)
    finally:
        made.close()
    (references / "start.data").write_bytes((references / packing).read_bytes())
    for case in REFERENCES:
        print(f"reference {case}", flush=True)
        steps = SMALL_STEPS if small else STEPS
        subprocess.run([lmp.resolve(), *deck_words(case, steps), "-screen", "none"], cwd=references, check=True)
    for name in LINKS:
        (references / name).unlink()    # they would not be right elsewhere
    (references / MARK).write_text(f"made by {lmp.resolve().name}, {'small' if small else 'whole'}\n")
