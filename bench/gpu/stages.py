"""The stages of run_all.py and their steps."""

import functools
import os
import re
import shutil
import subprocess
import sys

import compare
import prepare
from step import ROOT, Failure, Skip, Stage, Step

# Largest deviation from the host, of the largest value. First evaluation: other order of sums; overlaps of a thousandth of a
# diameter lose three digits. On a GPU other roundings as well: 1e-10 was measured on an H200 in a packing nearly at rest, whose
# forces are small differences of contact forces. A last bit in the lengths of the box changes them by 2e-10 on a host. At the
# end: positions keep their digits, while forces and springs are small differences of them.
FIRST, FIRST_ON_GPU, LAST = 1e-11, 1e-9, 1e-8
SIZES = ("10000", "1000000", "4000000", "10000000")
TESTS = ("test_kokkos_granular", "test_kokkos_nph_sphere", "test_kokkos_walls", "test_kokkos_integrators",
         "test_kokkos_legacy_styles")
# Programs of unittest/styles that run on Kokkos with these words; two ranks need an MPI build.
TESTS_WITH_ARGUMENTS = ("test_restart",)


def device(context, folder):
    if not context.on_gpu:
        raise Skip("no GPU: a rehearsal on " + " ".join(context.backends))
    if not shutil.which("nvidia-smi"):
        raise Skip("no nvidia-smi")
    context.run(["nvidia-smi", "-q"], folder, "all")
    query = "name,driver_version,memory.total,clocks.max.sm,clocks.max.memory,mig.mode.current"
    return context.run(["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader"], folder).strip()


def libraries(context, folder):
    """What the dynamic linker finds for LAMMPS and the plugin of build/cuda; the runtime of CUDA only once."""
    files = [*(context.lmp.parent / "lib").glob("*lmp*"), *(context.lmp.parent / "plugin").glob("*.so")]
    if not files:
        raise Skip("no folder of make cuda")
    found = set()
    for file in files:
        text = context.run(["ldd", file], folder, file.name)
        missing = re.findall(r"(\S+) => not found", text)
        # the plugin's open symbols are those of the running LAMMPS
        if missing:
            raise Failure(f"{file.name}: {', '.join(missing)} not found")
        found.update(map(os.path.realpath, re.findall(r"libcudart\S* => (\S.*?) \(", text)))
    if len(found) > 1:
        raise Failure(f"more than one CUDA runtime: {', '.join(sorted(found))}")
    return f"{len(files)} files, all libraries found"


def run_deck(context, folder, case, steps, before=(), words=None):
    prepare.link_decks(folder)
    start = folder / "start.data"
    start.unlink(missing_ok=True)
    start.symlink_to(context.references / "start.data")
    return context.run([*before, context.lmp, *(context.words if words is None else words),
                        *prepare.deck_words(case, steps)], folder)


def first_steps(context, folder):
    text = run_deck(context, folder, "hooke", 20)
    if "granular/kk" not in text:
        raise Failure("the neighbor lists are not those of granular/kk")
    return "20 steps of the packing"


def memcheck(context, folder):
    sanitizer = shutil.which("compute-sanitizer")
    if not sanitizer or not context.on_gpu:
        raise Skip("no compute-sanitizer" if context.on_gpu else "no GPU")
    # the launcher is a script
    text = run_deck(context, folder, "hooke", 20,
                    [sanitizer, "--tool", "memcheck", "--target-processes", "all", "--error-exitcode", "9"])
    return re.findall(r"ERROR SUMMARY:.*", text)[-1]


def reference(case, context, folder):
    run_deck(context, folder, case, prepare.SMALL_STEPS if context.small else prepare.STEPS)
    ours, host = (compare.frames(place / f"{case}.dump") for place in (folder, context.references))
    if len(ours) != 2 or len(host) != 2:
        raise Failure(f"{len(ours)} and {len(host)} snapshots in the dumps, not 2")
    first, last = (compare.deviation(a, b) for a, b in zip(ours, host))
    bound = FIRST_ON_GPU if context.on_gpu else FIRST
    text = f"first forces {first:.1e} (bound {bound:.0e}), end {last:.1e} (bound {LAST:.0e})"
    if first > bound or last > LAST:
        raise Failure(text)
    return text


def test_program(name, arguments, context, folder):
    """A test program of unittest/styles; the same LAMMPS runs its decks without /kk on the host."""
    environment = {"GRANULAR_SRT_LMP": str(context.lmp), "GRANULAR_SRT_LMP_KOKKOS": str(context.lmp),
                   "GRANULAR_SRT_KOKKOS_AS_GPU": "1", "GRANULAR_SRT_KOKKOS_ARGS": " ".join(arguments(context))}
    if context.small:
        raise Skip("rehearsal: these tests run by themselves")
    text = context.run([sys.executable, ROOT / "unittest" / "styles" / f"{name}.py"], folder, **environment)
    return " ".join(text.strip().splitlines()[-3:])


def bench(sizes, context, folder):
    """The case 'kokkos' of the bench: physics as on the host, time of a step beside gran/hooke/history/kk."""
    if context.small and sizes != SIZES[0]:
        raise Skip("rehearsal: one size is enough")
    start = context.references / "start"
    shutil.copytree(start, folder / "start", dirs_exist_ok=True)
    small = ["--steps", "20", "--warmup", "5", "--check", "5", *prepare.SMALL_BENCH] if context.small else []
    text = context.run([sys.executable, ROOT / "bench" / "bench.py", "--cases", "kokkos", "--lmp", context.lmp, "--launcher",
                        context.lmp, "--results", folder, "--repeats", "1", "--plot", "0", *small, "--kokkos-n",
                        "200" if context.small else sizes], folder)
    table = text[text.index("\nKokkos:"):].split("\n\n")[0].splitlines()[2:]
    return "; ".join(re.sub(r"\s{2,}", " ", line) for line in table if re.match(r"\d", line))


def kernels(name, context, folder):
    """Nsight Compute on kernels whose label has this text."""
    ncu = shutil.which("ncu")
    if not ncu or not context.on_gpu:
        raise Skip("no ncu" if context.on_gpu else "no GPU")
    prepare.link_decks(folder)
    start = max((context.references / "start").glob("jammed_*.data"), key=lambda file: file.stat().st_size)
    shutil.copy(start, folder / "start.data")
    words = ["-in", "decks/in.jammed", "-log", "log.lammps"]
    for key, value in {"START": "start.data", "MODEL": "hooke", "POTENTIALS": "potentials", "NEWTON": "off", "NX": 4, "NY": 5,
                       "NZ": 5, "CHECK": 5, "WARMUP": 5, "STEPS": 10}.items():
        words += ["-var", key, str(value)]
    text = context.run([ncu, "--target-processes", "all", "--clock-control", "none", "--kernel-name-base", "demangled", "--kernel-name",
                        f"regex:{name}", "--launch-skip", "4", "--launch-count", "3", "--set", "full", "--export",
                        folder / "report", "--force-overwrite", context.lmp, *context.words, *words], folder)
    found = subprocess.run([ncu, "--import", folder / "report.ncu-rep", "--page", "details"], stdout=subprocess.PIPE,
                           text=True, check=False).stdout
    (folder / "details.txt").write_text(found)
    if "No kernels were profiled" in text:
        raise Failure(f"no kernel with {name}")
    return f"details.txt, {len(found.splitlines())} lines"


STAGES = {
    "A": Stage("device, libraries, first steps, results against the host", [
        Step("device", 20, device),
        Step("libraries", 20, libraries),
        Step("first-steps", 60, first_steps),
        *(Step(f"reference-{case}", 60, functools.partial(reference, case)) for case in prepare.REFERENCES),
    ]),
    "B": Stage("speed with 10^4 to 4 10^6 spheres", [
        Step("bench-1e4", 120, functools.partial(bench, SIZES[0])),
        Step("bench-1e6", 180, functools.partial(bench, SIZES[1])),
        Step("bench-4e6", 180, functools.partial(bench, SIZES[2])),
    ]),
    "C": Stage("memory errors, tests", [
        Step("memcheck", 120, memcheck),
        *(Step(name, 240, functools.partial(test_program, name, lambda context: ())) for name in TESTS),
        *(Step(name, 240, functools.partial(test_program, name, lambda context: context.words))
          for name in TESTS_WITH_ARGUMENTS),
    ]),
    "D": Stage("speed with 10^7 spheres, Nsight Compute", [
        Step("bench-1e7", 300, functools.partial(bench, SIZES[3])),
        Step("ncu-contacts", 120, functools.partial(kernels, "PairContacts")),
        Step("ncu-loads", 120, functools.partial(kernels, "GatherLoads")),
        Step("ncu-barostat", 120, functools.partial(kernels, "Half")),
    ]),
}
