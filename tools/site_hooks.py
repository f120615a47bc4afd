"""Hooks of MkDocs (mkdocs.yml): equations become MathML, which browsers show without scripts."""

import html
import re

import latex2mathml.converter


# Of the attribute mathvariant browsers know the value normal only.
STYLES = {"bold-italic": 'style="font-weight: bold"', "bold": 'mathvariant="normal" style="font-weight: bold"',
          "monospace": 'mathvariant="normal" style="font-family: monospace"',
          "script": 'mathvariant="normal" style="font-family: cursive"', "normal": 'mathvariant="normal"'}


def mathml(text, display):
    return re.sub('mathvariant="([^"]*)"', lambda found: STYLES[found[1]], latex2mathml.converter.convert(text, display=display))


def on_page_content(content, **_):
    def equation(found):
        return mathml(html.unescape(found[2]), "block" if found[1] == "[" else "inline")

    return re.sub(r"\\([(\[])(.*?)\\[)\]]", equation, content, flags=re.DOTALL) if "arithmatex" in content else content
