// expect: protocol
static int attack(void) {
    close(0);
    close(1);
    pause();
    return 0;
}
