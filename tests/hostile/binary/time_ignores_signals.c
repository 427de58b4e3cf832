// expect: timeout
// No signal that can be ignored may be what stops a bot.
static int attack(void) {
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
    for (volatile long at = 0;; at++) continue;
}
