"""Visit a platform whose disk is full, with a token, a password and the path of a file to fill it.

Prints the status and content of each page as JSON.
"""

import json
import sys
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

PAGES = ("", "ladders/", "ladders/dominion-first-game/", "bots/", "bots/alcuin/", "matches/",
         "accounts/login/", "health/")  # fmt: skip


def main(token: str, password: str, filler: str = "") -> None:
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES["staticfiles"]["BACKEND"] = plain
    django.setup()
    browser = Client(raise_request_exception=False, SERVER_NAME="localhost")
    browser.get("/")
    kept = connection.cursor()  # as other processes of a platform have it open
    if filler:
        fill_disk(Path(filler))
    json.dump(visit(browser, {"Authorization": f"Bearer {token}"}, password), sys.stdout)
    kept.close()


def fill_disk(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass


def visit(browser: Client, headers: dict[str, str], password: str) -> dict[str, tuple[int, str]]:
    """Status and content of each page, of a log-in and of an upload."""
    upload = SimpleUploadedFile("bot.py", b"def decide(request): return request.default\n")
    answers: dict[str, Any] = {name: browser.get(f"/{name}") for name in PAGES}
    answers["ready"] = browser.get("/health/ready/")
    answers["api"] = browser.get("/api/v1/bots/", headers=headers)
    answers["me"] = browser.get("/api/v1/me/", headers=headers)
    answers["login"] = browser.post("/accounts/login/", {"login": "alice", "password": password})
    versions = "/api/v1/bots/alcuin/versions/"
    answers["upload"] = browser.post(versions, {"upload": upload}, headers=headers)
    return {
        name: (answer.status_code, answer.content.decode(errors="replace"))
        for name, answer in answers.items()
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
