// expect: held
// Databases, names, netlink, other machines: no socket, no door.
static int attack(void) {
    int families[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, 40, 38};
    for (int at = 0; at < 6; at++)
        if (socket(families[at], SOCK_STREAM, 0) >= 0 || socket(families[at], SOCK_RAW, 0) >= 0) return 1;
    int pair[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}
