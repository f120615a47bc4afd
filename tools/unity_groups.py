#!/usr/bin/env python3
"""Groups source files that can be compiled as one: no file of a group mentions a name that another one defines for itself.

  unity_groups.py NUMBER FILE...     prints "GROUP FILE" lines; more groups than NUMBER where names ask for it

Names that a file defines for itself are macros, enumerators, constants, and what is static or in a namespace without a name.
A name that is missed ends in an error of the compiler, never in other machine code.
"""
import pathlib
import re
import sys

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"", re.S)
HIDDEN = re.compile(r"^namespace \{(.*?)^\}", re.M | re.S)
ENUM = re.compile(r"^ *(?:namespace \{ *)?enum[^;{]*\{([^}]*)\}", re.M)
MACRO = re.compile(r"^ *# *define +(\w+)", re.M)
OBJECT = (r"(?:template *<[^>]*>\s*)?(?!using namespace|using [\w:]+;)(?:inline |static |constexpr |const |typedef |using )+"
          r"[^=;(){\[]*?(\w+)\s*[=;(\[{]")
TYPE = r"(?:struct|class|union) +(\w+)[^;()]*\{"


def names(path):
    """(defined for itself, mentioned)"""
    text = COMMENT.sub('""', path.read_text(errors="replace"))
    defined = {name for body in ENUM.findall(text) for name in re.findall(r"(?:^|,)\s*(\w+)", body)}
    defined.update(MACRO.findall(text))
    for pattern in (OBJECT, TYPE):
        defined.update(re.findall("^" + pattern, text, re.M))
        for body in HIDDEN.findall(text):
            defined.update(re.findall("^ {0,2}" + pattern, body, re.M))
    return defined, set(re.findall(r"\b[A-Za-z_]\w*", text))


def grouped(number, paths):
    groups = [([], set(), set()) for _ in range(number)]
    for path in sorted(paths, key=lambda path: -path.stat().st_size):    # the largest first, for groups of like size
        defined, mentioned = names(path)
        free = [group for group in groups if not group[1] & mentioned and not group[2] & defined]
        if not free:
            free = [([], set(), set())]
            groups += free
        files, all_defined, all_mentioned = min(free, key=lambda group: sum(file.stat().st_size for file in group[0]))
        files.append(path)
        all_defined |= defined
        all_mentioned |= mentioned
    return [sorted(files) for files, *_ in groups if files]


if __name__ == "__main__":
    for index, files in enumerate(grouped(int(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]])):
        for file in files:
            print(index, file)
