// expect: output
// The referee must not buffer without end.
static int attack(void) {
    for (int at = 0; at < 1 << 17; at++) putchar('x');
    return 0;
}
