"""What belongs to the extra `pictures`: whether it is there, and what to say where it is not."""

from importlib.util import find_spec

from struckle_cli.core.errors import UsageError


def need(what: str, *packages: str) -> None:
    """Raise `UsageError` if one of some packages is not installed; none of them is imported for that."""
    if any(find_spec(name) is None for name in packages):
        why = f"{what} need packages that are not installed: pip install 'struckle[pictures]'"
        raise UsageError(why, code="usage.pictures")
