"""`python -m struckle_cli`, and the entry point of the command `struckle`."""

import gc
import sys

ENDING = ("SIGTERM", "SIGHUP")
"""Signals that ask a program to end; a system need not have both."""


def main() -> None:
    """Run the command line and exit with its code."""
    gc.disable()  # collecting while modules are imported costs a twentieth of the start; `cli.app` enables it
    try:
        if sys.argv[1:] == ["--version"] and sys.stdout is not None:
            sys.exit(_version())  # answered before anything heavy is imported
        _end_as_by_ctrl_c()
        from struckle_cli.cli.app import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:  # while modules are being imported
        sys.exit(130)


def _end_as_by_ctrl_c() -> None:
    """Let what ends a program do what Ctrl-C does: no half file stays, reports are closed, the code is 130.

    A signal that is ignored (`nohup`) stays so.
    """
    import signal

    for name in ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def _version() -> int:
    from struckle_cli import __version__

    try:
        sys.stdout.write(f"struckle {__version__}\n")
        sys.stdout.flush()
    except OSError:
        from struckle_cli.cli.app import run

        return run(["--version"])
    return 0


if __name__ == "__main__":
    main()
