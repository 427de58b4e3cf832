"""An interpreter of classic BPF, to ask a compiled filter about a system call."""

import struct
from typing import Final

ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
X86_64, I386 = 0xC000003E, 0x40000003
LOAD_ABSOLUTE, RETURN, JUMP_ALWAYS, AND = 0x20, 0x06, 0x05, 0x54
JUMPS: Final = {0x15: int.__eq__, 0x25: int.__gt__, 0x35: int.__ge__}


def verdict(
    program: bytes, number: int, arguments: tuple[int, ...] = (), arch: int = X86_64
) -> int:
    """The filter's 32-bit answer to one call."""
    padded = (*arguments, *[0] * (6 - len(arguments)))
    data = struct.pack("<IIQ6Q", number, arch, 0, *padded)
    code = list(struct.iter_unpack("<HBBI", program))
    accumulator = at = 0
    while True:
        operation, yes, no, value = code[at]
        at += 1
        if operation == RETURN:
            return int(value)
        if operation == LOAD_ABSOLUTE:
            (accumulator,) = struct.unpack_from("<I", data, value)
        elif operation == AND:
            accumulator &= value
        elif operation == JUMP_ALWAYS:
            at += value
        else:
            at += yes if JUMPS[operation](accumulator, value) else no
