"""What all tests share."""

import os

import hypothesis

if home := os.environ.get("HYPOTHESIS_HOME"):
    hypothesis.configuration.set_hypothesis_home_dir(home)
