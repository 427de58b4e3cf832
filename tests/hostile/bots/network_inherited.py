# expect: held
# Is one of the open descriptors a socket after all?
import socket


def attack(config):
    return that_worked(*((socket.socket, -1, -1, -1, end) for end in range(64)))
