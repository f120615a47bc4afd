"""Meshes for decks: those of python/granular_srt/check."""

import harness    # noqa: F401 - finds the package
from granular_srt.check.meshes import *    # noqa: F401, F403
