"""OpenStack Swift with its S3 interface in one process, for Debian's Python (python3-swift).

    /usr/bin/python3 tests/tooling/swift_server.py FOLDER PORT KEY SECRET

Account, container, object and proxy server with one replica in one folder, which needs extended
attributes. tempauth's S3 user is KEY with SECRET. Ends with the process.
"""

import sys
from pathlib import Path
from typing import Any

SWIFT = """
[swift-hash]
swift_hash_path_prefix = tests
swift_hash_path_suffix = tests
[storage-policy:0]
name = only
default = yes
"""
SERVER = """
[DEFAULT]
devices = {folder}/devices
mount_check = false
swift_dir = {folder}
workers = 0
[app:main]
use = egg:swift#{kind}
[pipeline:unused]
pipeline = main
"""
PROXY = """
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth copy dlo slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:dlo]
use = egg:swift#dlo
[filter:slo]
use = egg:swift#slo
"""


def main(folder: Path, port: int, key: str, secret: str) -> None:
    """Serve until this process is killed."""
    import eventlet  # noqa: PLC0415  # Debian's: nothing of ours may be asked for

    eventlet.monkey_patch()
    from swift.common import utils  # noqa: PLC0415

    (folder / "devices" / "disk").mkdir(parents=True)
    (folder / "swift.conf").write_text(SWIFT)
    utils.set_swift_dir(str(folder))
    kinds = ("account", "container", "object")
    listeners = {kind: eventlet.listen(("127.0.0.1", 0)) for kind in kinds}
    for kind, listener in listeners.items():
        make_ring(folder, kind, listener.getsockname()[1])
    for kind, listener in listeners.items():
        conf = folder / f"{kind}.conf"
        conf.write_text(SERVER.format(folder=folder, kind=kind))
        eventlet.spawn(serve, listener, conf)
    conf = folder / "proxy.conf"
    account, _, user = key.partition(":")
    conf.write_text(PROXY.format(folder=folder, account=account, user=user, secret=secret))
    serve(eventlet.listen(("127.0.0.1", port)), conf)


def make_ring(folder: Path, kind: str, port: int) -> None:
    """Write a ring with one replica on this folder's disk."""
    from swift.common.ring import RingBuilder  # noqa: PLC0415

    builder: Any = RingBuilder(4, 1, 0)
    place = {"region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "disk"}
    builder.add_dev(place | {"replication_ip": "127.0.0.1", "replication_port": port})
    builder.rebalance()
    builder.get_ring().save(str(folder / f"{kind}.ring.gz"))


def serve(listener: Any, conf: Path) -> None:
    """Answer with the application of this file."""
    import eventlet.wsgi  # noqa: PLC0415
    from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: PLC0415

    app = loadapp(str(conf), global_conf={"log_name": conf.stem})
    eventlet.wsgi.server(listener, app, protocol=SwiftHttpProtocol, log_output=False)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4])
