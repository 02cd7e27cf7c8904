"""Where a Chromium lies that the tests of pages can use: `python -m tests.browser.chromium` prints it.

Nothing is ever downloaded. `CHROMIUM` names one (a path, or a name on the PATH); else the usual names are
looked for, and the usual places of systems that have no names on the PATH. Needs the standard library only.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
)
HELP = """\
no Chromium was found: the tests of pages run in a real browser, and never download one
  Debian:                         apt-get install chromium
  other systems:                  their package chromium, or Google Chrome
  one that is somewhere else:     CHROMIUM=/path/to/chrome make browser"""


def find(environ: Mapping[str, str], places: Iterable[str] = PLACES) -> str | None:
    """The path of a browser that runs here. What `CHROMIUM` names is taken or nothing is."""
    wanted = environ.get("CHROMIUM")
    for name in [wanted] if wanted else [*NAMES, *places]:
        found = shutil.which(name, path=environ.get("PATH"))
        if found is not None and answers(found):
            return os.path.abspath(found)
    return None


def answers(program: str) -> bool:
    """Whether a program is a Chromium that runs; on some systems it only tells how to get one."""
    if sys.platform == "win32":  # there `--version` opens a window
        return True
    try:
        done = subprocess.run(
            [program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and b"Chrom" in done.stdout


def main() -> int:
    """Print the path (0), or say how to get a browser (1)."""
    found = find(os.environ)
    if found is not None:
        print(found)
        return 0
    if wanted := os.environ.get("CHROMIUM"):
        print(f"CHROMIUM={wanted} is no Chromium that runs here", file=sys.stderr)
    else:
        print(HELP, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
