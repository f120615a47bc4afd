"""tools/kokkos.sh, kokkos-root.sh, check.sh and their helpers on machines of all kinds: copies of the scripts
run beside stand-ins for the programs and scripts that would install, build or need rights."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import cmake_harness as harness


def decks_of_lammps():
    """Files and folders that fetch-lammps.sh unpacks of LAMMPS' examples/ and bench/."""
    return re.search('decks="([^"]+)"', (harness.ROOT / "tools" / "fetch-lammps.sh").read_text())[1].split()


class ToolsTest(unittest.TestCase):
    """A folder "a checkout" with copies of tools/, and a folder of programs that come first on the path."""

    names = "a cache", "a checkout"

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        base = pathlib.Path(self.temporary.name)
        self.cache, self.checkout, self.programs = (base / name for name in (*self.names, "programs"))
        self.build, self.tools = self.checkout / "build", self.checkout / "tools"
        for folder in (self.cache, self.build, self.programs):
            folder.mkdir(parents=True)
        shutil.copytree(harness.ROOT / "tools", self.tools)

    def script(self, name, body):
        """Replaces one of tools/."""
        (self.tools / name).write_text(f"#!/bin/sh\n{body}\n")

    def program(self, name, body):
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def run_tool(self, name, *words, **environment):
        """(exit code, stdout, stderr)"""
        variables = {name: value for name, value in os.environ.items()
                     if not name.startswith(("GRANULAR_SRT", "LAMMPS_", "BUILD", "OWN_LAMMPS"))}
        variables |= {"PATH": f"{self.programs}:{os.environ['PATH']}", "GRANULAR_SRT_CACHE": str(self.cache)}
        done = subprocess.run(["sh", str(self.tools / name), *map(str, words)], env=variables | environment,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        return done.returncode, done.stdout, done.stderr


class Archive(ToolsTest):
    """apt-archive.sh"""

    def archive(self, name, text, family="debian", system="ID=debian\n"):
        folder = self.cache / "etc"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "apt" / "sources.list.d").mkdir(parents=True)
        (folder / "apt" / name).write_text(text)
        (folder / "os-release").write_text(f'PRETTY_NAME="ubuntu"\n{system}')
        code, output, errors = self.run_tool("apt-archive.sh", family, folder)
        self.assertEqual((code, errors), (0, ""))
        return output.strip()

    def test_one_line_and_deb822(self):
        uri = "http://archive.invalid/debian"
        self.assertEqual(self.archive("sources.list", f"# main\ndeb {uri} bookworm main\n"), uri)
        self.assertEqual(self.archive("sources.list.d/a.list", f"deb [signed-by=/a] {uri}/ bookworm main\n"),
                         uri + "/")
        self.assertEqual(self.archive("sources.list.d/debian.sources",
                                      f"Types: deb\nURIs: {uri}-security\nSuites: a\n\n"
                                      f"Types: deb\nURIs: {uri}\nSuites: b\n"), uri)

    def test_list_of_mirrors(self):
        """As in the images of Debian for clouds."""
        source = "Types: deb\nURIs: mirror+file:/etc/apt/mirrors/debian.list\nSuites: bookworm\n"
        self.assertEqual(self.archive("sources.list.d/debian.sources", source), "")
        mirrors = self.cache / "etc" / "apt" / "mirrors"
        mirrors.mkdir()
        (mirrors / "debian.list").write_text("# nearest first\nhttp://a.invalid/debian\tpriority:1\nhttp://b.invalid/debian\n")
        code, output, errors = self.run_tool("apt-archive.sh", "debian", self.cache / "etc")
        self.assertEqual((code, output, errors), (0, "http://a.invalid/debian\n", ""))

    def test_ubuntu(self):
        """Archives of single programs often have a name like Debian's or Ubuntu's."""
        lines = "deb http://a.invalid/debian noble main\ndeb http://archive.invalid/ubuntu/ noble main\n"
        for system in ("ID=ubuntu\nID_LIKE=debian\n", 'ID=linuxmint\nID_LIKE="ubuntu debian"\n'):
            self.assertEqual(self.archive("sources.list", lines, "debian", system), "")
            self.assertEqual(self.archive("sources.list", lines, "ubuntu", system), "http://archive.invalid/ubuntu/")
        self.assertEqual(self.archive("sources.list", lines), "http://a.invalid/debian")
        self.assertEqual(self.archive("sources.list", lines, "ubuntu"), "")

    def test_fetching_lammps_without_one(self):
        self.script("apt-archive.sh", "exit 0")
        code, output, errors = self.run_tool("fetch-lammps.sh", self.cache)
        self.assertEqual((code, output), (1, ""))
        self.assertIn("fetch-lammps: no archive of Debian or Ubuntu in apt's sources; pass LAMMPS_SOURCE_DIR=<a LAMMPS "
                      "tree> instead", errors)


class Cache(ToolsTest):
    """cache.sh"""

    def test_no_folder(self):
        unset = dict.fromkeys(("GRANULAR_SRT_CACHE", "XDG_CACHE_HOME", "HOME"), "")
        for name in ("bench.sh", "build.sh", "check.sh", "cuda.sh", "kokkos.sh"):
            code, output, errors = self.run_tool(name, CASES="decks", PLOT="0", MAKEFLAGS="", **unset)
            self.assertEqual((code, output), (2, ""), name)
            self.assertIn("HOME: not set, and no GRANULAR_SRT_CACHE=<folder>", errors)


class Mpi(ToolsTest):
    """mpi.sh"""

    def test_more_ranks_than_cores_and_no_binding(self):
        """With the Open MPI of this system; root too."""
        cores = os.sched_getaffinity(0)
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("OMPI_", "PRTE_"))}
        # one write a rank, which mpirun passes on whole but not always with the end of the line
        program = "import os; os.write(1, b'<%d>' % len(os.sched_getaffinity(0)))"
        done = subprocess.run(["sh", "-c", '. "$0"; mpirun "$@"', self.tools / "mpi.sh", "-np", str(os.cpu_count() + 1),
                               "python3", "-c", program], env=clean, text=True, stdout=subprocess.PIPE, check=True)
        self.assertEqual(done.stdout, f"<{len(cores)}>" * (os.cpu_count() + 1))


class Fetch(ToolsTest):
    """fetch-lammps.sh with an archive of a few files"""

    DECKS = ("examples/granular/in.pour.drum", "examples/multi/in.granular", "bench/in.chute")
    OTHERS = ("examples/melt/in.melt", "bench/in.lj", "doc/src/fix.rst")

    def setUp(self):
        super().setUp()
        self.script("apt-archive.sh", "echo http://archive.invalid/debian")
        source = self.cache / "archive"
        words = decks_of_lammps()
        for name in {"cmake/CMakeLists.txt", *self.DECKS, *self.OTHERS,
                     *(word for word in words if "." in word)}:
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_text(name)
        for word in words:
            if not (source / word).exists():
                (source / word).mkdir(parents=True)
        self.program("apt-cache", "echo 'Version: 20260704+dfsg-1'")
        self.program("apt-get", f'echo "$*" >>"{self.cache}/calls"; cp "${{APT_CONFIG%/*}}/sources.list" "{self.cache}"\n'
                     f'[ "$1" = update ] || tar -czf lammps_20260704.orig.tar.gz -C "{source}" cmake examples bench doc')
        self.tree = self.cache / "lammps-20260704"

    def fetch(self, *words):
        code, output, errors = self.run_tool("fetch-lammps.sh", self.cache, *words)
        self.assertEqual((code, output.strip()), (0, str(self.tree)), errors)
        calls = self.cache / "calls"
        text = calls.read_text() if calls.exists() else ""
        calls.write_text("")
        return "source" in text    # whether something was fetched

    def assert_decks(self):
        for name in self.DECKS:
            self.assertEqual((self.tree / name).read_text(), name)
        for name in self.OTHERS:
            self.assertFalse((self.tree / name).exists(), name)

    def test_new_tree_has_the_decks(self):
        self.assertTrue(self.fetch())
        self.assert_decks()
        self.assertFalse(self.fetch("decks"))

    def test_suites(self):
        """Those of the system's own archive, signed with its key"""
        self.assertTrue(self.fetch())
        keys = "deb-src [signed-by=/usr/share/keyrings"
        archive = "archive-keyring.gpg] http://archive.invalid"
        self.assertEqual((self.cache / "sources.list").read_text(), "".join(
            f"{keys}/debian-{archive}/debian {suite} main\n" for suite in ("trixie", "forky", "sid")))
        shutil.rmtree(self.tree)
        self.script("apt-archive.sh", '[ "$1" != ubuntu ] || echo http://archive.invalid/ubuntu')
        self.assertTrue(self.fetch())
        self.assertEqual((self.cache / "sources.list").read_text(),
                         f"{keys}/ubuntu-{archive}/ubuntu stonking universe\n")

    def test_no_such_lammps(self):
        self.program("apt-cache", "exit 0")    # also without network, of which "apt-get update" only warns
        code, output, errors = self.run_tool("fetch-lammps.sh", self.cache)
        self.assertEqual((code, output), (1, ""))
        self.assertIn("the archive has no LAMMPS 20260704, or was not reached (apt's messages are above)", errors)

    def test_older_tree_gets_the_decks_when_they_are_wanted(self):
        (self.tree / "cmake").mkdir(parents=True)
        (self.tree / "bench").mkdir()
        (self.tree / "cmake" / "CMakeLists.txt").write_text("older")
        self.assertFalse(self.fetch())
        self.assertTrue(self.fetch("decks"))
        self.assert_decks()
        self.assertEqual((self.tree / "cmake" / "CMakeLists.txt").read_text(), "older")
        self.assertFalse(self.fetch("decks"))


class Root(ToolsTest):
    """kokkos-root.sh"""

    def setUp(self):
        super().setUp()
        self.program("id", "echo 0")
        self.program("unshare", "exit 0")

    def root(self):
        (self.cache / "kokkos-root").mkdir()
        (self.cache / "kokkos-root" / ".finished").touch()

    def test_kept(self):
        self.root()
        self.script("kokkos-versions.sh", "echo newer >&2")
        self.assertEqual(self.run_tool("kokkos-root.sh", self.cache), (0, f"{self.cache}/kokkos-root\n", "newer\n"))

    def debian(self, before=""):
        """Stand-ins with which a root can be made."""
        self.script("apt-archive.sh", "echo http://archive.invalid/debian")
        self.script("install-deps.sh", "exit 0")
        self.program("unshare", '[ "$4" != sh ] || { shift 3; exec "$@"; }')
        self.program("debootstrap", f'{before}\nmkdir -p "$3/usr/lib" "$3/etc/apt/apt.conf.d"\n'
                                    'touch "$3/usr/lib/libkokkoscore.so"')
        self.program("chroot", "exit 0")

    def test_two_at_a_time(self):
        """The second one waits, and finds what the first one has made."""
        self.debian(f'sleep 1; echo made >>"{self.cache}/calls"')
        self.script("kokkos-versions.sh", "exit 0")
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for done in pool.map(lambda _: self.run_tool("kokkos-root.sh", self.cache), range(2)):
                self.assertEqual(done[:2], (0, f"{self.cache}/kokkos-root\n"), done[2])
        self.assertEqual((self.cache / "calls").read_text(), "made\n")

    def test_older_one_is_made_anew(self):
        """With the LAMMPS that were linked to its Kokkos. What debootstrap makes is older too, and that is an error."""
        self.root()
        for name, setting in (("build-1", "on"), ("build-2", "OFF"), ("build-3", "")):
            (self.cache / name).mkdir()
            (self.cache / name / "CMakeCache.txt").write_text(f"EXTERNAL_KOKKOS:BOOL={setting}\n" if setting else "")
        self.debian()
        self.script("kokkos-versions.sh", "echo 'older packages' >&2; exit 1")
        code, output, errors = self.run_tool("kokkos-root.sh", self.cache)
        self.assertEqual((code, output, errors.splitlines()[-1]), (1, "", "older packages"))
        self.assertFalse((self.cache / "kokkos-root" / ".finished").exists())
        self.assertEqual(sorted(path.name for path in self.cache.glob("build-*")), ["build-2", "build-3"])
        self.script("kokkos-versions.sh", "exit 0")
        self.assertEqual(self.run_tool("kokkos-root.sh", self.cache)[:2], (0, f"{self.cache}/kokkos-root\n"))
        self.assertTrue((self.cache / "kokkos-root" / ".finished").exists())

    def test_not_root(self):
        self.program("id", "echo 1000")
        self.assertEqual(self.run_tool("kokkos-root.sh", self.cache),
                         (3, "", "the newer Debian with Kokkos needs root\n"))

    def test_no_right_to_mount(self):
        self.program("unshare", "exit 1")
        self.assertEqual(self.run_tool("kokkos-root.sh", self.cache),
                         (3, "", "the newer Debian with Kokkos needs the right to mount, which this container does "
                                 "not have\n"))

    def test_not_debian(self):
        self.script("apt-archive.sh", "exit 0")
        self.assertEqual(self.run_tool("kokkos-root.sh", self.cache),
                         (3, "", "the newer Debian with Kokkos needs a Debian archive in apt's sources\n"))


class Versions(ToolsTest):
    """kokkos-versions.sh"""

    TESTED = dict(line.split() for line in re.search(
        r'tested="([^"]+)"', (harness.ROOT / "tools" / "kokkos-versions.sh").read_text())[1].splitlines())

    def found(self, **changes):
        """What the script says of a root with the tested versions but for these (None: no such package)."""
        packages = {name: f"4:{version}.1-2" for name, version in self.TESTED.items()}
        packages |= {name.replace("_", "-").replace("cxx", "g++"): version for name, version in changes.items()}
        database = self.cache / "root" / "var" / "lib" / "dpkg"
        database.mkdir(parents=True, exist_ok=True)
        (database / "status").write_text("".join(
            f"Package: {name}\nStatus: install ok installed\nVersion: {version}\nArchitecture: all\nMaintainer: a\n"
            f"Description: a\n\n" for name, version in packages.items() if version))
        code, output, errors = self.run_tool("kokkos-versions.sh", self.cache / "root")
        self.assertEqual(output, "")
        return code, errors

    def test_tested(self):
        self.assertEqual(set(self.TESTED), {"libkokkos-dev", "g++", "libc6"})
        self.assertEqual(self.found(), (0, ""))
        self.assertEqual(self.found(libkokkos_dev=self.TESTED["libkokkos-dev"] + "-2", libc6=self.TESTED["libc6"] + "-7"), (0, ""))

    def test_newer(self):
        code, errors = self.found(cxx="4:160.1.0-3", libkokkos_dev="6.0.0-1")
        self.assertEqual((code, errors.count("\n")), (0, 1))
        self.assertRegex(errors, r"^WARNING: .* newer than the tested one: libkokkos-dev 6\.0\.0-1 \(tested: 5[.\d]+\), "
                                 r"g\+\+ 160\.1\.0-3 \(tested: \d+\)\. If these tests fail, this may be why\.\n$")

    def test_older(self):
        code, errors = self.found(cxx="4:1.9-3", libc6=None)
        self.assertEqual((code, errors.count("\n")), (1, 1))
        self.assertRegex(errors, r"older than the tested one: g\+\+ 1\.9-3 \(tested: \d+\), libc6 none \(tested: ")


class InstallDeps(ToolsTest):
    """install-deps.sh"""

    def setUp(self):
        super().setUp()
        self.program("dpkg-query", 'case " g++ cmake libpng-dev my-tool " in *" $4 "*) exit 1 ;; esac; echo installed')
        self.program("apt-get", f'echo "apt-get $*" >>"{self.cache}/calls"')
        self.program("id", "echo 1000")

    def test_nothing_is_missing(self):
        self.program("dpkg-query", "echo installed")
        self.assertEqual(self.run_tool("install-deps.sh", "my-tool"), (0, "", ""))

    def test_two_architectures(self):
        self.program("dpkg-query", "echo installed; echo installed")
        self.assertEqual(self.run_tool("install-deps.sh"), (0, "", ""))

    def test_not_root(self):
        """All that is missing, in one line, with the command."""
        self.assertEqual(self.run_tool("install-deps.sh", "my-tool"), (
            1, "", "install-deps: packages are missing, and only root can install them: "
                   "apt-get install --no-install-recommends g++ cmake libpng-dev my-tool\n"))
        self.assertFalse((self.cache / "calls").exists())

    def test_root(self):
        self.program("id", "echo 0")
        self.assertEqual(self.run_tool("install-deps.sh"), (0, "== installing: g++ cmake libpng-dev\n", ""))
        self.assertEqual((self.cache / "calls").read_text(), "apt-get update -qq\napt-get install "
                         "-o DPkg::Lock::Timeout=300 -y -qq --no-install-recommends g++ cmake libpng-dev\n")


class DebianLammps(ToolsTest):
    """debian-lammps.sh, and what build.sh does with its answer"""

    def setUp(self):
        super().setUp()
        self.script("apt-archive.sh", '[ "$1" != debian ] || echo http://archive.invalid/debian')
        (self.checkout / "cmake").mkdir()
        shutil.copy(harness.ROOT / "cmake" / "GranularSrtVersion.cmake", self.checkout / "cmake")

    def release(self, user, installed=(), candidate="(none)"):
        self.program("id", f"echo {user}")
        self.program("dpkg-query", "".join(f"echo 'installed {version}'\n" for version in installed) + "exit 0")
        first = installed[-1] if installed else "(none)"
        self.program("apt-cache", f"printf 'liblammps-dev:\\n  Installed: {first}\\n  Candidate: {candidate}\\n'")
        code, output, errors = self.run_tool("debian-lammps.sh")
        self.assertEqual((code, errors), (0, ""))
        return output.strip()

    def test_release(self):
        self.assertEqual(self.release(0, candidate="20220106.git7586adbb6a+ds1-2"), "")
        self.assertEqual(self.release(0, candidate="20250204+dfsg.1-2"), "20250204")
        self.assertEqual(self.release(0), "")
        self.assertEqual(self.release(0, ["20250204+dfsg.1-2"], "20260704+dfsg-2"), "20250204")
        self.assertEqual(self.release(1000, candidate="20260704+dfsg-2"), "", "only root installs")
        self.assertEqual(self.release(1000, ["20260704+dfsg-2"]), "", "the program or the library is missing")
        self.assertEqual(self.release(1000, ["20260704+dfsg-2", "20260704+dfsg-2", "5.8"]), "20260704")
        self.assertEqual(self.release(1000, ["20220106.git7586adbb6a+ds1-2", "20220106.git7586adbb6a+ds1-2", "5.8"]), "")
        self.script("apt-archive.sh", "exit 0")
        self.assertEqual(self.release(0, candidate="20260704+dfsg-2"), "", "not Debian")

    def build_tool(self, *words, release="20260704", user=1000, **environment):
        """What build.sh asks for, in this order."""
        calls = self.cache / "calls"
        calls.write_text("")
        self.program("id", f"echo {user}")
        self.program("dpkg", "printf '/usr/include\\n/a folder/LAMMPS/LAMMPSConfig.cmake\\n'")
        for name in ("cmake", "ninja"):
            self.program(name, f'echo {name} "$*" >>"{calls}"')
        self.script("install-deps.sh", f'echo "packages $*" >>"{calls}"')
        self.script("debian-lammps.sh", f"echo {release}")
        self.script("fetch-lammps.sh", f'echo "fetch ${{LAMMPS_RELEASE-}} $2" >>"{calls}"; echo "the source"')
        self.script("build-lammps.sh", f'echo "build-lammps" >>"{calls}"; echo "the build"')
        code, output, errors = self.run_tool("build.sh", *words, **environment)
        self.assertEqual((code, errors), (0, ""))
        return output, calls.read_text()

    def test_used(self):
        output, calls = self.build_tool()
        self.assertEqual(output, "== with Debian's LAMMPS, 20260704\n")
        self.assertIn("fetch 20260704 headers\n", calls)
        self.assertIn("-D LAMMPS_BUILD_DIR= ", calls)
        self.assertIn("-D LAMMPS_DIR=/a folder/LAMMPS ", calls)
        self.assertTrue(calls.endswith(f"ninja -C {self.build} launcher\n"), calls)
        for word in ("build-lammps", "liblammps-dev"):
            self.assertNotIn(word, calls)

    def test_root_installs_it(self):
        self.assertIn("packages lammps liblammps-dev xz-utils python3-matplotlib\n", self.build_tool(user=0)[1])
        self.assertIn("packages lammps liblammps-dev xz-utils\n", self.build_tool(user=0, release="20250204")[1])

    def test_not_used(self):
        """By tests, which need more packages; where the user names a LAMMPS; where LAMMPS was built before; where there is none."""
        ways = {"tests": {"OWN_LAMMPS": "on"}, "named": {"LAMMPS_SOURCE_DIR": "mine", "LAMMPS_BUILD_DIR": "mine too"}, "none": {"release": ""}}
        for way, settings in ways.items():
            output, calls = self.build_tool(**settings)
            self.assertEqual(output, "", way)
            self.assertEqual("build-lammps" in calls, way != "named", calls)
            self.assertNotIn("LAMMPS_DIR=/a", calls, way)
        (self.cache / "lammps-20260704-headers").mkdir()
        self.assertIn("fetch 20260704 headers\n", self.build_tool()[1])
        (self.cache / "lammps-20260704").mkdir()
        self.assertIn("build-lammps", self.build_tool()[1])

    def test_make(self):
        """Which targets build LAMMPS."""
        shutil.copy(harness.ROOT / "Makefile", self.checkout)
        for name in ("build", "packing", "check", "bench", "fuzz", "kokkos", "cuda", "unit"):
            self.script(f"{name}.sh", f'echo "{name} ${{OWN_LAMMPS-off}}"')
        for target, own in (("all", "off"), ("packing", "off"), ("unit", "off"), ("check", "on"), ("quick", "on"), ("bench", "on"), ("fuzz", "on"),
                            ("kokkos", "on"), ("cuda", "on")):
            done = subprocess.run(["make", "-s", "-C", self.checkout, target], text=True, stdout=subprocess.PIPE, check=True,
                                  env={"PATH": os.environ["PATH"]})
            self.assertEqual({line.split()[1] for line in done.stdout.splitlines()}, {own}, target)


class Packing(ToolsTest):
    """packing.sh: the picture, where LAMMPS has no dump image"""

    def setUp(self):
        super().setUp()
        (self.checkout / "examples" / "packing").mkdir(parents=True)
        (self.checkout / "potentials").mkdir()
        (self.checkout / "examples" / "packing" / "picture.py").write_text("import sys; open(sys.argv[2], 'w').write(open(sys.argv[1]).read())")
        self.results = self.checkout / "results" / "packing"

    def pack(self, files, python="exec /usr/bin/python3", compute="rattlers/atom", dump="image"):
        self.build.mkdir(parents=True, exist_ok=True)
        lmp = self.build / "lmp"
        lmp.write_text(f"#!/bin/sh\nprintf '* Dump styles:\\n\\natom {dump} local\\n\\n* Compute styles\\n\\nke {compute}\\n'\n")
        lmp.chmod(0o755)
        self.program("mpirun", 'sleep 0.02\necho "$*" >out/words\n' + "".join(f"echo {name} >out/{name}\n" for name in files))
        self.program("python3", f'[ "$1" != -c ] || exit 0\n{python} "$@"')
        code, output, errors = self.run_tool("packing.sh", MAKEFLAGS="")
        self.assertEqual((code, errors), (0, ""))
        return output

    def test_picture(self):
        self.pack(["a.dump", "a.png"])
        self.assertEqual((self.results / "a.png").read_text(), "a.png\n")
        self.pack(["b.dump"])
        self.assertEqual((self.results / "b.png").read_text(), "b.dump\n")
        self.pack(["a.dump"])    # the picture of an earlier run
        self.assertEqual((self.results / "a.png").read_text(), "a.dump\n")

    def test_lammps_without_packages(self):
        """Debian's LAMMPS has no EXTRA-COMPUTE or GRAPHICS."""
        for settings, words in (({}, ()), ({"compute": "reduce"}, ("-var RATTLERS plugin",)), ({"dump": "grid"}, ("-var PICTURE no",))):
            self.pack(["a.dump"], **settings)
            found = (self.results / "words").read_text()
            for word in ("-var RATTLERS plugin", "-var PICTURE no"):
                self.assertEqual(word in found, word in words, found)

    def test_no_matplotlib(self):
        output = self.pack(["a.dump"], "echo \"No module named 'matplotlib'\" >&2; exit 1 #")
        self.assertIn("packing: no picture, No module named 'matplotlib'. Debian: python3-matplotlib\n", output)


class UnusedFiles(ToolsTest):
    """unused_lammps_files.py"""

    PACKAGES = ("EXTRA-COMPUTE", "GRAPHICS", "MOLECULE", "BPM", "RIGID", "DIPOLE", "GRANULAR", "KOKKOS")
    # commands by the kind of the style that they name
    COMMANDS = {"ATOM": r"atom_style", "BOND": r"bond_style", "COMPUTE": r"compute +\S+ +\S+", "DUMP": r"dump +\S+ +\S+",
                "FIX": r"fix +\S+ +\S+", "PAIR": r"pair_style", "REGION": r"region +\S+"}

    def unused(self, source, *packages):
        done = subprocess.run(["python3", self.tools / "unused_lammps_files.py", source, self.tools / "lammps_styles.txt",
                               *packages], text=True, stdout=subprocess.PIPE, check=True)
        return done.stdout.split()

    def test_small_tree(self):
        source = self.cache / "lammps"
        files = {"src/fix_nve.h": "#ifdef FIX_CLASS\nFixStyle(nve,FixNVE);\n", "src/fix_nve.cpp": '#include "helper.h"\n',
                 "src/pair_strange.h": "#ifdef PAIR_CLASS\nPairStyle(strange,PairStrange);\n", "src/pair_strange.cpp": "",
                 "src/npair_bin.h": "#ifdef NPAIR_CLASS\nNPairStyle(bin,NPairBin,1);\n", "src/helper.h": "",
                 "src/KOKKOS/fix_nve_kokkos.h": "#ifdef FIX_CLASS\nFixStyle(nve/kk,FixNVEKokkos);\n",
                 "src/KOKKOS/pair_strange_kokkos.h": "#ifdef PAIR_CLASS\nPairStyle(strange/kk,PairStrangeKokkos);\n",
                 "src/RIGID/ilves.h": "", "src/RIGID/fix_rigid.h": "#ifdef FIX_CLASS\nFixStyle(rigid,FixRigid);\n",
                 "src/RIGID/fix_rigid.cpp": '#include "used.h"\n', "src/RIGID/used.h": "", "src/RIGID/used.cpp": ""}
        for name, text in files.items():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_text(text)
        # an older release does not have all packages
        self.assertEqual(self.unused(source, "RIGID", "GRAPHICS"), ["src/RIGID/ilves.h"])
        self.assertEqual(self.unused(source, "RIGID", "KOKKOS"), [
            "src/KOKKOS/pair_strange_kokkos.h", "src/RIGID/ilves.h", "src/pair_strange.cpp", "src/pair_strange.h"])

    def test_no_deck_needs_one(self):
        unused = {kind: set() for kind in self.COMMANDS}
        for name in self.unused(harness.LAMMPS_SOURCE, *self.PACKAGES):
            for kind, style in re.findall(r"^(\w+)Style\(([^,\s]+),", (harness.LAMMPS_SOURCE / name).read_text(), re.M):
                unused.setdefault(kind.upper(), set()).add(style)
        self.assertIn("lj/expand", unused["PAIR"])
        decks = [path for folder in ("examples", "unittest", "bench") for path in (harness.ROOT / folder).rglob("*")
                 if path.suffix == ".py" or path.name.startswith("in.")]
        self.assertGreater(len(decks), 20)
        # LAMMPS' own decks, where the tree has them; those with the law mdr do not run with any LAMMPS that is built here
        for path in (harness.LAMMPS_SOURCE / word for word in decks_of_lammps()):
            found = path.glob("in.*") if path.is_dir() else [path] if path.name.startswith("in.") and path.exists() else []
            decks += [deck for deck in found if " mdr " not in deck.read_text()]
        for path in decks:
            for kind, command in self.COMMANDS.items():
                found = set(re.findall(rf"(?:^|[\"' ]|\\n){command} *\b([\w/]+)", path.read_text(), re.M))
                self.assertEqual(found & unused[kind], set(), f"{path}: add to tools/lammps_styles.txt")


class BuildLammps(ToolsTest):
    """build-lammps.sh with a tree of a few files and without a compiler"""

    def setUp(self):
        super().setUp()
        self.source = self.cache / "a tree"
        for name in ("src/version.h", "src/KOKKOS/kokkos.cpp", "cmake/CMakeLists.txt", "lib/kokkos/bundled"):
            (self.source / name).parent.mkdir(parents=True, exist_ok=True)
            (self.source / name).write_text(name)
        self.program("cmake", "exit 0")
        self.program("ninja", f'echo built >>"{self.cache}/calls"')
        self.program("c++", "echo first compiler")
        self.program("mpicxx", "echo first MPI")
        self.program("nvcc", "echo CUDA")

    def folder(self, **environment):
        code, output, errors = self.run_tool("build-lammps.sh", self.source, self.cache, **environment)
        self.assertEqual(code, 0, errors)
        return output.strip()

    def test_kept_until_something_changes(self):
        folders = [self.folder()]
        self.assertEqual(self.folder(), folders[0])
        self.assertEqual((self.cache / "calls").read_text(), "built\n")
        (self.source / "src" / "atom.h").write_text("another class")
        folders.append(self.folder())
        self.program("c++", "echo second compiler")
        folders.append(self.folder())
        self.program("mpicxx", "echo second MPI")
        folders += [self.folder(), self.folder(CXXFLAGS="-O1"), self.folder(CXX="nvcc")]
        self.assertEqual(len(set(folders)), 6)
        self.assertNotEqual(self.folder(LAMMPS_QUICK="on"), self.folder(LAMMPS_QUICK="off"))

    def test_no_compiler(self):
        self.program("c++", "exit 1")
        code, output, _ = self.run_tool("build-lammps.sh", self.source, self.cache)
        self.assertEqual((code != 0, output), (True, ""))
        self.assertFalse((self.cache / "calls").exists())

    def test_kokkos_in_place_of_the_bundled_one(self):
        given = self.cache / "given"
        given.mkdir()
        folder = pathlib.Path(self.folder(LIB_KOKKOS=str(given)))
        self.assertEqual((folder / "source" / "lib" / "kokkos").resolve(), given.resolve())
        self.assertTrue((self.source / "lib" / "kokkos" / "bundled").exists())

    def test_two_at_a_time(self):
        """The second one waits, and finds what the first one has built."""
        self.program("ninja", f'sleep 1; echo built >>"{self.cache}/calls"')
        with concurrent.futures.ThreadPoolExecutor() as pool:
            folders = list(pool.map(lambda _: self.folder(), range(2)))
        self.assertEqual(folders[0], folders[1])
        self.assertEqual((self.cache / "calls").read_text(), "built\n")


class InRoot(ToolsTest):
    """in-root.sh"""

    def test_folder_that_the_root_does_not_see(self):
        for name, body in (("unshare", 'shift 3; exec "$@"'), ("mount", "exit 0"), ("chroot", "echo inside")):
            self.program(name, body)
        code, output, errors = self.run_tool("in-root.sh", self.cache / "root", "true")
        self.assertEqual((code, output), (3, ""))
        self.assertIn("lies in a folder of the system, which the other root has itself", errors)


class Launcher(ToolsTest):
    """kokkos.sh"""

    def setUp(self):
        super().setUp()
        self.program("cmake", "exit 1")    # no Kokkos on this system
        self.script("kokkos-root.sh", 'echo "the root"')
        self.script("in-root.sh", 'echo "in $1" >&2; shift; exec "$@"')
        self.script("fetch-lammps.sh", 'echo "the source"')
        self.script("build-lammps.sh", 'echo "build-lammps $*" >&2; echo "$2/lammps build"')
        self.script("build.sh", 'mkdir "$BUILD"; echo "of $LAMMPS_SOURCE_DIR, $LAMMPS_BUILD_DIR" >&2\n'
                                'printf "#!/bin/sh\\necho started \\"\\$@\\"\\n" >"$BUILD/lmp"; chmod +x "$BUILD/lmp"')

    def launch(self):
        done = subprocess.run([self.build / "lmp-kokkos", "-in", "a deck"], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=True)
        return done.stdout

    def test_in_a_root(self):
        code, _, errors = self.run_tool("kokkos.sh")
        self.assertEqual(code, 0, errors)
        self.assertIn("in the root\nbuild-lammps the source ", errors)
        self.assertIn("-D PKG_KOKKOS=on", errors)
        self.assertIn(f"in the root\nof the source, {self.cache}/lammps build", errors)
        self.assertEqual(self.launch(), "in the root\nstarted -in a deck\n")

    def test_system_with_kokkos(self):
        self.program("cmake", "exit 0")
        code, _, errors = self.run_tool("kokkos.sh")
        self.assertEqual(code, 0, errors)
        self.assertNotIn("in the root", errors)
        self.assertEqual(self.launch(), "started -in a deck\n")

    def test_own_lammps_with_kokkos(self):
        lammps = self.cache / "my lammps"
        lammps.mkdir()
        (lammps / "CMakeCache.txt").write_text("PKG_KOKKOS:BOOL=ON\n")
        (self.build / "CMakeCache.txt").write_text(f"LAMMPS_BUILD_DIR:PATH={lammps}\n")
        (self.build / "lmp").write_text("#!/bin/sh\necho build/lmp\n")
        (self.build / "lmp").chmod(0o755)
        self.assertEqual(self.run_tool("kokkos.sh"), (0, "", ""))
        self.assertEqual(self.launch(), "build/lmp\n")

    def test_loops_of_the_first_build(self):
        """Taken where both LAMMPS number particles by the same integers."""
        self.script("build.sh", 'mkdir -p "$BUILD"; echo "loops <$LOOPS>" >&2')
        sizes = {folder: self.cache / folder / "CMakeCache.txt" for folder in ("my lammps", "lammps build")}
        for file in sizes.values():
            file.parent.mkdir()
            file.write_text("LAMMPS_SIZES:STRING=smallbig\n")
        (self.build / "CMakeCache.txt").write_text(f"LAMMPS_BUILD_DIR:PATH={sizes['my lammps'].parent}\n")
        self.assertIn(f"loops <{self.build}>\n", self.run_tool("kokkos.sh")[2])
        sizes["my lammps"].write_text("LAMMPS_SIZES:STRING=bigbig\n")
        self.assertIn("loops <>\n", self.run_tool("kokkos.sh")[2])

    def test_machine_that_cannot(self):
        self.script("kokkos-root.sh", "echo 'no root here' >&2; exit 3")
        self.assertEqual(self.run_tool("kokkos.sh"), (3, "", "no root here\n"))


class Check(ToolsTest):
    """check.sh"""

    def setUp(self):
        super().setUp()
        self.script("fetch-lammps.sh", f'echo "$*" >>"{self.cache}/calls"; echo a tree')
        self.script("install-deps.sh", "exit 0")
        self.program("ninja", f'echo "$*" >>"{self.cache}/ninja"')
        self.program("ctest", 'echo "tests with <${GRANULAR_SRT_LMP_KOKKOS-}>"')

    def test_with_kokkos(self):
        self.script("kokkos.sh", f'while [ ! -s "{self.cache}/ninja" ]; do sleep 0.1; done')
        self.assertEqual(self.run_tool("check.sh"), (0, f"tests with <{self.build}/lmp-kokkos>\n", ""))
        # the tests are compiled beside LAMMPS with KOKKOS; a second time for the messages of the compiler
        self.assertEqual((self.cache / "ninja").read_text(), f"-C {self.build} -j 1\n-C {self.build}\n")

    def test_kokkos_that_is_there(self):
        """The tests are then compiled on all cores, not to their end on one."""
        self.program("ninja", f"""case $* in
  *-j*) trap 'kill $!; echo stopped >>"{self.cache}/ninja"; exit 1' TERM
        echo started >>"{self.cache}/ninja"; sleep 60 & wait; echo ended >>"{self.cache}/ninja" ;;
  *) echo all >>"{self.cache}/ninja" ;;
esac""")
        self.script("kokkos.sh", f'while [ ! -s "{self.cache}/ninja" ]; do sleep 0.1; done')
        self.assertEqual(self.run_tool("check.sh")[0], 0)
        self.assertEqual((self.cache / "ninja").read_text(), "started\nstopped\nall\n")

    def test_versions_of_the_root(self):
        """They are named at the end."""
        (self.cache / "kokkos-root").mkdir()
        self.script("kokkos-versions.sh", "echo newer than tested >&2")
        self.script("kokkos.sh", "exit 0")
        self.assertEqual(self.run_tool("check.sh")[2], "newer than tested\n")
        self.assertEqual(self.run_tool("check.sh", "quick")[2], "")
        self.assertEqual(self.run_tool("check.sh", GRANULAR_SRT_KOKKOS="off")[2], "")

    def test_decks_of_lammps(self):
        """All tests of a fetched LAMMPS need its decks; without them they run too."""
        calls = self.cache / "calls"
        self.script("kokkos.sh", "exit 0")
        for words, environment, wanted in (((), {}, f"{self.cache} decks\n"), (("quick",), {}, ""),
                                           ((), {"LAMMPS_SOURCE_DIR": "mine"}, "")):
            calls.write_text("")
            self.assertEqual(self.run_tool("check.sh", *words, **environment)[0], 0)
            self.assertEqual(calls.read_text(), wanted)
        self.script("fetch-lammps.sh", "echo 'no archive' >&2; exit 1")
        code, _, errors = self.run_tool("check.sh")
        self.assertEqual((code, errors), (0, "no archive\ncheck: the tests that run LAMMPS' own decks "
                                             "(styles.test_lammps_examples) are skipped\n"))

    def test_machine_that_cannot(self):
        self.script("kokkos.sh", "echo 'no root here' >&2; exit 3")
        self.assertEqual(self.run_tool("check.sh"), (
            0, "tests with <>\ncheck: the tests of the /kk styles (styles.test_kokkos_*, kokkos.*) were skipped: this machine "
               "cannot have a LAMMPS with Kokkos, see above\n", "no root here\n"))

    def test_switched_off(self):
        self.script("kokkos.sh", "exit 1")
        self.assertEqual(self.run_tool("check.sh", GRANULAR_SRT_KOKKOS="off"), (
            0, "tests with <>\ncheck: the tests of the /kk styles (styles.test_kokkos_*, kokkos.*) were skipped: "
               "GRANULAR_SRT_KOKKOS=off\n", ""))

    def test_failed_build(self):
        self.script("kokkos.sh", "exit 1")
        self.assertEqual(self.run_tool("check.sh"), (
            1, "", "check: build/lmp-kokkos was not made; GRANULAR_SRT_KOKKOS=off make check goes without\n"))

    def test_failed_tests(self):
        self.script("kokkos.sh", "exit 3")
        self.program("ctest", "exit 8")
        self.assertEqual(self.run_tool("check.sh")[0], 8)


class Site(ToolsTest):
    """site.sh"""

    def install(self, messages):
        """Exit code where pip fails with these messages."""
        self.program("python3", f"""mkdir -p "$3/bin"
printf '#!/bin/sh\\necho "{messages}"; exit 1\\n' >"$3/bin/pip"; chmod +x "$3/bin/pip\"""")
        code, output, errors = self.run_tool("site.sh")
        self.assertEqual((output, errors), (f"site: MkDocs could not be installed: {messages}\n", ""))
        return code

    def test_what_is_skipped(self):
        """Without PyPI; any other fault of pip is one."""
        self.assertEqual(self.install("Could not find a version that satisfies the requirement a (from versions: none)"), 77)
        self.assertEqual(self.install("NewConnectionError: Failed to establish a new connection"), 77)
        self.assertEqual(self.install("Could not find a version that satisfies the requirement a (from versions: 1.0, 2.0)"), 1)
        self.assertEqual(self.install("No space left on device"), 1)


class ContinuousIntegration(ToolsTest):
    """.ci/run"""

    def calls(self, user, **environment):
        """Packages that are asked for, and what runs then."""
        (self.checkout / ".ci").mkdir(exist_ok=True)
        shutil.copy(harness.ROOT / ".ci" / "run", self.checkout / ".ci")
        log = self.cache / "calls"
        log.write_text("")
        self.program("id", f"echo {user}")
        self.script("install-deps.sh", f'echo "$*" >>"{log}"')
        self.script("kokkos-root.sh", f'echo root >>"{log}"')
        self.program("make", f'sleep 0.5; echo "make $*" >>"{log}"')
        self.assertEqual(self.run_tool("../.ci/run", **environment), (0, "", ""))
        return log.read_text()

    def test_without_root(self):
        """debootstrap, which only root can use, need not be there."""
        self.assertIn("debootstrap", self.calls(0))
        calls = self.calls(1000)
        self.assertNotIn("debootstrap", calls)
        self.assertTrue(calls.endswith("make check\n"))

    def test_no_kokkos(self):
        self.assertIn("root\n", self.calls(0))
        calls = self.calls(0, GRANULAR_SRT_KOKKOS="off")
        self.assertNotIn("root\n", calls)
        self.assertNotIn("debootstrap", calls)


if __name__ == "__main__":
    unittest.main(verbosity=2)
