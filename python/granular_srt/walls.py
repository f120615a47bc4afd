"""Pressure and wear of a wall of triangles: files of the option faces of fix wall/granular, as a table and a picture.

  python3 -m granular_srt.walls drum.*.vtk --picture pressure.png --unit Pa
  python3 -m granular_srt.walls drum.*.vtk --of wear --picture wear.png --unit J/m^2 --csv faces.csv
"""

import argparse
import pathlib
import re

from . import program

program.need_packages("walls", __name__, "numpy", "scipy", "pandas", "meshio", "matplotlib")

import meshio    # noqa: E402  after the message where it is missing
import numpy    # noqa: E402
import pandas    # noqa: E402
from scipy import spatial    # noqa: E402

from .reading import ReadError    # noqa: E402

WORKS = {"sliding": "sliding_work", "wear": "wear_work", "impact": "impact_work"}
QUANTITIES = ("pressure", "shear", *WORKS)


def faces(*paths):
    """(rows, triangles (n, 3, 3)) of files that the option faces has written, sorted by the number in their name.

    Columns of the DataFrame rows, one row a triangle:

    number              of the triangle in the STL file
    x y z, nx ny nz     centre and normal, by the order of the corners
    area                [length^2]
    fx fy fz            force on the triangle, mean of the files: each has the mean since the one before [force]
    pressure, shear     parts of force/area along the normal and across it, mean of the files [force/length^2]. Of a plate with
                        particles on both sides it is that of the sum of both forces
    sliding, wear, impact   works per area since the fix was defined, in the last file [energy/length^2]: of friction; of the normal
                        force along the way of sliding, where Archard's depth of wear is this times K/H; of impacts

    \\throws ReadError for a file that is no output of faces, or one with other triangles; OSError for one that cannot be read
    """
    paths = sorted(map(pathlib.Path, paths), key=lambda path: [int(digits) for digits in re.findall(r"\d+", path.name)])
    if not paths:
        raise ReadError("no files of the option faces; fix wall/granular ... mesh ... faces N NAME.*.vtk writes them every N steps")
    rows = total = None
    means = ["fx", "fy", "fz", "pressure", "shear"]
    for path in paths:
        with open(path, "rb"):    # meshio has an error of its own where there is no file
            pass
        try:
            mesh = meshio.read(path)
            triangles = mesh.points[mesh.cells_dict["triangle"]]
            data = {name: numpy.asarray(mesh.cell_data_dict[name]["triangle"]) for name in ("number", "force", *WORKS.values())}
        except (Exception, SystemExit) as error:    # pylint: disable=broad-exception-caught  it lets through what its parsers meet
            raise ReadError(f"{path}: cannot be read as output of the option faces ({error or type(error).__name__})") from None
        normal = numpy.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        area = numpy.linalg.norm(normal, axis=1) / 2
        normal /= 2 * area[:, None]
        along = (data["force"] * normal).sum(axis=1)
        now = pandas.DataFrame({"number": data["number"].ravel().astype(int), **dict(zip("xyz", triangles.mean(axis=1).T)),
                                **dict(zip(("nx", "ny", "nz"), normal.T)), "area": area, **dict(zip(("fx", "fy", "fz"), data["force"].T)),
                                "pressure": numpy.abs(along) / area,
                                "shear": numpy.linalg.norm(data["force"] - along[:, None] * normal, axis=1) / area,
                                **{name: data[work].ravel() / area for name, work in WORKS.items()}})
        if rows is not None and list(now.number) != list(rows.number):
            raise ReadError(f"{path}: {len(now)} triangles, which are not those of {paths[0]}")
        total = now[means] if rows is None else total + now[means]
        rows = now
    rows[means] = total / len(paths)
    return rows, triangles


def covers(triangles, view):
    """(n,) whether a triangle lies on the convex hull of all, on the side of an observer in the direction `view` (3,).

    Without them one looks into a vessel; baffles stay.
    """
    try:
        hull = spatial.ConvexHull(triangles.reshape(-1, 3)).equations    # normal and offset of each face
    except spatial.QhullError:    # all in a plane: it hides nothing
        return numpy.zeros(len(triangles), dtype=bool)
    found = []
    for centres in numpy.array_split(triangles.mean(axis=1), len(triangles) * len(hull) // 10000000 + 1):
        heights = centres @ hull[:, :3].T + hull[:, 3]
        found.append((heights.max(axis=1), hull[heights.argmax(axis=1), :3]))
    height, nearest = (numpy.concatenate(parts) for parts in zip(*found))
    normal = numpy.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normal /= numpy.linalg.norm(normal, axis=1, keepdims=True)
    near = height > -0.01 * numpy.ptp(triangles.reshape(-1, 3), axis=0).max()
    return near & (numpy.abs((nearest * normal).sum(axis=1)) > 0.7) & (nearest @ view > 0)


def draw(axes, triangles, values, elevation=20.0, azimuth=-60.0, whole=False, label="", most=None):
    """Draws values (n,) of triangles as colours into matplotlib's 3D axes, with a bar.

    The side of the observer is left out, so that one looks into a vessel, unless `whole`.
    most  the value of the last colour (the largest one)
    """
    # pylint: disable=import-outside-toplevel  the table needs none
    from matplotlib import cm, colors
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection
    def direction(up, turn):
        return numpy.array((numpy.cos(up) * numpy.cos(turn), numpy.cos(up) * numpy.sin(turn), numpy.sin(up)))

    values, view = numpy.asarray(values, dtype=float), numpy.radians((elevation, azimuth))
    seen = numpy.ones(len(triangles), dtype=bool) if whole else ~covers(triangles, direction(*view))
    normal = numpy.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    light = numpy.abs(normal @ direction(*(view + 0.6))) / numpy.linalg.norm(normal, axis=1)    # from above, from the right
    colours = cm.ScalarMappable(colors.Normalize(0, values.max() if most is None else most), "YlOrRd")
    painted = colours.to_rgba(values[seen]) * numpy.append(0.65 + 0.35 * numpy.tile(light[seen], (3, 1)).T, numpy.ones((seen.sum(), 1)), axis=1)
    axes.add_collection3d(Poly3DCollection(triangles[seen], facecolors=painted, edgecolors=painted, linewidth=0.3))
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
    axes.set_box_aspect(high - low)
    axes.set_proj_type("ortho")
    axes.view_init(elevation, azimuth)
    axes.set_axis_off()
    axes.figure.colorbar(colours, ax=axes, label=label, shrink=0.7)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="of the option faces; pressure and shear are means of them")
    parser.add_argument("--of", choices=QUANTITIES, default="pressure", help="what the picture shows; works are those of the last file (pressure)")
    parser.add_argument("--picture", help="PNG, SVG or PDF to write")
    parser.add_argument("--csv", help="table of the triangles to write")
    parser.add_argument("--unit", help="of the quantity, for the picture")
    parser.add_argument("--view", type=float, nargs=2, default=(20.0, -60.0), metavar=("ELEVATION", "AZIMUTH"), help="of the observer [degrees] (20 -60)")
    parser.add_argument("--whole", action="store_true", help="do not leave out the side that hides the inside")
    parser.add_argument("--most", type=float, help="value of the last colour (the largest value)")
    options = parser.parse_args(words)
    rows, triangles = faces(*options.files)
    if options.csv:
        with program.writing(options.csv):
            rows.to_csv(options.csv, index=False, float_format="%.9g")
    if options.picture:
        import matplotlib    # pylint: disable=import-outside-toplevel  the table needs none
        matplotlib.use("Agg")
        from matplotlib import pyplot    # pylint: disable=import-outside-toplevel
        from . import style    # pylint: disable=import-outside-toplevel
        style.use()
        axes = pyplot.figure(figsize=(5.6, 4.2)).add_subplot(projection="3d")
        draw(axes, triangles, rows[options.of], *options.view, options.whole, options.of + (f" [{options.unit}]" if options.unit else ""), options.most)
        with program.writing(options.picture):
            axes.figure.savefig(options.picture, dpi=120)
    print(f"triangles        {len(rows)}\narea             {rows.area.sum():.6g}")
    print("force            " + " ".join(f"{value:.6g}" for value in rows[["fx", "fy", "fz"]].sum()))
    for name in QUANTITIES:
        print(f"{name:<9} mean   {(rows[name] * rows.area).sum() / rows.area.sum():.6g}, largest {rows[name].max():.6g}")


if __name__ == "__main__":
    program.run("walls", main)
