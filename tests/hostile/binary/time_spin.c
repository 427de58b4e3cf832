// expect: timeout
static int attack(void) {
    for (volatile long at = 0;; at++) continue;
}
