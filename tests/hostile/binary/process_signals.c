// expect: held
// Whoever can stop others wins their games; who stops itself looks like a sleeping host.
static int attack(void) {
    kill(getpid(), SIGSTOP);
    kill(getpid(), SIGKILL);
    return kill(-1, SIGKILL) == 0 || kill(2, 0) == 0;
}
