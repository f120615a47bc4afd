"""The pages as a site: MkDocs finds all links and anchors, equations are MathML, and the search knows the words of the pages.
Skipped where PyPI is not reached."""

import json
import re
import sys
import unittest

import cmake_harness as harness

SITE = harness.ROOT / "build" / "site" / "html"


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        code, output = harness.run("sh", harness.ROOT / "tools" / "site.sh", cwd=harness.ROOT)
        if code == 77:
            print(output.strip())
            sys.exit(77)
        if code:
            raise AssertionError("\n".join(line for line in output.splitlines() if "INFO" not in line))

    def test_equations(self):
        page = (SITE / "doc" / "pair_granular.html").read_text(encoding="utf-8")
        self.assertIn("<math", page)
        self.assertNotIn("\\(", page)
        for page in SITE.rglob("*.html"):    # browsers know "normal" only: vectors would not be bold
            self.assertLessEqual(set(re.findall('mathvariant="([^"]*)"', page.read_text(encoding="utf-8"))), {"normal"}, page)
        self.assertRegex((SITE / "doc" / "theory_creep.html").read_text(encoding="utf-8"),
                         '<mi mathvariant="normal" style="font-weight: bold">F</mi>')
        self.assertIn("tools/site.css", (SITE / "index.html").read_text(encoding="utf-8"))

    def test_pictures(self):
        self.assertIn('src="doc/images/drum.gif"', (SITE / "index.html").read_text(encoding="utf-8"))
        self.assertTrue((SITE / "doc" / "images" / "drum.gif").exists())

    def test_search(self):
        entries = json.loads((SITE / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
        found = {entry["location"].split("#")[0] for entry in entries if "rolling sds" in entry["text"]}
        self.assertIn("doc/pair_granular.html", found)


if __name__ == "__main__":
    unittest.main(verbosity=2)
