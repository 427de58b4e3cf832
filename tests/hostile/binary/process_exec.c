// expect: held
// The launcher is a Python interpreter in the same tree; it must be out of reach.
static int attack(void) {
    const char *programs[] = {"/usr/bin/python3.11", "/usr/bin/node", "/bin/sh", "/bot/kingsbench.toml",
                              "/lib64/ld-linux-x86-64.so.2"};
    for (int at = 0; at < 5; at++) {
        char *words[] = {(char *)programs[at], "-c", "print('ESCAPED')", NULL};
        execv(programs[at], words);
    }
    return 0;
}
