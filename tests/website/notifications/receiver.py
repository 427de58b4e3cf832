"""A receiver of webhooks: a real server on loopback that keeps what it gets."""

import hashlib
import hmac
import json
import ssl
import threading
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

Header = tuple[str, str]


@dataclass
class Receiver:
    """A webhook's receiver and its requests."""

    url: str
    status: int = 200
    headers: list[Header] = field(default_factory=list)
    answer: bytes = b"thank you"
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    hold: threading.Event | None = None

    def ids(self) -> list[str]:
        """The ids of the messages, in their order."""
        return [headers["webhook-id"] for headers, _body in self.got]

    def bodies(self) -> list[dict[str, Any]]:
        """The messages."""
        return [json.loads(body) for _headers, body in self.got]


@contextmanager
def receiving(certificate: Path | None = None) -> Iterator[Receiver]:
    """Runs until the block ends; with a certificate and its key in that file it speaks HTTPS."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            receiver.got.append(({k.lower(): v for k, v in self.headers.items()}, body))
            if receiver.hold is not None:
                receiver.hold.wait(PATIENCE)
            self.send_response(receiver.status)
            for name, value in receiver.headers:
                self.send_header(name, value)
            self.send_header("content-length", str(len(receiver.answer)))
            self.end_headers()
            self.wfile.write(receiver.answer)

        def log_message(self, *_args: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        scheme = "http"
        if certificate is not None:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            tls.load_cert_chain(certificate)
            server.socket = tls.wrap_socket(server.socket, server_side=True)
            scheme = "https"
        receiver = Receiver(f"{scheme}://127.0.0.1:{server.server_port}/hook?key=s3cret")
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield receiver
        finally:
            if receiver.hold is not None:
                receiver.hold.set()
            server.shutdown()
            thread.join()


def is_genuine(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """Verify by the Standard Webhooks specification, without the sender's code."""
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = b64decode(secret.removeprefix("whsec_"))
    expected = b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return f"v1,{expected}" in headers["webhook-signature"].split(" ")
