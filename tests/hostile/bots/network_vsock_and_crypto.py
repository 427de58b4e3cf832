# expect: held
# Sockets to the hypervisor, to the kernel's ciphers, to raw packets.
import socket


def attack(config):
    for family, kind in ((40, 1), (38, 5), (17, 3), (2, 3)):
        try:
            socket.socket(family, kind)
            return f"family {family}"
        except OSError:
            pass
