"""What all tests share."""

import os
import signal
import threading

import hypothesis

if home := os.environ.get("HYPOTHESIS_HOME"):
    hypothesis.configuration.set_hypothesis_home_dir(home)

# Machines are shared and noisy: no law fails because something took long.
hypothesis.settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("untimed")

# Tests in the background of a shell ignore Ctrl-C, and so would the commands that they start.
if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    and threading.current_thread() is threading.main_thread()
):
    signal.signal(signal.SIGINT, signal.default_int_handler)
