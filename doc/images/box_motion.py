"""Draws box_motion.svg and box_lattice.svg of doc/box_and_contacts.md.

    python3 doc/images/box_motion.py          draws from doc/data/box_lattice.csv
    python3 doc/images/box_motion.py --run    runs the lattice with build/lmp first and writes that file
"""

import csv
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMAGES, DATA = ROOT / "doc" / "images", ROOT / "doc" / "data" / "box_lattice.csv"
sys.path.insert(0, str(ROOT / "examples"))

from driver import chart, save    # noqa: E402  after its folder

import pandas    # noqa: E402  driver says so where it is missing

DECK = """units lj
atom_style sphere
boundary p p p
comm_modify vel yes
lattice sc 1.0
region box prism 0 6 0 6 0 6 0 0 0
create_box 1 box
create_atoms 1 box
set group all diameter 1.0001
set group all mass 1.0
pair_style granular box {box}
pair_coeff * * hooke 1.0 2.0 damping velocity tangential linear_history 1.0 1.0 10
neighbor 0.1 bin
timestep 0.02
fix 1 all nph/sphere x 1e-4 1e-4 2.25 y 1e-4 1e-4 2.25 z 1e-4 1e-4 2.25 &
    xy -1e-5 -1e-5 2.25 xz 0 0 2.25 yz 0 0 2.25 nreset 1 pchain 0 ptemp 1
thermo 25
thermo_style custom step time pxy xy ly
run 3000
"""


def run():
    """Strain against time without and with the keyword."""
    columns = {}
    for box in ("no", "yes"):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "in.lattice").write_text(DECK.format(box=box))
            text = subprocess.run([ROOT / "build" / "lmp", "-in", "in.lattice", "-log", "none"], cwd=folder, text=True,
                                  check=True, stdout=subprocess.PIPE).stdout
        table = text.split("   Step ", 1)[1].split("Loop time", 1)[0].splitlines()[1:]
        columns[box] = [list(map(float, line.split())) for line in table if line.strip()]
    with DATA.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["time", "strain_box_no", "strain_box_yes", "pxy_box_no", "pxy_box_yes"])
        for no, yes in zip(columns["no"], columns["yes"]):
            out.writerow([f"{no[1]:g}"] + [f"{value:.5g}" for value in (no[3] / no[4], yes[3] / yes[4], no[2], yes[2])])


def lattice():
    rows = pandas.read_csv(DATA)
    axes = chart("216 spheres on a cubic lattice, shear stress a tenth of the pressure", "time [sqrt(m/k_n)]", "shear strain / 2.0e-5",
                 xlim=(0, 60), ylim=(0, 4))
    for name, title in (("strain_box_no", "box no"), ("strain_box_yes", "box yes")):
        axes.plot(rows.time, rows[name] / 2e-5, label=title)
    axes.axhline(1, ls="--", color="grey", label="2 stress d/k_t")
    save(axes, IMAGES / "box_lattice.svg")


def arrow(x, y, dx, dy, colour, label, anchor="start"):
    length = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / length, dy / length
    tip = f"{x + dx:.1f},{y + dy:.1f}"
    left = f"{x + dx - 9 * ux - 4 * uy:.1f},{y + dy - 9 * uy + 4 * ux:.1f}"
    right = f"{x + dx - 9 * ux + 4 * uy:.1f},{y + dy - 9 * uy - 4 * ux:.1f}"
    return (f'<line x1="{x}" y1="{y}" x2="{x + dx - 6 * ux:.1f}" y2="{y + dy - 6 * uy:.1f}" stroke="{colour}" '
            f'stroke-width="2"/><polygon points="{tip} {left} {right}" fill="{colour}"/>'
            f'<text x="{x + dx + (8 if anchor == "start" else -8)}" y="{y + dy + 4}" text-anchor="{anchor}" '
            f'fill="{colour}">{label}</text>')


def drawing():
    """A sheared box with a contact inside and one across its upper face."""
    blue, red, grey = "#1f4e99", "#c0392b", "#7f8c8d"

    def sphere(x, y, name, ghost=False):
        style = 'fill="none" stroke-dasharray="5 4"' if ghost else 'fill="#cfe0f3"'
        return (f'<circle cx="{x}" cy="{y}" r="42" {style} stroke="#333"/>'
                f'<text x="{x - 4}" y="{y + 5}" text-anchor="end">{name}</text>')

    parts = ['<polygon points="60,330 360,330 450,90 150,90" fill="#fafafa" stroke="#333" stroke-width="1.5"/>',
             '<polygon points="60,330 360,330 360,90 60,90" fill="none" stroke="#999" stroke-dasharray="4 4"/>',
             arrow(450, 90, 70, 0, blue, "L h"),
             sphere(200, 262, "j"), sphere(238, 190, "i"),
             arrow(200, 262, 38, -72, grey, ""),
             f'<text x="105" y="222" fill="{grey}">x_i - x_j</text>',
             arrow(238, 190, 55, 0, red, "L (x_i - x_j)"),
             sphere(355, 112, "k"), sphere(385, 38, "m", True), sphere(295, 278, "m"),
             arrow(385, 38, 75, 0, red, "L (x_m' - x_k)"),
             '<text x="60" y="362">The box moves i over j, and the image of m over k, although v = 0.</text>']
    text = "\n".join(parts)
    (IMAGES / "box_motion.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -10 620 385" width="620" height="385" '
        f'font-family="sans-serif" font-size="14">\n<rect y="-10" width="100%" height="100%" fill="white"/>\n{text}\n</svg>\n')


if __name__ == "__main__":
    if "--run" in sys.argv[1:]:
        run()
    drawing()
    lattice()
