"""Force chains: files for ParaView and pictures."""

import pathlib

import numpy

from .contacts import LOCAL, need_axes
from .program import writing
from .reading import ReadError, need, numbers_of

QUANTITIES = ("fn", "ft", "slides", "rolls", "twists")    # cell data, those that the contacts have


def lines(spheres, contacts):
    """Ends (m, 2, 3) of a line for each contact: from the centre of 1 (in the box) to that of 2, or to the foot on the wall.

    Across a periodic face the line leaves the box. \\throws ReadError if `spheres` does not have particle 1 of a contact
    """
    if "fn" in contacts:    # those of contacts.touching have the axes of the particles
        need_axes(spheres)
    branch = need(contacts, "nx ny nz", LOCAL) * need(contacts, "distance", LOCAL)
    places = spheres.box.wrap(spheres.positions())
    start = places[spheres.find(contacts.id1)]
    return numpy.stack([start, start - branch], axis=1)


def write(path, spheres, contacts):
    """Lines with forces as cell data (fn, ft, slides, rolls, twists, wall: 1 at a wall) for ParaView's filter Tube.

    path  .vtu by meshio, or .vtp. \\throws ReadError for another ending; OSError if it cannot be written
    """
    path = pathlib.Path(path)
    points = lines(spheres, contacts).reshape(-1, 3)
    cells = numpy.arange(len(points)).reshape(-1, 2)
    data = {name: contacts[name].to_numpy(dtype=float) for name in QUANTITIES if name in contacts}
    data["wall"] = (contacts.id2 == 0).to_numpy(dtype=float)
    if path.suffix == ".vtu":
        import meshio    # pylint: disable=import-outside-toplevel  it takes half a second
        with writing(path):
            meshio.Mesh(points, [("line", cells)], cell_data={name: [values] for name, values in data.items()}).write(path)
    elif path.suffix == ".vtp":
        with writing(path):
            path.write_text(_vtp(points, cells, data), encoding="utf-8")
    else:
        raise ReadError(f"{path}: chains are written as .vtu or .vtp")


def _vtp(points, cells, data):
    def array(values, kind, name="", components=1):
        return (f'<DataArray type="{kind}" Name="{name}" NumberOfComponents="{components}" format="ascii">\n'
                + " ".join(f"{value:.9g}" for value in values.ravel()) + "\n</DataArray>\n")

    return ('<?xml version="1.0"?>\n<VTKFile type="PolyData" version="0.1" byte_order="LittleEndian">\n<PolyData>\n'
            f'<Piece NumberOfPoints="{len(points)}" NumberOfLines="{len(cells)}" NumberOfVerts="0" NumberOfStrips="0" NumberOfPolys="0">\n'
            "<Points>\n" + array(points, "Float64", "points", 3) + "</Points>\n<Lines>\n" + array(cells, "Int64", "connectivity")
            + array(2 * numpy.arange(1, len(cells) + 1), "Int64", "offsets") + "</Lines>\n<CellData>\n"
            + "".join(array(values, "Float64", name) for name, values in data.items())
            + "</CellData>\n</Piece>\n</PolyData>\n</VTKFile>\n")


def draw(axes, spheres, contacts, along="y", slab=None, widest=None):
    """Force chains as lines whose width goes with fn, seen along an axis, with a colour bar.

    axes    of matplotlib
    slab    (low, high) along that axis: contacts with a centre of 1 outside are left out
    widest  width of the line of the largest fn [length]; half of the median distance by default
    Returns the collection of lines. \\throws ValueError without contacts
    """
    from matplotlib.collections import LineCollection    # pylint: disable=import-outside-toplevel  a backend is chosen first
    axis, = numbers_of(along)
    seen = [k for k in range(3) if k != axis]
    ends = lines(spheres, contacts)
    force = need(contacts, "fn", LOCAL)[:, 0]
    chosen = force > 0
    if slab:
        chosen = chosen & (slab[0] <= ends[:, 0, axis]) & (ends[:, 0, axis] <= slab[1])
    if not chosen.any():
        raise ValueError("chains: no contact to draw")
    ends, force = ends[chosen][:, :, seen], force[chosen]
    order = numpy.argsort(force)    # strong chains above weak ones
    ends, force = ends[order], force[order]
    found = LineCollection(ends, array=force, cmap="cividis_r", capstyle="round")
    axes.set(aspect="equal", xlabel="xyz"[seen[0]], ylabel="xyz"[seen[1]])
    axes.add_collection(found)
    axes.autoscale_view()
    axes.figure.colorbar(found, ax=axes, label="normal force")
    axes.figure.canvas.draw()    # the layout, and with it the scale, is known when it has been drawn
    origin, unit = axes.transData.transform([(0, 0), (1, 0)])
    widest = widest or 0.5 * float(contacts.distance.median())
    found.set_linewidths(widest * (unit - origin)[0] * 72 / axes.figure.dpi * force / force.max())
    return found
