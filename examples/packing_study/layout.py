"""How tables and curves look."""


def table(heads, rows):
    """A Markdown table."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def curve(chart, points, colour, name):
    """Points (x, Mean) joined by lines, with bars of one standard error."""
    chart.line([(x, m.mean) for x, m in points], colour, name)
    chart.points([(x, m.mean) for x, m in points], colour)
    for x, m in points:
        if m.count > 1:
            chart.line([(x, m.mean - m.error), (x, m.mean + m.error)], colour)
