# expect: held
# Packets with any sender, and everybody's packets.
import socket


def attack(config):
    return that_worked(
        (socket.socket, socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
        (socket.socket, socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_ICMP),
        (socket.socket, socket.AF_PACKET, socket.SOCK_RAW, 0),
    )
