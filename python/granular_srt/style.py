"""The look of the pictures: colours that colour-blind readers can tell apart, and another line for each curve.

MARKERS are for points, as in axes.errorbar(x, y, error, marker=MARKERS[k]).
"""

import matplotlib
from cycler import cycler

# M. Okabe and K. Ito, "Color Universal Design" (2008), without yellow, which is faint on white, and with wine red
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#882255")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)), (0, (1, 1)), (0, (8, 2, 1, 2)))
SETTINGS = {"axes.prop_cycle": cycler(color=COLOURS, linestyle=LINES), "font.size": 10, "axes.titlesize": 11, "legend.fontsize": 9,
            "legend.framealpha": 0.8, "legend.edgecolor": "none", "lines.linewidth": 1.4, "lines.markersize": 4,
            "figure.constrained_layout.use": True, "savefig.bbox": "tight", "svg.fonttype": "none", "svg.hashsalt": "granular-srt",
            "path.simplify_threshold": 0.3}


def use():
    """Sets the style for all pictures that follow."""
    matplotlib.rcParams.update(SETTINGS)
