// expect: timeout
// The simplest of all.
static int attack(void) {
    for (volatile long at = 0;; at++) continue;
}
