"""Pictures of dump image, in the order of their steps, as a film (GIF).

  python3 -m granular_srt.film hopper.gif hopper.*.[pj][np]g    (.jpg where LAMMPS writes no PNG)
"""

import argparse
import pathlib
import re

from . import program

program.need_packages("film", __name__, "PIL")

from PIL import Image    # noqa: E402  after the message where it is missing


def write(film, pictures, rate=12.0, colours=48):
    """Writes a GIF that repeats. Pictures are sorted by the number in their name.

    rate     pictures per second
    colours  of the film: few make a small file
    \\throws ValueError for a film that is not named .gif, fewer than two pictures, different sizes, a rate of 0
    """
    if pathlib.Path(film).suffix != ".gif":
        raise ValueError(f"film {film}: the name must end in .gif")
    if not rate > 0 or not 2 <= colours <= 256:
        raise ValueError(f"film: rate {rate} must be above 0, colours {colours} 2 to 256")
    pictures = sorted(map(pathlib.Path, pictures), key=lambda path: [int(digits) for digits in re.findall(r"\d+", path.name)])
    if len(pictures) < 2:
        raise ValueError(f"film: {len(pictures)} pictures: must be at least 2 (dump image NAME.*.png or NAME.*.jpg writes them)")
    frames = [Image.open(path).convert("RGB") for path in pictures]
    if len({frame.size for frame in frames}) != 1:
        raise ValueError("film: all pictures must have the same size")
    palette = frames[len(frames) // 2].quantize(colours)    # one for all: unchanged pixels stay equal, and cost nothing
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    with program.writing(film):
        first.save(film, save_all=True, append_images=others, duration=round(1000 / rate), loop=0, optimize=True)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("film", help="file to write, NAME.gif")
    parser.add_argument("pictures", nargs="+")
    parser.add_argument("--rate", type=float, default=12.0, help="pictures per second (12)")
    parser.add_argument("--colours", type=int, default=48, help="2 to 256 (48)")
    options = parser.parse_args(words)
    write(options.film, options.pictures, options.rate, options.colours)
    print(f"{options.film}: {len(options.pictures)} pictures, {pathlib.Path(options.film).stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    program.run("film", main)
