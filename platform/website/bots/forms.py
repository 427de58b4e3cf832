"""Upload and edit forms of bots."""

from pathlib import PurePath
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.models import Ladder
from website.accounts.models import User
from website.games.registry import site_game
from website.site.plain_text import show_invisible

KINDS = (".py", ".zip")
OTHER_LANGUAGES = {"node": "Node.js", "binary": _("static binaries")}


class LadderChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # generic in stubs alone
    """Name the game beside the ladder."""

    def label_from_instance(self, obj: Any) -> str:
        """ "Three courts (Kingdomino)"."""
        return f"{show_invisible(obj.name)} ({site_game(obj.game).title})"


class VersionForm(forms.Form):
    """A file and a ladder; a worker judges the file."""

    upload = forms.FileField(
        label=_("File"),
        allow_empty_file=True,  # our own check names the problem
        widget=forms.ClearableFileInput(attrs={"accept": ",".join(KINDS)}),
        error_messages={"required": _("Choose a .py or .zip file.")},
    )
    ladder = LadderChoice(
        label=_("Ladder"),
        queryset=Ladder.objects.none(),
        empty_label=_("Choose a ladder"),
        error_messages={
            "required": _("Choose the ladder on which it plays first."),
            "invalid_choice": _("This ladder does not accept bots right now. Choose an open one."),
        },
    )

    note = forms.CharField(
        label=_("What's new"),
        required=False,
        max_length=1000,
        help_text=_("What this version does differently. Everyone can see this. Optional."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    field_order = ["name", "description", "upload", "ladder", "note"]

    def __init__(self, *args: object, viewer: User, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        accepted = gettext(
            "A Python file with a decide function, or a zip with bot.py at the top level."
        )
        others = [
            str(name) for key, name in OTHER_LANGUAGES.items() if key in settings.BOT_LANGUAGES
        ]
        if others:
            words = gettext("Other accepted languages, as a zip with a kingsbench.toml: %(names)s.")
            accepted = f"{accepted} {words % {'names': ', '.join(others)}}"
        self.fields["upload"].help_text = accepted
        ladders = Ladder.objects.seen_by(viewer).taking().order_by("id")
        self.fields["ladder"].queryset = ladders  # type: ignore[attr-defined]

    def clean_upload(self) -> "UploadedFile[bytes]":
        return check_upload(self.cleaned_data["upload"])


def check_upload(upload: "UploadedFile[bytes]") -> "UploadedFile[bytes]":
    """Raise ValidationError for kind or size, without opening the file."""
    name = show_invisible(upload.name or "")
    if PurePath(name).suffix.lower() not in KINDS:
        words = gettext(
            "%(name)s is not a .py or .zip file. Upload a Python file, or pack your bot as a zip."
        )
        raise forms.ValidationError(words % {"name": name})
    if not upload.size:
        raise forms.ValidationError(gettext("The file is empty. It needs a decide function."))
    if upload.size > settings.UPLOAD_MOST:
        words = gettext("The file is larger than %(most)s. A bot is code, so leave out data.")
        raise forms.ValidationError(words % {"most": filesizeformat(settings.UPLOAD_MOST)})
    return upload


class NextVersionForm(VersionForm):
    activates = forms.BooleanField(
        label=_("Play with it as soon as it passes its check"),
        required=False,
        initial=True,
        help_text=_(
            "Otherwise the previous version keeps playing, and you can compare the two first."
        ),
    )


class Described(forms.Form):
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=1000,
        help_text=_("What the bot tries to do. Everyone can see this. Optional."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class EditForm(Described):
    name = forms.CharField(
        label=_("Name"),
        required=False,
        min_length=2,
        max_length=40,
        help_text=_("The address of its page stays the same."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    takes_challenges = forms.BooleanField(
        label=_("Accepts challenges"),
        required=False,
        help_text=_("Others can play their bots against it in unrated matches."),
    )
    asks_first = forms.BooleanField(
        label=_("Ask me before a challenge starts"),
        required=False,
        help_text=_("You accept or refuse on your challenges page. Otherwise they start at once."),
    )
    source_is_public = forms.BooleanField(
        label=_("Source is public"),
        required=False,
        help_text=_(
            "Everyone can read and download its accepted versions. Otherwise only you can, not "
            "even organisers."
        ),
    )

    field_order = ["name", "description"]


class BotForm(VersionForm, Described):
    name = forms.CharField(
        label=_("Name"),
        min_length=2,
        max_length=40,
        help_text=_("2 to 40 characters. Must be unique."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
