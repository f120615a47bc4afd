"""Decks of a scene: whole, or in parts that go on from a restart file."""

import dataclasses

import harness
from scene import SAME, SPEED, SPIN, FORCE, LENGTH

COLUMNS = ("id type diameter x y z ix iy iz xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz")


@dataclasses.dataclass(frozen=True)
class Way:
    """How a deck is run; what this changes may change the rounding of results (bits=False) or nothing."""

    name: str
    bits: bool = False
    environment: tuple = ()
    ranks: int = 1
    newton: str = ""
    head: str = ""           # commands at the start of the deck
    settings: tuple = ()     # commands in place of settings
    between: str = ""        # a command before each run but the first
    every: int = 0           # LAMMPS' "run N every M", with no command between the parts
    hybrid: bool = False
    launcher: str = ""
    arguments: tuple = ()


PLAIN = Way("plain", bits=True)


def output(scene, dump, ledger=False, loads=False):
    columns = "".join(f" f_wall{k}[{c}]" for k in range(len(scene.walls)) for c in range(1, 7))
    text = ""
    if ledger:
        text += "compute ledger all granular/energy\n"
        columns += "".join(f" c_ledger[{k}]" for k in range(1, 32))
    if loads:
        text += ("compute loads all granular/local fn ft\ncompute square all reduce sumsq c_loads[*] inputs local\n"
                 "compute mean all reduce avesq c_loads[*] inputs local\n")
        columns += " c_square[*] c_mean[*]"
    return (f"{text}thermo_style custom step atoms ke press pxx pyy pzz pxy pxz pyz lx ly lz{columns}\n"
            "thermo_modify norm no format float %.17g\nthermo 10\n"
            f"dump all all custom 10 {dump} {COLUMNS}\ndump_modify all format float %.17g\n")


class Script:
    """The text of the decks of a scene under a way."""

    def __init__(self, scene, way=PLAIN, frame=SAME):
        self.scene, self.way, self.frame = scene, way, frame
        self.settings, self.files = scene.settings(frame)
        self.settings = {"pair": scene.pair(frame, hybrid=way.hybrid), **self.settings, **dict(way.settings)}
        self.files["data.txt"] = scene.data(frame)

    def head(self):
        newton = self.way.newton or self.scene.newton
        return f"units lj\nnewton {newton}\ncomm_modify vel yes\n{self.way.head}"

    def start(self, dump="dump.txt", ledger=False, extra="", loads=False):
        f = self.frame
        boundary = " ".join(f.by_axis(["p" if p else "f" for p in self.scene.periodic]))
        sphere = "sphere 1" if self.scene.motion == "grow" else "sphere"
        return (f"atom_style {sphere}\natom_modify map array\nboundary {boundary}\n{self.head()}"
                f"read_data data.txt\n{extra}{''.join(self.settings.values())}{output(self.scene, dump, ledger=ledger, loads=loads)}")

    def go_on(self, file, dump, ledger=False, repeat=True):
        """What comes before the next run of a deck that reads a restart file. repeat: also what is in the file."""
        settings = dict(self.settings)
        # LAMMPS does not take newton from the file
        head = self.head().replace("units lj\n", "")
        if "newton" in settings:
            head = head.replace(f"newton {self.scene.newton}\n", settings.pop("newton"))
        if not repeat:
            del settings["pair"]
        del settings["groups"]    # these are in the file, and cannot be repeated
        return f"{head}read_restart {file}\n{''.join(settings.values())}{output(self.scene, dump, ledger=ledger)}"

    def phase(self, number, skip=()):
        """The commands of a phase; the settings are then those after it."""
        commands, steps = self.scene.phases[number]
        text = "" if number == 0 else self.way.between
        for command in commands:
            if command.name in skip:
                continue
            text += command.render(self.frame)
            for name, words in command.settings(self.frame).items():
                if command.name == "refix":
                    del self.settings[name]    # the new fix is the last one
                if name not in dict(self.way.settings):
                    self.settings[name] = self.settings.get(name, "") + words if name == "pair" else words
        return text

    def run(self, number):
        steps = self.scene.phases[number][1]
        return f"run {steps}{f' pre no post no every {self.way.every} NULL' if self.way.every else ''}\n"

    def whole(self, skip=(), **options):
        text = self.start(**options)
        for number in range(len(self.scene.phases)):
            text += self.phase(number, skip) + self.run(number)
        return text


@dataclasses.dataclass
class Outcome:
    result: harness.Result
    frames: dict
    thermo: list


def frames_of(text):
    """{step: [row of words]} in the order of the file."""
    frames = {}
    for part in text.split("ITEM: TIMESTEP\n")[1:]:
        step, rest = part.split("\n", 1)
        frames[int(step)] = [line.split() for line in rest.split("ITEM: ATOMS ", 1)[1].splitlines()[1:]]
    return frames


NAMES = COLUMNS.split()
AT = {name: k for k, name in enumerate(NAMES)}
GROUPS = {"x": ("xu", "yu", "zu"), "v": ("vx", "vy", "vz"), "omega": ("omegax", "omegay", "omegaz"), "f": ("fx", "fy", "fz"),
          "torque": ("tqx", "tqy", "tqz")}
DIMENSIONS = {"x": LENGTH, "v": SPEED, "omega": SPIN, "f": FORCE, "torque": (2, 1, -2)}
AXIAL = ("omega", "torque")


def vectors(row, quantity):
    return [float(row[AT[name]]) for name in GROUPS[quantity]]
