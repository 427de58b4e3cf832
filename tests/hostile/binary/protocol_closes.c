// expect: protocol
// Hanging up is no way out of a lost game.
static int attack(void) {
    close(0);
    close(1);
    pause();
    return 0;
}
