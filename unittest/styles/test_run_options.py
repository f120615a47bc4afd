"""Keywords lists, ghosts, sort and restart of pair_style granular and gran/*: each does what its environment variable does,
restart files keep it, and the variable wins. What the switches do is tested in test_own_lists.py, test_ghost_rows.py,
test_sort_bins.py and test_restart_exact.py.
"""

import os
import unittest
import unittest.mock

import harness
from harness import data_file, deck

MODEL = "hooke 1000.0 20.0 tangential linear_history 300.0 1.0 0.4"
OLD = "1000.0 300.0 10.0 5.0 0.4 1"
DEFAULT = "lists plugin, ghosts rows, sort yes, restart exact"
# keyword and value: the variable of the same meaning, its value of the default, and a line of the log
SAME = {
    "lists lammps": ("GRANULAR_SRT_LISTS=off", "on", "list of pairs made by LAMMPS: {} is {}"),
    "ghosts fields": ("GRANULAR_SRT_GHOSTS=off", "on", "packed by LAMMPS: {} is {}"),
    "sort always": ("GRANULAR_SRT_SORT=always", "on", "particles sorted in bins of a diameter"),
    "sort no": ("GRANULAR_SRT_SORT=off", "on", ""),
    "restart lammps": ("GRANULAR_SRT_RESTART=lammps", "exact", ""),
}


def environment(setting):
    return unittest.mock.patch.dict(os.environ, dict([setting.split("=")]) if setting else {})


class RunOptions(harness.DeckTest):
    def setUp(self):
        super().setUp()
        self.space.write("data.txt", data_file(harness.cluster(40, 3, spacing=1.0), (-4, -4, -4), (4, 4, 4)))

    def text(self, keywords="", pair="pair_style granular {}\npair_coeff * * " + MODEL + "\n", **options):
        return deck(pair.format(keywords), **dict(dict(
            boundary="p p p", neighbor="0.1 bin", sort="20 0.0", every=10,
            fixes="fix integrate all nve/sphere\nfix weight all gravity 1.0 vector 0 0 -1\n",
            run="restart 20 file other\nrun 40\n"), **options))

    def continuation(self, pair=""):
        return (f"comm_modify vel yes\nread_restart file\nneighbor 0.1 bin\nneigh_modify delay 0 every 1 check yes\n{pair}"
                "fix integrate all nve/sphere\nfix weight all gravity 1.0 vector 0 0 -1\n"
                f"dump trajectory all custom 10 dump.txt {harness.DUMP_COLUMNS}\n"
                "dump_modify trajectory sort id format float %.17g\nrun 20\n")

    def frames_of(self, text, setting=""):
        with environment(setting):
            run = self.lmp(text)
        return run, self.space.frames()

    def summary(self, run):
        lines = {line for line in run.log.splitlines() if ": lists " in line and ", ghosts " in line}
        self.assertEqual(len(lines), 1, lines)
        return lines.pop().split(": ", 1)[1]

    def with_value(self, keyword):
        """The summary with another value of one keyword."""
        name = keyword.split()[0]
        return ", ".join(keyword if part.split()[0] == name else part for part in DEFAULT.split(", "))

    def test_keyword_and_variable(self):
        run, _ = self.frames_of(self.text())
        self.assertEqual(self.summary(run), DEFAULT)
        for keyword, (setting, _, line) in SAME.items():
            with self.subTest(keyword):
                by_keyword, frames = self.frames_of(self.text(keyword))
                size = (self.space.path / "file").stat().st_size
                go_on, continued = self.frames_of(self.continuation())
                by_variable, others = self.frames_of(self.text(), setting)
                self.assertEqual(frames, others)
                self.assertEqual(size, (self.space.path / "file").stat().st_size)
                go_on_with_variable, continued_others = self.frames_of(self.continuation(), setting)
                self.assertEqual(continued, continued_others)
                name, value = setting.split("=")
                for one in (by_keyword, go_on):    # restart files keep the keyword
                    self.assertEqual(self.summary(one), self.with_value(keyword))
                    self.assertIn(line.format("keyword " + keyword.split()[0], keyword.split()[1]), one.log)
                for one in (by_variable, go_on_with_variable):
                    self.assertEqual(self.summary(one), self.with_value(keyword).replace(keyword, f"{keyword} ({setting})"))
                    self.assertIn(line.format(name, value), one.log)
                self.assertEqual("The run goes on" in go_on.log, not keyword.startswith("restart"))

    def test_variable_wins(self):
        _, plain = self.frames_of(self.text())
        for keyword, (setting, default, _) in SAME.items():
            with self.subTest(keyword):
                name = setting.split("=")[0]
                run, frames = self.frames_of(self.text(keyword), f"{name}={default}")
                self.assertEqual(frames, plain)
                part = next(part for part in DEFAULT.split(", ") if part.split()[0] == keyword.split()[0])
                self.assertEqual(self.summary(run), DEFAULT.replace(part, f"{part} ({name}={default})"))
                go_on, _ = self.frames_of(self.continuation())    # the file has the value of the deck
                self.assertEqual(self.summary(go_on), self.with_value(keyword))

    def test_other_keywords(self):
        """With a cutoff, with box, several; a further pair_style command begins with the defaults."""
        for words, expected in (("3.0 lists lammps", "lists lammps, ghosts rows, sort yes, restart exact"),
                                ("sort no box yes ghosts fields", "lists plugin, ghosts fields, sort no, restart exact")):
            with self.subTest(words):
                self.assertEqual(self.summary(self.lmp(self.text(words))), expected)
        run = self.lmp(self.text("ghosts fields sort no", run=f"run 0\npair_style granular\npair_coeff * * {MODEL}\nrun 10\n"))
        lines = [line.split(": ", 1)[1] for line in run.log.splitlines() if ": lists " in line]
        self.assertEqual(lines, ["lists plugin, ghosts fields, sort no, restart exact", DEFAULT])
        self.assertIn("packed by row", run.log)
        run = self.lmp(self.text("", run="run 0\npair_style granular ghosts fields\nrun 10\n"))
        self.assertIn("packed by LAMMPS: keyword ghosts is fields", run.log)
        self.lmp(self.text("restart lammps"))
        again = f"pair_style granular\npair_coeff * * {MODEL}\n"
        self.assertEqual(self.summary(self.lmp(self.continuation(again))), DEFAULT)

    def test_gran_styles(self):
        for style in ("gran/hooke", "gran/hooke/history", "gran/hertz/history"):
            for words in ("{}", "limit_damping {}"):
                with self.subTest(style, words=words):
                    pair = f"pair_style {style} {OLD} {words}\npair_coeff * *\n"
                    run, frames = self.frames_of(self.text("lists lammps sort always", pair))
                    self.assertEqual(self.summary(run), "lists lammps, ghosts rows, sort always, restart exact")
                    _, others = self.frames_of(self.text("sort always", pair), "GRANULAR_SRT_LISTS=off")
                    self.assertEqual(frames, others)
                    self.lmp(self.text("lists lammps sort always", pair))
                    self.assertEqual(self.summary(self.lmp(self.continuation())),
                                     "lists lammps, ghosts rows, sort always, restart exact")

    def test_hybrid(self):
        """What one sub-style switches off for ghosts and restart files is off."""
        coefficients = f"pair_coeff * * granular 1 {MODEL}\npair_coeff * * granular 2 {MODEL}\n"
        plain = self.text("", "pair_style hybrid/overlay granular granular\n" + coefficients)
        self.assertIn("packed by row", self.lmp(plain).log)
        for words in ("granular ghosts fields restart lammps granular", "granular granular ghosts fields restart lammps"):
            with self.subTest(words):
                run = self.lmp(self.text("", f"pair_style hybrid/overlay {words}\n{coefficients}"))
                self.assertNotIn("packed by row", run.log)
                self.assertIn("packed by LAMMPS: keyword ghosts is fields", run.log)
                run = self.lmp(self.continuation(coefficients))
                self.assertNotIn("The run goes on", run.log)
                self.assertNotIn("packed by row", run.log)

    def test_errors(self):
        gran = f"pair_style gran/hooke {OLD} {{}}\npair_coeff * *\n"
        granular = f"pair_style granular {{}}\npair_coeff * * {MODEL}\n"
        values = {"lists": "plugin or lammps", "ghosts": "rows or fields", "sort": "yes, no or always",
                  "restart": "exact or lammps"}
        for pair, style in ((granular, "granular"), (gran, "gran/hooke")):
            for keyword, allowed in values.items():
                with self.subTest(style, keyword=keyword):
                    run = self.space.run(self.text(f"{keyword} maybe", pair))
                    self.assertEqual(run.error, f"Illegal pair_style {style} {keyword} value maybe: must be {allowed}")
                    run = self.space.run(self.text(keyword, pair))
                    self.assertEqual(run.error, f"Missing value of pair_style {style} keyword {keyword}: must be {allowed}")
        self.assertEqual(self.space.run(self.text("list lammps")).error,
                         "Illegal pair_style granular argument list: must be a number, the cutoff, or a keyword: box, lists, "
                         "ghosts, sort, restart")


if __name__ == "__main__":
    unittest.main()
