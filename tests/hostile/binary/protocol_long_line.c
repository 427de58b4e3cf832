// expect: output
static int attack(void) {
    for (int at = 0; at < 1 << 17; at++) putchar('x');
    return 0;
}
