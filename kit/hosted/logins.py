"""The tokens of this person, by site."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from kit.errors import BadInput
from kit.files import own_file, read_text

FILE = "login.json"


@dataclass
class Logins:
    """`site` is where the last login was."""

    site: str | None = None
    tokens: dict[str, str] = field(default_factory=dict)

    def keep(self, site: str, token: str) -> None:
        self.site, self.tokens[site] = site, token
        self._write()

    def forget(self, site: str) -> bool:
        """Forget a site's token; return whether there was one."""
        was_known = self.tokens.pop(site, None) is not None
        if self.site == site:
            self.site = next(reversed(self.tokens), None)
        self._write()
        return was_known

    def _write(self) -> None:
        """Replace the file at once, so that nobody else reads it and no half of it is left."""
        path = own_file(FILE)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            number, aside = tempfile.mkstemp(dir=path.parent, prefix=FILE)  # mode 0600
            with os.fdopen(number, "w", encoding="utf-8") as written:
                json.dump({"site": self.site, "tokens": self.tokens}, written, indent=1)
            Path(aside).replace(path)
        except OSError as error:
            raise BadInput(f"{path} cannot be written: {error.strerror}") from error


def read() -> Logins:
    """Read what is kept; nothing, where there is no file. Raises BadInput if it is damaged."""
    path = own_file(FILE)
    try:
        data = json.loads(read_text(path))
        logins = Logins(data["site"], data["tokens"])
        texts = [*logins.tokens, *logins.tokens.values(), logins.site or ""]
        if all(isinstance(text, str) for text in texts):
            return logins
    except FileNotFoundError:
        return Logins()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, LookupError, TypeError, AttributeError):
        pass
    raise BadInput(f"{path} is damaged: delete it, and log in again")


def normalize(site: str) -> str:
    """Return the address without slashes at its end, its host in small letters."""
    site = site.strip().rstrip("/")
    try:
        parts = urlsplit(site)
        return parts._replace(scheme=parts.scheme.lower(), netloc=parts.netloc.lower()).geturl()
    except ValueError:  # asking it reports it
        return site
