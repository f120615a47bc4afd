"""bench/bench.py and tools/bench.sh with few spheres and steps: tables, CSV, plot and page come out, a wrong
setting or different physics is refused. Nothing here looks at how fast anything is."""

import csv
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("GRANULAR_SRT_BUILD", ROOT / "build"))
sys.path.insert(0, str(ROOT / "bench"))
import bench  # noqa: E402
import cases  # noqa: E402
import deck_runs  # noqa: E402
import harness as lammps_harness  # noqa: E402
import whole_decks  # noqa: E402
import matrix  # noqa: E402
import peers  # noqa: E402
import sides  # noqa: E402
from run import SECTIONS, BenchError, Run  # noqa: E402
from table import Table  # noqa: E402
from written import MARKS  # noqa: E402

lammps_harness.need_packages("numpy", "scipy", "pandas", "matplotlib")    # the case dosta

# ranks and threads that wait leave the core to other tests
os.environ["OMPI_MCA_mpi_yield_when_idle"] = "1"
os.environ["OMP_WAIT_POLICY"] = "passive"

SMALL = ["--repeats", "1", "--steps", "20", "--warmup", "5", "--check", "5", "--compress", "2000", "--calm", "100"]
PAGE = f"before\n{MARKS[0]}\nold table\n{MARKS[1]}\nafter\n"


class BenchTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="granular srt ")
        self.path = pathlib.Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)

    def run_bench(self, *words):
        done = subprocess.run([sys.executable, ROOT / "bench" / "bench.py", "--lmp", BUILD / "lmp", "--results",
                               self.path / "results", *SMALL, *words],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    def rows(self):
        with open(self.path / "results" / "bench.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_tables_csv_plot_and_page(self):
        roofline = self.roofline()
        page = self.path / "page.md"
        page.write_text(PAGE)
        code, output = self.run_bench("--cases", "jammed", "chute", "few", "ranks", "scaling", "--n", "200",
                                      "--chute-n", "256", "--ranks-n", "200", "--scaling", "100", "200", "--roofline", roofline,
                                      "--write-doc", page)
        self.assertEqual(code, 0, output)
        for text in ("Speed over stock LAMMPS", "Where the time goes", "Few spheres", "Ranks", "Size", "Same physics", "Roofline",
                     "gran/hooke/history", "jammed N=200 plugin, 1 rank, repeat 1 of 1",
                     "ranks jammed N=200 plugin, 2 ranks, repeat 3 of 3"):
            self.assertIn(text, output)
        self.assertRegex(output, r"2 processors do together \d\.\d to \d\.\d times the arithmetic of one, and \d\.\d to \d\.\d")
        rows = self.rows()
        self.assertEqual([(row["case"], row["who"], row["ranks"]) for row in rows[:5]],
                         [("jammed", "stock", "1"), ("jammed", "plugin", "1"),
                          ("jammed", "stock, gran/hooke/history", "1"), ("chute", "stock", "1"),
                          ("chute", "plugin", "1")])
        self.assertEqual({row["ranks"] for row in rows if row["case"] == "ranks material"}, {"1", "2"})
        for row in rows:
            self.assertEqual(row["steps"], "20")
            self.assertGreater(float(row["seconds"]), 0)
            self.assertGreater(float(row["memory"]), 0)
            parts = sum(float(row[name]) for name in SECTIONS)
            # sections are printed with five digits; Other is the mean over the ranks
            self.assertAlmostEqual(parts, float(row["seconds"]), delta=0.05 * float(row["seconds"]))
        written = page.read_text()
        self.assertTrue(written.startswith("before\n") and written.endswith("after\n"))
        self.assertNotIn("old table", written)
        self.assertIn("| flow down a chute, nve/sphere |", written)
        if importlib.util.find_spec("matplotlib"):
            self.assertTrue((self.path / "results" / "bench.png").read_bytes().startswith(b"\x89PNG"))
        else:
            self.assertIn("no plot, because this python3 has no matplotlib", output)

    def test_cases_without_a_choice(self):
        """make bench runs all but those that are asked for; the tests here run each."""
        options = bench.arguments(["--lmp", str(BUILD / "lmp"), "--launcher", str(BUILD / "lmp")])
        left_out = {"wild", "dosta", "matrix", "messages", "peers", "kokkos"}
        if whole_decks.missing_decks(whole_decks.source_tree(BUILD / "lmp")):
            left_out.add("decks")
        self.assertEqual(set(bench.GROUPS) - set(options.cases), left_out)

    def test_other_cases(self):
        code, output = self.run_bench("--cases", "material", "generic", "packing", "--n", "100",
                                      "--packing-steps", "100", "--plot", "0")
        self.assertEqual(code, 0, output)
        self.assertEqual([row["case"] for row in self.rows()],
                         ["material"] * 2 + ["generic"] * 2 + ["packing"] * 2)
        self.assertNotIn("matplotlib", output)

    def test_instruction_sets(self):
        code, output = self.run_bench("--cases", "sets", "--n", "100", "--plot", "0")
        self.assertEqual(code, 0, output)
        who = [cases.STOCK, *(f"{cases.PLUGIN}, {name}" for name in (*lammps_harness.instruction_sets(), "off"))]
        self.assertEqual([row["who"] for row in self.rows()], who)
        table = output.split("Instruction sets, jammed packing")[1].split("\n\n")[0]
        for name in who:
            self.assertIn(f"\n{name}  ", table)

    def test_matrix(self):
        code, output = self.run_bench("--cases", "matrix", "--n", "100", "--plot", "0", "--matrix-laws", "4",
                                      "--matrix-sets", "on", "off")
        self.assertEqual(code, 0, output)
        who = [cases.STOCK, f"{cases.PLUGIN}, on", f"{cases.PLUGIN}, off"]
        self.assertEqual([(row["case"], row["who"]) for row in self.rows()],
                         [(f"matrix {law}", one) for law in matrix.laws()[:4] for one in who])
        table = output.split("Combinations of submodels")[1].split("\n\n")[0]
        self.assertRegex(table, r"\njkr +viscoelastic +mindlin +sds +marshall +none .* 3\.5")

    def test_processor_time(self):
        def seconds(cpu):
            return Run(case="", who="", ranks=1, repeat=1, atoms=1, steps=1, seconds=2.0, cpu=cpu, sections={}, contacts=1,
                       neighbors=0, ghosts=0, builds=0, memory=0, peak=0, check={}, state={}).processor_seconds()

        self.assertEqual([seconds(cpu) for cpu in (100.0, 50.0, 0.0)], [2.0, 1.0, 2.0])

    def test_laws_of_the_matrix(self):
        laws = matrix.laws()
        self.assertEqual(len(laws), len(set(laws)))
        self.assertTrue(all(law.allowed() for law in laws))
        for axis, words in matrix.AXES.items():
            self.assertEqual({getattr(law, axis) for law in laws}, set(words))
        self.assertFalse(matrix.Law("jkr", "tsuji", "mindlin", "sds", "marshall").allowed())

    def test_sizes(self):
        """Ratios 5 and 10. With 2000 small spheres one of ratio 40 would touch its own periodic image."""
        code, output = self.run_bench("--cases", "sizes", "--n", "500", "--plot", "0")
        self.assertEqual(code, 0, output)
        rows = self.rows()
        self.assertEqual([(row["case"], row["who"]) for row in rows],
                         [(name, who) for name in ("sizes 5", "sizes 10")
                          for who in (cases.STOCK, cases.STOCK_MULTI, cases.PLUGIN, cases.PLUGIN_MULTI)])
        self.assertIn("Wide size distributions", output)
        self.assertIn("sizes 40: left out, with 2000 spheres", output)

    def test_impact(self):
        code, output = self.run_bench("--cases", "impact", "--impact-n", "100", "--plot", "0")
        self.assertEqual(code, 0, output)
        self.assertEqual([(row["case"], row["atoms"]) for row in self.rows()], [("impact", "101")] * 2)

    def test_decks_of_lammps(self):
        if whole_decks.missing_decks(whole_decks.source_tree(BUILD / "lmp")):
            self.skipTest("this LAMMPS has no examples")
        code, output = self.run_bench("--cases", "decks", "--deck-steps", "200", "--plot", "0")
        self.assertEqual(code, 0, output)
        runs = [f"{name}, run {k}" for name, deck in cases.DECKS.items() for k in range(1, len(deck.steps) + 1)]
        self.assertEqual({row["case"] for row in self.rows()}, set(runs))
        for row in self.rows():
            self.assertEqual(row["steps"], "200")
            self.assertGreater(float(row["seconds"]), 0)
        for title in ("LAMMPS' own decks, whole runs", "Where the time of these decks goes"):
            rows = output.split(title)[1].split("\n\n")[0]
            for name, deck in cases.DECKS.items():
                self.assertIn(name, rows)
                self.assertEqual(f"{name}, run 2" in rows, len(deck.steps) > 1)

    def test_decks_of_strangers(self):
        code, output = self.run_bench("--cases", "wild", "--deck-steps", "10", "--plot", "0")
        self.assertEqual(code, 0, output)
        self.assertEqual({row["case"].split(",")[0] for row in self.rows()}, set(cases.WILD))
        self.assertIn("median of the decks", output)

    def test_dosta(self):
        # long enough that the spheres of the silo lie in the cone
        code, output = self.run_bench("--cases", "dosta", "--dosta-n", "300", "--compress", "15000", "--steps", "5", "--plot", "0")
        self.assertEqual(code, 0, output)
        rows = self.rows()
        self.assertEqual([(row["case"], row["ranks"], row["who"]) for row in rows],
                         [(f"dosta {name}", ranks, who) for name in ("silo", "drum", "impact") for ranks in "12"
                          for who in (cases.STOCK, cases.PLUGIN)])
        self.assertEqual([row["atoms"] for row in rows[::4]], ["300", "38000", "50001"])
        for row in rows:
            self.assertEqual(row["steps"], "5")
            self.assertGreater(float(row["contacts"]), 0)
        table = output.split("Dosta et al. 2024")[1].split("\n\n")[0]
        for name, whole in (("silo", 3300000), ("drum", 6250000), ("impact", 200000)):
            self.assertRegex(table, rf"\n{name} +2 +plugin .* {whole} +\d+\.\d\d(\n|$)")

    def test_decks_that_are_not_there(self):
        folder = self.path / "build"
        folder.mkdir()
        (folder / "lmp").write_text("#!/bin/sh\n")
        (folder / "CMakeCache.txt").write_text(f"LAMMPS_SOURCE_DIR:PATH={self.path}\n")
        code, output = self.run_bench("--cases", "decks", "--lmp", folder / "lmp")
        self.assertEqual(code, 2, output)
        self.assertIn(f"{self.path} has no examples/granular/in.pour.flatwall", output)

    def test_another_end_of_a_deck_gives_no_ratio(self):
        def end(atoms, contacts, energy):
            state = {"atoms": atoms, "contacts": contacts, "ke": energy}
            return [[Run(case="", who="", ranks=1, repeat=1, atoms=atoms, steps=1, seconds=1.0, cpu=100.0, sections={},
                         contacts=contacts, neighbors=0, ghosts=0, builds=0, memory=0, peak=0, check={}, state=state)]]

        options = bench.arguments(["--lmp", str(BUILD / "lmp"), "--results", str(self.path / "results")])
        for other, good in (((100, 205.0, 1.1), True), ((99, 200.0, 1.0), False), ((100, 300.0, 1.0), False),
                            ((100, 200.0, 3.0), False), ((100, 200.0, float("nan")), False)):
            with self.subTest(other):
                harness = sides.Bench(options)
                self.addCleanup(harness.close)
                found = {cases.STOCK: end(100, 200.0, 1.0), cases.PLUGIN: end(*other)}
                self.assertEqual(deck_runs.same_end(harness, "pour.flatwall", found, cases.FLOWING), good)
                self.assertEqual(bool(harness.failures), not good)

    def test_run_commands_of_a_deck(self):
        self.assertEqual(whole_decks.shortened("run 5000 every 10\nunfix a\nrun\t${n}\n", (7, 9)),
                         "run 7 every 10\nunfix a\nrun\t9\n")
        with self.assertRaises(BenchError):
            whole_decks.shortened("run 1\nrun 2\n", (7,))

    def test_instruction_set_in_the_environment(self):
        with mock.patch.dict(os.environ, GRANULAR_SRT_SIMD="off"):
            code, output = self.run_bench("--cases", "jammed")
        self.assertNotEqual(code, 0)
        self.assertIn("GRANULAR_SRT_SIMD is in the environment: unset it, the case sets times all instruction sets", output)

    def test_kokkos(self):
        launcher = os.environ.get("GRANULAR_SRT_LMP_KOKKOS")
        if not launcher:
            self.skipTest("no LAMMPS with KOKKOS")
        code, output = self.run_bench("--cases", "kokkos", "--kokkos-n", "100", "--launcher", launcher, "--threads", "2")
        self.assertEqual(code, 0, output)
        self.assertIn("Kokkos: jammed packing", output)
        self.assertEqual([(row["case"], row["who"]) for row in self.rows()],
                         [("kokkos", who) for who in ("plugin", "granular/kk, 1 thread", "granular/kk, 2 threads")]
                         * cases.MORE_TURNS)

    def test_kokkos_on_a_gpu(self):
        # a launcher that says it has CUDA, notes what it is asked for, and runs it without Kokkos
        launcher, words = self.path / "lmp", self.path / "words"
        launcher.write_text(f"""#!/bin/sh
[ "$1" = -help ] && echo "KOKKOS package API: CUDA Serial" && exit
[ "$1" = -k ] && echo "$1 $2 $3 $4 $5 $6 $7 $8 $9 stock=$GRANULAR_SRT_STOCK" >>"{words}" && shift {len(cases.GPU_OPTIONS)}
exec "{BUILD}/lmp" "$@"
""")
        launcher.chmod(0o755)
        code, output = self.run_bench("--cases", "kokkos", "--kokkos-n", "100", "--launcher", launcher)
        self.assertEqual(code, 0, output)
        self.assertEqual([row["who"] for row in self.rows()], ["plugin", cases.OLDER_GPU, cases.GPU])
        self.assertEqual(words.read_text(), "-k on g 1 -sf kk -pk kokkos newton stock=1\n"
                                            "-k on g 1 -sf kk -pk kokkos newton stock=0\n")
        table = output.split("Kokkos: jammed packing")[1].split("Same physics")[0]
        self.assertRegex(table, rf"{cases.GPU} .*[0-9] +{cases.OLDER_GPU} ")

        # the host does a few steps of a packing that is too large for it
        code, output = self.run_bench("--cases", "kokkos", "--kokkos-n", str(2 * cases.LARGEST_START), "--launcher", launcher)
        self.assertEqual(code, 0, output)
        self.assertEqual([(row["case"], row["who"]) for row in self.rows()],
                         [("kokkos, a few steps", "plugin"), ("kokkos, a few steps", cases.GPU), ("kokkos", cases.OLDER_GPU),
                          ("kokkos", cases.GPU)])

    def test_different_physics_gives_no_ratio(self):
        def run(who, pressure, contacts):
            return Run(case="jammed", who=who, ranks=1, repeat=1, atoms=10000, steps=1, seconds=1.0,
                       cpu=100.0, sections={}, contacts=contacts, neighbors=0, ghosts=0, builds=0, memory=0, peak=0,
                       check={"phi": 0.5, "ke": 1.0, "pressure": pressure},
                       state={"phi": 0.5, "ke": 1.0, "pressure": pressure})

        case = cases.CASES["jammed"]
        options = bench.arguments(["--lmp", str(BUILD / "lmp"), "--results", str(self.path / "results")])
        for pressure, contacts, good in ((1.00005, 15000, True), (1.001, 15000, False), (float("nan"), 15000, False),
                                         (1.0, 17000, False)):
            with self.subTest(pressure=pressure, contacts=contacts):
                harness = sides.Bench(options)
                self.addCleanup(harness.close)
                found = {(cases.STOCK, 1): [run(cases.STOCK, 1.0, 15000)],
                         (cases.PLUGIN, 1): [run(cases.PLUGIN, pressure, contacts)]}
                self.assertEqual(harness.same_physics("jammed", case, found), good)
                self.assertEqual(bool(harness.failures), not good)

    def test_peers(self):
        """Every deck has a row of stock, of the plugin and of the other codes that are installed."""
        code, output = self.run_bench("--cases", "peers", "--n", "300", "--chute-n", "256", "--impact-n", "300", "--steps", "400",
                                      "--check", "20", "--calm", "500", "--compress", "20000", "--plot", "0")
        self.assertEqual(code, 0, output)
        installed = [name for name in (peers.LIGGGHTS, peers.YADE) if shutil.which(name.lower())]
        for deck, n in (("static packing", 300), ("chute", 256), ("impact", 300)):
            for who in ("stock LAMMPS .*", "plugin", *(f"{name} .*" for name in installed)):
                self.assertRegex(output, rf"(?m)^{deck} +{who} +{n} +400 +[1-9]\d* ")
        self.assertRegex(output, r"Stock LAMMPS was compiled with .*-O\d")

    def test_output_of_peers(self):
        text = "PEER check ke 2e-3 rotation 1e-4\nLoop time of 3.5 on\nPEER end contacts 7 ke 5e-6 rotation 3e-7\n"
        self.assertEqual(peers.read_result(text, "1000000000\n3500000000\n"),
                         {"ke": 2e-3, "rotation": 1e-4, "end ke": 5e-6, "end rotation": 3e-7, "contacts": 7.0, "seconds": 2.5})
        with self.assertRaisesRegex(BenchError, "no 'PEER check ke' in the output"):
            peers.read_result("ERROR: Unknown command", "1\n2\n")
        with self.assertRaisesRegex(BenchError, "2 times, not ''"):
            peers.read_result(text, "")

    def test_peers_with_different_physics_have_no_ratio(self):
        options = bench.arguments(["--lmp", str(BUILD / "lmp"), "--results", str(self.path / "results")])
        for spin, contacts, good in ((1.0, 100, True), (1.2, 100, False), (1.0, 150, False)):
            with self.subTest(spin=spin, contacts=contacts):
                harness = sides.Bench(options)
                self.addCleanup(harness.close)

                def run(spin, contacts):
                    (harness.work / "peers.clock").write_text("0\n1000000000\n")
                    return f"PEER check ke 1 rotation {spin}\nPEER end contacts {contacts} ke 1 rotation 1\n"

                found = {cases.PLUGIN: lambda: run(1.0, 100), peers.LIGGGHTS: lambda: run(spin, contacts)}
                table = Table("", "")
                with mock.patch.multiple(peers, start_file=lambda *_: ("", 100), codes=lambda *_: found, versions=lambda *_: {}):
                    peers.run_deck(harness, table, "packing", lambda n: (10, 5, 5))
                self.assertEqual([row[1] for row in table.rows[1:]], [cases.PLUGIN] + good * [peers.LIGGGHTS])
                self.assertEqual(bool(harness.failures), not good)

    def test_refused(self):
        for words, message in ((["--cases", "jamed"], "invalid choice: 'jamed'"), (["--repeat", "3"], "unrecognized"),
                               (["--n", "0"], "0 is not a whole number above 0"),
                               (["--lmp", "nothing/lmp"], "nothing/lmp is missing"),
                               (["--cases", "kokkos", "--launcher", BUILD / "lmp"], "has no KOKKOS package"),
                               (["--launcher", "nothing/lmp"], "nothing/lmp is missing")):
            code, output = self.run_bench(*words)
            self.assertEqual(code, 2, output)
            self.assertIn(message, output)

    def test_failed_run_is_told(self):
        broken = self.path / "lmp"
        broken.write_text("#!/bin/sh\necho 'ERROR: out of spheres'\nexit 1\n")
        broken.chmod(0o755)
        code, output = self.run_bench("--cases", "chute", "generic", "--lmp", broken)
        self.assertEqual(code, 1, output)
        self.assertIn("bench: chute: in.start_chute (plugin) failed: ERROR: out of spheres", output)
        self.assertIn("bench: generic: in.start_packing (plugin) failed", output)

    def test_copies(self):
        for n, (base, copies) in ((500, (500, (1, 1, 1))), (10000, (10000, (1, 1, 1))),
                                  (20000, (10000, (1, 1, 2))), (100000, (10000, (2, 2, 2))),
                                  (1000000, (10000, (4, 5, 5)))):
            self.assertEqual(sides.copies_for(n), (base, copies))

    def test_operations_of_the_page(self):
        """bench/README.md has the numbers that the program counts."""
        printed = subprocess.run([self.roofline()], text=True, stdout=subprocess.PIPE, check=True).stdout
        laws = dict(re.findall(r"^law (\S+) (.*)$", printed, re.M))
        page = (ROOT / "bench" / "README.md").read_text()
        found = [tuple(map(int, row)) for row in
                 re.findall(r"^\|[^|]*\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d) ?(?:doubles)? \|$", page, re.M)]
        wanted = ["hooke", "hooke_sliding", "material", "material_sds", "hertz_viscoelastic",
                  "gran_hooke_history", "gran_hertz_history"]
        self.assertEqual(found, [tuple(map(int, laws[name].split())) for name in wanted])

    def roofline(self):
        return BUILD / "bench" / "roofline"


class Script(unittest.TestCase):
    """tools/bench.sh, what "make bench" runs."""

    def test_run(self):
        with tempfile.TemporaryDirectory(prefix="granular srt ") as folder:
            settings = dict(CASES="jammed generic", N="60", REPEATS="1", STEPS="10", COMPRESS="500",
                            CALM="10", PLOT="0", RESULTS=folder)
            done = self.script(MAKEFLAGS=" -- " + " ".join(f"{k}={v}" for k, v in settings.items()), **settings)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertIn("three different laws", done.stdout)
            self.assertTrue((pathlib.Path(folder) / "bench.csv").exists())

    def test_misspelt_setting(self):
        done = self.script(MAKEFLAGS=" -- REPEAT=1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown setting REPEAT", done.stdout)

    def script(self, **environment):
        return subprocess.run(["sh", str(ROOT / "tools" / "bench.sh")], text=True, check=False,
                              env=dict(os.environ, BUILD=str(BUILD), **environment),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


if __name__ == "__main__":
    unittest.main(verbosity=2)
