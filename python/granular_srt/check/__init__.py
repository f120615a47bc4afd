"""Decks with closed forms, which tell whether the LAMMPS at hand computes them: `python -m granular_srt.check`. They are those
of the tests (unittest/styles/test_check.py). Python's standard library only.

decks     deck texts, data files, readers
meshes    triangles and STL files
cases     what is asked, and the closed forms
lammps    the LAMMPS that is asked
"""
