"""The CSV of a study: one row a packing, written whole or not at all, by any number of processes."""

import contextlib
import csv
import fcntl
import os
import pathlib

import pandas

from driver import rows_of
from granular_srt.reading import EXACT
from states import PROTOCOLS, StudyError


@contextlib.contextmanager
def locked(path):
    with open(path, "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def replace(path, names, rows):
    """Drops the rows of these packings and adds others. A reader, also after a power cut, sees the old or the new file."""
    with locked(f"{path}.lock"):
        kept = [row for row in rows_of(pathlib.Path(path)) if row["packing"] not in names]
        rows = kept + [{column: text(value) for column, value in row.items()} for row in rows]
        with open(f"{path}.new", "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[-1]) if rows else ["packing"], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{path}.new", path)


def text(value):
    if pandas.isna(value):
        return ""
    return f"{value:.8g}" if isinstance(value, float) else str(value)


def read_numbers(paths):
    """Rows of several CSV files as one DataFrame."""
    return pandas.concat([pandas.read_csv(path, **EXACT) for path in paths], ignore_index=True)


def tables(files):
    """(packings, settled beds, their curves) of results files as DataFrames, each None if no file has any."""
    found = {"packing": [], "settle": [], "curves": []}
    for path in files:
        if not path.exists():
            raise StudyError(f"{path}: no such file")
        rows = read_numbers([path])
        kind = "curves" if "curve" in rows else "settle" if "mu" in rows else "packing"
        if kind != "curves":
            # a setting that is younger than the file had its default
            for column, (_, _, default) in PROTOCOLS[kind].settings.items():
                rows[column] = rows[column].fillna(float(default)) if column in rows else float(default)
        if len(rows):
            found[kind].append(rows)
    if not found["packing"] and not found["settle"]:
        raise StudyError("no results: study.py run writes study/packings.csv")
    return tuple(pandas.concat(some, ignore_index=True) if some else None for some in found.values())
