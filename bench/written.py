"""The CSV of a bench run, and its tables within a page."""

import csv
import dataclasses

from roofline import cpu
from run import SECTIONS, BenchError

MARKS = ("<!-- bench: begin -->", "<!-- bench: end -->")


def write_csv(runs, path):
    """One row a run; the quantities of the check and of the last state with a prefix."""
    names = ["case", "who", "ranks", "repeat", "atoms", "steps", "seconds", "cpu", *SECTIONS, "ns_per_particle_step",
             "contacts", "ns_per_contact", "neighbors", "ghosts", "builds", "memory", "peak",
             *(f"check_{q}" for q in ("phi", "ke", "rotation", "pressure")),
             *(f"end_{q}" for q in ("phi", "ke", "rotation", "pressure"))]
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore")
        writer.writeheader()
        for run in runs:
            writer.writerow(dataclasses.asdict(run) | run.sections | {
                "ns_per_particle_step": run.per_particle_step(), "ns_per_contact": run.per_contact(),
                **{f"check_{q}": v for q, v in run.check.items()}, **{f"end_{q}": v for q, v in run.state.items()}})


def write_doc(page, report, runs, command, head):
    """Puts the tables between the two marks of a page."""
    text = page.read_text()
    if any(text.count(mark) != 1 for mark in MARKS):
        raise BenchError(f"{page} does not have the lines {MARKS[0]} and {MARKS[1]} once each")
    before, rest = text.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    parts = [f"```\n{command}\n```", head, *(table.markdown(cpu()) for table in report.tables()), *report.notes(runs)]
    page.write_text(before + MARKS[0] + "\n" + "\n\n".join(parts) + "\n" + MARKS[1] + after)
