"""Benchmarks: `python -m bench.NAME`, each with `--help`. They use parts of the tests."""

import sys
from importlib.util import find_spec

if find_spec("pytest") is None:
    sys.exit("Benchmarks need the tests' packages. This installs them: ./kingsbench test --quick")
