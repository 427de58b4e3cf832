// expect: timeout
static int attack(void) {
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
    for (volatile long at = 0;; at++) continue;
}
