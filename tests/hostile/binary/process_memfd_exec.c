// expect: held
static int attack(void) {
    int file = memfd_create("evil", 0);
    char *words[] = {"evil", NULL};
    return file >= 0 || syscall(SYS_execveat, 0, "", words, words, AT_EMPTY_PATH) == 0;
}
