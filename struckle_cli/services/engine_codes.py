"""The codes of errors of `--engine dask`, apart from what raises them: that takes long to import."""

CODES = {
    "engine.lost": "The scheduler of the cluster went away while there was work to do.",
    "engine.unreachable": "There is no scheduler there, or no workers could be started here.",
    "engine.no-workers": "The cluster has no workers.",
    "engine.version": "Workers have other versions than this process, so they may judge otherwise.",
    "engine.unseen": "A worker does not see a file that this process sees, or sees another one there.",
}
"""Where a run by `--engine dask` ends before it is done; they are told, and stand in no verdict."""
