"""The command granular-srt.

granular-srt check             decks with closed forms on the LAMMPS at hand (granular_srt.check)
granular-srt plugin            folder of the plugin, for LAMMPS_PLUGIN_PATH
granular-srt files FOLDER      copies examples/ and potentials/ to a new folder
"""

import pathlib
import shutil
import sys

from . import plugin


def main(words=None):
    words = sys.argv[1:] if words is None else words
    if words[:1] == ["check"]:
        from .check.__main__ import main as check
        return check(words[1:])
    if words == ["plugin"]:
        if not plugin.LIBRARY.exists():
            print("granular-srt: installed without the plugin (GRANULAR_SRT_PLUGIN=off), or not by pip (make: build/plugin)",
                  file=sys.stderr)
            return 1
        print(plugin.LIBRARY.parent)
        return 0
    if words[:1] == ["files"] and len(words) == 2:
        source, target = plugin.HERE / "files", pathlib.Path(words[1])
        if target.exists() or not source.exists():
            print(f"granular-srt: {target} exists" if source.exists() else "granular-srt: installed without the files",
                  file=sys.stderr)
            return 1
        try:
            shutil.copytree(source, target)
        except OSError as error:
            print(f"granular-srt: {error}", file=sys.stderr)
            return 1
        print(f"written: {target}/examples, {target}/potentials")
        return 0
    print(__doc__.strip())
    if words in ([], ["-h"], ["--help"]):
        return 0
    print(f"granular-srt: unknown command {' '.join(words)!r}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
