# expect: held
# Redis on the loopback takes orders from everybody: flush the queue of matches.
import socket


def attack(config):
    with socket.create_connection(("127.0.0.1", config["tcp"]), 1) as peer:
        peer.sendall(b"*1\r\n$8\r\nFLUSHALL\r\n")
    return "reached a tcp server"
