"""The published test vectors of `formats/vectors/`, and how they are made.

`valid` and `invalid` (with its parts) hold what each file of Castle says, and of what every game shares;
`crungle_valid` and `crungle_invalid` (with theirs) hold those of Crungle. They are written by hand; `make`
turns them into files. The line and column of a fault come from a mark in the text itself, so the program has
no say in it.
"""
