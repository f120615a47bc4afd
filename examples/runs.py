"""What drivers of runs share: LAMMPS and the folder, a table that grows by a row a run, restart files to go on from.

Needs Python's standard library only.
"""

import csv
import os
import pathlib

LAUNCHER = pathlib.Path(__file__).resolve().parent.parent / "build" / "lmp"


def add_places(parser, out):
    """Adds --lmp and --out to a parser of arguments: absolute paths of LAMMPS and of the folder of the results."""
    def absolute(text):
        return pathlib.Path(text).absolute()    # a launcher that is a link stays one

    parser.add_argument("--lmp", type=absolute, default=str(LAUNCHER), help="LAMMPS with the plugin (build/lmp)")
    parser.add_argument("--out", type=absolute, default=out, help=f"folder of the results ({out})")


def rows_of(path):
    """Rows of a CSV file as dicts of text; none if there is no file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def append_row(path, columns, row):
    """Adds a row to a CSV file, which begins with its header."""
    new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, columns, lineterminator="\n")
        if new:
            out.writeheader()
        out.writerow(row)


def newest_restart(folder, name):
    """{"START": file} to go on from the newest of the files NAME.restart.* of a folder; {} if there is none."""
    start = folder / f"{name}.restart.start"
    files = sorted(folder.glob(f"{name}.restart.*"), key=lambda file: file.stat().st_mtime)
    if files and files[-1] != start:
        os.replace(files[-1], start)    # LAMMPS would overwrite the file that it starts from
    return {"START": start.name} if start.exists() else {}
