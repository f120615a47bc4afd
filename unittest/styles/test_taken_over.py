"""Which commands the plugin takes over: the page doc/taken_over.md and the plugin have the same list, names can be left
out, and the log says which commands of a deck are the plugin's."""

import os
import pathlib
import re
import shutil
import unittest
from unittest import mock

import harness
from harness import KOKKOS, LAUNCHER, Sphere, data_file, deck

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"^project\(\w+ VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE).group(1)
PAGE = (ROOT / "doc" / "taken_over.md").read_text().replace("GRANULAR-SRT <version>: ", "GRANULAR-SRT: ")
BUILD = pathlib.Path(os.environ.get("GRANULAR_SRT_BUILD", LAUNCHER.parent))
PLUGIN = BUILD / "plugin" / "granularsrtplugin.so"

PAIR = "pair_style granular\npair_coeff * * hooke 1000.0 10.0 tangential linear_history 300.0 1.0 0.5\n"
BUILTIN = PAIR.replace("granular\n", "granular/builtin\n", 1)
WALL = "fix {} all wall/granular hooke 1000.0 10.0 tangential linear_history 300.0 1.0 0.5 zplane {} NULL\n"
BAROSTAT = "fix box all nph/sphere x 1e-3 1e-3 1.0 ptemp 1.0\n"
MOTION = "fix motion all nve\n"
SPHERES = [Sphere((0, 0, 0)), Sphere((0, 0, 0.99))]


def rows(text):
    """First cells of the page's tables: 'pair_style granular', ..."""
    return re.findall(r"^\| `((?:pair_style|fix|compute) \S+)` \|", text, re.M)


def announced(run):
    """Lines with the plugin's commands, without its version."""
    lines = run.log.replace(f"GRANULAR-SRT {VERSION}: ", "GRANULAR-SRT: ").splitlines()
    return [line for line in lines if line.startswith("GRANULAR-SRT: ") and "this plugin's" in line]


def overridden(run):
    return re.findall(r"Overriding built-in \w+ style (\S+) from plugin", run.output)


class TakenOver(harness.DeckTest):
    def setUp(self):
        super().setUp()
        self.space.write("data.txt", data_file(SPHERES))

    def short(self, pair=PAIR, fixes=MOTION, after="", **options):
        options.setdefault("steps", 5)
        return deck(pair, fixes=fixes, after=after, **options)

    def names(self, **options):
        """Names of the plugin's styles for decks: 'pair_style granular', ..."""
        run = self.lmp("plugin list\n", **options)
        found = re.findall(r"^ *\d+: (pair|fix|compute) style plugin (\S+)$", run.log, re.M)
        return {("pair_style " if kind == "pair" else kind + " ") + name for kind, name in found
                if "/builtin" not in name and not name[0].isupper()}

    def leave(self, names):
        patch = mock.patch.dict(os.environ, GRANULAR_SRT_LEAVE=names)
        patch.start()
        self.addCleanup(patch.stop)

    # the page

    def test_page_has_the_styles_of_the_plugin(self):
        on_page = rows(PAGE)
        self.assertEqual(len(on_page), len(set(on_page)))
        self.assertEqual({name for name in on_page if "/kk" not in name}, self.names())

    def test_page_has_the_kokkos_styles_of_the_plugin(self):
        if not KOKKOS:
            self.skipTest("no LAMMPS with KOKKOS")
        found = {re.sub(r"/(device|host)$", "", name) for name in self.names(launcher=KOKKOS)}
        self.assertEqual(set(rows(PAGE)), found)

    def test_builtin_names_of_the_page(self):
        """The first table's last column: the name exists where LAMMPS has the style."""
        run = self.lmp("plugin list\n")
        builtin = set(re.findall(r"style plugin (\S+/builtin)$", run.log, re.M))
        table = PAGE.split("These commands are new")[0]
        self.assertEqual({name for name in re.findall(r"\| `(\S+/builtin)` \|$", table, re.M)}, builtin)

    def test_links_of_the_page(self):
        for file, heading in re.findall(r"\]\((\w+\.md)?(?:#([\w-]+))?\)", PAGE):
            text = (ROOT / "doc" / (file or "taken_over.md")).read_text()
            headings = {re.sub(r"[^\w -]", "", line.lower()).strip().replace(" ", "-")
                        for line in re.findall(r"^#+ (.*)$", text, re.M)}
            self.assertIn(heading or next(iter(headings)), headings, file)

    # left out

    def test_every_name_can_be_left_out(self):
        for command in sorted(self.names()):
            name = command.split()[1]
            with self.subTest(name), mock.patch.dict(os.environ, GRANULAR_SRT_LEAVE=name):
                run = self.lmp("plugin list\n")
                self.assertIn(f"GRANULAR-SRT: {name} left to LAMMPS", run.log)
                self.assertNotIn(f"style plugin {name}\n", run.log)
                self.assertNotIn(name, overridden(run))

    def test_lammps_own_style_runs(self):
        self.leave("granular, nph/sphere")
        run = self.lmp(self.short())
        self.assertEqual(announced(run), [])
        self.assertNotIn("pair granular: contacts", run.log)
        self.assertFalse({"granular", "nph/sphere"} & set(overridden(run)))

    def test_the_others_stay(self):
        self.leave("granular")
        run = self.lmp(self.short(fixes=MOTION + WALL.format("floor", -0.499)))
        self.assertEqual(announced(run), ["GRANULAR-SRT: fix wall/granular is this plugin's"])

    def test_a_fix_that_is_left_out_is_not_announced(self):
        self.leave("gravity")
        run = self.lmp(self.short(fixes=MOTION + "fix weight all gravity 1.0 vector 0 0 -1\n"))
        self.assertEqual(announced(run), ["GRANULAR-SRT: pair_style granular is this plugin's"])

    def test_builtin_name_of_a_style_that_is_left_out(self):
        self.leave("granular")
        self.lmp(self.short(pair=BUILTIN))

    def test_on_two_ranks(self):
        self.leave("granular")
        run = self.lmp(self.short(), ranks=2)
        self.assertEqual(run.log.count("left to LAMMPS"), 1)
        self.assertEqual(announced(run), [])

    def test_wrong_names_are_refused(self):
        for names, wrong in (("granula", "granula"), ("granular nph/spheres", "nph/spheres"),
                             ("nve/limit/kk", "nve/limit/kk"), ("NEIGH_HISTORY_GRANULAR_SRT", "NEIGH_HISTORY_GRANULAR_SRT")):
            with self.subTest(names), mock.patch.dict(os.environ, GRANULAR_SRT_LEAVE=names):
                run = self.space.run("print done\n")
                self.assertEqual(run.returncode, 1, run.output)
                self.assertIn(f"Illegal name {wrong} in environment variable GRANULAR_SRT_LEAVE or in file ", run.error)
                self.assertIn("can be granular, ", run.error)
                for command in rows(PAGE):
                    if "/kk" not in command:
                        self.assertIn(command.split()[1], run.error)
                self.assertNotIn("NEIGH_HISTORY", run.error.split("can be")[1])

    def test_file_beside_the_plugin(self):
        folder = self.space.path / "plugins"
        folder.mkdir()
        (folder / PLUGIN.name).symlink_to(PLUGIN.resolve())
        file = folder / "granularsrtplugin.leave"
        program = self.space.path / "program"
        program.write_text(re.sub("^  0[)].*;;", "  0) ;;", LAUNCHER.read_text(), flags=re.MULTILINE))
        program.chmod(0o755)    # the launcher without its folder of plugins
        with mock.patch.dict(os.environ, LAMMPS_PLUGIN_PATH=str(folder)):
            file.write_text("# names\nnph/sphere   # not this one\n\ngranular\n")
            run = self.lmp(self.short(), launcher=program)
            self.assertIn("GRANULAR-SRT: nph/sphere, granular left to LAMMPS", run.log)
            self.assertEqual(announced(run), [])
            self.assertFalse({"granular", "nph/sphere"} & set(overridden(run)))
            file.write_text("granular\nspheres\n")
            run = self.space.run(self.short(), launcher=program)
            self.assertIn(f"Illegal name spheres in environment variable GRANULAR_SRT_LEAVE or in file {file}", run.error)

    def test_kokkos_form_is_left_out_too(self):
        if not KOKKOS:
            self.skipTest("no LAMMPS with KOKKOS")
        for names, gone, stay in (("nph/sphere", {"nph/sphere", "nph/sphere/kk", "nph/sphere/kk/host", "nph/sphere/kk/device"},
                                   {"granular", "granular/kk"}),
                                  ("granular/kk", {"granular/kk", "granular/kk/host", "granular/kk/device"},
                                   {"granular", "nph/sphere/kk"})):
            with self.subTest(names), mock.patch.dict(os.environ, GRANULAR_SRT_LEAVE=names):
                found = {name.split()[1] for name in self.names(launcher=KOKKOS)}
                self.assertFalse(gone & found)
                self.assertLessEqual(stay, found)

    def test_second_copy_of_the_plugin(self):
        """A plugin in another file is not used beside the first one."""
        copy = self.space.path / "copied.so"
        shutil.copy(PLUGIN, copy)
        run = self.lmp(f'plugin load "{copy}"\n' + self.short())
        self.assertEqual(run.log.count("GRANULAR-SRT: this plugin is not used, because another copy is built into this "
                                       "LAMMPS or has been loaded\n"), 1)
        self.assertEqual(announced(run), ["GRANULAR-SRT: pair_style granular is this plugin's"])

    # the line in the log

    def test_line(self):
        fixes = BAROSTAT + WALL.format("floor", -0.499) + WALL.format("lower", -0.6)
        run = self.lmp(self.short(fixes=fixes, boundary="p p f", run="run 2\nrun 2\n"))
        line = "GRANULAR-SRT: pair_style granular, fix nph/sphere, fix wall/granular (2) are this plugin's"
        self.assertEqual(announced(run), [line])
        self.assertIn(line, PAGE)

    def test_line_of_one_command(self):
        run = self.lmp(self.short())
        self.assertEqual(announced(run), ["GRANULAR-SRT: pair_style granular is this plugin's"])

    def test_line_after_clear(self):
        """Also where the deck has loaded the plugin, which "clear" does not call."""
        plugin = pathlib.Path(os.environ.get("LAMMPS_PLUGIN_PATH") or harness.LAUNCHER.parent / "plugin") / "granularsrtplugin.so"
        text = self.short()
        run = self.space.run(f"plugin load {plugin}\n{text}\nclear\n{text}", stock=True)
        self.assertEqual(announced(run), 2 * ["GRANULAR-SRT: pair_style granular is this plugin's"])

    def test_line_of_suffix_omp(self):
        run = self.lmp("suffix omp\n" + self.short())
        self.assertEqual(announced(run), ["GRANULAR-SRT: pair_style granular is this plugin's",
                                          "GRANULAR-SRT: suffix omp selects LAMMPS' own styles with /omp, such as "
                                          "gran/hooke/history/omp and nve/sphere/omp, and not this plugin's"])

    def test_line_on_two_ranks(self):
        self.assertEqual(len(announced(self.lmp(self.short(), ranks=2))), 1)

    def test_line_when_the_commands_change(self):
        fixes = MOTION + WALL.format("floor", -0.499)
        run = self.lmp(self.short(fixes=fixes, run="run 1\nunfix floor\nrun 1\nrun 1\n" + fixes.replace(MOTION, "") + "run 1\n"))
        both = "GRANULAR-SRT: pair_style granular, fix wall/granular are this plugin's"
        self.assertEqual(announced(run), [both, "GRANULAR-SRT: pair_style granular is this plugin's", both])

    def test_line_of_hybrid(self):
        pair = ("pair_style hybrid/overlay granular zero 1.0 granular\n"
                "pair_coeff * * granular 1 hooke 1000.0 10.0 tangential none\n"
                "pair_coeff * * granular 2 hooke 500.0 10.0 tangential none\npair_coeff * * zero\n")
        run = self.lmp(self.short(pair=pair))
        self.assertEqual(announced(run), ["GRANULAR-SRT: pair_style granular (2) are this plugin's"])

    def test_no_line(self):
        self.assertEqual(announced(self.lmp(self.short(pair=BUILTIN))), [])
        self.assertEqual(announced(self.lmp(self.short(), stock=True)), [])

    def test_style_that_was_there_before_the_plugin(self):
        """A pair style that was made before "plugin load" is LAMMPS', and the fix made after it is the plugin's."""
        load = f'plugin load "{PLUGIN}"\n'
        run = self.lmp(self.short(fixes=MOTION + load + WALL.format("floor", -0.499)), stock=True)
        self.assertEqual(announced(run), ["GRANULAR-SRT: fix wall/granular is this plugin's"])

    def test_line_of_kokkos(self):
        if not KOKKOS:
            self.skipTest("no LAMMPS with KOKKOS")
        run = self.lmp(self.short(fixes=BAROSTAT, boundary="p p p", neighbor="0.1 bin"), launcher=KOKKOS,
                       args=harness.kokkos_threads(1))
        self.assertEqual(announced(run), ["GRANULAR-SRT: pair_style granular/kk, fix nph/sphere/kk are this plugin's"])


if __name__ == "__main__":
    unittest.main()
