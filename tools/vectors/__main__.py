"""`python -m tools.vectors`: write the vectors."""

from tools.files import ROOT, write
from tools.vectors.make import files

write(ROOT, files())
