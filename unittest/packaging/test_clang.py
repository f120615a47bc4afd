"""The sources of the plugin and of its loops compile with Clang, without warnings: Clang finds other faults than GCC, such as pointers
into temporary objects. Those of a folder are compiled together, because LAMMPS' headers take most of the time. Skipped without clang++.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import tempfile
import unittest

import cmake_harness as harness

CLANG = shutil.which("clang++")
# Options that only GCC has, and of compiling.
OTHER = re.compile(r"--param=.*|-Wno-psabi|-mtune=.*|-c|-o|.*\.o|-M.*")


def sources():
    """{source: command} of the host's sources; of the loops the two kinds that other compilers than GCC get."""
    for entry in json.loads((harness.BUILD / "compile_commands.json").read_text()):
        file = entry["file"]
        if "/src/" in file and "/kokkos/" not in file or re.search(r"/loops/\w+_(scalar|baseline)\.cpp$", file):
            command = re.sub(r"-include \S*cmake_pch\S*", "", entry["command"])    # a precompiled header of GCC
            words = [word for word in shlex.split(command) if not OTHER.fullmatch(word) and "AVX" not in word]
            # a name of a folder's sources may be a local one in another; GCC has seen each alone
            yield file, [CLANG, "-fsyntax-only", "-Werror", *words[1:], "-Wno-shadow"]


@unittest.skipUnless(CLANG, "no clang++")
class Clang(unittest.TestCase):
    def test_sources(self):
        found = dict(sources())
        self.assertGreater(len(found), 80)
        groups = {}    # by folder of src/ and words of the compiler
        for file, words in found.items():
            folder = re.search(r"/src/(\w+)/", file)
            groups.setdefault((folder[1] if folder else file, *(word for word in words if word != file)), []).append(file)
        with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(2) as pool:
            def compile_group(group):
                (name, *words), files = group
                source = pathlib.Path(temporary, f"{hash(group[0])}_{os.path.basename(name)}.cpp")
                source.write_text("".join(f'#include "{file}"\n' for file in files))
                return harness.run(*words, source)
            for (key, _), (code, output) in zip(groups.items(), pool.map(compile_group, groups.items())):
                with self.subTest(source=key[0]):
                    self.assertEqual(code, 0, output[-2000:])


if __name__ == "__main__":
    unittest.main(verbosity=2)
