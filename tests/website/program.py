"""A program of somebody of the cast, in front of the API."""

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from website.accounts.models import Token, User
from website.accounts.tokens import make_token

ROOT = "/api/v1/"


class Program(Client):
    """A client with paths below the API's root that sends JSON."""

    def __init__(self, user: User | None = None, *scopes: str) -> None:
        """Use a token with these scopes, by default all of the user's."""
        headers = {"Authorization": f"Bearer {secret_of(user, *scopes)}"} if user else {}
        super().__init__(headers=headers)

    def read(self, path: str, status: int = 200) -> Any:
        """Return a GET's JSON."""
        response = self.get(ROOT + path)
        assert response.status_code == status, response.content
        return response.json()

    def send(self, path: str, status: int = 200, method: str = "POST", **sent: Any) -> Any:
        """Return the response to these values."""
        response = self.generic(
            method, ROOT + path, self.written(sent), content_type="application/json"
        )
        assert response.status_code == status, response.content
        return response.json()

    @staticmethod
    def written(sent: dict[str, Any]) -> str:
        """Return these values as JSON."""
        return json.dumps(sent, cls=DjangoJSONEncoder)

    def names(self, path: str, key: str = "slug") -> list[Any]:
        """Return one value of each item of a list."""
        return [row[key] for row in self.read(path)["results"]]


def secret_of(user: User, *scopes: str) -> str:
    """A token's secret."""
    everything = set(Token.Scope.values) - (set() if user.is_organiser else {Token.Scope.ORGANISE})
    return make_token(user=user, name="test", scopes=scopes or everything)[1]
