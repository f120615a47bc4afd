"""The CSV of a study: one row a packing, written whole or not at all, by any number of processes."""

import contextlib
import csv
import fcntl
import io
import os
import pathlib


@contextlib.contextmanager
def locked(path):
    with open(path, "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def read(path):
    """Rows as dicts of text; none if there is no file."""
    if not pathlib.Path(path).exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(path, rows, columns):
    """Replaces the file; a reader, and whoever comes after a power cut, sees the old or the new one."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    new = pathlib.Path(f"{path}.new")
    with open(new, "w", encoding="utf-8") as file:
        file.write(text.getvalue())
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)


def append(path, row):
    """Adds the row of a packing, in place of an older row of the same packing."""
    with locked(f"{path}.lock"):
        rows = [old for old in read(path) if old["packing"] != row["packing"]]
        write(path, rows + [{column: text(value) for column, value in row.items()}], list(row))


def drop(path, names):
    with locked(f"{path}.lock"):
        rows = read(path)
        kept = [row for row in rows if row["packing"] not in names]
        if len(kept) < len(rows):
            write(path, kept, list(rows[0]))


def text(value):
    if value is None:
        return ""
    return f"{value:.8g}" if isinstance(value, float) else str(value)
