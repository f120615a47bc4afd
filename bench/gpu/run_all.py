#!/usr/bin/env python3
"""What is to be run in the first hour on a GPU, in calls of at most twelve minutes. Each step leaves its output and a verdict
in the folder of the results; a step that has one is not run again.

    python3 bench/gpu/run_all.py --prepare --lmp build/lmp        before, on a host: references and start files
    python3 bench/gpu/run_all.py                                  all stages, in the folder that make cuda has made
    python3 bench/gpu/run_all.py --stages B                       one stage; again where it was stopped

On a LAMMPS without a GPU the stages run in the way of a GPU: a rehearsal. bench/gpu/README.md tells what the stages show.
Python's standard library only.
"""

import argparse
import pathlib
import sys
import time

import prepare
import stages
from step import FAILED, Context, run_stage, summary

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# make cuda copies bench/ into the folder of its LAMMPS
LMP = next((path for path in (ROOT / "lmp", ROOT / "build" / "cuda" / "lmp") if path.exists()), ROOT / "build" / "cuda" / "lmp")


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0], allow_abbrev=False)
    parser.add_argument("--lmp", type=pathlib.Path, default=LMP, help="launcher with the plugin")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "results" / "gpu")
    parser.add_argument("--references", type=pathlib.Path, help="what --prepare has made (references beside --lmp)")
    parser.add_argument("--prepare", action="store_true", help="make the references and start files, on a host")
    parser.add_argument("--stages", nargs="+", choices=tuple(stages.STAGES), default=list(stages.STAGES), metavar="STAGE",
                        help=" ".join(f"{name}: {stage.about};" for name, stage in stages.STAGES.items()).rstrip(";"))
    parser.add_argument("--seconds", type=int, default=720, help="of the call: steps that would exceed it are left (720)")
    parser.add_argument("--again", action="store_true", help="run steps that have a verdict again")
    parser.add_argument("--small", action="store_true", help="few spheres and steps, for a rehearsal")
    options = parser.parse_args(words)
    options.references = options.references or options.lmp.parent / "references"
    if not options.lmp.exists():
        parser.error(f"{options.lmp} is missing: make cuda builds it" if not options.prepare else f"{options.lmp} is missing")
    if not options.prepare and not (options.references / prepare.MARK).exists():
        parser.error(f"{options.references} has no references: python3 bench/gpu/run_all.py --prepare --lmp build/lmp "
                     f"--references {options.references} makes them on a host")
    return options


def main(words):
    options = arguments(words)
    if options.prepare:
        prepare.prepare(options.lmp, options.references, options.small)
        return 0
    context = Context(options.lmp.resolve(), options.results.resolve(), options.references.resolve(), options.small)
    left, end = [], time.monotonic() + options.seconds
    for name in options.stages:
        left += run_stage(context, name, stages.STAGES[name], end, options.again)
    print("\n" + summary(context, stages.STAGES))
    if left:
        print(f"\nleft for the next call, because there was no time: {', '.join(left)}")
    return 1 if any(verdict in FAILED for verdict in context.verdicts(stages.STAGES)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
