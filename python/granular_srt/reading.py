"""LAMMPS' text dumps and thermo tables as pandas data frames."""

import collections
import dataclasses
import gzip
import io
import itertools
import pathlib
import re
import zlib

import numpy
import pandas
from scipy import spatial


# pandas.read_csv(..., **EXACT) reads numbers as they were written; from 3.1 on it always does
EXACT = {"float_precision": "round_trip"} if tuple(map(int, pandas.__version__.split(".")[:2])) < (3, 1) else {}


class ReadError(ValueError):
    """A file is not what was expected. The text names the file, what is missing and what writes it."""


@dataclasses.dataclass
class Box:
    """A simulation box.

    origin    (3,) lower corner
    edges     (3, 3) the vectors a, b, c as rows
    periodic  (3,) bool
    """

    origin: numpy.ndarray
    edges: numpy.ndarray
    periodic: numpy.ndarray

    @property
    def volume(self):
        return abs(numpy.linalg.det(self.edges))

    @property
    def widths(self):
        """(3,) distances between opposite faces."""
        return 1 / numpy.linalg.norm(numpy.linalg.inv(self.edges), axis=0)

    def wrap(self, positions):
        """Positions (n, 3), moved into the box along its periodic directions."""
        inverse = numpy.linalg.inv(self.edges)
        return positions - numpy.where(self.periodic, numpy.floor((positions - self.origin) @ inverse), 0.0) @ self.edges

    def flat(self, positions):
        """Whether positions (n, 3) are those of LAMMPS' `dimension 2`: all z are 0, between zlo and zhi."""
        height = self.edges[2, 2]
        level = numpy.abs(numpy.asarray(positions)[:, 2]) < 1e-5 * height    # zs of a dump has few digits
        return self.origin[2] < 0 < self.origin[2] + height and level.all()

    def pairs(self, positions, reach):
        """All pairs closer than `reach`, each once, with images across periodic faces, in boxes of any width.

        A particle and its own image are a pair too. In two dimensions (`flat`) there are no images along z.
        Returns (i, j, vectors): indices (m,), and (m, 3) from j to i.
        """
        positions = self.wrap(numpy.asarray(positions, dtype=float))
        return self._pairs(positions, reach, self._wraps(positions))

    def overlaps(self, positions, radii):
        """All pairs closer than the sum of their radii (n,), as those of pairs().

        Time and memory are of the order of the number of pairs at any ratio of the radii, unless spheres lie within others.
        """
        positions, radii = self.wrap(numpy.asarray(positions, dtype=float)), numpy.asarray(radii, dtype=float)
        wraps = self._wraps(positions)
        found = [(numpy.empty(0, int), numpy.empty(0, int), numpy.empty((0, 3)))]
        octave = numpy.frexp(radii)[1]    # classes: the largest radius is less than twice the smallest
        for one in numpy.unique(octave):
            small, large = numpy.flatnonzero(octave == one), numpy.flatnonzero(octave > one)
            widest = radii[small].max()
            i, j, apart = self._pairs(positions[small], 2 * widest, wraps)
            found.append((small[i], small[j], apart))
            # each larger sphere looks around with its own radius, so that small ones beyond its surface do not count
            images, number, _ = self._images(positions[large], radii[large] + widest, wraps)
            near = spatial.KDTree(positions[small]).query_ball_point(images, radii[large][number] + widest)
            image = numpy.repeat(numpy.arange(len(images)), [len(of) for of in near])
            j = numpy.fromiter(itertools.chain.from_iterable(near), int, len(image))
            found.append((large[number[image]], small[j], images[image] - positions[small[j]]))
        i, j, apart = (numpy.concatenate(parts) for parts in zip(*found))
        close = numpy.linalg.norm(apart, axis=1) < radii[i] + radii[j]
        return i[close], j[close], apart[close]

    def _wraps(self, positions):
        """(3,) directions along which particles have images."""
        return self.periodic & (True, True, not self.flat(positions))

    def _images(self, positions, reach, wraps):
        """Particles, in the box, and their images within `reach`, a number or (n,), of the box: (places, indices, sides).

        Of an image and its opposite one, the side of one is above 0.
        """
        reach = numpy.broadcast_to(reach, len(positions))
        counts = numpy.where(wraps, numpy.ceil(reach.max(initial=0.0) / self.widths), 0).astype(int)
        shifts = numpy.array(list(itertools.product(*(range(-n, n + 1) for n in counts))))
        inverse, found = numpy.linalg.inv(self.edges), []
        scaled, margin = (positions - self.origin) @ inverse, reach[:, None] / self.widths
        for shift in shifts:
            images = scaled + shift
            close = numpy.flatnonzero((~self.periodic | ((images > -margin) & (images < 1 + margin))).all(axis=1))
            found.append((positions[close] + shift @ self.edges, close, numpy.full(len(close), shift @ (1, 1000, 1000000))))
        return (numpy.concatenate(parts) for parts in zip(*found))

    def _pairs(self, positions, reach, wraps):
        images, number, side = self._images(positions, reach, wraps)
        found = spatial.KDTree(positions).sparse_distance_matrix(spatial.KDTree(images), reach, output_type="ndarray")
        found = found[found["v"] < reach]
        i, k = found["i"], found["j"]
        once = (i < number[k]) | ((i == number[k]) & (side[k] > 0))
        i, k = i[once], k[once]
        return i, number[k], positions[i] - images[k]


@dataclasses.dataclass
class Frame:
    """One snapshot of a dump.

    path, step  where it comes from
    box         Box
    rows        DataFrame; of a dump of atoms its index `id` is the ID. Without the column id rows are numbered from 0
    """

    path: pathlib.Path
    step: int
    box: Box
    rows: pandas.DataFrame

    def need(self, columns, writer):
        """Array (n, number of columns) of columns named in a string.

        \\throws ReadError for a column that is missing; `writer` says what writes it.
        """
        return need(self.rows, columns, writer, self.path)

    def ids(self):
        """(n,) IDs. \\throws ReadError for a dump without the column id: its rows cannot be named in contacts"""
        if self.rows.index.name != "id":
            raise ReadError(f"{self.path}: no column id; dump custom id ... writes it. Columns are: {' '.join(map(str, self.rows.columns))}")
        return self.rows.index.to_numpy()

    def find(self, ids):
        """(m,) numbers of the rows of particles with these IDs, which contacts name.

        \\throws ReadError for an ID that is not among the rows; as ids() does
        """
        found = pandas.Index(self.ids()).get_indexer(ids)
        if (found < 0).any():
            raise ReadError(f"{self.path}: a contact of particle {numpy.asarray(ids)[found < 0][0]}, which is not among the particles; "
                            "dump both in the same step")
        return found

    def positions(self):
        """(n, 3) positions, unwrapped by image flags if the dump has ix iy iz or xu yu zu.

        \\throws ReadError without x y z, xu yu zu or xs ys zs
        """
        if "xu" in self.rows:
            return self.need("xu yu zu", "dump custom")
        if "xs" in self.rows and "x" not in self.rows:
            found = self.box.origin + self.need("xs ys zs", "dump custom") @ self.box.edges
        else:
            found = self.need("x y z", "dump custom")
        if "ix" in self.rows:
            found = found + self.need("ix iy iz", "dump custom") @ self.box.edges
        return found

    def radii(self):
        """(n,) radii. \\throws ReadError without radius or diameter"""
        if "diameter" in self.rows and "radius" not in self.rows:
            return 0.5 * self.need("diameter", "dump custom ... diameter")[:, 0]
        return self.need("radius", "dump custom ... radius")[:, 0]


def numbers_of(axes):
    """0, 1, 2 for each of the letters x, y, z."""
    if not axes or set(axes) - set("xyz"):
        raise ValueError(f"axes {axes!r}: must be of x, y and z, such as 'z' or 'xy'")
    return ["xyz".index(axis) for axis in axes]


def need(rows, columns, writer, path="rows"):
    """Array (n, number of columns) of columns of a DataFrame. \\throws ReadError that names the first one missing, or with a value
    that is no finite number: it would drop out of each comparison without a word
    """
    for column in columns.split():
        if column not in rows:
            raise ReadError(f"{path}: no column {column}; {writer} writes it. Columns are: {' '.join(map(str, rows.columns))}")
    try:
        found = rows[columns.split()].to_numpy(dtype=float)
    except ValueError as error:
        raise ReadError(f"{path}: {error} in {columns}") from None
    wrong = numpy.argwhere(~numpy.isfinite(found))
    if len(wrong):
        row, column = wrong[0]
        raise ReadError(f"{path}: {found[row, column]} in row {rows.index[row]} of column {columns.split()[column]}")
    return found


def frames(path, **computes):
    """The snapshots of a text dump (custom, atom, local; .gz), one after the other.

    computes  columns of computes by ID: frames("contacts.dump", c="id1 id2 fn") names c_c[1], c_c[2], c_c[3]

    \\throws ReadError if the file is no text dump, ends within a snapshot, or has other columns than `computes`
    """
    for raw in _snapshots(pathlib.Path(path)):
        yield _frame(pathlib.Path(path), computes, *raw)


def last(path, **computes):
    """The last snapshot of a dump; arguments as those of frames."""
    found = collections.deque(_snapshots(pathlib.Path(path)), maxlen=1)
    if not found:
        raise ReadError(f"{path}: no snapshot; dump custom and dump local write them")
    return _frame(pathlib.Path(path), computes, *found[0])


def _snapshots(path):
    """(words of the items, lines of each item, head of the rows, rows as text) of each snapshot."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
        try:
            yield from _items(path, file)
        except ReadError:
            raise
        except (ValueError, gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise ReadError(f"{path}: {error}; only whole text dumps can be read") from None


def _items(path, file):
    def lines(count):
        found = list(itertools.islice(file, count))
        if len(found) < count or (found and not found[-1].endswith("\n")):
            raise ReadError(f"{path}: step {items.get('TIMESTEP')} has {len(found)} of {count} lines after ITEM: {name}; the file is cut short")
        return found

    items, count, name = {}, 0, ""
    for line in file:
        if not line.startswith("ITEM: "):
            raise ReadError(f"{path}: '{line.strip()[:40]}' where ITEM: should be; only text dumps can be read")
        name = line[6:].strip()
        if name.startswith("BOX BOUNDS"):
            items["box"] = (name.split()[2:], lines(3))
        elif name.startswith("NUMBER OF"):
            count = int(lines(1)[0])
        elif name in ("TIMESTEP", "TIME", "UNITS"):
            items[name] = lines(1)[0].strip()
        else:
            yield items, name.split()[1:], lines(count)
            items = {}
    if items:
        raise ReadError(f"{path}: step {items.get('TIMESTEP')} ends after ITEM: {name}; the file is cut short")


def _frame(path, computes, items, columns, rows):
    try:
        if rows and len(rows[0].split()) != len(columns):
            raise ValueError(f"{len(rows[0].split())} words in a row of {len(columns)} columns")
        # a type may be labelled NA
        table = pandas.read_csv(io.StringIO("".join(rows)), sep=r"\s+", names=columns, keep_default_na=False, na_values=("", "nan", "-nan"), **EXACT)
        step, box = int(items["TIMESTEP"]), _box(*items["box"])
    except (KeyError, ValueError) as error:
        raise ReadError(f"{path}: {error}; only whole text dumps can be read") from None
    for name, words in computes.items():
        words = words.split()
        of_compute = [column for column in columns if re.fullmatch(rf"c_{name}(\[\d+\])?", column)]
        if len(words) != len(of_compute):
            raise ReadError(f"{path}: {len(of_compute)} columns of compute {name}, and {len(words)} names for them")
        table = table.rename(columns=dict(zip(of_compute, words)))
    for column in ("id", "id1", "id2"):
        if column in table:
            if table[column].dtype == float and (table[column].abs() >= 1e6).any():
                raise ReadError(f"{path}: column {column} has IDs of seven digits and more, which were written with six; "
                                "dump_modify ... format float %.12g writes all")
            table[column] = need(table, column, "", path)[:, 0].astype(int) if table[column].dtype == float else table[column].astype(int)
    return Frame(path, step, box, table.set_index("id") if "id" in table else table)


def _box(words, lines):
    bounds = numpy.array([line.split() for line in lines], dtype=float)
    periodic = numpy.array([word == "pp" for word in words[-3:]])
    if words[:1] == ["abc"]:    # general triclinic: a, b, c and the origin
        return Box(bounds[:, 3], bounds[:, :3], periodic)
    xy, xz, yz = bounds[:, 2] if words[:1] == ["xy"] else (0.0, 0.0, 0.0)
    # a dump has the bounds of the tilted box (LAMMPS' page Howto_triclinic)
    low = bounds[:, 0] - (min(0, xy, xz, xy + xz), min(0, yz), 0)
    high = bounds[:, 1] - (max(0, xy, xz, xy + xz), max(0, yz), 0)
    a, b, c = high - low
    return Box(low, numpy.array(((a, 0, 0), (xy, b, 0), (xz, yz, c))), periodic)


def thermo(path, first="Step"):
    """Rows of all thermo tables of a log whose first column is `first`.

    The first row of a later run is left out if it repeats the last step before it. Steps fall after reset_timestep.
    A last line without its end is left out.
    \\throws ReadError if there are none
    """
    rows, columns, begins = [], None, False
    text = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")    # comments of a deck may be in another one
    # a run that goes on, or was stopped, leaves a part of a line, which may end within a number
    for line in text[:text.rfind("\n") + 1].splitlines():
        words = line.split()
        if words[:1] == [first]:
            columns, begins = words, True
        elif line.startswith("Loop time"):
            columns = None
        elif columns and len(words) == len(columns):
            try:
                row = dict(zip(columns, map(float, words)))
            except ValueError:    # a warning between the rows
                continue
            if not (begins and rows and row[first] == rows[-1][first]):
                rows.append(row)
            begins = False
    if not rows:
        raise ReadError(f"{path}: no thermo table that begins with {first}; thermo_style custom {first.lower()} ... writes it")
    return pandas.DataFrame(rows)
