"""Read the arguments of a benchmark: all answer `--help` and refuse what they do not know."""

import argparse


def read_arguments(doc: str | None, *flags: str, **counts: int) -> argparse.Namespace:
    """Return numbers in this order, each optional with its default, and flags such as `--write`.

    `doc` is the program's docstring, which `--help` shows. Ends the program where they are wrong.
    """
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, default in counts.items():
        parser.add_argument(name, nargs="?", type=int, default=default, help=f"default: {default}")
    for flag in flags:
        parser.add_argument(flag, action="store_true")
    return parser.parse_args()
