"""Post to webhooks, most signed by Standard Webhooks.

Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import asyncio
import hashlib
import hmac
import json
import time
from base64 import b64decode, b64encode
from concurrent.futures import Executor
from typing import Any, NamedTuple
from uuid import UUID

import httpx

from arena.core.public_reason import public_reason
from engine.messages import Message
from engine.messages import gettext_noop as _
from website.notifications.models import ANSWER_MOST, SECRET_PREFIX
from website.notifications.ssrf_guard import BadDestination, resolve

TIMEOUT_SECONDS = 5.0  # in total, DNS lookup included


class Answer(NamedTuple):
    status: int | None
    text: str = ""
    error: str = ""

    @property
    def is_good(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class WebhookRequest(NamedTuple):
    """A message; without a secret it is not signed."""

    url: str
    secret: str
    message_id: UUID
    body: dict[str, Any]
    turn: int = 0


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """Return the `webhook-signature`: HMAC-SHA256 over `id.timestamp.body`."""
    key = b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


async def post(message: WebhookRequest, names: Executor) -> Answer:
    """Post once, following no redirect; errors are in the answer.

    DNS lookups run in `names` and may outlast the timeout.
    """
    try:
        return await asyncio.wait_for(_post(message, names), TIMEOUT_SECONDS)
    except TimeoutError:
        words = _("no response within %(seconds)s seconds")
        return Answer(None, error=Message(words, {"seconds": f"{TIMEOUT_SECONDS:g}"}))
    except BadDestination as refused:
        return Answer(None, error=refused.problem)
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        return Answer(None, error=public_reason(error)[:200])


async def _post(message: WebhookRequest, names: Executor) -> Answer:
    loop = asyncio.get_running_loop()
    where = await loop.run_in_executor(names, resolve, message.url, message.turn)
    request = json.dumps(message.body, ensure_ascii=False).encode()
    headers = {
        "host": where.url.netloc,
        "content-type": "application/json",
        "user-agent": "Kingsbench",
        "accept-encoding": "identity",
    }
    if message.secret:
        message_id, timestamp = f"msg_{message.message_id.hex}", int(time.time())
        headers |= {
            "webhook-id": message_id,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": signature(message.secret, message_id, timestamp, request),
        }
    url = httpx.URL(message.url).copy_with(host=where.address, fragment=None)
    named = {"sni_hostname": where.url.hostname}  # checked against the certificate
    async with (
        httpx.AsyncClient(trust_env=False, follow_redirects=False, timeout=TIMEOUT_SECONDS) as web,
        web.stream("POST", url, content=request, headers=headers, extensions=named) as response,
    ):
        beginning = b""
        async for chunk in response.aiter_raw():
            beginning += chunk
            if len(beginning) >= ANSWER_MOST:
                break
    text = beginning[:ANSWER_MOST].decode("utf-8", "replace")
    return Answer(response.status_code, text.replace("\0", "\N{REPLACEMENT CHARACTER}"))
