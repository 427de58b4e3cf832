"""Webhook pages."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from arena.core.errors import Refused
from website.notifications.models import Webhook
from website.notifications.ssrf_guard import BadDestination, check_url
from website.notifications.webhooks import (
    EVENTS,
    edit_hook,
    make_hook,
    renew_secret,
    send_again,
    send_test,
)
from website.site.http import OwnRequest


class HookEventsForm(forms.Form):
    """Address and events of a webhook."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("Must begin with https:// and be reachable from the internet."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    events = forms.MultipleChoiceField(
        label=_("Events"),
        choices=[(kind.value, kind.label) for kind in EVENTS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one event.")},
    )

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        try:
            check_url(url)
        except BadDestination as refused:
            raise forms.ValidationError(refused.message) from refused
        return url


class HookForm(HookEventsForm):
    kind = forms.ChoiceField(
        label=_("Messages"),
        choices=Webhook.Kind.choices,
        initial=Webhook.Kind.SIGNED,
        required=False,
        widget=forms.RadioSelect,
    )

    def clean_kind(self) -> Webhook.Kind:
        return Webhook.Kind(self.cleaned_data["kind"] or Webhook.Kind.SIGNED)


class HookEditForm(HookEventsForm):
    is_active = forms.BooleanField(label=_("Enabled"), required=False)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hooks(request: OwnRequest) -> HttpResponse:
    """List and create webhooks; show a secret once."""
    form = HookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            hook = make_hook(owner=request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return _detail(request, hook, secret=hook.key)
    context = {"form": form, "hooks": request.user.webhooks.all()}
    return render(request, "account/webhooks.html", context, status=_status(form))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hook(request: OwnRequest, pk: int) -> HttpResponse:
    found = _own(request, pk)
    if request.method != "POST":
        return _detail(request, found)
    form = HookEditForm(request.POST)
    if form.is_valid():
        try:
            edit_hook(hook=found, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, gettext("Saved."))
            return redirect("accounts:webhook", found.pk)
    return _detail(request, found, form)


def _own(request: OwnRequest, pk: int) -> Webhook:
    return get_object_or_404(Webhook, pk=pk, owner=request.user)


def _detail(
    request: OwnRequest, hook: Webhook, form: HookEditForm | None = None, secret: str = ""
) -> HttpResponse:
    present = {"url": hook.url, "events": hook.events, "is_active": hook.is_active}
    form = form or HookEditForm(initial=present)
    context: dict[str, Any] = {
        "hook": hook,
        "form": form,
        "secret": secret,
        "deliveries": hook.latest(),
    }
    return render(request, "account/webhook.html", context, status=_status(form))


def _status(form: HookEventsForm) -> HTTPStatus:
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK


@login_required
@never_cache
@require_POST
def renew(request: OwnRequest, pk: int) -> HttpResponse:
    found = _own(request, pk)
    try:
        renew_secret(hook=found)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("accounts:webhook", found.pk)
    return _detail(request, found, secret=found.secret)


@login_required
@require_POST
def remove(request: OwnRequest, pk: int) -> HttpResponse:
    _own(request, pk).delete()
    messages.success(request, gettext("Webhook deleted."))
    return redirect("accounts:webhooks")


@login_required
@require_POST
def test(request: OwnRequest, pk: int) -> HttpResponse:
    found = _own(request, pk)
    return _order(request, found, lambda: send_test(hook=found))


@login_required
@require_POST
def resend(request: OwnRequest, pk: int, delivery: int) -> HttpResponse:
    found = _own(request, pk)
    again = get_object_or_404(found.deliveries.select_related("webhook"), pk=delivery)
    return _order(request, found, lambda: send_again(delivery=again))


def _order(request: OwnRequest, hook: Webhook, order: Callable[[], object]) -> HttpResponse:
    try:
        order()
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(
            request, gettext("Sending a message. Reload the page to see the response.")
        )
    return redirect("accounts:webhook", hook.pk)
