// expect: timeout
// The CPU of all threads counts.
static void *spin(void *unused) {
    for (volatile long at = 0;; at++) continue;
    return unused;
}

static int attack(void) {
    pthread_t thread;
    for (int at = 0; at < 4; at++) pthread_create(&thread, NULL, spin, NULL);
    spin(NULL);
    return 1;
}
