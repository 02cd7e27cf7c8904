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

# Tests in the background of a shell ignore Ctrl-C, those under nohup a hang-up, and so would what they start.
if threading.current_thread() is threading.main_thread():
    for name, usual in (
        ("SIGINT", signal.default_int_handler), ("SIGTERM", signal.SIG_DFL), ("SIGHUP", signal.SIG_DFL),
    ):  # fmt: skip
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)
