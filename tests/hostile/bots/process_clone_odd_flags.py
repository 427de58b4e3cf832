# expect: held
# Every way to ask for a process that is not exactly the one that makes a thread.
THREAD = 0x3D0F00
ODD = {
    "plain": 17,
    "no signal": 0,
    "same parent": 0x8000 | 17,
    "untraced": 0x800000 | 17,
    "same files": 0x400 | 17,
    "same memory and wait": 0x4100 | 17,
    "thread in a mount namespace": THREAD | 0x20000,
    "thread in a cgroup namespace": THREAD | 0x2000000,
    "thread without its own signal stack": THREAD & ~0x10000,
    "above 32 bits": 1 << 32 | 17,
}


def clone(name, flags):
    if syscall(56, flags, None, None, None, None) == 0:
        os._exit(0)


def attack(config):
    return that_worked(*((clone, name, flags) for name, flags in ODD.items()))
