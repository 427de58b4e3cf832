"""Which providers of logins the settings have."""

from django.conf import settings
from django.urls import reverse


def show() -> dict[str, list[str]]:
    """Apps of providers, and callbacks of all kinds."""
    kinds = ("github", "gitlab", "google")
    return {
        "apps": [app for app in settings.INSTALLED_APPS if "providers" in app],
        "callbacks": [
            *(reverse(f"{kind}_callback") for kind in kinds),
            reverse("openid_connect_callback", args=["campus"]),
        ],
    }
