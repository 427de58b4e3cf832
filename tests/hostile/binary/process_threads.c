// expect: held
// Threads are allowed up to a limit.
static void *sit(void *unused) { pause(); return unused; }

static int attack(void) {
    static int born;
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    while (born < 200 && !pthread_create(&thread, &small, sit, NULL)) born++;
    return born < 1 || born > 40;
}
