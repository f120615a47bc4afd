"""What the kernels of src/kokkos hold is on a device: no reference, no object of the host, no pointer to one. Such members
compile for a GPU, and fault only there. A kernel is a class with KOKKOS_FUNCTION operator(). The classes of src that it holds
are looked at too. Pointers to numbers are allowed: they come from views. Needs no LAMMPS and no compiler.
"""

import pathlib
import re
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "src" / "kokkos"
# the host's own threads, on no device
ON_THE_HOST = {"host_threads.h"}

# the name stands before the bases or the brace; that of a template's parameter does not
CLASS = re.compile(r"\b(?:struct|class) (\w+)(?: *<[^;{}()]*?>)?(?: final)?(?:\s*:(?!:)[^;{}()]*)?\s*\{")
MEMBER_OF_HOST = re.compile(
    r"&|\bstd::(?!size_t|ptrdiff_t|int\d+_t|uint\d+_t)|\bDualView\b|tdual_|ttransform_|\bLAMMPS_NS::|\bHostSpace\b|"
    r"\b(?:Atom|AtomKokkos|NeighList|NeighListKokkos|Fix|Pair|LAMMPS)\b *[<*]|\bDevice(?:Array|AtomHistories|WallHistory)(?!::Arrays)\b|"
    r"\b(?!double|char|float|int|tagint|ptrdiff_t|PartnerType)\w+ *\*+ *(?:const )?\w+$")    # PartnerType: an ID or a number
PARAMETER = re.compile(r"\b(?:class|typename) (\w+) *[,>=]")
CAPTURING = re.compile(r"Kokkos::parallel_\w+\([^;]*?(?:\[(?:&|=|this|\*this)|KOKKOS_(?:CLASS_)?LAMBDA)")


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def body_from(text, brace):
    """The text between a brace and the one that closes it."""
    depth = 0
    for k in range(brace, len(text)):
        depth += {"{": 1, "}": -1}.get(text[k], 0)
        if depth == 0:
            return text[brace + 1:k]
    raise ValueError("a brace is not closed")


def without_bodies(text):
    """A class without what is in inner braces: its declarations."""
    depth, kept = 0, []
    for character in text:
        depth -= character == "}"
        if depth == 0:
            kept.append(character if character != "}" else ";")
        depth += character == "{"
    return "".join(kept).replace("{", "")


def members(body):
    """Declarations of a class that are data members."""
    for line in without_bodies(body).split(";"):
        line = re.sub(r"\b(?:public|private|protected):|\[\[\w+\]\]", "", line).strip()
        line = line.split("=")[0].strip()
        if line and "(" not in line and not re.match(r"(?:using|static|struct|class|template|friend|enum)\b", line):
            yield " ".join(line.split())


def classes(texts):
    """{name: bodies} of the classes of these sources."""
    known = {}
    for text in texts:
        for found in CLASS.finditer(text):
            known.setdefault(found[1], []).append(body_from(text, found.end() - 1))
    return known


def faults(texts, headers=()):
    """One text for each member of a kernel, or of a class that it holds, that is of the host. Kernels are in `texts`; what
    they hold may be in headers, too."""
    own = classes(texts)
    parameters = {name for text in texts for name in PARAMETER.findall(text)}
    known = {name: bodies for name, bodies in classes(headers).items() if name not in parameters} | own
    seen, wrong = set(), []
    queue = [name for name, bodies in own.items()
             if any(re.search(r"KOKKOS_FUNCTION void operator\(\)", body) for body in bodies)]
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        for member in (member for body in known[name] for member in members(body)):
            if MEMBER_OF_HOST.search(member):
                wrong.append(f"{name}: {member}")
            queue += [word for word in re.findall(r"\w+", re.sub(r"\w+$", "", member)) if word in known]
    wrong += [found[0] for text in texts for found in CAPTURING.finditer(text)]
    return wrong, seen


def read(files):
    return [without_comments(file.read_text()) for file in sorted(files)]


def sources():
    return read(file for file in FOLDER.glob("*.*")
                if file.suffix in (".h", ".cpp") and file.name not in ON_THE_HOST)


def headers_of_other_folders():
    return read(file for file in FOLDER.parent.rglob("*.h") if file.parent != FOLDER)


class Kernels(unittest.TestCase):
    def test_hold_nothing_of_the_host(self):
        wrong, seen = faults(sources(), headers_of_other_folders())
        self.assertGreater(len(seen), 40)
        # templates; held by a class that a kernel holds; of other folders
        self.assertLessEqual({"PairContacts", "PackLeaving", "ContactSides", "WallSurface", "HistoryLayout"}, seen)
        self.assertEqual(wrong, [])

    def test_finds_what_is_of_the_host(self):
        kernel = "struct K {{ {} KOKKOS_FUNCTION void operator()(const int i) const {{ v(i) = 1; }} }};"
        for member in ("const Law &law;", "std::vector<int> rows;", "Atom *atom;", "AtomKokkos *atom;", "const Law *law;",
                       "Kokkos::DualView<int *> rows;", "DeviceAtomHistories records;", "Held held;"):
            with self.subTest(member):
                wrong, _ = faults([kernel.format(member)], ["struct Held { std::string name; };"])
                self.assertEqual(len(wrong), 1, wrong)
                wrong, _ = faults(["template <class A, class B = C> " + kernel.format(member),
                                   "struct Held : Other { std::string name; };"])
                self.assertEqual(len(wrong), 1, wrong)
        self.assertEqual(faults([kernel.format("Kokkos::View<int *> v; double *message; std::ptrdiff_t begin;")])[0], [])

    def test_finds_a_lambda_that_captures(self):
        for capture in ("[&](int i)", "[this](int i)", "KOKKOS_LAMBDA(int i)"):
            with self.subTest(capture):
                self.assertEqual(len(faults([f'Kokkos::parallel_for("a", all, {capture} {{ f(i); }});'])[0]), 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
