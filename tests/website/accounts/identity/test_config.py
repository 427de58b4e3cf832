"""Providers come from the environment; bad settings stop the start with a remedy."""

import json
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.arena import calls
from tests.website.scripts import login_apps
from tests.website.test_settings import run
from website.accounts.identity.config import apps, for_allauth, read_providers

GITHUB = {
    "KINGSBENCH_LOGINS": "github",
    "KINGSBENCH_LOGIN_GITHUB_ID": "id",
    "KINGSBENCH_LOGIN_GITHUB_SECRET": "s3cret",
}
CAMPUS = {
    "KINGSBENCH_LOGINS": "campus",
    "KINGSBENCH_LOGIN_CAMPUS_NAME": "Campus Trier",
    "KINGSBENCH_LOGIN_CAMPUS_URL": "https://login.example.org/realms/campus/",
    "KINGSBENCH_LOGIN_CAMPUS_ID": "kingsbench",
    "KINGSBENCH_LOGIN_CAMPUS_SECRET": "$s3cret",
}


def test_nothing_said_is_nobody_offered() -> None:
    assert read_providers({"PATH": "/bin", "KINGSBENCH_LOGINS": " , "}) == []
    assert for_allauth([]) == {}
    assert apps([]) == []


def test_a_known_one_needs_an_id_and_a_secret_alone() -> None:
    [one] = read_providers(GITHUB)
    assert (one.name, one.label, one.kind, one.url) == ("github", "GitHub", "github", "")
    assert "s3cret" not in repr(one)
    app = {"client_id": "id", "secret": "s3cret", "name": "GitHub"}
    assert for_allauth([one]) == {"github": {"OAUTH_PKCE_ENABLED": True, "APPS": [app]}}


def test_any_other_name_is_an_openid_connect_server_in_the_order_of_the_list() -> None:
    names = {"KINGSBENCH_LOGINS": "campus, github,campus"}
    first, second = read_providers(GITHUB | CAMPUS | names)
    assert (first.name, first.label, first.secret) == ("campus", "Campus Trier", "$s3cret")
    assert second.name == "github"
    terms = for_allauth([first])["openid_connect"]["APPS"][0]
    assert terms["provider_id"] == "campus"
    assert terms["settings"] == {"server_url": "https://login.example.org/realms/campus"}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"KINGSBENCH_LOGINS": "Git Hub"}, ("'Git Hub'", "lowercase letters and digits")),
        (
            {"KINGSBENCH_LOGINS": "gihub"},
            ("'gihub'", "correct the name", "KINGSBENCH_LOGIN_GIHUB_URL"),
        ),
        ({"KINGSBENCH_LOGINS": "github"}, ("KINGSBENCH_LOGIN_GITHUB_ID is empty",)),
        (
            GITHUB | {"KINGSBENCH_LOGIN_GITHUB_SECRET": " "},
            ("GITHUB_SECRET is empty", "registered"),
        ),
        (GITHUB | {"KINGSBENCH_LOGIN_GITHUB_ID": ""}, ("GITHUB_ID is empty",)),
        (GITHUB | {"KINGSBENCH_LOGINS": ""}, ("does not name 'github'", "add it there")),
        (GITHUB | {"KINGSBENCH_LOGIN_GITHUB_SECERT": "x"}, ("SECERT is not a known variable",)),
        (GITHUB | {"KINGSBENCH_LOGIN_": "x"}, ("is not a known variable",)),
        (GITHUB | {"KINGSBENCH_LOGIN_GITHUB_URL": "https://x.org"}, ("GITHUB_URL has no meaning",)),
        (CAMPUS | {"KINGSBENCH_LOGIN_CAMPUS_NAME": "x" * 61}, ("CAMPUS_NAME is too long",)),
        *(
            (CAMPUS | {"KINGSBENCH_LOGIN_CAMPUS_URL": url}, ("CAMPUS_URL", "https://login."))
            for url in (
                "login.example.org",
                "http://login.example.org",
                "https://",
                "https://login.example.org?x=1",
                "https://me:it@login.example.org",
                "https://login.example.org:port",
                "https://login example.org",
                "javascript:alert(1)",
            )
        ),
    ],
)
def test_what_cannot_be_used_says_which_variable_and_what_to_do(
    given: dict[str, str], words: tuple[str, ...]
) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        read_providers(given)
    assert [word for word in words if word not in str(refused.value)] == []
    assert "s3cret" not in str(refused.value)


def test_a_platform_that_is_started_so_serves_them(tmp_path: Path) -> None:
    names = {"KINGSBENCH_LOGINS": "github,gitlab,google,campus"}
    others = {
        f"KINGSBENCH_LOGIN_{name}_{part}": "x"
        for name in ("GITLAB", "GOOGLE")
        for part in ("ID", "SECRET")
    }
    settings = {"DJANGO_SETTINGS_MODULE": "website.settings"}
    done = run(
        tmp_path, "-c", calls.code(login_apps.show), **(settings | GITHUB | CAMPUS | others | names)
    )
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    kinds = ("github", "gitlab", "google", "openid_connect")
    assert shown["apps"] == [f"allauth.socialaccount.providers.{kind}" for kind in kinds]
    names_there = ("github", "gitlab", "google", "campus")
    assert shown["callbacks"] == [f"/accounts/linked/{name}/callback/" for name in names_there]
    told = run(tmp_path, "manage.py", "check", KINGSBENCH_LOGINS="gihub")
    assert told.returncode != 0
    assert "KINGSBENCH_LOGINS names 'gihub'" in told.stderr
