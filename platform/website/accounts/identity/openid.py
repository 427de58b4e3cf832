"""OpenID Connect through allauth, with stricter checks."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.core.exceptions import ImproperlyConfigured  # raised for too long identifiers

NEEDED = ("issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri")


class OpenIDAdapter(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]  # allauth has no types
    """Report unreadable answers as OAuth2Error."""

    @property
    def openid_config(self) -> dict[str, Any]:
        config: dict[str, Any] = super().openid_config
        if missing := [name for name in NEEDED if not config.get(name)]:
            raise OAuth2Error(f"the server's discovery document has no {missing[0]}")
        return config

    def complete_login(self, *args: Any, **kwargs: Any) -> SocialLogin:
        try:
            return super().complete_login(*args, **kwargs)
        except (AttributeError, ImproperlyConfigured, LookupError, TypeError, ValueError) as error:
            raise OAuth2Error("the server's user info cannot be read") from error


class OpenIDProvider(OpenIDConnectProvider):  # type: ignore[misc]  # allauth has no types
    package = "allauth.socialaccount.providers.openid_connect"
    oauth2_adapter_class = OpenIDAdapter

    def serialize(self) -> dict[str, Any]:
        """Identify by name: two servers may have issued the same client id."""
        params: dict[str, Any] = super().serialize()
        return params | {"id": self.sub_id}

    def extract_uid(self, data: dict[str, Any]) -> str:
        """Return the subject. Raise OAuth2Error unless token and user info agree on it.

        Source: OpenID Connect Core 1.0, 5.3.2.
        """
        if data.get("id_token", {}).get("sub") != data["userinfo"]["sub"]:
            raise OAuth2Error("the token and the user info are of different subjects")
        return str(data["userinfo"]["sub"])

    def extract_email_addresses(self, data: dict[str, Any]) -> list[EmailAddress]:
        """Verify an address only for JSON true or "true"."""
        addresses: list[EmailAddress] = super().extract_email_addresses(data)
        for address in addresses:
            address.verified = address.verified in (True, "true")
        return addresses
