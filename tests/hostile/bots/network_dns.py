# expect: held
# A look-up carries data out.
import socket


def attack(config):
    return socket.getaddrinfo("example.org", 80)
