// expect: held
// What the launcher had open must be closed by then.
static int attack(void) {
    struct stat found;
    for (int end = 3; end < 1024; end++)
        if (fstat(end, &found) == 0) return 1;
    return 0;
}
