"""examples/packing_study: tables beside the papers. Those of the rows that are kept, doc/data and doc/validation.md agree."""

import itertools
import math
import math
import pathlib
import re
import tempfile
import unittest

from bed_scripts import COLUMNS, FOLDER, lines_of, rows_of

import pandas  # bed_scripts has seen that the packages are there

# in FOLDER
import groups
import results
import santos
import states
import study

DOC = FOLDER.parent.parent / "doc"


class Reports(unittest.TestCase):
    def rows(self, *pressures):
        """Rows as of a study whose Z is that of Eq. 5, with two seeds 0.02 apart."""
        found = []
        for (_, state), p in itertools.product(states.rows("fig3"), pressures):
            mu = [float(state[c]) for c in ("mu_s", "mu_r", "mu_t")]
            for seed, shift in ((1, -0.01), (2, 0.01)):
                packing = states.Packing.make("packing", **state, seed=seed, N=500, P=p)
                found.append({"packing": packing.name, **{c: float(x) for c, x in packing.settings}, "met": 1, "steps": 1000000, "seconds": 36.0,
                              "ranks": 1, "lammps": "L", "plugin": "p", "phi": 0.6 + shift, "rattlers": 0.2, "contacts": 50, "sliding": 5,
                              "Z": santos.estimate(*mu) + shift + 12 * (math.sqrt(p) - 0.01), "rattlers_Nc_rule": 1, "KE": 1e-12,
                              **dict.fromkeys(("pxx", "pyy", "pzz"), 1.001 * p), **dict.fromkeys(("pxy", "pxz", "pyz"), -2e-3 * p),
                              "touching": 1000, "touching_before": 1000 if seed == 1 else 990, "E_elastic": 2e-8,
                              "KE_bearing": 1e-12 if seed == 1 else 2e-11})
        return pandas.DataFrame(found)

    def test_table(self):
        rows = self.rows(1e-4)
        lost = rows.iloc[[0]].assign(packing="lost", met=0, Z=99)
        text = santos.report(pandas.concat([rows, lost]))
        for line in ("1 gave up before the criterion and do not count: lost.",
                     "| smallest Z, no friction (Fig. 3) | 6 | 6.000 ± 0.010 | mu_s, mu_r, mu_t = 0, 0, 0; 2 of N = 500 |",
                     # 6 - tanh(10/0.3) 2, and with mu_s = 1: tanh(1/0.3) = 0.9975
                     "| smallest Z, sliding (Fig. 3) | 4 | 4.000 ± 0.010 | mu_s, mu_r, mu_t = 10, 0, 0; 2 of N = 500 |",
                     "| smallest Z, sliding, twisting (Fig. 3) | 3.291 ± 0.009 | 3.008 ± 0.010 | mu_s, mu_r, mu_t = 1, 0, 1",
                     "| smallest Z, all three (Fig. 3) | 2.50 ± 0.05 | 1.013 ± 0.010 |",
                     "| pressure over target, less 1 | 0: equal | at most 1.0e-03 |",
                     "| shear pressure over target | near zero | at most 2.0e-03 |",
                     "| run time at P = 1e-4 [tau] | 2e5 | 2e+04 to 2e+04 |",
                     "\nNot run: change of phi from P = 1e-4 to 1e-7.\n", "root mean square 0.00, from",
                     "| a of Eq. 5 fitted, rolling or twisting alone | 0.3 | 0.300 ± 0.000 | 82 states, N = 500; root mean square"):
            self.assertIn(line, text)
        # halfway of tanh(mu/0.3) is mu = 0.165; the points are half a decade apart
        for name in ("sliding", "rolling", "twisting"):
            half = float(next(line for line in text.splitlines() if f"critical friction coefficient, {name}" in line).split("|")[3])
            self.assertAlmostEqual(half, 0.165, delta=0.02)

    def test_packings_at_rest(self):
        """States by their largest share of kinetic energy; Z of hard spheres on a line in the square root of the pressure."""
        text = santos.report(self.rows(1e-3, 1e-4, 1e-5))
        self.assertIn("| 0, 0, 0 | 500 | 0.0001 | 2 | 1.0e-03 | 1.0 | 6.000 ± 0.010 |", text)
        # six points 0.01 above and below a line: the errors of the least squares, with four degrees of freedom
        self.assertIn("| 0, 0, 0 | 5.880 ± 0.008 | 12.00 ± 0.41 | 1e-05, 0.0001, 0.001 | - | - |", text)
        self.assertIn("| 0.004 or less | +0.0000 ± 0.0141 down to P = 1e-05 | largest of 118 states", text)

    def test_older_files_of_results(self):
        """Settings that came later have their defaults."""
        for name, younger in (("settle_n1000", ["hertz", "KE0"]), ("size", ["k_r", "k_t", "drag_from"])):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "old.csv")
                pandas.read_csv(FOLDER / f"results_{name}.csv", dtype=str).drop(columns=younger).to_csv(path, index=False)
                old, new = (study.report(*results.tables([p])) for p in (path, FOLDER / f"results_{name}.csv"))
                self.assertEqual(old, new)

    def test_results_that_are_kept(self):
        """The tables in doc/data are those of the rows, to the last digit."""
        self.assertGreaterEqual(len(list(FOLDER.glob("results_*.csv"))), 9)
        for path in FOLDER.glob("results_*.csv"):
            rows = rows_of(path)
            self.assertEqual(len({row["packing"] for row in rows}), len(rows), path)
            if "mu" not in rows[0]:
                self.assertEqual(list(rows[0]), COLUMNS, path)
            with tempfile.TemporaryDirectory() as folder:
                for written in study.write_means(path, pathlib.Path(folder)):
                    self.assertEqual(written.read_text(), (DOC / "data" / written.name).read_text())

    def test_first_table_of_the_page(self):
        """What the page puts first is what the rows give, with their criterion of rest."""
        heads, *lines = study.first_table((DOC / "validation.md").read_text())
        self.assertEqual(heads, ["quantity", "paper", "found", "error", "N", "packings", "KE/E", "set", "verdict"])
        self.assertGreaterEqual(len(lines), 25)
        for quantity, _, found, error, n, packings, rest, source, verdict in lines:
            with self.subTest(quantity):
                self.assertRegex(verdict, "^(agrees|differs|undecided)")
                rows = lines_of(DOC / re.fullmatch(r"\[\w+\]\((data/\w+\.csv)\)", source)[1])
                if "packings" not in rows[0]:    # a table of quantities, each from several states
                    cells = [cell for row in rows for cell in row]
                    self.assertTrue(any(found in cell and error.strip("-") in cell for cell in cells), (found, error))
                    continue
                columns = {name: rows[0].index(name) for name in ("N", "packings")}
                energy = rows[0].index("kinetic over elastic energy, at most") if "mu_s" in rows[0] else None
                here = [row for row in rows[1:] if row[columns["N"]] == n and row[columns["packings"]] == packings
                        and found in row and (error == "-" or row[row.index(found) + 1] == error)
                        and (energy is None or (row[energy] or "-") == rest)]
                self.assertTrue(here, "no row of the set has these numbers")

    def test_one_criterion(self):
        """Verdicts on numbers of the papers: within two errors, or 1 %, or not. "undecided" has a reason of its own."""
        _, *lines = study.first_table((DOC / "validation.md").read_text())
        checked = 0
        for quantity, paper, found, error, *_, verdict in lines:
            number = re.fullmatch(r"(?:about )?(\d+(?:\.(\d+))?)(?: ± (\S+))?(?: \(Table I\))?", paper)
            if not number:
                continue
            checked += 1
            mean, digits, stated = number.groups()
            scatter = 0.005 if float(mean) < 1 else 0.03    # of single packings: phi; Z and z
            errors = (float(stated) if stated else 0.5 * 10**-len(digits) if digits else 0.0), scatter if error == "-" else float(error)
            apart = abs(float(found) - float(mean))
            agrees = apart <= 2 * math.hypot(*errors) or apart <= 0.01 * float(mean)
            with self.subTest(quantity):
                self.assertNotEqual(verdict.split(":")[0].split()[0], "differs" if agrees else "agrees", (apart, errors))
        self.assertGreaterEqual(checked, 25)

    def test_numbers_of_the_text(self):
        """Each number with an error on a page stands in a CSV file, or is one of the papers'."""
        papers = {("3.291", "0.009"), ("2.85", "0.05"), ("2.50", "0.05"), ("6.144", "0.002"), ("6.01", "0.02"),
                  ("0.498", "0.002"), ("0.52", "0.03")}
        known, pair = set(papers), re.compile(r"([-+]?\d+\.\d+) ± (\d+\.\d+)")
        for row in itertools.chain(*map(lines_of, (DOC / "data").glob("*.csv"))):
            known.update(zip(row, row[1:]))
            known.update(found for cell in row for found in pair.findall(cell))
        for name in ("validation.md", "soil.md"):
            page = " ".join((DOC / name).read_text().split())
            self.assertEqual([found for found in pair.findall(page) if found not in known], [], name)

    def test_tables_of_packings_at_rest(self):
        page = (DOC / "validation.md").read_text()
        tables = [study.first_table("|" + part) for part in re.findall(r"(?<=\n\n)\|(.*?)\n\n", page, re.S)]
        for name in ("rest_n10000", "hard_n1000", "discs_n2000", "pressure_n500"):
            rows, _, _ = results.tables([FOLDER / f"results_{name}.csv"])
            self.assertLess(groups.at_rest(rows).max(), 1e-3)
            # both numbers are rounded to whole contacts, of which there are more than 1500
            self.assertLessEqual(groups.contacts_changed(rows).max(), 0.01 + 1 / 1500)
            columns, lines = santos.rest_table(rows)
            self.assertIn([list(map(str, line)) for line in (columns, *lines)], tables, name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
