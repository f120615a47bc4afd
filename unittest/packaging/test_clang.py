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
import unittest

import cmake_harness as harness

CLANG = shutil.which("clang++")
# Options that only GCC has, and of compiling.
OTHER = re.compile(r"--param=.*|-Wno-psabi|-mtune=.*|-c|-o|.*\.o|-M.*")


def sources():
    """{source: command} of the host's sources; of the loops the two kinds that other compilers than GCC get."""
    for entry in json.loads((harness.BUILD / "compile_commands.json").read_text()):
        file = entry["file"]
        ours = pathlib.Path(file).is_relative_to(harness.ROOT / "src") and "/src/kokkos/" not in file
        if ours or re.search(r"/loops/\w+_(scalar|baseline)\.cpp$", file):
            command = re.sub(r"-include \S*cmake_pch\S*", "", entry["command"])    # a precompiled header of GCC
            words = [word for word in shlex.split(command) if not OTHER.fullmatch(word) and "AVX" not in word]
            # a name of a folder's sources may be a local one in another; GCC has seen each alone
            yield file, [CLANG, "-fsyntax-only", "-Werror", *words[1:], "-Wno-shadow"]


@unittest.skipUnless(CLANG, "no clang++")
class Clang(unittest.TestCase):
    def test_sources(self):
        found = dict(sources())
        self.assertGreater(len(found), 80)
        groups = {}    # by the words of the compiler
        for file, words in found.items():
            groups.setdefault(tuple(word for word in words if word != file), []).append(file)
        jobs = []
        for words, files in groups.items():
            ours = [file for file in files if "/loops/" not in file]
            jobs += [(words, file) for file in files if file not in ours] + [(words, file) for _, file in harness.together(ours)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = pool.map(lambda job: harness.run(*job[0], job[1]), jobs)
        for (_, file), (code, output) in zip(jobs, results):
            with self.subTest(source=os.path.basename(file)):
                self.assertEqual(code, 0, output[-2000:])


if __name__ == "__main__":
    unittest.main(verbosity=2)
