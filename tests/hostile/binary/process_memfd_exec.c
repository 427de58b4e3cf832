// expect: held
// A program in memory has no path that could be forbidden.
static int attack(void) {
    int file = memfd_create("evil", 0);
    char *words[] = {"evil", NULL};
    return file >= 0 || syscall(SYS_execveat, 0, "", words, words, AT_EMPTY_PATH) == 0;
}
