# expect: held
import socket


def attack(config):
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) and "netlink"
