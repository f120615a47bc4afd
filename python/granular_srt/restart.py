"""The newest restart file that is whole, for jobs that a queue ends or kills.

  python3 -m granular_srt.restart job.a.% job.b.%

prints its name; nothing if there is none. Names are those of the command `restart`; % stands for the parts of a file.
"""

import argparse
import pathlib
import sys

from . import program

LAST_WORD = b"LammpS RestartT\0"              # ends each file that LAMMPS has finished
HEAD_END = b"GSRT head sum:\n\0"              # the plugin's checksum of the head follows; it is 0 until all parts are written


def parts_of(name):
    """The files of a restart file, the one with the head first; without %, the file itself."""
    path = pathlib.Path(name)
    if "%" not in path.name:
        return [path]
    before, after = path.name.split("%", 1)
    found = (file for file in path.parent.glob("*") if file.name.startswith(before) and file.name.endswith(after))
    numbered = [file for file in found if file.name[len(before):len(file.name) - len(after)].isdigit()]
    return [path.with_name(f"{before}base{after}"), *numbered]


def is_whole(name):
    """Whether a restart file was written to its end. Of several parts, all must be of the same step.

    LAMMPS writes the part with the head first. A process that was killed then leaves a new head beside parts of an older file. The
    plugin completes the checksum of the head when all parts are written; without the plugin, no part may be older than the head.
    """
    head, *parts = parts_of(name)
    if not all(file.is_file() and _ends(file) for file in (head, *parts)):
        return False
    if "%" not in pathlib.Path(name).name:
        return True
    _, mark, after = head.read_bytes().partition(HEAD_END)
    if mark:
        return bool(parts) and any(after[:8])
    return bool(parts) and min(part.stat().st_mtime_ns for part in parts) >= head.stat().st_mtime_ns


def _ends(file):
    with file.open("rb") as stream:
        stream.seek(max(0, file.stat().st_size - len(LAST_WORD)))
        return stream.read() == LAST_WORD


def newest(names):
    """The newest whole restart file of `names`; None if there is none."""
    return max(filter(is_whole, names), key=lambda name: max(file.stat().st_mtime_ns for file in parts_of(name)), default=None)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", help="as in the command restart")
    found = newest(parser.parse_args(words).names)
    if found:
        print(found)
    else:
        print("restart: none of them is a whole restart file", file=sys.stderr)


if __name__ == "__main__":
    program.run("restart", main)
