"""The published test vectors of `formats/vectors/`, and how they are made.

`valid` and `invalid` hold what each file says, written by hand; `make` turns it into files. The line
and column of a fault come from a mark in the text itself, so the program has no say in it.
"""
