"""Rooms of src/: which folder may include which, no cycles of headers, a short README.md in each folder.

A room includes only itself and rooms of a lower level:

    contact <- barostat <- models <- host <- box <- engine/evaluate <- engine/history <- engine/search <- engine <- restart
    <- checks <- output <- energy <- pair <- wall/shapes <- wall/mesh, wall/region <- wall, integrate <- kokkos <- entry

contact and barostat do not include LAMMPS.
"""

import fnmatch
import pathlib
import re
import tempfile
import unittest

SRC = pathlib.Path(__file__).resolve().parents[2] / "src"

ROOMS = (("contact",), ("barostat",), ("models",), ("host",), ("box",), ("engine/evaluate",), ("engine/history",),
         ("engine/search",), ("engine",), ("restart",), ("checks",), ("output",), ("energy",), ("pair",),
         ("wall/shapes",), ("wall/mesh", "wall/region"), ("wall", "integrate"), ("kokkos",), ("entry",))
LEVEL = {room: level for level, rooms in enumerate(ROOMS) for room in rooms}
PURE = ("contact", "barostat")    # rooms without LAMMPS
README_LINES = 10
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


def room_of(path):
    """Room of a path relative to src: the deepest folder that has a level, else the first one."""
    folders = [str(folder) for folder in path.parents if str(folder) != "."]
    return next((folder for folder in folders if folder in LEVEL), folders[-1] if folders else "")


def resolve(src, path, name):
    """File of src that `path` includes as `name`, relative to src; None for a file of LAMMPS."""
    for folder in ((src / path).parent, src):
        file = (folder / name).resolve()
        if file.is_file() and src in file.parents:
            return file.relative_to(src)
    return None


def may_include(path, other):
    room, of_other = room_of(path), room_of(other)
    return room == of_other or LEVEL[of_other] < LEVEL[room]


def cycles(graph):
    """Cycles of a graph {node: nodes}, each as a list of nodes that begins and ends with the same one."""
    found, done, path = [], set(), []

    def visit(node):
        if node in path:
            found.append(path[path.index(node):] + [node])
            return
        if node in done:
            return
        path.append(node)
        for other in graph.get(node, ()):
            visit(other)
        path.pop()
        done.add(node)

    for node in graph:
        visit(node)
    return found


def wrong_includes(src):
    """One text per include that breaks a rule, and per cycle of includes."""
    src = src.resolve()
    wrong, graph = [], {}
    for file in sorted(src.rglob("*")):
        if file.suffix not in (".h", ".cpp"):
            continue
        path = file.relative_to(src)
        if room_of(path) not in LEVEL:
            wrong.append(f"{path}: the room {room_of(path)} has no level")
            continue
        graph[path] = []
        for name in INCLUDE.findall(file.read_text()):
            other = resolve(src, path, name)
            if other is None:
                if room_of(path) in PURE:
                    wrong.append(f"{path}: includes {name}, which is not in src/")
                elif "/" in name and name.split("/")[0] in LEVEL:
                    wrong.append(f"{path}: includes {name}, which does not exist")
                continue
            graph[path].append(other)
            if room_of(other) in LEVEL and not may_include(path, other):
                wrong.append(f"{path}: must not include {other}")
    for cycle in cycles(graph):
        wrong.append("cycle: " + " -> ".join(map(str, cycle)))
    return wrong


def wrong_readmes(src):
    """One text per room without a README.md of 1 to README_LINES lines."""
    wrong = []
    for room in sorted(LEVEL):
        folder = src / room
        if not folder.is_dir():
            continue
        readme = folder / "README.md"
        lines = len(readme.read_text().splitlines()) if readme.is_file() else 0
        if not 1 <= lines <= README_LINES:
            wrong.append(f"{folder.relative_to(src)}/README.md: {lines} lines, allowed are 1 to {README_LINES}")
    return wrong


class Rooms(unittest.TestCase):
    def test_includes(self):
        self.assertEqual(wrong_includes(SRC), [])

    def test_readmes(self):
        self.assertEqual(wrong_readmes(SRC), [])

    def test_names_of_files(self):
        """Files that the pages name exist; doc/internals.md counts those of a contact."""
        root = SRC.parent
        files = [str(path.relative_to(root)) for folder in ("src", "unittest", "cmake") for path in (root / folder).rglob("*")]
        for page in (*SRC.rglob("README.md"), root / "doc" / "internals.md"):
            for name in re.findall(r"(?<!LAMMPS' )`([\w/.*]+\.(?:h|cpp|cpp\.in|py|\*))`", page.read_text()):
                with self.subTest(page=page.relative_to(root), name=name):
                    self.assertTrue(fnmatch.filter(files, f"*{name}"))
        contact = (root / "doc" / "internals.md").read_text().split("### One contact, file by file")[1].split("\n**")[0]
        names = re.findall(r"`[\w/]+\.(?:h|cpp)`", contact)
        self.assertEqual(int(re.search(r"takes (\d+) files", contact)[1]), len(set(names)), names)

    def test_all_rooms_exist(self):
        self.assertEqual({room_of(file.relative_to(SRC)) for file in SRC.rglob("*.h")}, set(LEVEL))


class RulesAreChecked(unittest.TestCase):
    """The rules on trees of a few files."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.src = pathlib.Path(temporary.name)

    def write(self, name, *includes):
        file = self.src / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f'#include "{other}"\n' for other in includes))

    def wrong(self):
        return wrong_includes(self.src)

    def test_downward_includes_are_allowed(self):
        self.write("contact/a.h")
        self.write("contact/normal/b.h", "../a.h")
        self.write("engine/evaluate/c.h", "contact/a.h", "contact/normal/b.h")
        self.write("engine/d.h", "engine/evaluate/c.h")
        self.write("pair/pair.h", "engine/d.h", "force.h", "atom.h")
        self.write("pair/more.cpp", "pair.h")
        self.write("kokkos/e.h", "pair/pair.h")
        self.write("entry/plugin.cpp", "kokkos/e.h", "gate.h")
        self.write("entry/gate.h")
        self.assertEqual(self.wrong(), [])

    def test_upward_includes_are_found(self):
        pairs = [("contact", "barostat"), ("barostat", "models"), ("contact", "models"), ("models", "host"),
                 ("host", "box"), ("box", "engine/evaluate"), ("engine/evaluate", "engine/history"), ("engine/history", "engine/search"),
                 ("engine/search", "engine"), ("engine", "restart"), ("pair", "wall"), ("wall", "integrate"),
                 ("integrate", "wall"), ("integrate", "kokkos"), ("kokkos", "entry")]
        for low, high in pairs:
            with self.subTest(room=low):
                self.write(f"{high}/high.h")
                self.write(f"{low}/low.h", f"{high}/high.h")
                self.assertEqual(self.wrong(), [f"{low}/low.h: must not include {high}/high.h"])
                (self.src / low / "low.h").unlink()

    def test_physics_includes_no_lammps(self):
        self.write("barostat/a.h", "atom.h")
        self.assertEqual(self.wrong(), ["barostat/a.h: includes atom.h, which is not in src/"])

    def test_missing_file_of_a_room(self):
        self.write("models/a.h", "contact/none.h")
        self.assertEqual(self.wrong(), ["models/a.h: includes contact/none.h, which does not exist"])

    def test_unknown_room(self):
        self.write("attic/a.h")
        self.assertEqual(self.wrong(), ["attic/a.h: the room attic has no level"])

    def test_cycles(self):
        self.write("models/a.h", "b.h")
        self.write("models/b.h", "a.h")
        self.assertEqual(self.wrong(), ["cycle: models/a.h -> models/b.h -> models/a.h"])
        self.write("models/b.h", "c.h")
        self.write("models/c.h", "models/a.h")
        self.assertEqual(self.wrong(), ["cycle: models/a.h -> models/b.h -> models/c.h -> models/a.h"])
        self.write("models/c.h", "c.h")
        self.assertEqual(self.wrong(), ["cycle: models/c.h -> models/c.h"])

    def test_readme_is_missing_or_too_long(self):
        for name in ("contact", "engine", "engine/search"):
            self.write(f"{name}/a.h")
            (self.src / name / "README.md").write_text("line\n" * README_LINES)
        self.assertEqual(wrong_readmes(self.src), [])
        (self.src / "contact" / "README.md").write_text("line\n" * (README_LINES + 1))
        (self.src / "engine" / "search" / "README.md").unlink()
        (self.src / "engine" / "README.md").write_text("")
        self.assertEqual(wrong_readmes(self.src), ["contact/README.md: 11 lines, allowed are 1 to 10",
                                                   "engine/README.md: 0 lines, allowed are 1 to 10",
                                                   "engine/search/README.md: 0 lines, allowed are 1 to 10"])


if __name__ == "__main__":
    unittest.main()
