// expect: held
static int attack(void) {
    for (int at = 0; at < 100000; at++) fputs("xxxxxxxx", stderr);
    return 0;
}
