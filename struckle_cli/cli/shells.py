"""Completion in bash, zsh and fish: the script that each needs, and the talk between it and the program.

A script calls `struckle` with `_STRUCKLE_COMPLETE` naming the shell, and with what was typed as arguments, so
that blanks, quotes and the like in it need no care:

- bash: the line up to the cursor, and the piece of it that bash will replace (it cuts words at `:` and `=`);
- zsh: the words without their quotes, the last one up to the cursor;
- fish: the words without their quotes, but the last one as it was typed.

The answer is lines. bash gets `files` or `words`, then what the piece can become. zsh gets the kind of files
that fit and how many characters stand before their path, then words with what they stand for. fish gets
words, and behind a tabulator what they stand for. Whatever goes wrong, the answer is empty: there is nobody
to tell.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from struckle_cli.cli import completing
from struckle_cli.cli.completing import Offer
from struckle_cli.replay.source import COMPRESSIONS, ENCODINGS

VARIABLE = "_STRUCKLE_COMPLETE"

_BASH = """\
# bash completion for struckle
_struckle() {
    local kind='' item word=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    # Variables and commands in a word are bash's own affair.
    if [[ $word == *[\\$\\`]* ]]; then
        compopt -o bashdefault -o default 2>/dev/null
        return 0
    fi
    while IFS= read -r item; do
        if [[ -z $kind ]]; then
            kind=$item
            continue
        fi
        COMPREPLY+=("$item")
    done < <(@VARIABLE@=bash "${1/#\\~\\//$HOME/}" "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
    if [[ $kind == files ]]; then
        compopt -o filenames 2>/dev/null
    fi
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
    return 0
}
complete -F _struckle struckle
"""

_ZSH = """\
#compdef struckle
# zsh completion for struckle
_struckle() {
    local -a lines open closed
    local kind item
    local -i front
    lines=("${(@f)$(@VARIABLE@=zsh "${(Q)words[1]/#\\~\\//$HOME/}" \\
        "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    kind=${lines[1]%% *}
    front=${lines[1]##* }
    for item in "${(@)lines[2,-1]}"; do
        if [[ ${item%%:*} == *= || $item == *=:* ]]; then
            open+=("$item")
        else
            closed+=("$item")
        fi
    done
    (( $#closed )) && _describe -t values struckle closed
    (( $#open )) && _describe -t values struckle open -S ''
    (( front )) && compset -p $front
    case $kind in
        records) _files -g '@RECORDS@' ;;
        secrets) _files -g '*.secrets(-.)' ;;
        files) _files ;;
        folders) _files -/ ;;
    esac
    return 0
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _struckle "$@"
else
    compdef _struckle struckle
fi
"""

_FISH = """\
# fish completion for struckle
function __struckle_complete
    set -l words (commandline -xpc 2>/dev/null; or commandline -opc)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    env @VARIABLE@=fish $program $words (commandline -ct) 2>/dev/null
end
complete --command struckle --no-files --arguments '(__struckle_complete)'
"""


def script(shell: str) -> str:
    """The script that makes a shell complete the words of `struckle`."""
    suffixes = f"({'|'.join(ENCODINGS)})(|{'|'.join(COMPRESSIONS)})"
    text = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}[shell]
    return text.replace("@VARIABLE@", VARIABLE).replace("@RECORDS@", f"*.{suffixes}(-.)")


def answer(command: Any, shell: str, arguments: Sequence[str]) -> int:
    """Write what the script of a shell asks for; 2 if there is no such shell, and nothing is written."""
    if shell not in _ANSWERS:
        return 2
    lines: list[str] = []
    # Nothing that is imported or called on the way may speak between the lines.
    with (
        open(os.devnull, "w") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
        contextlib.suppress(Exception),
    ):
        lines = _ANSWERS[shell](command, arguments)
    sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
    return 0


def _bash(command: Any, arguments: Sequence[str]) -> list[str]:
    line, piece = arguments
    words = split(line)
    offer = completing.offers(command, words[1:-1], words[-1])
    found = [word.text for word in offer.words]
    found += (path.removesuffix("/") for path in _paths(offer, words[-1]))  # bash puts it there itself
    typed = "" if piece in ("=", ":") else piece
    cut = len(words[-1]) - len(typed) if words[-1].endswith(typed) else 0
    return ["files" if offer.files else "words", *(text[cut:] for text in found)]


def _zsh(command: Any, arguments: Sequence[str]) -> list[str]:
    offer = completing.offers(command, arguments[1:-1], arguments[-1])
    described = [
        text.replace("\\", "\\\\").replace(":", "\\:") + (f":{_short(about)}" if about else "")
        for text, about in offer.words
    ]
    return [f"{offer.files or 'words'} {len(offer.front)}", *described]


def _fish(command: Any, arguments: Sequence[str]) -> list[str]:
    word = split(arguments[-1])[-1]
    offer = completing.offers(command, arguments[1:-1], word)
    described = [text + (f"\t{_short(about)}" if about else "") for text, about in offer.words]
    return described + _paths(offer, word)


_ANSWERS: dict[str, Callable[[Any, Sequence[str]], list[str]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}


def _paths(offer: Offer, word: str) -> list[str]:
    """What a word can become whose end is a path."""
    if not offer.files:
        return []
    begun = word.removeprefix(offer.front)
    return [offer.front + path for path in completing.paths(begun, offer.files)]


def _short(about: str) -> str:
    """What a word stands for, on one line."""
    return " ".join(about.split())


def split(line: str) -> list[str]:
    """The words of a half-typed line without their quotes; the last one, maybe empty, is that at its end."""
    from typer._click.shell_completion import split_arg_string

    words = split_arg_string(line + "\x00")  # whatever is open there, a quote too, ends in the last word
    return [*words[:-1], words[-1].removesuffix("\x00")]
