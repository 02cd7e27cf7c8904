"""`python -m tools.replays [FOLDER]`: write the recorded games, below another folder if one is named."""

import sys
from pathlib import Path

from tools.files import ROOT, write
from tools.replays import files

write(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT, files())
