# expect: held
# Netlink changes addresses, routes and firewalls.
import socket


def attack(config):
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) and "netlink"
