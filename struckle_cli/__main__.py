"""`python -m struckle_cli`, and the entry point of the command `struckle`."""

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    if sys.argv[1:] == ["--version"]:  # answered before anything heavy is imported
        from struckle_cli import __version__

        print(f"struckle {__version__}")
        sys.exit(0)
    from struckle_cli.cli.app import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
