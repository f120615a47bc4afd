#!/usr/bin/env python3
"""Prints the files of a LAMMPS source tree that no deck of this repository needs, relative to the tree.

  unused_lammps_files.py SOURCE STYLES PACKAGE...

STYLES is a file like tools/lammps_styles.txt. Looked at are the folders of the packages, and src/ itself if KOKKOS is one
of them. There these files are needed:
  - the styles in STYLES, and their /kk form
  - the styles of a kind that LAMMPS chooses from by itself (neighbor lists, granular sub-models)
  - in src/ and KOKKOS: files that are no style
  - files that a needed file includes
"""
import pathlib
import re
import sys

# no deck names these
ALWAYS = {"GRAN_SUB_MOD", "NBIN", "NPAIR", "NSTENCIL", "NTOPO"}


class File:
    """A header and the source file of the same name."""

    def __init__(self):
        self.paths, self.includes, self.kind, self.names = [], set(), None, set()

    def add(self, path):
        text = path.read_text(errors="replace")
        self.paths.append(path)
        included = re.findall(r'^\s*#\s*include\s+"([^"]+)\.h"', text, re.M)
        self.includes.update(pathlib.PurePath(name).name for name in included)
        kind = re.search(r"^#ifdef (\w+)_CLASS", text, re.M)
        if kind and path.suffix == ".h":
            self.kind = kind[1]
            self.names = {name.removesuffix("/kk") for name in re.findall(r"^\s*\w+Style\s*\(([^,\s]+)\s*,", text, re.M)}


def wanted_styles(path):
    styles = {}
    for line in path.read_text().splitlines():
        if ":" in line and not line.startswith("#"):
            kind, names = line.split(":", 1)
            styles.setdefault(kind, set()).update(names.split())
    return styles


def main(source, styles, *packages):
    source = pathlib.Path(source)
    wanted = wanted_styles(pathlib.Path(styles))
    whole_core = "KOKKOS" not in packages
    folders = [source / "src", *(source / "src" / package for package in packages)]

    files = {}    # by the name of the header
    for folder in filter(pathlib.Path.is_dir, folders):    # an older release has fewer packages
        for path in folder.iterdir():
            if path.suffix in (".cpp", ".h"):
                files.setdefault(path.stem, File()).add(path)

    def is_root(file):
        folder = file.paths[0].parent.name
        if file.kind is None:
            return folder in ("src", "KOKKOS")
        return file.kind in ALWAYS or (whole_core and folder == "src") or bool(file.names & wanted.get(file.kind, set()))

    needed, waiting = set(), [stem for stem, file in files.items() if is_root(file)]
    while waiting:
        stem = waiting.pop()
        if stem not in needed:
            needed.add(stem)
            waiting += files[stem].includes & files.keys()

    for path in sorted(path for stem, file in files.items() if stem not in needed for path in file.paths):
        print(path.relative_to(source))


if __name__ == "__main__":
    main(*sys.argv[1:])
