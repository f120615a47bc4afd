"""Random and mutated commands of the plugin, through LAMMPS' library interface.

Each line ends in a message or in a run of one step. What must not happen: a crash, a finding of a sanitizer, a leak, a
line that takes longer than LINE_SECONDS, an error of the plugin that names no word of the line.

    python3 unittest/sanitize/fuzz_input.py --lines 1000000 --seed 7     by hand; builds the sanitized plugin first
    python3 unittest/sanitize/fuzz_input.py --lines 1000 --only restart

The lines run in a second process, so that one that kills it is known: its seed and number are printed, with the text.
`--first N` begins with line N: a line depends on seed and number only. Python's standard library only.
"""

import argparse
import collections
import ctypes
import math
import os
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LINE_SECONDS = 60    # a line takes milliseconds; sanitizers and other programs slow it down

PLAIN = ("0", "1", "2", "0.3", "0.5", "10.0", "100.0", "1000.0", "1e4", "0.1", "-0.2", "1e-3")
VALID = ("0.1", "0.25", "0.3", "0.45", "0.5")    # in the range of every coefficient
ODD = ("-1", "-1.0", "1e-300", "1e-310", "1e300", "1.7e308", "1e400", "-1e400", "nan", "-nan", "inf", "-inf", "NULL", "null", "",
       "--1", "1e", "e5", "0x10", "1.0.0", ".", "-", "+1", "1,0", "1d3", "10000000000000000000000", "2147483648",
       "-2147483649", "4294967296", "0.5000000001", "v_none", "v_turn", "c_none", "f_1", "*", "**", "*0", "1*", "*5", "2*1", "0*3",
       "x" * 300, "\\", "/", "#x", "%s%n", "äöü", "\x01", "all", "none", "yes", "no", "on")
MODELS = {
    "normal": {"hooke": 2, "hertz": 2, "hertz/material": 3, "dmt": 4, "jkr": 4, "mdr": 6},
    "damping": {"none": 0, "velocity": 0, "mass_velocity": 0, "viscoelastic": 0, "tsuji": 0, "coeff_restitution": 0},
    "tangential": {"none": 0, "linear_nohistory": 2, "linear_history": 3, "linear_history_classic": 3, "mindlin": 3,
                   "mindlin_classic": 3, "mindlin/force": 3, "mindlin_rescale": 3, "mindlin_rescale/force": 3,
                   "mindlin_creep": 3, "tracking": 4},
    "rolling": {"none": 0, "sds": 3, "tracking": 2, "tracking/balanced": 2},
    "twisting": {"none": 0, "sds": 3, "marshall": 0, "tracking": 1, "tracking/hertz": 1},
    "heat": {"none": 0, "radius": 1, "area": 1},
}
DIRECTIONS = ("x", "y", "z")
NPH = {"iso": 3, "aniso": 3, "tri": 3, "x": 3, "y": 3, "z": 3, "yz": 3, "xz": 3, "xy": 3, "couple": 1, "pmass": 1, "ptemp": 1,
       "drag": 1, "nreset": 1, "pchain": 1, "ploop": 1, "mtk": 1, "dilate": 1, "fixedpoint": 3, "scalexy": 1, "scalexz": 1,
       "scaleyz": 1, "flip": 1, "isochoric": 1, "disc": 0, "update": 1, "tchain": 1, "tloop": 1, "temp": 3}
WALL_KEYWORDS = {"wiggle": 3, "shear": 2, "translate": 2, "rotate": 1, "center": 2, "temperature": 1, "contacts": 0,
                 "origin": 3, "material": 2, "load": 3, "inertia": 1, "speed": 1, "travel": 2}
MESH_KEYWORDS = {"scale": 1, "displace": 3, "smooth": 1, "move": 3, "turn": 7, "faces": 2}
PAIR_KEYWORDS = {"box": ("yes", "no"), "lists": ("plugin", "lammps"), "ghosts": ("rows", "fields"),
                 "sort": ("yes", "no", "always"), "restart": ("exact", "lammps")}
WORDS = sorted({word for models in MODELS.values() for word in models}.union(
    MODELS, NPH, WALL_KEYWORDS, MESH_KEYWORDS, PAIR_KEYWORDS,
    "cutoff limit_damping synchronized_verlet granular hooke/history hertz/history zplane xplane yplane xcylinder zcylinder "
    "zcone region mesh floor.stl mix inf vector chute spherical disable rate contact energy bin shell dipole dipole/dlm "
    "xyz".split()))
# Text of a command that starts something else in LAMMPS' own parser, and files in the root folder
FORBIDDEN = re.compile(r"[&$`\"'\n\0]|^/+")


class Lines:
    """The lines of a seed. Each is (kind, commands before it, the line, commands after it)."""

    def __init__(self, seed, number):
        self.draw = random.Random(f"{seed} {number}")
        self.valid = self.draw.random() < 0.5    # most of these lines run

    def number(self):
        if self.valid:
            return self.draw.choice(VALID)
        return self.draw.choice(ODD if self.draw.random() < 0.06 else PLAIN)

    def model(self, axis):
        key = self.draw.choice(list(MODELS[axis]))
        count = MODELS[axis][key] + (0 if self.valid else self.draw.choice((0,) * 20 + (-1, 1)))
        return [key] + [self.number() for _ in range(count)]

    def models(self):
        words = self.model("normal")
        axes = [axis for axis in list(MODELS)[1:] if self.draw.random() < (0.9 if axis == "tangential" else 0.4)]
        self.draw.shuffle(axes)
        for axis in axes:
            words += [axis] + self.model(axis)
        for word, chance in (("limit_damping", 0.15), ("synchronized_verlet", 0.15)):
            if self.draw.random() < chance:
                words.append(word)
        return words

    def gran(self):
        return [self.number() for _ in range(5)] + [self.draw.choice(("0", "1"))] + self.draw.choice(
            ([], [], ["limit_damping"]))

    def sized(self, sizes, most):
        words = []
        for _ in range(self.draw.randint(1, most)):
            key = self.draw.choice(list(sizes))
            words += [key] + [self.number() for _ in range(sizes[key])]
        return words

    def mutated(self, words):
        words = list(words)
        while words and self.draw.random() < (0.05 if self.valid else 0.5):
            k = self.draw.randrange(len(words))
            what = self.draw.randrange(7)
            if what == 0:
                del words[k]
            elif what == 1:
                words.insert(k, words[k])
            elif what == 2:
                words.insert(k, self.draw.choice(WORDS))
            elif what == 3:
                words[k] = self.draw.choice(WORDS + list(ODD) + list(PLAIN))
            elif what == 4:
                other = self.draw.randrange(len(words))
                words[k], words[other] = words[other], words[k]
            elif what == 5:
                del words[k:]
            elif words[k]:
                place = self.draw.randrange(len(words[k]))
                words[k] = words[k][:place] + chr(self.draw.randrange(33, 127)) + words[k][place + 1:]
        return [FORBIDDEN.sub("", word) for word in words]

    def line(self, start, words):
        return " ".join([start] + [word or '""' for word in self.mutated(words)])

    # the kinds of lines

    def pair_coeff(self):
        line = self.line("pair_coeff", [self.draw.choice(("*", "1", "2", "1*2")), self.draw.choice(("*", "1", "2"))] +
                         self.models() + self.draw.choice(([], [], ["cutoff", self.number()])))
        default = "pair_coeff * * hooke 1e3 10 tangential linear_history 1e3 1 0.5 damping velocity\n"
        return "pair_style granular\n" + (default if self.draw.random() < 0.8 else ""), line, ""

    def pair_style(self):
        if self.draw.random() < 0.3:
            words = ["granular"] + self.draw.choice(([], [self.number()]))
            for keyword, values in PAIR_KEYWORDS.items():
                words += self.draw.choice(([], [], [keyword, self.draw.choice(values)]))
        else:
            words = [self.draw.choice(("gran/hooke", "gran/hooke/history", "gran/hertz/history"))] + self.gran()
        line = self.line("pair_style", words)
        after = "pair_coeff * *" + (" hooke 1e3 10 tangential linear_history 1e3 1 0.5" if line.split()[1:2] == ["granular"]
                                    else "")
        return "", line, after

    def wall(self):
        style = self.draw.choice(("wall/granular", "wall/granular/region", "wall/gran", "wall/gran/region"))
        region = style.endswith("region")
        words = ["granular"] if "granular" not in style else []
        if words and self.draw.random() < 0.5:
            words = [self.draw.choice(("hooke", "hooke/history", "hertz/history"))] + self.gran()
        else:
            words += self.models()
        if region or ("granular" in style and self.draw.random() < 0.3):
            words += ["region", self.draw.choice(("bin", "shell", "ball", "pipe", "none"))]
        elif "granular" in style and self.draw.random() < 0.2:
            stl = STL if self.valid else "".join(
                letter if self.draw.random() < 0.995 else chr(self.draw.randrange(32, 127)) for letter in STL)
            pathlib.Path("floor.stl").write_text(stl)
            words += ["mesh", "floor.stl"] + self.sized(MESH_KEYWORDS, 2)
        elif self.draw.random() < 0.7:
            words += [self.draw.choice(DIRECTIONS) + "plane", self.number(), self.draw.choice(("NULL", self.number()))]
        elif self.draw.random() < 0.5:
            words += [self.draw.choice(DIRECTIONS) + "cylinder", self.draw.choice(("3.0", self.number()))]
        else:
            words += [self.draw.choice(DIRECTIONS) + "cone", "-3.0", self.draw.choice(("4.0", self.number())), self.number(),
                      self.number()]
        words += self.sized(WALL_KEYWORDS, 3) if self.draw.random() < 0.6 else []
        for k, word in enumerate(words[:-1]):    # what the keyword takes besides numbers
            if word in ("wiggle", "shear", "translate"):
                words[k + 1] = self.draw.choice(DIRECTIONS)
            elif word == "load":
                words[k + 1] = self.draw.choice((*DIRECTIONS, "r"))
            elif word == "travel":
                words[k + 1] = "-1.0"
            elif word in ("move", "turn"):
                words[k + 1] = self.draw.choice(("v_turn", "v_turn", "NULL"))
            elif word == "faces":
                words[k + 1:k + 3] = self.draw.choice(("1", self.number())), "out*.vtk"
            elif word == "material" and self.draw.random() < 0.3:
                words[k + 1:k + 3] = "mix", "contacts"
        return GRANULAR, self.line(f"fix {self.draw.choice('ab')} all {style}", words), ""

    def nph(self):
        words = self.sized(NPH, 4)
        for k, word in enumerate(words[:-1]):
            if k + 1 >= len(words):    # fewer than at the start
                break
            if word == "couple":
                words[k + 1] = self.draw.choice(("none", "xyz", "xy", "yz", "xz"))
            elif word in ("mtk", "flip", "scalexy", "scalexz", "scaleyz"):
                words[k + 1] = self.draw.choice(("yes", "no"))
            elif word == "pmass":
                words[k + 1] = self.draw.choice(("contact", "temp", "energy"))
            elif word == "dilate":
                words[k + 1] = self.draw.choice(("all", "some"))
            elif word in components and self.draw.random() < 0.2:
                words[k + 1:k + 4] = ["rate", self.number()]
        return GRANULAR + "unfix motion\n", self.line("fix box all nph/sphere", words), ""

    def gravity(self):
        words = [self.number()] + self.draw.choice(
            (["vector"] + [self.number() for _ in range(3)], ["chute", self.number()], ["spherical", self.number(), self.number()]))
        return GRANULAR, self.line("fix weight all gravity", words + self.draw.choice(([], ["disable"]))), ""

    def sphere(self):
        return GRANULAR + "unfix motion\n", self.line("fix motion all nve/sphere", self.draw.choice(
            ([], ["update", "dipole"], ["disc"], ["update", "dipole/dlm", "disc"]))), ""

    def restart(self):
        """Bytes of a file changed where styles of the plugin have written; see Files."""
        return None, f"read_restart {self.draw.randrange(len(FILES))}", ""


components = ("x", "y", "z", "yz", "xz", "xy")
STL = "solid floor\n" + "".join(
    "facet normal 0 0 1\nouter loop\n" + "".join(f"vertex {corner}\n" for corner in corners) + "endloop\nendfacet\n"
    for corners in (("-4 -4 -0.45", "8 -4 -0.45", "8 8 -0.45"), ("-4 -4 -0.45", "8 8 -0.45", "-4 8 -0.45"))) + "endsolid floor\n"
GRANULAR = ("pair_style granular\npair_coeff * * hooke 1e3 10 tangential linear_history 1e3 1 0.5 damping velocity rolling sds "
            "1e2 1 0.1 twisting sds 1e2 1 0.1\n")
KINDS = {"pair_coeff": 6, "pair_style": 2, "wall": 6, "nph": 3, "gravity": 1, "sphere": 1, "restart": 4}

BOX = """clear
units lj
atom_style sphere
atom_modify map array
boundary {boundary}
comm_modify vel yes
region box {box} units box
create_box 2 box
variable turn equal step*dt
region bin block -1 4 -1 4 -1 4 units box
region shell block -1 4 -1 4 -1 4 rotate v_turn 2 2 0 0 0 1 open 6 units box
region ball sphere 1 1 1 4 units box
region pipe cylinder z 1 1 3 -1 4 units box
create_atoms 1 single 0 0 0
create_atoms 2 single 0.95 0 0
create_atoms 1 single 0.1 0.93 0.1
create_atoms 2 single 2.5 2.5 2.5
set type * diameter 1.0
set type * density 1.9
group some type 1
velocity all create 1.0 4711
neighbor 0.1 bin
timestep 1e-3
fix motion all nve/sphere
fix warm all property/atom temperature heatflow ghost yes
"""
FIXED = BOX.format(boundary="f f f", box="block -5 9 -5 9 -5 9")
PERIODIC = BOX.format(boundary="p p p", box="prism -1.5 4.5 -1.5 4.5 -1.5 4.5 0.2 0.1 0.3")

WALL = "hooke 1e3 10 tangential mindlin_rescale 1e3 1 0.5 rolling sds 1e2 1 0.1 twisting sds 1e2 1 0.1"
# Files for the kind restart, of LAMMPS' own styles and of the plugin's: pair style, models, wall
FILES = [(style, models, wall) for builtin in ("/builtin",) for style, models, wall in (
    ("granular" + builtin, " hertz/material 1e3 10 0.3 tangential mindlin_rescale NULL 1 0.5 rolling sds 1e2 1 0.1 twisting marshall",
     f"wall/gran{builtin} granular {WALL} zplane -0.45 NULL"),
    ("granular" + builtin, " jkr 1e3 10 0.3 1.0 tangential linear_history 1e3 1 0.5 damping velocity",
     f"wall/gran/region{builtin} granular {WALL} region floor"),
    ("gran/hooke/history" + builtin + " 1e3 3e2 10 5 0.5 1", "", f"wall/gran{builtin} hooke/history 1e3 3e2 10 5 0.5 1 zplane -0.45 NULL"))]
FLOOR = "region floor block -5 9 -5 9 -0.45 9 units box\n"
SPHERE_FIELDS = 16    # doubles of atom_style sphere before those of fixes, in a record of an atom


class RestartFile:
    """A file, and the places in it that the plugin reads."""

    def __init__(self, data, style):
        # what "granular/builtin" has written becomes a file of a LAMMPS without the plugin
        for name in re.findall(rb"[a-z/]+/builtin\0", data):
            stock = name.replace(b"/builtin", b"")
            data = data.replace(struct.pack("i", len(name)) + name, struct.pack("i", len(stock)) + stock)
        name = style.replace("/builtin", "").split()[0].encode() + b"\0"
        begin = data.index(struct.pack("i", len(name)) + name) + 4 + len(name)
        # before the first ID of a fix: end of the force fields, number of fixes, length of the ID
        end = min(data.index(word) for word in (b"warm\0", b"NEIGH_HISTORY", b"GRANULAR_SRT") if word in data[begin:]) - 12
        self.places = list(range(begin, end))
        # one rank: number of doubles, records of atoms, which begin with their sizes
        records = next(p for p in range(end, len(data) - 4)
                       if self.whole_records(data, p + 4, struct.unpack_from("i", data, p)[0]))
        count, = struct.unpack_from("i", data, records)
        at = 0
        while at < count:
            size = int(struct.unpack_from("d", data, records + 4 + 8 * at)[0])
            self.places += range(records + 4 + 8 * (at + SPHERE_FIELDS), records + 4 + 8 * (at + size))
            at += size
        self.data, self.inside = data, set(self.places)

    @staticmethod
    def whole_records(data, begin, count):
        if count < 4 * SPHERE_FIELDS or begin + 8 * count > len(data):
            return False
        at = 0
        while at < count:
            size = struct.unpack_from("d", data, begin + 8 * at)[0]
            if not SPHERE_FIELDS <= size < 1000 or size != int(size):
                return False
            at += int(size)
        return at == count

    def mutated(self, draw):
        data = bytearray(self.data)
        for _ in range(draw.choice((1, 1, 1, 2, 4, 16))):
            place = draw.choice(self.places)
            # all bytes of a number are the plugin's
            what = draw.randrange(4 if place + 7 in self.inside else 3 if place + 3 in self.inside else 2)
            if what == 0:
                data[place] ^= 1 << draw.randrange(8)
            elif what == 1:
                data[place] = draw.choice((0, 1, 127, 128, 255, draw.randrange(256)))
            elif what == 2:
                struct.pack_into("i", data, place, draw.choice((0, 1, -1, 2, 77, 2**31 - 1, -2**31, draw.randrange(2**31))))
            else:
                struct.pack_into("d", data, place, draw.choice((0.0, 1.0, -1.0, 1e300, 5e9, math.nan, math.inf, draw.uniform(-9, 99))))
        return bytes(data) if draw.random() < 0.9 else bytes(data[:draw.choice(self.places)])


class Lammps:
    """One LAMMPS that runs commands, with errors as text."""

    def __init__(self, library):
        self.lib = ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
        self.lib.lammps_open_no_mpi.restype = ctypes.c_void_p
        words = (b"lmp", b"-screen", b"none", b"-log", b"none", b"-nocite")
        self.handle = ctypes.c_void_p(
            self.lib.lammps_open_no_mpi(len(words), (ctypes.c_char_p * len(words))(*words), None))
        self.lib.lammps_set_show_error(self.handle, 0)
        self.buffer = ctypes.create_string_buffer(8192)

    def run(self, commands):
        """Runs lines up to the first error and returns its text, or ''."""
        for command in commands.splitlines():
            self.lib.lammps_command(self.handle, command.encode())
            if self.lib.lammps_has_error(self.handle):
                self.lib.lammps_get_last_error_message(self.handle, self.buffer, len(self.buffer))
                return self.buffer.value.decode(errors="replace")
        return ""


class Fuzzer:
    """Runs lines one after the other in this process, in the current folder."""

    def __init__(self, library, seed, only):
        self.lammps, self.seed = Lammps(library), seed
        self.kinds = [kind for kind, weight in KINDS.items() for _ in range(weight) if only in ("", kind)]
        self.outcomes = collections.Counter()
        self.files = [self.make_file(*file) for file in FILES] if "restart" in self.kinds else []

    def make_file(self, style, models, wall):
        error = self.lammps.run(FIXED + f"pair_style {style}\npair_coeff * *{models}\n{FLOOR}fix a all {wall}\nrun 20\n"
                                "restart 1 whole.*.bin\nrun 1\nrestart 0\n")
        if error:
            sys.exit(f"cannot write a restart file of pair_style {style}: {error}")
        return RestartFile(pathlib.Path("whole.21.bin").read_bytes(), style)

    def line(self, number):
        lines = Lines(self.seed, number)
        kind = lines.draw.choice(self.kinds)
        before, line, after = getattr(lines, kind)()
        if kind == "restart":
            which = int(line.split()[1])
            pathlib.Path("changed.bin").write_bytes(self.files[which].mutated(lines.draw))
            wall = FILES[which][2].replace("/builtin", "")
            return ("clear\ncomm_modify vel yes\n", "read_restart changed.bin",
                    f"neighbor 0.1 bin\nfix motion all nve/sphere\n{FLOOR}fix a all {wall}\n", kind)
        return (PERIODIC if kind == "nph" else FIXED) + before, line, after, kind

    def run(self, number):
        """Runs a line; returns what is wrong with it, or ''."""
        before, line, after, kind = self.line(number)
        pathlib.Path("line.txt").write_text(f"line {number}: {line}\n")
        signal.alarm(LINE_SECONDS)
        error = self.lammps.run(before)
        if error:
            sys.exit(f"the commands before line {number} failed: {error}")
        error = self.lammps.run(line)
        step = error or self.lammps.run(after + "\nrun 1\n")
        signal.alarm(0)
        if not step:
            self.outcomes[f"{kind}: ran"] += 1
            return ""
        self.outcomes[f"{kind}: {'refused' if error else 'stopped in the run'}"] += 1
        return self.fault(line, error, kind)

    @staticmethod
    def fault(line, error, kind):
        """Messages of the plugin name a word of the line, or what is missing in it."""
        text = error.split("\nLast ")[0]
        if not error or kind == "restart" or "(src/" not in text or re.search(r"\(src/[A-Z]*/?[a-z_]+\.cpp", text):
            return ""
        message = text.rsplit(" (src/", 1)[0]
        words = ["''" if word == '""' else word for word in line.split()[1:]]    # an empty word, as messages quote it
        if not line.isascii():    # LAMMPS has replaced bytes of such words before the plugin sees them
            return ""
        named = any(word in message for word in words) or re.search(r"[Mm]issing|[Nn]eeds|[Tt]oo few|given twice", message)
        return "" if named else f"the message names no word of the line: {message}"

    def leaks(self):
        """Reports of leaks whose memory the plugin has allocated. Call it last."""
        self.lammps.run("clear")
        check = getattr(ctypes.CDLL(None), "__lsan_do_recoverable_leak_check", None)
        if check:
            check()


def work(arguments):
    """The second process."""
    fuzzer = Fuzzer(arguments.library, arguments.seed, arguments.only)
    for number in range(arguments.first, arguments.first + arguments.lines):
        fault = fuzzer.run(number)
        if fault:
            print(f"FAULT {pathlib.Path('line.txt').read_text().strip()}\n  {fault}", flush=True)
    pathlib.Path("line.txt").write_text("after the last line\n")
    print("OUTCOMES " + ", ".join(f"{name} {count}" for name, count in sorted(fuzzer.outcomes.items())), flush=True)
    fuzzer.leaks()
    print("FINISHED", flush=True)
    os._exit(0)    # what LAMMPS and MPI leave is not looked at


def leaks_of_plugin(text):
    """Blocks of a report of leaks that the plugin has allocated: within the first frames below operator new."""
    found = []
    for block in re.findall(r"^(?:Direct|Indirect) leak of .*?(?=^$)", text, re.MULTILINE | re.DOTALL):
        frames = [line for line in block.splitlines()[1:] if "libasan" not in line and "libstdc++" not in line]
        if any("granularsrtplugin" in line or "granular_srt" in line for line in frames[:3]):
            found.append(block)
    return found


def fuzz(sanitized, lines, seed, first=0, only="", seconds=None):
    """Runs lines with the sanitized plugin (sanitized.Sanitized). Returns (list of faults, last line of the outcomes)."""
    environment = dict(
        os.environ, **sanitized.MPI_ENVIRONMENT, LAMMPS_PLUGIN_PATH=str(sanitized.folder / "plugin"),
        LD_PRELOAD=":".join(map(sanitized.library, ("asan", "ubsan"))),
        ASAN_OPTIONS=f"detect_leaks=1:leak_check_at_exit=0:handle_abort=1:allocator_may_return_null=1:{sanitized.ASAN_OPTIONS}",
        UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1", PYTHONMALLOC="malloc")
    with tempfile.TemporaryDirectory(prefix="srt.", ignore_cleanup_errors=True) as folder:
        environment["TMPDIR"] = folder
        command = [*sanitized.prefix, sys.executable, str(HERE / "fuzz_input.py"), "--work", "--library",
                   str(sanitized.lmp.parent / "liblammps.so"), "--lines", str(lines), "--seed", str(seed), "--first", str(first),
                   "--only", only]
        done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace")
        where = pathlib.Path(folder, "line.txt")
        last = where.read_text() if where.exists() else "before the first line\n"
    faults = re.findall(r"^FAULT .*\n.*", done.stdout, re.MULTILINE) + leaks_of_plugin(done.stdout)
    if done.returncode or "FINISHED" not in done.stdout:
        faults.append(f"seed {seed}, {last}exit code {done.returncode}\n{done.stdout[-6000:]}")
    outcomes = re.search("^OUTCOMES (.*)", done.stdout, re.MULTILINE)
    return faults, outcomes[1] if outcomes else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", default="", choices=("", *KINDS))
    parser.add_argument("--library", help=argparse.SUPPRESS)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work:
        work(arguments)
    from sanitized import BUILD, Sanitized
    sanitized = Sanitized(BUILD)
    sanitized.make()
    bad = False
    # a process for some thousand lines: LAMMPS itself leaks a little with each error
    for first in range(arguments.first, arguments.first + arguments.lines, 5000):
        count = min(5000, arguments.first + arguments.lines - first)
        faults, outcomes = fuzz(sanitized, count, arguments.seed, first, arguments.only)
        print(f"lines {first} to {first + count - 1}: {outcomes}", *faults, sep="\n", flush=True)
        bad = bad or bool(faults)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
