"""The stages of run_all.py and their steps."""

import concurrent.futures
import functools
import math
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
SIZES = ("10000", "1000000")
RUN_STYLES = ("verlet", "verlet/granular")
OLDER_LISTS = ("-pk", "kokkos", "newton", "off", "neigh", "half")    # all that LAMMPS' gran/hooke/history/kk can
TESTS = ("granular", "nph_sphere", "walls", "integrators", "legacy_styles", "energy_ledger", "stock_restart", "restart_exact",
         "copies", "launches", "verlet_granular")
# Programs of unittest/styles that run on Kokkos with the words of a GPU; several ranks need an MPI build.
TESTS_WITH_ARGUMENTS = ("test_restart", "test_restart_exact", "test_parallel", "test_wall_parallel")


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


def reference(case, context, folder, before=()):
    run_deck(context, folder, case, prepare.SMALL_STEPS if context.small else prepare.STEPS, before)
    ours, host = (compare.frames(place / f"{case}.dump") for place in (folder, context.references))
    if len(ours) != 2 or len(host) != 2:
        raise Failure(f"{len(ours)} and {len(host)} snapshots in the dumps, not 2")
    first, last = (compare.deviation(a, b) for a, b in zip(ours, host))
    bound = FIRST_ON_GPU if context.on_gpu else FIRST
    text = f"first forces {first:.1e} (bound {bound:.0e}), end {last:.1e} (bound {LAST:.0e})"
    if first > bound or last > LAST:
        raise Failure(text)
    return text


def together(tasks):
    """Calls all tasks at the same time; returns their results."""
    with concurrent.futures.ThreadPoolExecutor(len(tasks)) as pool:
        return [future.result() for future in [pool.submit(task) for task in tasks]]


def test_program(name, arguments, context, folder):
    """A test program of unittest/styles; the same LAMMPS runs its decks without /kk on the host. Returns its last lines."""
    environment = {"GRANULAR_SRT_LMP": str(context.lmp), "GRANULAR_SRT_LMP_KOKKOS": str(context.lmp),
                   "GRANULAR_SRT_KOKKOS_AS_GPU": "1", "GRANULAR_SRT_KOKKOS_ARGS": " ".join(arguments)}
    try:
        text = context.run([sys.executable, ROOT / "unittest" / "styles" / f"{name}.py"], folder, name, **environment)
    except subprocess.TimeoutExpired:
        return f"{name}: TOO LONG"
    except Failure as failure:
        return f"{name}: FAILED, {failure}"
    return f"{name}: " + " ".join(text.strip().splitlines()[-3:])


def tests(context, folder):
    """All test programs at once: they wait for the GPU most of the time."""
    if context.small:
        raise Skip("rehearsal: these tests run by themselves")
    found = together([functools.partial(test_program, f"test_kokkos_{name}", (), context, folder) for name in TESTS]
                     + [functools.partial(test_program, name, context.words, context, folder) for name in TESTS_WITH_ARGUMENTS])
    if any(": FAILED" in line or ": TOO LONG" in line for line in found):
        raise Failure("; ".join(found))
    return "; ".join(found)


def loop(text):
    """(spheres, steps/s) of the first run after "BENCH timed"."""
    seconds, steps, spheres = re.search(r"Loop time of (\S+) on \d+ procs for (\d+) steps with (\d+) atoms",
                                        text[text.index("\nBENCH timed"):]).groups()
    return int(spheres), int(steps) / float(seconds)


def steps_for(context, n):
    return 20 if context.small else min(5000, max(100, round(1e9 / n)))


def jammed(context, folder, n, run_style, model="hooke", options=(), **environment):
    """(spheres, steps/s) of the jammed packing of the bench with this run style."""
    folder.mkdir(exist_ok=True)
    prepare.link_decks(folder)
    start = max((context.references / "start").glob("jammed_*.data"), key=lambda file: file.stat().st_size)
    shutil.copy(start, folder / "start.data")
    copies = (1, 1, 1) if context.small else prepare.sides.copies_for(n)[1]
    deck = (ROOT / "bench" / "decks" / "in.jammed").read_text()
    (folder / "in.speed").write_text(deck.replace("include         decks/measure.in", f"run_style {run_style}\ninclude decks/measure.in"))
    steps = steps_for(context, n)
    variables = {"START": "start.data", "MODEL": model, "POTENTIALS": "potentials", "NEWTON": "off", "NX": copies[0], "NY": copies[1],
                 "NZ": copies[2], "CHECK": 5, "WARMUP": max(5, steps // 2), "STEPS": steps, "THERMO": 0}
    words = [word for name, value in variables.items() for word in ("-var", name, str(value))]
    return loop(context.run([context.lmp, *context.words, *options, "-in", "in.speed", "-log", "log.lammps", *words], folder, **environment))


def speed(n, context, folder):
    """Steps/s of both run styles."""
    if context.small and n != 10**4:
        raise Skip("rehearsal: one size is enough")
    figures = []
    for style in RUN_STYLES:
        spheres, rate = jammed(context, folder / style.replace("/", "_"), n, style)
        figures.append(f"{style} {rate:.0f} steps/s, {1e-6 * spheres * rate:.0f} 10^6 particle-steps/s")
    return f"{spheres} spheres: " + "; ".join(figures)


def memory(n, context, folder):
    """speed() and the largest memory of the GPU meanwhile."""
    if not context.on_gpu or not shutil.which("nvidia-smi"):
        raise Skip("no GPU" if not context.on_gpu else "no nvidia-smi")
    with open(folder / "memory.txt", "w") as file:
        watch = subprocess.Popen(["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits", "-lms", "200"], stdout=file)
        try:
            found = speed(n, context, folder)
        finally:
            watch.kill()
            watch.wait()
    used = max(map(float, re.findall(r"^\d+$", (folder / "memory.txt").read_text(), re.M)), default=math.nan)
    return f"{found}; {used / 1024:.1f} GB"


def older_style(context, folder):
    """gran/hooke/history/kk of the plugin and of LAMMPS, 10^6 spheres."""
    rates = [jammed(context, folder / side, 10**6, "verlet", "gran_hooke_history", OLDER_LISTS, **environment)[1]
             for side, environment in (("plugin", {}), ("lammps", {"GRANULAR_SRT_LEAVE": "gran/hooke/history"}))]
    return "plugin {:.0f}, LAMMPS {:.0f} steps/s".format(*rates)


def walls(context, folder):
    """10^6 spheres in a cylinder."""
    prepare.link_decks(folder)
    figures = []
    for style in RUN_STYLES:
        variables = {"NEWTON": "off", "SCALE": 1 if context.small else 13.6, "STYLE": style, "POTENTIALS": "potentials", "WARMUP": 10,
                     "STEPS": steps_for(context, 10**6)}
        words = [word for name, value in variables.items() for word in ("-var", name, str(value))]
        text = context.run([context.lmp, *context.words, "-in", "gpu/in.walls", *words], folder, style.replace("/", "_"))
        figures.append("{1} spheres, {0} {2:.0f} steps/s".format(style, *loop(text)))
    return "; ".join(figures)


def packing(n, side, context, folder):
    """examples/packing until it is at rest, on the GPU or on all cores of the machine."""
    if context.small and n != 1000:
        raise Skip("rehearsal: one size is enough")
    words, before = context.words[:6], []
    if side == "host":
        if context.small:
            raise Skip("rehearsal: this machine is no reference")
        mpirun = shutil.which("mpirun") or shutil.which("mpiexec")
        if "MPI STUBS" in context.help or not mpirun:
            raise Skip("no MPI")
        words, before = [], [mpirun, "-np", str(os.cpu_count())]
    variables = {"N": 100 if context.small else n, "POTENTIALS": "potentials", "PICTURE": "no"}
    prepare.link_decks(folder)
    words = [*words, *(word for name, value in variables.items() for word in ("-var", name, str(value)))]
    text = context.run([*before, context.lmp, *words, "-in", ROOT / "examples" / "packing" / "in.packing"], folder)
    return re.findall(r"Total wall time: .*", text)[-1]


def many(mps, context, folder):
    """Steps/s of all packings of 10^4 spheres that run at the same time."""
    control = shutil.which("nvidia-cuda-mps-control")
    if mps and not (context.on_gpu and control):
        raise Skip("no nvidia-cuda-mps-control" if context.on_gpu else "no GPU")
    environment = {}
    if mps:
        environment = {"CUDA_MPS_PIPE_DIRECTORY": str(folder / "pipe"), "CUDA_MPS_LOG_DIRECTORY": str(folder / "log")}
        for place in environment.values():
            os.makedirs(place, exist_ok=True)
        subprocess.run([control, "-d"], env={**os.environ, **environment}, check=True)
    figures = []
    try:
        for count in (1, 2) if context.small else (1, 2, 4, 8, 16):
            tasks = [functools.partial(jammed, context, folder / f"{count}_{k}", 10**4, RUN_STYLES[1], **environment) for k in range(count)]
            figures.append(f"{count}: {sum(rate for _, rate in together(tasks)):.0f}")
    finally:
        if mps:
            subprocess.run([control], input="quit\n", text=True, env={**os.environ, **environment}, check=False)
    return "processes and steps/s of all: " + ", ".join(figures)


def two_ranks(context, folder):
    mpirun = shutil.which("mpirun") or shutil.which("mpiexec")
    if "MPI STUBS" in context.help or not mpirun:
        raise Skip("no MPI")
    return reference("hooke", context, folder, [mpirun, "-np", "2"])


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
    "A": Stage("device, libraries, first steps, results against the host, tests, memory errors", [
        Step("device", 20, device),
        Step("libraries", 20, libraries),
        Step("first-steps", 60, first_steps),
        *(Step(f"reference-{case}", 60, functools.partial(reference, case)) for case in prepare.REFERENCES),
        Step("tests", 240, tests),
        Step("memcheck", 90, memcheck),
    ]),
    "B": Stage("speed with 10^4 to 10^7 spheres, both run styles; older style, walls, whole packings", [
        *(Step(f"speed-1e{k}", 90, functools.partial(speed, 10**k)) for k in (4, 6, 5)),
        Step("speed-1e7", 120, functools.partial(memory, 10**7)),
        Step("older-style", 60, older_style),
        Step("walls-1e6", 60, walls),
        Step("packing-1000", 90, functools.partial(packing, 1000, "gpu")),
        Step("packing-1e5", 150, functools.partial(packing, 100000, "gpu")),
    ]),
    "C": Stage("many packings at once, two ranks, whole packings on the host", [
        Step("many", 90, functools.partial(many, False)),
        Step("many-mps", 90, functools.partial(many, True)),
        Step("two-ranks", 60, two_ranks),
        Step("packing-1000-host", 60, functools.partial(packing, 1000, "host")),
        Step("packing-1e5-host", 150, functools.partial(packing, 100000, "host")),
    ]),
    "D": Stage("the bench beside LAMMPS' style, Nsight Compute", [
        Step("bench-1e4", 120, functools.partial(bench, SIZES[0])),
        Step("bench-1e6", 180, functools.partial(bench, SIZES[1])),
        Step("ncu-contacts", 120, functools.partial(kernels, "PairContacts")),
        Step("ncu-loads", 120, functools.partial(kernels, "GatherLoads")),
        Step("ncu-barostat", 120, functools.partial(kernels, "Half")),
    ]),
}
