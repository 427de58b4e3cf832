"""What an upload may be, as the jail has it: numbers and names, nothing that could start a bot."""

from sandbox.guest.upload_rules import (
    DEPTH,
    FILES,
    KIB,
    NAME_LENGTH,
    PYTHON_BYTES,
    UNPACKED_BYTES,
    ZIP_BYTES,
    entry_count,
    is_packed_too_well,
    is_plain,
    loads_instead_of_bot,
)

__all__ = [
    "DEPTH",
    "FILES",
    "KIB",
    "NAME_LENGTH",
    "PYTHON_BYTES",
    "UNPACKED_BYTES",
    "ZIP_BYTES",
    "entry_count",
    "is_packed_too_well",
    "is_plain",
    "loads_instead_of_bot",
]
