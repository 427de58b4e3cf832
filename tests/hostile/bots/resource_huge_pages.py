# expect: held
# Huge pages come out of a pool that memory limits do not count.
def attack(config):
    return that_worked(
        (syscall, 9, 0, 2 << 20, 3, 0x40022, -1, 0),  # MAP_HUGETLB
        (syscall, 29, 0, 2 << 20, 0o1000 | 0o4000 | 0o600),  # shmget with SHM_HUGETLB
        (syscall, 319, b"huge", 4),  # memfd_create with MFD_HUGETLB
    )
