"""The two upload forms: a new bot, and a new version of one."""

from pathlib import PurePath
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.models import Ladder
from website.games.registry import site_game
from website.plain_text import visible

KINDS = (".py", ".zip")
OTHER_LANGUAGES = {"node": "Node.js", "binary": _("static binaries")}


class LadderChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # generic in stubs alone
    """A ladder by its name and its game: a bot plays only what its author wrote it for."""

    def label_from_instance(self, obj: Any) -> str:
        """ "Three courts (Kingdomino)"."""
        return f"{visible(obj.name)} ({site_game(obj.game).title})"


class VersionForm(forms.Form):
    """A file and the ladder it shall play on. What is in the file is for a worker to judge."""

    upload = forms.FileField(
        label=_("File"),
        allow_empty_file=True,  # so that our own words name the problem
        widget=forms.ClearableFileInput(attrs={"accept": ",".join(KINDS)}),
        error_messages={"required": _("Choose a .py or .zip file.")},
    )
    ladder = LadderChoice(
        label=_("Ladder"),
        queryset=Ladder.objects.none(),
        empty_label=None,
        error_messages={
            "invalid_choice": _("This ladder takes no bots now. Choose an open one."),
        },
    )

    note = forms.CharField(
        label=_("What is new"),
        required=False,
        max_length=1000,
        help_text=_("What this version does differently; everybody sees this. May stay empty."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    field_order = ["name", "description", "upload", "ladder", "note"]

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["upload"].help_text = _what_may_be_uploaded()
        taking = Ladder.objects.filter(state__in=[Ladder.State.OPEN, Ladder.State.PAUSED])
        self.fields["ladder"].queryset = taking.order_by("id")  # type: ignore[attr-defined]

    def clean_upload(self) -> "UploadedFile[bytes]":
        """The file, if its kind and size are worth a look."""
        return check_upload(self.cleaned_data["upload"])


def check_upload(upload: "UploadedFile[bytes]") -> "UploadedFile[bytes]":
    """The file again; it is not opened here. Raises ValidationError for its kind or its size."""
    name = visible(upload.name or "")
    if PurePath(name).suffix.lower() not in KINDS:
        words = gettext("%(name)s is neither a .py nor a .zip file.")
        raise forms.ValidationError(words % {"name": name})
    if not upload.size:
        raise forms.ValidationError(gettext("The file is empty: it has no function decide."))
    if upload.size > settings.UPLOAD_MOST:
        words = gettext("The file is larger than %(most)s. A bot is code: leave out data.")
        raise forms.ValidationError(words % {"most": filesizeformat(settings.UPLOAD_MOST)})
    return upload


def _what_may_be_uploaded() -> str:
    """Python, and the other languages that this platform allows."""
    python = gettext("One Python file with a function decide, or a zip with bot.py at its top.")
    others = [str(name) for key, name in OTHER_LANGUAGES.items() if key in settings.BOT_LANGUAGES]
    if not others:
        return python
    words = gettext("Other languages taken here, as a zip with a kingsbench.toml: %(names)s.")
    return f"{python} {words % {'names': ', '.join(others)}}"


class NextVersionForm(VersionForm):
    """A new version of a bot that plays already."""

    activates = forms.BooleanField(
        label=_("Play with it as soon as it has passed its check"),
        required=False,
        initial=True,
        help_text=_(
            "Otherwise the version before plays on, and you can let the two meet first: is the new"
            " one better?"
        ),
    )


class Described(forms.Form):
    """What the owner says about a bot."""

    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=1000,
        help_text=_("What it tries to do; everybody sees this. May stay empty."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class EditForm(Described):
    """The same, whether others may challenge it, and who may read it."""

    takes_challenges = forms.BooleanField(
        label=_("Takes challenges"),
        required=False,
        help_text=_("Others may let their bots meet it in matches that are not rated."),
    )
    source_is_public = forms.BooleanField(
        label=_("Source is public"),
        required=False,
        help_text=_(
            "Everybody may read and download its accepted versions. Otherwise nobody but you can, "
            "organisers neither."
        ),
    )


class BotForm(VersionForm, Described):
    """A new bot: also its name and what its author says about it."""

    name = forms.CharField(
        label=_("Name"),
        min_length=2,
        max_length=40,
        help_text=_("2 to 40 characters; nobody else may have it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
