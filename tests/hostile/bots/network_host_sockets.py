# expect: held
# Whoever reaches one of these is root on the host.
import socket


def connect(path):
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(path)


def attack(config):
    run = "/run/docker.sock", "/run/containerd/containerd.sock", "/run/dbus/system_bus_socket"
    return that_worked(*((connect, path) for path in (*run, "/run/systemd/private", "/dev/log")))
