"""Line charts and maps as SVG files. Python's standard library only."""

import math

COLOURS = ("#1f4e99", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#117a8b", "#7f8c8d", "#ad1457", "#5d4037")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 480, 70, 150, 40, 55


def ticks(low, high, logarithmic=False):
    """Places of about six round numbers, or of the powers of ten."""
    if logarithmic:
        return [10.0 ** n for n in range(math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9) + 1)]
    step = 10.0 ** math.floor(math.log10((high - low) / 5))
    step *= next(m for m in (1, 2, 5, 10) if (high - low) / (step * m) <= 6)
    first = math.ceil(low / step - 1e-9)
    return [n * step for n in range(first, math.floor(high / step + 1e-9) + 1)]


class Chart:
    """Axes with a range each; then lines, points and areas; then write."""

    def __init__(self, title, xlabel, ylabel, xrange, yrange, logx=False):
        self.xrange, self.yrange, self.logx = xrange, yrange, logx
        self.body, self.names = [], []
        text = '<text x="{}" y="{}" text-anchor="{}" {}>{}</text>'.format
        bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        self.frame = [text(LEFT, 24, "start", 'font-size="15"', title),
                      text((LEFT + right) / 2, HEIGHT - 14, "middle", "", xlabel),
                      text(0, 0, "middle", f'transform="translate(18 {(TOP + bottom) / 2}) rotate(-90)"', ylabel),
                      f'<rect x="{LEFT}" y="{TOP}" width="{right - LEFT}" height="{bottom - TOP}" fill="none" stroke="#333"/>']
        for x in ticks(*xrange, logx):
            self.frame.append(text(self.x(x), bottom + 18, "middle", "", f"{x:g}"))
            self.frame.append(f'<path d="M{self.x(x):.1f} {bottom}v-5" stroke="#333"/>')
        for y in ticks(*yrange):
            self.frame.append(text(LEFT - 8, self.y(y) + 4, "end", "", f"{y:g}"))
            self.frame.append(f'<path d="M{LEFT} {self.y(y):.1f}h5" stroke="#333"/>')

    def x(self, value):
        low, high = self.xrange
        part = math.log(value / low) / math.log(high / low) if self.logx else (value - low) / (high - low)
        return LEFT + part * (WIDTH - RIGHT - LEFT)

    def y(self, value):
        low, high = self.yrange
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - BOTTOM - TOP)

    def _name(self, name, colour):
        if name and (name, colour) not in self.names:
            self.names.append((name, colour))

    def line(self, points, colour=0, name="", dashed=False):
        colour = COLOURS[colour % len(COLOURS)]
        path = " ".join(f"{self.x(a):.1f},{self.y(b):.1f}" for a, b in points)
        dash = ' stroke-dasharray="6 4"' if dashed else ""
        self.body.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"{dash}/>')
        self._name(name, colour)

    def points(self, points, colour=0, name=""):
        colour = COLOURS[colour % len(COLOURS)]
        self.body += [f'<circle cx="{self.x(a):.1f}" cy="{self.y(b):.1f}" r="3" fill="{colour}"/>' for a, b in points]
        self._name(name, colour)

    def cell(self, x0, x1, y0, y1, colour, name=""):
        self.body.append(f'<rect x="{self.x(x0):.2f}" y="{self.y(y1):.2f}" width="{self.x(x1) - self.x(x0) + 0.3:.2f}" '
                         f'height="{self.y(y0) - self.y(y1) + 0.3:.2f}" fill="{colour}"/>')
        self._name(name, colour)

    def write(self, path):
        legend = []
        for k, (name, colour) in enumerate(self.names):
            y = TOP + 14 + 20 * k
            legend.append(f'<rect x="{WIDTH - RIGHT + 12}" y="{y - 5}" width="18" height="4" fill="{colour}"/>'
                          f'<text x="{WIDTH - RIGHT + 36}" y="{y + 2}">{name}</text>')
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
                       f'height="{HEIGHT}" font-family="sans-serif" font-size="12">\n'
                       '<rect width="100%" height="100%" fill="white"/>\n')
            file.write("\n".join(self.body + self.frame + legend) + "\n</svg>\n")
