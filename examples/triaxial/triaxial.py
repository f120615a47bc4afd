#!/usr/bin/env python3
"""Kuhn's triaxial compression with and without creep: strength of the packing, creep of its contacts.

  python3 triaxial.py [--lmp ../../build/lmp] [--out .] [--spheres 500]

Runs in.triaxial twice, both runs at once; a run whose results are there already is skipped. Prints what the paper has
and what was found, and writes triaxial.csv and triaxial.svg.
"""

import argparse
import concurrent.futures
import csv
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from chart import Chart  # noqa: E402

# Tables 3 and 4 of the paper, large contacts, with creep: mean, quartiles
ROLLING = (8.7, 1.2, 4.4, 9.8)
SHARE = (0.30, 0.049, 0.14, 0.34)


def run(lmp, out, name, coefficient, spheres):
    stress, contacts = out / f"stress_{name}.txt", out / f"contacts_{name}.dump"
    if not contacts.exists():
        subprocess.run([lmp, "-in", HERE / "in.triaxial", "-log", "none", "-screen", "none", "-var", "C", coefficient,
                        "-var", "N", str(spheres), "-var", "OUT", stress.name, "-var", "CONTACTS", contacts.name],
                       cwd=out, check=True)
    rows = [list(map(float, line.split())) for line in stress.read_text().splitlines() if not line.startswith("#")]
    return rows, read_contacts(contacts)


def read_contacts(path):
    """Rows of distance, sliding force, creepage, rolling velocity, share of creep; of pairs that carry a force."""
    lines = path.read_text().split("ITEM: ENTRIES")[1].splitlines()[1:]
    rows = [list(map(float, line.split()[1:])) for line in lines]
    return [row for row in rows if row[1] > 0]


def mean_and_quartiles(values):
    return (statistics.mean(values), *statistics.quantiles(values, n=4))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lmp", default=HERE.parent.parent / "build" / "lmp", help="the launcher")
    parser.add_argument("--out", default=".", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--spheres", default=500, type=int)
    options = parser.parse_args()
    lmp, out = str(pathlib.Path(options.lmp).resolve()), options.out.resolve()

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        names = {"creep": "NULL", "mindlin": "inf"}
        runs = {name: pool.submit(run, lmp, out, name, c, options.spheres) for name, c in names.items()}
        results = {name: future.result() for name, future in runs.items()}

    chart = Chart("Triaxial compression (Kuhn, Fig. 6)", "axial strain", "mobilised friction angle [degrees]", (0, 0.24), (0, 25))
    for k, (name, (rows, _)) in enumerate(results.items()):
        chart.line([(row[1], row[3]) for row in rows], k, "with creep" if name == "creep" else "without")
        peak = max(row[3] for row in rows)
        late = [row[3] for row in rows if row[1] > 0.15]
        print(f"friction angle {name:8s} peak {peak:5.1f}   beyond 15 % strain {statistics.mean(late):5.1f} "
              f"+- {statistics.stdev(late):.1f} degrees")
    chart.write(out / "triaxial.svg")

    contacts = results["creep"][1]
    share = mean_and_quartiles([row[4] for row in contacts])
    rolling = mean_and_quartiles([row[4] / row[2] for row in contacts if row[2] > 0])
    print("                              mean   1st quartile   median   3rd quartile")
    for name, values in (("rolled over slid, paper", ROLLING), ("rolled over slid, found", rolling),
                         ("share of creep, paper", SHARE), ("share of creep, found", share)):
        print(f"{name:26s}{values[0]:8.3g}{values[1]:15.3g}{values[2]:9.3g}{values[3]:15.3g}")
    with open(out / "triaxial.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["run", "strain", "stress ratio", "friction angle", "dilation"])
        for name, (rows, _) in results.items():
            writer.writerows([name] + row[1:5] for row in rows)


if __name__ == "__main__":
    main()
