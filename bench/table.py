"""Tables as text and as Markdown."""


class Table:
    """Rows of text, printed in columns or as markdown; columns after the first `words` are set right."""

    def __init__(self, title, *header, words=1):
        self.title, self.rows, self.words = title, [header], words

    def add(self, *cells):
        self.rows.append(cells)

    def text(self, machine):
        """In columns, below the title and the machine of the measurement."""
        widths = [max(len(row[k]) for row in self.rows) for k in range(len(self.rows[0]))]
        lines = ["  ".join(cell.ljust(width) if k < self.words else cell.rjust(width)
                           for k, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in self.rows]
        return "\n".join([f"{self.title}; {machine}", lines[0], "-" * len(max(lines, key=len)), *lines[1:]])

    def markdown(self, machine):
        rows = ["| " + " | ".join(row) + " |" for row in self.rows]
        rule = "|" + "---|" * self.words + "---:|" * (len(self.rows[0]) - self.words)
        return "\n".join([f"**{self.title}** ({machine})", "", rows[0], rule, *rows[1:]])
