// expect: held
// A limit that its owner may raise is none.
static int attack(void) {
    struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY}, files = {4096, 4096}, data;
    getrlimit(RLIMIT_DATA, &data);
    return setrlimit(RLIMIT_DATA, &more) == 0 || setrlimit(RLIMIT_NOFILE, &files) == 0 ||
           setrlimit(RLIMIT_NPROC, &more) == 0 || data.rlim_max == RLIM_INFINITY;
}
