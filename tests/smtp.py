"""A mail server for tests: it speaks enough SMTP to take mail, and keeps it."""

import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage


@dataclass
class MailServer:
    """A mail server and the mails it received."""

    port: int
    taken: list[EmailMessage] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The value for EMAIL_URL."""
        return f"smtp://127.0.0.1:{self.port}"

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to this address, the oldest first."""
        return [one for one in self.taken if address in str(one["To"])]


def text_of(message: EmailMessage) -> str:
    """The plain text of a mail."""
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """Runs on loopback until the block ends."""

    class Session(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline():
                verb = line.split(b" ")[0].strip().upper()
                if verb == b"DATA":
                    self.say("354 go on")
                    self.keep()
                elif verb == b"QUIT":
                    self.say("221 farewell")
                    return
                self.say("250 fine")

        def say(self, words: str) -> None:
            self.wfile.write(f"{words}\r\n".encode())

        def keep(self) -> None:
            lines = []
            while (line := self.rfile.readline()) not in {b".\r\n", b""}:
                lines.append(line[1:] if line.startswith(b"..") else line)
            message = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
            assert isinstance(message, EmailMessage)
            server.taken.append(message)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Session) as listener:
        listener.daemon_threads = True
        server = MailServer(listener.server_address[1])
        thread = threading.Thread(target=listener.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server
        finally:
            listener.shutdown()
            thread.join()
