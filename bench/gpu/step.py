"""One step of run_all.py: it runs, leaves a folder with its output and a verdict, and is not run again."""

import dataclasses
import functools
import json
import os
import pathlib
import re
import signal
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PASSED, FAILURE, SKIPPED, NO_TIME = "passed", "FAILED", "skipped", "TOO LONG"
FAILED = (FAILURE, NO_TIME)
# What LAMMPS does on a GPU without these words.
AS_ON_GPU = ("-pk", "kokkos", "neigh", "full", "newton", "off", "comm", "device", "sort", "device")


class Skip(Exception):
    """This machine lacks what the step needs."""


class Failure(Exception):
    """A step did not end as it should."""


@dataclasses.dataclass
class Step:
    name: str
    seconds: int        # limit; what it takes on a GPU is less
    act: object         # called with a Context and the step's folder; returns a line of figures


@dataclasses.dataclass
class Stage:
    about: str
    steps: list


@dataclasses.dataclass
class Context:
    lmp: pathlib.Path
    results: pathlib.Path
    references: pathlib.Path
    small: bool
    until: float = 0.0    # end of the present step

    @functools.cached_property
    def help(self):
        """What "lmp -help" prints."""
        done = subprocess.run([self.lmp, "-help"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.stdout

    @property
    def backends(self):
        found = re.search(r"KOKKOS package API: *(.*)", self.help)
        return found[1].split() if found else []

    @property
    def on_gpu(self):
        return any(name in self.backends for name in ("CUDA", "HIP", "SYCL"))

    @property
    def words(self):
        """Arguments of lmp for the /kk styles on a GPU, or on a host in the way of a GPU."""
        return ("-k", "on", "g", "1", "-sf", "kk") if self.on_gpu else ("-k", "on", "t", "1", "-sf", "kk", *AS_ON_GPU)

    def run(self, command, folder, name="output", **environment):
        """Runs a command in the folder until the end of the step; returns what it printed. Its output is kept."""
        path = folder / f"{name}.txt"
        with open(path, "w") as output:
            process = subprocess.Popen([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, env={**os.environ, **environment},
                                       preexec_fn=os.setpgrp)    # a new session would outlive a call that is stopped from outside
            try:
                code = process.wait(timeout=max(1.0, self.until - time.monotonic()))
            except (subprocess.TimeoutExpired, KeyboardInterrupt):
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                raise
        text = path.read_text(errors="replace")
        if code != 0:
            errors = [line for line in text.splitlines() if re.search("error", line, re.I)]
            raise Failure(f"exit code {code}: {errors[0] if errors else text.strip()[-200:]}")
        return text

    def verdict(self, stage, step):
        """What the step has left, {} before it has run."""
        path = self.results / stage / step.name / "verdict.json"
        return json.loads(path.read_text()) if path.exists() else {}

    def verdicts(self, stages):
        return [self.verdict(name, step).get("verdict") for name, stage in stages.items() for step in stage.steps]


def run_step(context, stage, step):
    folder = context.results / stage / step.name
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    context.until = began + step.seconds
    try:
        verdict, figures = PASSED, step.act(context, folder)
    except Skip as reason:
        verdict, figures = SKIPPED, str(reason)
    except subprocess.TimeoutExpired:
        verdict, figures = NO_TIME, f"stopped after {step.seconds} s"
    except (Failure, OSError, ValueError) as failure:
        verdict, figures = FAILURE, str(failure)
    done = {"verdict": verdict, "seconds": round(time.monotonic() - began, 1), "figures": figures}
    # in one go: a step that was killed has no verdict
    new = folder / "verdict.new"
    new.write_text(json.dumps(done, indent=1) + "\n")
    new.replace(folder / "verdict.json")
    print(f"{stage} {step.name}: {verdict} ({done['seconds']} s) {figures}", flush=True)


def run_stage(context, name, stage, end, again):
    """Runs the steps that have no verdict, until the time `end`; returns the names of those left."""
    left = []
    for step in stage.steps:
        if context.verdict(name, step) and not again:
            continue
        if step.seconds > end - time.monotonic():
            left.append(f"{name} {step.name}")
        else:
            run_step(context, name, step)
    return left


def summary(context, stages):
    """A table of all verdicts, which is also written to summary.md."""
    lines = ["| stage | step | verdict | seconds | |", "|---|---|---|---:|---|"]
    for name, stage in stages.items():
        for step in stage.steps:
            done = context.verdict(name, step)
            if done:
                figures = done["figures"].replace("|", "/").replace("\n", "; ")
                lines.append(f"| {name} | {step.name} | {done['verdict']} | {done['seconds']} | {figures} |")
    text = "\n".join(lines)
    (context.results / "summary.md").write_text(text + "\n")
    return text
