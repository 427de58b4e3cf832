# expect: held
# One call with a hundred doors: none of them is needed.
TRICKS = {
    "death signal SIGKILL": (1, 9),
    "keep capabilities": (8, 1),
    "name": (15, b"postgres"),
    "strict seccomp": (22, 1),
    "drop from the bounding set": (24, 0),
    "slack of timers": (29, 1),
    "undo secure bits": (28, 0),
    "memory map": (35, 1, 0),
    "subreaper": (36, 1),
    "huge pages off": (41, 1),
    "ambient capability": (47, 2, 21),
    "speculation on": (53, 0, 2),
    "tracer: anybody": (0x59616D61, -1),
    "merge memory": (67, 1),
}


def attack(config):
    return that_worked(
        *((syscall, 157, *words, *(0,) * (5 - len(words))) for words in TRICKS.values())
    )
