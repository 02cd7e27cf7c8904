"""What all tests share."""

import os
import signal
import threading

import hypothesis

if home := os.environ.get("HYPOTHESIS_HOME"):
    hypothesis.configuration.set_hypothesis_home_dir(home)

# A shell that runs the tests in its background has them ignore Ctrl-C; the commands under test would inherit that.
if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    and threading.current_thread() is threading.main_thread()
):
    signal.signal(signal.SIGINT, signal.default_int_handler)
