"""How tables and curves look."""

import itertools

NOT_RUN = "not run"


def table(heads, rows):
    """A Markdown table."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def first_table(text):
    """The cells of the first Markdown table of a text, its heads first."""
    lines = itertools.dropwhile(lambda line: not line.startswith("|"), text.splitlines())
    rows = list(itertools.takewhile(lambda line: line.startswith("|"), lines))
    return [[cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")] for line in [rows[0], *rows[2:]]]


def found_table(heads, rows):
    """A Markdown table of those rows (name, paper, found, ...) that have something found; the others are named below it."""
    missing = [str(row[0]) for row in rows if row[2] == NOT_RUN]
    text = table(heads, [row for row in rows if row[2] != NOT_RUN])
    return text + (f"\nNot run: {'; '.join(missing).rstrip('.')}.\n" if missing else "")


def curve(chart, points, colour, name):
    """Points (x, Mean) joined by lines, with bars of one standard error."""
    chart.line([(x, m.mean) for x, m in points], colour, name)
    chart.points([(x, m.mean) for x, m in points], colour)
    for x, m in points:
        if m.count > 1:
            chart.line([(x, m.mean - m.error), (x, m.mean + m.error)], colour)


def pair(mean, digits):
    """(mean, standard error) of a Mean as texts, empty where there is none."""
    return (f"{mean.mean:.{digits}f}" if mean.count else "", f"{mean.error:.{digits}f}" if mean.count > 1 else "")
