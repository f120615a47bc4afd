#!/usr/bin/env python3
"""Speed of the plugin against stock LAMMPS: the same decks, the same start files, turn by turn.

    make bench                                   all cases, N = 10^4 (the scaling case to 10^6)
    make bench CASES="jammed chute" REPEATS=5 N=20000 RANKS=4
    python3 bench/bench.py --cases kokkos --lmp gpu/lmp      where LAMMPS and the plugin were built for CUDA

doc/performance.md explains the cases and how to read the table. Python's standard library only; the plot
needs matplotlib and is left out, with a message, where there is none.
"""

import argparse
import functools
import os
import pathlib
import re
import subprocess
import sys

from cases import (ASKED_FOR, CASES, DECKS, FEW_RANKS, FEW_SIZES, FEW_STEPS, GPU, GPU_AIM, GPU_OPTIONS, GPU_SIZES, GROUPS, LARGEST_START, MORE_TURNS,
                   MULTI_WORDS, OLDER, OLDER_GPU, ONE_THREAD_AIM, PLUGIN, PLUGIN_MULTI, SIZES, SIZES_LEAST, STARTS, STOCK, STOCK_MULTI,
                   TWO_THREADS_AIM, with_threads, WILD)
from dosta_decks import run_dosta
from dosta_decks import table as table_of_dosta
from matrix import AIM as MATRIX_AIM
from matrix import laws
from messages import run_messages
from peers import run_peers
from plot import plot
from report import Report
from roofline import Roofline, cpu
from run import BenchError, fastest
from short_runs import run_loops
from sides import ROOT, Bench
from whole_decks import flags_of_lammps, missing_decks, run_decks, source_tree
from whole_decks import tables as tables_of_decks
from written import write_csv, write_doc


def positive(text):
    value = int(float(text))
    if value < 1 or value != float(text):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 0")
    return value


def accelerator(launcher):
    """What the KOKKOS package of that LAMMPS runs on: "CUDA", "OpenMP Serial", ...; "" without that package."""
    done = subprocess.run([str(launcher.resolve()), "-help"], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, check=False)
    found = re.search(r"KOKKOS package API: *(.*)", done.stdout)
    return found.group(1) if found else ""


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--lmp", type=pathlib.Path, default=ROOT / "build" / "lmp", help="launcher with the plugin")
    parser.add_argument("--launcher", type=pathlib.Path, help="launcher of the case 'kokkos', a LAMMPS with the KOKKOS "
                        "package and the plugin (lmp-kokkos beside --lmp if there is one, else --lmp)")
    parser.add_argument("--roofline", type=pathlib.Path, help="the program built from bench/roofline.cpp; "
                        "without it the roofline is left out")
    parser.add_argument("--messages", type=pathlib.Path, help="the library built from bench/messages.cpp, for the case 'messages'")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "results" / "bench")
    parser.add_argument("--cases", nargs="+", choices=GROUPS, metavar="CASE",
                        help=" ".join(GROUPS) + " (all but wild, dosta, matrix, messages and peers; kokkos where a LAMMPS with KOKKOS is there)")
    parser.add_argument("--n", type=positive, default=10000, help="spheres of the packings (10000)")
    parser.add_argument("--chute-n", type=positive, default=32000, help="spheres of the chute (32000)")
    parser.add_argument("--impact-n", type=positive, default=25000, help="spheres of the case 'impact' (25000)")
    parser.add_argument("--deck-steps", type=positive, help="limit to the steps of each run of whole decks (none)")
    parser.add_argument("--dosta-n", type=positive, default=100000, help="spheres of the silo of the case 'dosta' (100000)")
    parser.add_argument("--repeats", type=positive, default=3, help="runs of each side of a case (3)")
    parser.add_argument("--steps", type=positive, help="timed steps (2e7/N, 20 to 2000)")
    parser.add_argument("--warmup", type=positive, help="untimed steps before them (half as many)")
    parser.add_argument("--check", type=positive, help="steps before the comparison of the two sides "
                        "(2e6/N, 2 to 200)")
    parser.add_argument("--packing-steps", type=positive, default=40000, help="steps of the whole packing run; "
                        "40000 are enough to jam, 1000000 to come to rest (40000)")
    parser.add_argument("--ranks", type=positive, default=2, help="MPI ranks of the case 'ranks' (2)")
    parser.add_argument("--ranks-n", type=positive, nargs="+", metavar="N", help="sizes of that case (N and 10 N)")
    parser.add_argument("--matrix-sets", nargs="+", metavar="SET", help="instruction sets of the case 'matrix' (the widest)")
    parser.add_argument("--matrix-laws", type=positive, help="number of combinations of the case 'matrix', from the first (all)")
    parser.add_argument("--scaling", type=positive, nargs="+", default=[1000, 10000, 100000, 1000000], metavar="N",
                        help="sizes of the case 'scaling' (1000 10000 100000 1000000)")
    parser.add_argument("--kokkos-n", type=positive, nargs="+", metavar="N", help="sizes of the case 'kokkos' (N and "
                        f"10 N, on a GPU {' '.join(map(str, GPU_SIZES))})")
    parser.add_argument("--threads", type=positive, default=2, help="threads of the case 'kokkos' (2)")
    parser.add_argument("--seed", type=positive, default=12345, help="of the random places (12345)")
    parser.add_argument("--compress", type=positive, help="steps to make a start file (35000, chute 20000)")
    parser.add_argument("--calm", type=positive, default=3000,
                        help="further steps of a packing, with drag, at its end (3000)")
    parser.add_argument("--plot", choices=("0", "1"), default="1", help="0: without the plot")
    parser.add_argument("--write-doc", type=pathlib.Path, metavar="PAGE", help="put the tables into this page")
    parser.add_argument("--command", default="python3 bench/bench.py " + " ".join(words), help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if "GRANULAR_SRT_SIMD" in os.environ:
        parser.error("GRANULAR_SRT_SIMD is in the environment: unset it, the case sets times all instruction sets")
    if not options.lmp.exists():
        parser.error(f"{options.lmp} is missing: make builds it")
    beside = options.lmp.parent / "lmp-kokkos"
    options.launcher = options.launcher or (beside if beside.exists() else options.lmp)
    if not options.launcher.exists():
        parser.error(f"{options.launcher} is missing")
    options.accelerator = accelerator(options.launcher) if not options.cases or "kokkos" in options.cases else ""
    if options.cases and "kokkos" in options.cases and not options.accelerator:
        parser.error(f"the LAMMPS of {options.launcher} has no KOKKOS package: make kokkos builds one that has")
    options.tree = source_tree(options.lmp)
    if options.cases and "decks" in options.cases and missing_decks(options.tree):
        parser.error(f"{options.tree} has no {missing_decks(options.tree)[0]}: tools/fetch-lammps.sh <cache> decks unpacks it")
    if options.cases and "messages" in options.cases and not (options.messages and options.messages.exists()):
        parser.error("the case messages needs --messages <library built from bench/messages.cpp>: make bench builds it")
    without = {"kokkos": not options.accelerator, "decks": missing_decks(options.tree)}
    options.cases = options.cases or [group for group in GROUPS if not without.get(group) and group not in ASKED_FOR]
    return options


def main(words):
    options = arguments(words)
    head = f"{cpu()}; one core for each rank; minimum and median of {options.repeats} runs in turns."
    print(head)
    print(f"Stock LAMMPS was compiled with {flags_of_lammps(options.lmp)}.")
    if os.getloadavg()[0] > 0.5:
        print(f"bench: other programs are running (load {os.getloadavg()[0]:.1f}); the times will scatter")
    roofline = Roofline(options.roofline) if options.roofline else None
    if roofline:
        roofline.measure()
    bench = Bench(options)
    report = Report(roofline, bench.agreement)

    def look_at_processors(count):
        if roofline and count > 1:
            roofline.measure_together(count)

    def lengths(n):
        steps = options.steps or min(2000, max(20, round(2e7 / n)))
        return (steps, options.warmup or max(1, steps // 2),
                options.check or min(200, max(2, round(2e6 / n))))

    def attempt(group, act):
        try:
            act()
        except BenchError as error:
            bench.failures.append(f"{group}: {error}")

    def one_case(name):
        n = {"chute": options.chute_n, "impact": options.impact_n}.get(name, options.n)
        steps, warmup, check = lengths(n)
        if name == "packing":
            # the whole run counts, so the part before the timed steps is as short as it can be
            steps, warmup, check = options.packing_steps, 1, 200
        found = bench.sides(name, n, steps, warmup, check,
                            (STOCK, PLUGIN, OLDER) if CASES[name].older else (STOCK, PLUGIN))
        if found:
            report.case(name, found)

    def decks():
        report.add_tables(*tables_of_decks(run_decks(bench, DECKS, options.tree, options.deck_steps)))

    def wild():
        report.add_tables(*tables_of_decks(run_decks(bench, WILD, ROOT / "bench", options.deck_steps)))

    def dosta():
        report.add_tables([table_of_dosta(run_dosta(bench))])

    def sizes():
        for name, (_, factor) in SIZES.items():
            n = factor * options.n
            if n < SIZES_LEAST * STARTS[name][1]["RATIO"]**3:
                print(f"{name}: left out, with {n} spheres the large one would touch its own periodic image")
                continue
            found = bench.sides(name, n, *lengths(n), (STOCK, STOCK_MULTI, PLUGIN, PLUGIN_MULTI), words=MULTI_WORDS)
            if found:
                report.wide_sizes(name, found)

    def few():
        for name in ("few", "few fall"):
            for n in FEW_SIZES:
                steps = options.steps or min(FEW_STEPS, round(2e7 / n))
                ranks = (1, options.ranks) if n in FEW_RANKS and options.ranks > 1 else (1,)
                found = bench.sides(name, n, steps, options.warmup or steps // 10, 200, (STOCK, PLUGIN), ranks)
                if found:
                    report.few_spheres(name, found)

    def loops():
        report.add_tables(*run_loops(bench))

    def sets():
        """The plugin with each instruction set, one after the other."""
        simd = {f"{PLUGIN}, {name}": name for name in bench.instruction_sets()}
        found = bench.sides("jammed", options.n, *lengths(options.n), (STOCK, *simd), group="sets", simd=simd)
        if found:
            report.instruction_sets(found)

    def matrix():
        simd = {f"{PLUGIN}, {name}": name for name in options.matrix_sets or ["on"]}
        steps, warmup, check = options.steps or 200, options.warmup or 100, options.check or 50

        def combination(law):
            found = bench.sides(law.case(), options.n, steps, warmup, check, (STOCK, *simd), group=f"matrix {law}",
                                simd=simd, more={"LAW": law.words()})
            if found:
                report.combination(law.keywords(), found, MATRIX_AIM)

        for law in laws()[:options.matrix_laws]:
            attempt(f"matrix {law}", functools.partial(combination, law))

    def several_ranks():
        for n in options.ranks_n or (options.n, 10 * options.n):
            for name in ("jammed", "material"):
                look_at_processors(options.ranks)
                found = bench.sides(name, n, *lengths(n), (STOCK, PLUGIN), (1, options.ranks), f"ranks {name}",
                                    more_turns={PLUGIN: MORE_TURNS})
                look_at_processors(options.ranks)
                if found:
                    report.several_ranks(name, found, options.ranks)

    def scaling():
        found = [bench.sides("jammed", n, *lengths(n), (STOCK, PLUGIN), group="scaling",
                             more_turns={PLUGIN: MORE_TURNS}) for n in options.scaling]
        report.sizes([one for one in found if one])

    def messages():
        found = bench.sides("jammed", options.n, *lengths(options.n), (STOCK, PLUGIN), group="messages")
        if found:
            report.add_tables(run_messages(bench, {who: 1e-9 * fastest(runs).per_particle_step()
                                                   for (who, _), runs in found.items()}))

    def peers():
        report.add_tables([run_peers(bench, lengths)])

    def kokkos_on_host(n):
        one, several = with_threads(1), with_threads(options.threads)
        words = {with_threads(count): ("-k", "on", "t", str(count), "-sf", "kk") for count in (1, options.threads)}
        look_at_processors(options.threads)
        found = bench.sides("jammed", n, *lengths(n), (PLUGIN, *words), group="kokkos", launcher=options.launcher,
                            words=words, more_turns=dict.fromkeys((PLUGIN, *words), MORE_TURNS))
        look_at_processors(options.threads)
        pairs = [(PLUGIN, None, None), (one, PLUGIN, ONE_THREAD_AIM)]
        if options.threads > 1:
            pairs.append((several, one, TWO_THREADS_AIM if options.threads == 2 else None))
        return found, pairs

    def kokkos_on_gpu(n):
        steps, warmup, check = lengths(n)
        if not options.steps:    # a GPU does a step in a fraction of the time
            steps = min(5000, max(200, round(2e9 / n)))
            warmup = options.warmup or steps // 2
        # One core on the host shows that the physics is the same; of large packings in a few steps.
        host = (PLUGIN,) if n <= LARGEST_START else ()
        if not host:    # a difference is a failure of the bench; the steps are timed nevertheless
            bench.sides("jammed", n, 1, 1, options.check or 20, (PLUGIN, GPU), group="kokkos, a few steps", launcher=options.launcher,
                        words={GPU: GPU_OPTIONS}, more={"NEWTON": "off"})
        found = bench.sides("jammed", n, steps, warmup, check, (*host, OLDER_GPU, GPU), group="kokkos",
                            launcher=options.launcher, words={GPU: GPU_OPTIONS, OLDER_GPU: GPU_OPTIONS},
                            more={"NEWTON": "off", "THERMO": 0})    # an output copies all particles to the host
        pairs = [*((who, None, None) for who in (*host, OLDER_GPU)),
                 (GPU, OLDER_GPU, GPU_AIM if n > LARGEST_START else None)]
        return found, pairs

    def kokkos():
        on_gpu = any(name in options.accelerator for name in ("CUDA", "HIP"))
        for n in options.kokkos_n or (GPU_SIZES if on_gpu else (options.n, 10 * options.n)):
            found, pairs = kokkos_on_gpu(n) if on_gpu else kokkos_on_host(n)
            if found:
                report.kokkos_sides(found, pairs)

    groups = {"sizes": sizes, "decks": decks, "wild": wild, "dosta": dosta, "few": few, "runs": loops, "sets": sets,
              "matrix": matrix, "ranks": several_ranks, "scaling": scaling, "messages": messages, "peers": peers, "kokkos": kokkos}
    try:
        for group in GROUPS:
            if group in options.cases:
                attempt(group, groups.get(group, lambda: one_case(group)))
                if roofline:
                    roofline.measure()
    finally:
        bench.close()

    report.all_shares()
    for part in [*(table.text(cpu()) for table in report.tables()), *report.notes(bench.runs)]:
        print("\n" + part)
    write_csv(bench.runs, bench.results / "bench.csv")
    written = ["bench.csv"]
    if options.plot == "1" and plot(report, bench, bench.results / "bench.png"):
        written.append("bench.png")
    if options.write_doc and not bench.failures:
        write_doc(options.write_doc, report, bench.runs, options.command, head)
        written.append(str(options.write_doc))
    print(f"\nWritten to {options.results}: {', '.join(written)}")
    for failure in bench.failures:
        print(f"bench: {failure}", file=sys.stderr)
    return 1 if bench.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
