"""Hooks of MkDocs (mkdocs.yml): equations become MathML, which browsers show without scripts."""

import html
import re

import latex2mathml.converter


def on_page_content(content, **_):
    def mathml(found):
        display = "block" if found[1] == "[" else "inline"
        return latex2mathml.converter.convert(html.unescape(found[2]), display=display)

    return re.sub(r"\\([(\[])(.*?)\\[)\]]", mathml, content, flags=re.DOTALL) if "arithmatex" in content else content
