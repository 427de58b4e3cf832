// expect: held
// Locks on a shared file are a channel between two bots.
static int attack(void) {
    struct flock whole = {.l_type = F_RDLCK};
    int file = open("/bot/bot", O_RDONLY);
    return flock(file, LOCK_SH) == 0 || fcntl(file, F_SETLK, &whole) == 0 || fcntl(file, F_SETLEASE, F_RDLCK) == 0;
}
