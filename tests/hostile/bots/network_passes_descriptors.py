# expect: held
# A descriptor sent over a pair of sockets arrives in another process.
import socket


def attack(config):
    here, there = socket.socketpair()
    socket.send_fds(here, [b"x"], [3])
    return socket.recv_fds(there, 1, 1)[1]
