# expect: held
import socket


def attack(config):
    return socket.getaddrinfo("example.org", 80)
