"""The plugin, and unit tests, of a build folder with sanitizers: what the tests of this folder run."""

import functools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "unittest" / folder) for folder in ("styles", "packaging")]
import cmake_harness
import harness

BUILD = cmake_harness.BUILD


@functools.cache
def widest_set():
    """The instruction set with which the plugin evaluates contacts here, as the files of its loops are named."""
    name = harness.instruction_sets()[0]
    return name if name.startswith("avx") else "baseline"


class Rules:
    """A file of ninja, which runs in the build folder, for the commands of another one."""

    def __init__(self, folder, options):
        self.folder, self.options = folder, options
        self.groups = {}    # (name, words of the compiler): [(source, target), ...]
        self.made = {}    # target in the build folder: target of this file
        self.text = (f"builddir = {folder}\nrule compile\n  command = $words -MD -MF $out.d\n  depfile = $out.d\n"
                     "  deps = gcc\nrule link\n  command = $words\n")

    def add(self, target, rule, inputs, words, also=()):
        target, *paths = [re.sub(r"([$ :])", r"$\1", str(path)) for path in (target, *inputs)]
        words = shlex.join(map(str, words)).replace("$", "$$")
        self.text += f"build {target}: {rule} {' '.join(paths)} {' '.join(['|', *also])}\n  words = {words}\n"

    def compile(self, source, target, words):
        """A source that is compiled by these words. Sources of one folder of src/ with the same options are compiled together,
        because LAMMPS' headers take most of the time."""
        folder = re.search(r"(\w+)\.dir/(?:__/)?src/(\w+)/", target)
        words = [None if word in (source, target) else word for word in words]
        group = self.groups.setdefault(("_".join(folder.groups()) if folder else target, tuple(words)), [])
        group.append((source, target))

    def write_compilers(self, path):
        launcher = ("ccache",) if shutil.which("ccache") else ()
        (path / "together").mkdir(parents=True, exist_ok=True)
        # those that take longest first
        groups = sorted(self.groups.items(), key=lambda item: "/loops/" not in item[0][0])
        for number, ((name, words), group) in enumerate(groups):
            source, target = group[0]
            if len(group) > 1:
                source, target = path / "together" / f"{name}_{number}.cpp", f"together/{name}_{number}.o"
                text = "".join(f'#include "{file}"\n' for file, _ in group)
                if not source.exists() or source.read_text() != text:    # what has not changed is not compiled again
                    source.write_text(text)
            target = f"{self.folder}/{target}"
            self.made |= {old: target for _, old in group}
            place = words.index(None)
            words = [target if k == place else str(source) if word is None else word for k, word in enumerate(words)]
            also = []
            for k, word in enumerate(words):
                if word.endswith("/cmake_pch.hxx") and not target.endswith(".gch"):
                    header = f"{self.folder}/{word.removeprefix(f'{path.parent}/')}"
                    words[k], also = path.parent / header, [f"{header}.gch"]
            self.add(target, "compile", [source], [*launcher, *words, *self.options], also)


class Sanitized:
    """The plugin of a build folder with sanitizers: the objects that `kinds` names are compiled once more with
    OPTIONS behind their own, the others are taken as they are.

    prefix     words that start a program of the compiler's system
    """

    # -Og: reports keep their line numbers, and it compiles in a third of the time of -O3
    OPTIONS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g1", "-Og")
    LINK = ("-fsanitize=address,undefined",)
    CALLS = ("__asan_", "__ubsan_")    # how functions begin that these options call
    FOLDER = "sanitized"    # kept, so that a second run only compiles what has changed
    PLUGIN = "plugin/granularsrtplugin.so"
    # GCC 13 has this on, and 13.2 does not align vectors of 64 bytes on the stack then (GCC bug 110027)
    ASAN_OPTIONS = "detect_stack_use_after_return=0"
    # Open MPI 5 replaces functions that AddressSanitizer has too
    MPI_ENVIRONMENT = harness.MPI_ENVIRONMENT | {"OMPI_MCA_memory": "^patcher"}

    def __init__(self, build, prefix=()):
        self.build, self.prefix = build, prefix
        self.folder = build / self.FOLDER
        self.compiler = cmake_harness.cache("CMAKE_CXX_COMPILER", build)
        self.lmp = pathlib.Path(cmake_harness.cache("LAMMPS_BUILD_DIR", build)) / "lmp"

    @staticmethod
    def kinds():
        """Patterns of objects. Of the loops those that run here. The other sets are made from the same source: test_lanes, which
        is sanitized, has the registers of all of them."""
        return "^(?!.*granular_srt/loops/)", rf"granular_srt/loops/.*_set_{widest_set()}\.cpp\.o$"

    def of_each_kind(self, targets):
        """{pattern: those of these objects}. A pattern that names none would leave what it is meant for without sanitizers."""
        found = {kind: [target for target in targets if re.search(kind, target)] for kind in self.kinds()}
        for kind, objects in found.items():
            if not objects:
                raise AssertionError(f"{self.build} has no object of the plugin like {kind}")
        return found

    def check_calls(self, *words):
        """Files of `nm`, in the build folder, call what the sanitizers put in."""
        symbols = self.call(*self.prefix, "nm", *words, cwd=self.build)
        for name in self.CALLS:
            if f" {name}" not in symbols:
                raise AssertionError(f"nm {words[0]} ...: nothing calls {name}")

    def call(self, *command, **options):
        with tempfile.TemporaryDirectory(prefix="srt.", ignore_cleanup_errors=True) as scratch:
            # Open MPI makes folders of the same name in TMPDIR for all programs: two that start at once can fail
            environment = dict(os.environ, TMPDIR=scratch, ASAN_OPTIONS=self.ASAN_OPTIONS, GOMP_SPINCOUNT="0",
                               **self.MPI_ENVIRONMENT)
            done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors="replace", env=environment, **options)
        if done.returncode:
            raise AssertionError(done.stdout[-8000:])
        return done.stdout

    def make(self, *programs):
        """Compiles and links the plugin, and programs of unittest/, with ninja and by the commands of the build folder."""
        targets = {self.PLUGIN: f"{self.FOLDER}/{self.PLUGIN}"}
        targets |= {f"unittest/{program}": f"{self.FOLDER}/unittest/{program}" for program in programs}
        rules = Rules(self.FOLDER, self.OPTIONS)
        links = {}
        for line in self.call(*self.prefix, "ninja", "-C", self.build, "-t", "commands", *targets).splitlines():
            words = shlex.split(line)
            if words[0] == ":" and words[words.index("-o") + 1] in targets:    # : && the linker && what else is done
                words = words[2:words.index("&&", 2)]
                links[words[words.index("-o") + 1]] = [word for word in words if "--dependency-file" not in word]
        linked = {word for words in links.values() for word in words}
        kinds = self.of_each_kind([word for word in links[self.PLUGIN] if word.endswith(".o")])
        for unit in json.loads((self.build / "compile_commands.json").read_text()):
            words = [word for word in shlex.split(unit["command"]) if word != "-Werror"]
            target = words[words.index("-o") + 1]
            precompiled = programs and target.endswith("unittest_headers.dir/cmake_pch.hxx.gch")
            if precompiled or (target in linked and any(re.search(kind, target) for kind in kinds)):
                rules.compile(unit["file"], target, words)
        rules.write_compilers(self.folder)
        for target, words in links.items():
            sanitized = list(dict.fromkeys(rules.made[word] for word in words if word in rules.made))
            plain = [word for word in words if word.endswith(".o") and word not in rules.made]
            # of a function that several objects have the linker takes the first one
            first = next(k for k, word in enumerate(words) if word.endswith(".o"))
            words = [word for word in words if not word.endswith(".o")]
            words[first:first] = [*sanitized, *plain]
            words[words.index("-o") + 1] = targets[target]
            rules.add(targets[target], "link", [*sanitized, *plain], [*words, *self.LINK])
            (self.build / targets[target]).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / "build.ninja").write_text(rules.text)
        self.call(*self.prefix, "ninja", "-j", os.environ.get("JOBS", "2"), "-C", self.build, "-f", f"{self.FOLDER}/build.ninja")
        for objects in kinds.values():
            self.check_calls(*dict.fromkeys(rules.made[target] for target in objects))
        self.check_calls("-D", targets[self.PLUGIN])

    def library(self, name):
        return self.call(*self.prefix, self.compiler, f"-print-file-name=lib{name}.so").strip()

    def environment(self):
        """Of a LAMMPS that is not sanitized itself, so that run-time libraries have to be there before it."""
        return ["UBSAN_OPTIONS=print_stacktrace=1",
                # what LAMMPS and MPI leave allocated at the end is not looked at
                f"ASAN_OPTIONS=detect_leaks=0:{self.ASAN_OPTIONS}",
                f"LD_PRELOAD={self.library('asan')}:{self.library('ubsan')}"]

    def lammps(self, *decks, ranks=1, arguments=(), files=()):
        """Runs decks one after the other in one folder, with the sanitized plugin. files: (name, text) in that folder."""
        command = [*self.prefix, "env", f"LAMMPS_PLUGIN_PATH={self.folder / 'plugin'}", *self.environment(), self.lmp]
        if ranks > 1:
            command = [*harness.MPIRUN, "-np", ranks, *command]
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files:
                (pathlib.Path(folder) / name).write_text(text)
            for number, deck in enumerate(decks):
                path = pathlib.Path(folder) / f"in.{number}"
                path.write_text(deck)
                output = self.call(*command, *arguments, "-in", path.name, "-log", "none", cwd=folder)
                if ("the deck has ended" not in output or "runtime error" in output or
                        f"Loaded 1 plugins from {self.folder / 'plugin'}" not in output):
                    raise AssertionError(output[-8000:])
