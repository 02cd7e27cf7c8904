"""What a worker process of our own cluster loads first: it says nothing, and leaves Ctrl-C to its parent."""

import os
from typing import Any

from struckle_cli.services.processes import heed_the_parent_alone


def dask_setup(worker: Any) -> None:
    """Called by Dask when the worker starts."""
    heed_the_parent_alone()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
