# expect: held
import socket


def attack(config):
    with socket.create_connection(("127.0.0.1", config["tcp"]), 1) as peer:
        peer.sendall(b"hello")
    return "reached a tcp server"
