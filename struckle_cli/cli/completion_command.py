"""`struckle completion`."""

from typing import Annotated, Literal

import typer

from struckle_cli.cli import console
from struckle_cli.cli.shells import script

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def completion(
    shell: Annotated[
        Literal["bash", "zsh", "fish"],
        typer.Argument(metavar="bash|zsh|fish", help="Which shell.", show_default=False),
    ],
) -> None:
    """Print the script that makes a shell complete commands, options, games, seats, record files and so on.

    It takes one line in a file that the shell reads when it starts: ~/.bashrc, ~/.zshrc (behind compinit),
    ~/.config/fish/config.fish.

    \b
    Examples:
      eval "$(struckle completion bash)"
      eval "$(struckle completion zsh)"
      struckle completion fish | source
    """
    console.say(script(shell).rstrip("\n"))
