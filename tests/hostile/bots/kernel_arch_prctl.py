# expect: held
# The base of a segment register, and features of the processor.
def attack(config):
    found = ctypes.c_ulong()
    return that_worked(
        (syscall, 158, 0x1003, ctypes.byref(found)),  # ARCH_GET_FS
        (syscall, 158, 0x1021, ctypes.byref(found)),  # ARCH_GET_XCOMP_SUPP
        (syscall, 158, 0x1012, 0),  # ARCH_CPUID: cpuid off
    )
