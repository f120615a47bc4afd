"""The contact laws of src/contact/models.h: names and coefficients, in the order of the lists."""

import pathlib
import re

CONTACT = pathlib.Path(__file__).resolve().parents[2] / "src" / "contact"
AXES = ("normal", "damping", "tangential", "rolling", "twisting", "heat")


def headers(axis):
    return [path.read_text() for path in sorted((CONTACT / axis).glob("*.h"))]


def structs(axis):
    """Structs of an axis' lists."""
    models = (CONTACT / "models.h").read_text()
    return re.findall(r"\w+", re.search(rf"using {axis.capitalize()}Models =\s*TypeList<([^;]*)>;", models).group(1))


def keys(axis):
    """Words in pair_coeff of the laws of an axis."""
    key_of = {}
    for text in headers(axis):
        for name, body in re.findall(r"^struct (\w+)[^;{]*\{(.*?)^\};", text, re.S | re.M):
            key = re.search(r'\*key = "([^"]+)"', body)
            if key:
                key_of[name] = key.group(1)
    return [key_of[name] for name in structs(axis)]


def known(axis):
    """How messages list the laws of an axis."""
    return "known are " + ", ".join(keys(axis))


def coefficients(axis):
    """Names of all coefficients of the laws of an axis."""
    return sorted({name for text in headers(axis) for name in re.findall(r'Coefficient\{\s*"([^"]+)"', text)})
