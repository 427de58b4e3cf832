# expect: held
# The names of the host's interfaces tell where one is.
import socket


def attack(config):
    return that_worked((socket.if_nameindex,), (socket.if_nametoindex, "lo"))
