// expect: held
// Secrets, other bots, and the interpreter of the launcher, which no binary needs.
static int attack(void) {
    const char *paths[] = {config("secrets"), "/etc/passwd", "/proc/self/environ", "/sys", "/", "/usr/lib",
                           "/usr/bin/python3.11", "/usr/lib/python3.11/os.py", "/kingsbench/filter.bpf",
                           "/kingsbench/engine/game.py"};
    for (int at = 0; at < 10; at++)
        if (open(paths[at], O_RDONLY) >= 0) return 1;
    return 0;
}
