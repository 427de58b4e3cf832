// expect: held
// A log must not fill the disk or stop the referee.
static int attack(void) {
    for (int at = 0; at < 100000; at++) fputs("xxxxxxxx", stderr);
    return 0;
}
