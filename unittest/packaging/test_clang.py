"""The sources of the plugin and of its loops compile with Clang, without warnings: Clang finds other faults than GCC, such as pointers
into temporary objects. Skipped without clang++."""

import concurrent.futures
import json
import os
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
        if "/src/" in file and "/kokkos/" not in file or re.search(r"/loops/\w+_(scalar|baseline)\.cpp$", file):
            command = re.sub(r"-include \S*cmake_pch\S*", "", entry["command"])    # a precompiled header of GCC
            words = [word for word in shlex.split(command) if not OTHER.fullmatch(word) and "AVX" not in word]
            yield file, [CLANG, "-fsyntax-only", "-Werror", *words[1:]]


@unittest.skipUnless(CLANG, "no clang++")
class Clang(unittest.TestCase):
    def test_sources(self):
        found = dict(sources())
        self.assertGreater(len(found), 80)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = pool.map(lambda words: harness.run(*words), found.values())
        for file, (code, output) in zip(found, results):
            with self.subTest(source=os.path.basename(file)):
                self.assertEqual(code, 0, output[-2000:])


if __name__ == "__main__":
    unittest.main(verbosity=2)
