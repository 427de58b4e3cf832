"""Tokens: created once, found by their secret only, and gone for good once revoked."""

from collections.abc import Collection
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests import cast
from website.accounts.models import Token, User
from website.accounts.tokens import MOST_TOKENS, TokenRefused, find_token, make_token

READ = (Token.Scope.READ,)


def made(user: User, scopes: Collection[str] = READ) -> tuple[Token, str]:
    return make_token(user=user, name="laptop", scopes=scopes)


def test_the_secret_is_shown_once_and_kept_nowhere(alice: User) -> None:
    token, secret = made(alice)
    token.refresh_from_db()
    assert secret.startswith("kb_")
    assert len(secret) == 3 + 43  # 256 bits
    assert token.prefix == secret[:9]
    kept = {str(getattr(token, field.attname)) for field in Token._meta.concrete_fields}
    assert not any(secret[9:] in value for value in kept)


def test_no_two_secrets_are_alike(alice: User) -> None:
    secrets = {made(alice)[1] for _ in range(5)}
    assert len(secrets) == 5


def test_the_secret_finds_the_token_and_nothing_else_does(alice: User) -> None:
    token, secret = made(alice)
    found = find_token(secret=secret)
    assert found == token
    assert found.user == alice
    for wrong in ("", "kb_", token.prefix, token.digest, secret[:-1], secret + "a", secret.lower()):
        assert find_token(secret=wrong) is None


def test_revoked_tokens_open_nothing_and_keep_the_first_moment(alice: User) -> None:
    token, secret = made(alice)
    token.revoke()
    first = token.revoked_at
    token.revoke()
    assert token.revoked_at == first
    assert find_token(secret=secret) is None


def test_expired_tokens_open_nothing(alice: User) -> None:
    _token, secret = make_token(
        user=alice, name="ci", scopes=READ, expires_at=timezone.now() + timedelta(hours=1)
    )
    assert find_token(secret=secret)
    Token.objects.update(expires_at=timezone.now())
    assert find_token(secret=secret) is None


def test_tokens_of_suspended_users_open_nothing(alice: User) -> None:
    _token, secret = made(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert find_token(secret=secret) is None


def test_use_is_noted_once_in_a_while(
    alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    token, secret = made(alice)
    find_token(secret=secret)
    token.refresh_from_db()
    noted = token.last_used_at
    assert noted is not None
    with django_assert_num_queries(1):
        find_token(secret=secret)
    Token.objects.update(last_used_at=noted - timedelta(minutes=6))
    find_token(secret=secret)
    token.refresh_from_db()
    assert token.last_used_at is not None
    assert token.last_used_at >= noted


@pytest.mark.parametrize(
    ("name", "scopes", "words"),
    [
        ("", ["read"], "Give it a name"),
        ("x" * 61, ["read"], "Give it a name"),
        ("a\0b", ["read"], "Give it a name"),
        ("ci", [], "at least one"),
        ("ci", ["read", "everything"], "Unknown scope “everything”"),
        ("ci", ["organise"], "Only organisers"),
    ],
)
def test_what_makes_no_token_is_refused(
    name: str, scopes: list[str], words: str, alice: User
) -> None:
    with pytest.raises(TokenRefused, match=words):
        make_token(user=alice, name=name, scopes=scopes)
    assert not Token.objects.exists()


def test_a_token_cannot_be_born_expired(alice: User) -> None:
    with pytest.raises(TokenRefused, match="past"):
        make_token(user=alice, name="ci", scopes=READ, expires_at=timezone.now())


def test_organisers_have_tokens_that_organise(db: None) -> None:
    token, _secret = made(cast.olga(), ["organise", "read"])
    assert token.scopes == ["read", "organise"]


def test_so_many_tokens_and_no_more_until_one_is_revoked(alice: User, bob: User) -> None:
    tokens = [made(alice)[0] for _ in range(MOST_TOKENS)]
    with pytest.raises(TokenRefused, match="Revoke one"):
        made(alice)
    made(bob)
    tokens[0].revoke()
    assert made(alice)
