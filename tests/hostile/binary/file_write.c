// expect: held
// What is written in one game could be read in the next.
static int attack(void) {
    const char *paths[] = {config("canary"), "/canary", "/bot/canary", "/bot/bot", "/tmp/canary", "/dev/shm/canary"};
    for (int at = 0; at < 6; at++)
        if (open(paths[at], O_WRONLY | O_CREAT, 0666) >= 0) return 1;
    return mkdir("/bot/canary", 0777) == 0 || unlink("/bot/bot") == 0 || chmod("/bot/bot", 0777) == 0;
}
