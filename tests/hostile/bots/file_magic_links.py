# expect: held
# Links that lead to a process's root, or to what is open in it.
def attack(config):
    return that_worked(
        *(
            (os.stat, path)
            for path in (
                "/proc/self/root", "/proc/1/root/etc", "/proc/self/cwd/..", "/dev/fd/3",
                "/dev/stdin", "/proc/self/fd/4", "/proc/thread-self/root",
            )
        )
    )  # fmt: skip
