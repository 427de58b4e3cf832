"""An OpenID Connect server for tests: real, on loopback, and strict with its clients."""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "kingsbench", "$ecret: ä"
KEY_ID = "one"
Query = dict[str, str]


@cache
def key() -> rsa.RSAPrivateKey:
    """Return the signing key."""
    return rsa.generate_private_key(65537, 2048)


def public_key() -> dict[str, Any]:
    """Return the key to verify signatures, as an RFC 7517 JWK."""
    public = jwt.algorithms.RSAAlgorithm.to_jwk(key().public_key(), as_dict=True)
    return public | {"kid": KEY_ID, "alg": "RS256", "use": "sig"}


@dataclass
class OpenIDServer:
    """A provider: its port, the person logged in, and the errors a test asks for."""

    port: int
    person: dict[str, Any] = field(
        default_factory=lambda: {"sub": "p-1", "preferred_username": "dora"}
    )
    error: str = ""  # instead of a code
    asks: bool = False  # on a page of its own, at a host of another name
    token: dict[str, Any] = field(default_factory=dict)  # claims that differ
    info: dict[str, Any] = field(default_factory=dict)
    leaves_out: str = ""  # a key of its discovery document or of the token's answer
    granted: dict[str, Query] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The URL as an operator writes it."""
        return f"http://127.0.0.1:{self.port}/realms/campus"

    def environment(self) -> dict[str, str]:
        """The variables that make the platform offer it."""
        return {
            "KINGSBENCH_LOGINS": "campus",
            "KINGSBENCH_LOGIN_CAMPUS_NAME": "Campus Trier",
            "KINGSBENCH_LOGIN_CAMPUS_URL": self.url,
            "KINGSBENCH_LOGIN_CAMPUS_ID": CLIENT,
            "KINGSBENCH_LOGIN_CAMPUS_SECRET": SECRET,
        }

    def discovery(self) -> dict[str, str]:
        """OpenID Connect Discovery 1.0, section 3."""
        found = {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/jwks",
        }
        return {name: value for name, value in found.items() if name != self.leaves_out}

    def answer_to(self, query: Query) -> str:
        """Return the redirect URL; its code is valid with the PKCE verifier."""
        assert query["client_id"] == CLIENT
        assert query["response_type"] == "code"
        assert "openid" in query["scope"].split()
        assert query["code_challenge_method"] == "S256"
        if self.error:
            told = {"error": self.error}
        else:
            told = {"code": secrets.token_hex(8)}
            self.granted[told["code"]] = query
        return f"{query['redirect_uri']}?{urlencode(told | {'state': query['state']})}"

    def token_for(self, form: Query) -> dict[str, Any] | None:
        """The answer of RFC 6749, section 5.1, with an id token; None where it is refused."""
        query = self.granted.pop(form.get("code", ""), None)
        if query is None or (form["client_id"], form["client_secret"]) != (CLIENT, SECRET):
            return None
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (challenge, form["redirect_uri"]) != (query["code_challenge"], query["redirect_uri"]):
            return None
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT, "iat": now, "exp": now + 60, **self.person}
        signed = jwt.encode(claims | self.token, key(), "RS256", {"kid": KEY_ID})
        found = {"access_token": "of " + str(self.person["sub"]), "id_token": signed}
        return {name: value for name, value in found.items() if name != self.leaves_out}

    def info_for(self, authorization: str) -> dict[str, Any] | None:
        """Return the bearer's claims."""
        if authorization != f"Bearer of {self.person['sub']}":
            return None
        return self.person | self.info


class Host(ThreadingHTTPServer):
    """The socket and its provider."""

    openid: OpenIDServer


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Host

    def do_GET(self) -> None:
        openid, parts = self.server.openid, urlsplit(self.path)
        openid.asked.append(parts.path)
        match parts.path.removeprefix("/realms/campus/"):
            case ".well-known/openid-configuration":
                self.say(openid.discovery())
            case "jwks":
                self.say({"keys": [public_key()]})
            case "userinfo":
                self.say(openid.info_for(self.headers.get("authorization", "")))
            case "authorize" if openid.asks:
                self.lead(f"http://localhost:{openid.port}/realms/campus/ask?{parts.query}")
            case "ask":
                self.ask(openid.answer_to(dict(parse_qsl(parts.query))))
            case "authorize":
                self.lead(openid.answer_to(dict(parse_qsl(parts.query))))
            case _:
                self.write(HTTPStatus.NOT_FOUND, "text/plain", "")

    def do_POST(self) -> None:
        self.server.openid.asked.append(self.path)
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        self.say(self.server.openid.token_for(dict(parse_qsl(body))))

    def lead(self, address: str) -> None:
        self.send_response(HTTPStatus.FOUND)
        self.send_header("location", address)
        self.send_header("content-length", "0")
        self.end_headers()

    def ask(self, address: str) -> None:
        head = '<!doctype html><title>Campus</title><link rel="icon" href="data:,">'
        link = f'<a href="{escape(address)}">It is me</a>'
        self.write(HTTPStatus.OK, "text/html", head + link)

    def say(self, answer: dict[str, Any] | None) -> None:
        status = HTTPStatus.OK if answer is not None else HTTPStatus.BAD_REQUEST
        self.write(status, "application/json", json.dumps(answer or {"error": "invalid_grant"}))

    def write(self, status: HTTPStatus, kind: str, text: str) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


@contextmanager
def openid_server() -> Iterator[OpenIDServer]:
    """Runs until the block ends."""
    with Host(("127.0.0.1", 0), Handler) as host:
        host.openid = OpenIDServer(host.server_port)
        thread = threading.Thread(target=host.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield host.openid
        finally:
            host.shutdown()
            thread.join()
