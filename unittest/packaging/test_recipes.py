"""The recipes of packaging/: their syntax, and that versions, options and file names are those of the sources."""

import ast
import re
import unittest

import cmake_harness as harness

FOLDER = harness.ROOT / "packaging"
VERSION = re.search(r"^project\(\w+ VERSION (\S+)", (harness.ROOT / "CMakeLists.txt").read_text(), re.MULTILINE).group(1)
CMAKE = "".join(path.read_text() for path in [harness.ROOT / "CMakeLists.txt", *(harness.ROOT / "cmake").iterdir()])
NUMBER = re.search(r"LAMMPS_RELEASE:-(\d{8})", (harness.ROOT / "tools" / "fetch-lammps.sh").read_text()).group(1)
MONTHS = re.search(r"GRANULAR_SRT_MONTHS ([\w ]+)\)", CMAKE).group(1).split()
LAMMPS = f"{int(NUMBER[6:])}{MONTHS[int(NUMBER[4:6]) - 1]}{NUMBER[:4]}"    # 4Jul2026, as in LAMMPS' tags
LAMMPS_CMAKE = (harness.LAMMPS_SOURCE / "cmake" / "CMakeLists.txt").read_text()
SPACK = FOLDER / "spack" / "package.py"
CONDA = FOLDER / "conda" / "recipe.yaml"
EASYBUILD = FOLDER / "easybuild" / f"GRANULAR-SRT-{VERSION}-foss-2025b.eb"
CONTAINER = FOLDER / "Containerfile"
APPTAINER = FOLDER / "granular-srt.def"


def lines_of(path):
    """Lines without comments; a line that ends with a backslash has the next one."""
    text = path.read_text().replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


class Recipes(unittest.TestCase):
    def test_files(self):
        self.assertEqual([path.name for path in EASYBUILD.parent.glob("*.eb")], [EASYBUILD.name],
                         "a new version renames the file: tools and users find it by its name")
        for path in (SPACK, CONDA, EASYBUILD, CONTAINER, APPTAINER):
            first = path.read_text().splitlines()
            self.assertTrue(first[0].startswith("# Run: "), path)
            self.assertTrue(any(line.startswith("# Not run: ") for line in first[1:4]), path)

    def test_addresses(self):
        """LAMMPS' own, and one that stands for this repository until its owner has set it in CITATION.cff."""
        citation = (harness.ROOT / "CITATION.cff").read_text()
        own = re.search(r'^repository-code: "?([^"\s]+)', citation, re.MULTILINE)
        own = own.group(1) if own else "https://repository-code.invalid/granular-srt"
        for path in FOLDER.rglob("*.*"):
            for address in re.findall(r"\w+://[^\s\"'`)]+", path.read_text()):
                self.assertTrue(address.startswith((own, "https://github.com/lammps/lammps/archive/")), f"{path}: {address}")

    def test_options(self):
        """Options that CMake does not know are ignored without a word."""
        for path in (SPACK, CONDA, EASYBUILD):
            names = set(re.findall(r"(?:-D ?|define\w*\(\")((?:GRANULAR_SRT|LAMMPS|CMAKE_PROJECT)_\w+)", path.read_text()))
            self.assertTrue(names, path)
            for name in names:
                self.assertRegex(CMAKE + LAMMPS_CMAKE, rf"\b{name}\b", path)
            for package in re.findall(r"PKG_([A-Z-]+)", path.read_text()):
                self.assertTrue((harness.LAMMPS_SOURCE / "src" / package).is_dir(), f"{path}: PKG_{package}")

    def test_spack(self):
        calls = [node for node in ast.walk(ast.parse(SPACK.read_text())) if isinstance(node, ast.Call)]
        text = [(call.func.id, ast.unparse(call)) for call in calls if isinstance(call.func, ast.Name)]
        self.assertIn(("version", f"version('{VERSION}', tag='v{VERSION}')"), text)
        lammps = [words for name, words in text if name == "depends_on" and "lammps@" in words]
        self.assertEqual(len(lammps), 1)
        self.assertIn(f"'lammps@{NUMBER}+", lammps[0])
        for package in ("+plugin", "+granular", "+lib"):
            self.assertIn(package, lammps[0])
        address = re.search(r'git = "(\S+)"', SPACK.read_text())[1]
        self.assertIn(f"s,{address},file://$PWD,", (FOLDER / "README.md").read_text())
        resource, = [words for name, words in text if name == "resource"]
        self.assertIn(f"patch_{LAMMPS}.tar.gz", resource)
        self.assertIn(f"Version('{NUMBER}')", resource)
        variants = {ast.literal_eval(call.args[0]) for call in calls if isinstance(call.func, ast.Name) and call.func.id == "variant"}
        self.assertEqual(variants, {"kokkos", "openmp"})    # cuda: CudaPackage

    def test_conda(self):
        text = CONDA.read_text()
        self.assertIn(f'context:\n  version: "{VERSION}"\n  lammps: "{LAMMPS}"\n', text)
        try:
            import yaml    # Debian: python3-yaml
        except ModuleNotFoundError:
            self.skipTest("no python3-yaml: the syntax of the recipe was not read")
        recipe = yaml.safe_load(text)
        self.assertEqual(recipe["source"][0]["path"], "../..")
        self.assertIn(recipe["source"][0]["target_directory"] + "/cmake/lammps_builtin.cmake", recipe["build"]["script"][0])

    def test_checksum_of_lammps(self):
        """That of the table from which CMake downloads."""
        checksum = re.search(rf"patch_{LAMMPS} ([0-9a-f]{{64}})", CMAKE).group(1)
        for path in (CONDA, EASYBUILD):
            self.assertEqual(re.findall("[0-9a-f]{64}", path.read_text()), [checksum], path)

    def test_easybuild(self):
        values = {"SHLIB_EXT": "so"}
        exec(EASYBUILD.read_text(), values)    # as EasyBuild reads it
        self.assertEqual((values["name"], values["version"]), ("GRANULAR-SRT", VERSION))
        self.assertEqual(EASYBUILD.name, "{name}-{version}-{toolchain[name]}-{toolchain[version]}.eb".format_map(values))
        self.assertEqual([component[:2] for component in values["components"]], [("LAMMPS", LAMMPS), ("GRANULAR-SRT", VERSION)])
        self.assertIn(f"lammps-patch_{LAMMPS} ", values["components"][1][2]["configopts"])
        self.assertIn(f"--prefix=granular-srt-{VERSION}/ -o packaging/easybuild/granular-srt-{VERSION}.tar.gz v{VERSION}", EASYBUILD.read_text())

    def test_container(self):
        lines = [line.split(maxsplit=1) for line in lines_of(CONTAINER)]
        self.assertEqual({word for word, _ in lines} - {"FROM", "RUN", "COPY", "WORKDIR", "ENV", "USER", "CMD"}, set())
        stages = [rest.split(" AS ")[-1] for word, rest in lines if word == "FROM"]
        self.assertEqual(len(stages), 2)
        self.assertEqual([rest for word, rest in lines if word == "USER"], ["granular"])
        for word, rest in lines:
            if word == "COPY" and rest.startswith("--from="):
                self.assertIn(rest.split()[0][len("--from="):], stages)
            elif word == "COPY":
                for name in rest.split()[:-1]:
                    self.assertTrue((harness.ROOT / name).exists(), name)

    def test_container_has_what_is_installed(self):
        install = (harness.ROOT / "cmake" / "GranularSrtInstall.cmake").read_text()
        for names in re.findall(r"install\((?:DIRECTORY|FILES) ([^\"$]+?) DESTINATION", install):
            for name in names.split():
                self.assertRegex("\n".join(lines_of(CONTAINER)), rf"(?m)^COPY .*\b{re.escape(name.split('/')[0])}\b", name)

    def test_apptainer(self):
        """Apptainer's file has the commands of the container file."""
        sections = re.split(r"^%", "\n".join(lines_of(APPTAINER)), flags=re.MULTILINE)[1:]
        commands = [line.strip() for section in sections if section.startswith("post") for line in section.splitlines()[1:]
                    if line.startswith("    ")]
        expected = [rest for word, _, rest in (line.partition(" ") for line in lines_of(CONTAINER)) if word == "RUN"]
        expected[-1] = expected[-1].split(" && ")[0]    # Apptainer runs as the user who calls it
        expected.insert(1, "cd /granular-srt")
        self.assertEqual(commands, expected)
        copied = {name for line in lines_of(CONTAINER) if line.startswith("COPY ") and "--from" not in line for name in line.split()[1:-1]}
        files = next(section for section in sections if section.startswith("files\n")).splitlines()[1:]
        self.assertEqual({line.split()[0] for line in files if line.startswith("    ")}, copied)

    def test_release_list(self):
        self.assertIn("packaging/", (harness.ROOT / "CONTRIBUTING.md").read_text())
        page = (FOLDER / "README.md").read_text()
        self.assertLessEqual(len(page.splitlines()), 50)
        for path in (SPACK, CONDA, EASYBUILD, CONTAINER, APPTAINER):
            self.assertIn(path.name.replace(VERSION, "<version>"), page)


if __name__ == "__main__":
    unittest.main(verbosity=2)
