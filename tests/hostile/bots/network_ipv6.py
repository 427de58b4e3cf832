# expect: held
# What is closed on IPv4 is often open on IPv6.
import socket


def attack(config):
    with socket.socket(socket.AF_INET6) as peer:
        peer.connect(("::1", config["tcp6"] or 6379))
    return "reached a server over IPv6"
