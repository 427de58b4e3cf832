from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.db.models import Model

from arena.core.errors import TooManyFollows
from arena.core.locks import lock_person
from arena.models import Follow
from engine.messages import gettext_noop as _

MOST_FOLLOWS = 100


@transaction.atomic
def follow(*, person: AbstractBaseUser, kind: str, target: Model) -> None:
    """Follow a bot, person, ladder, tournament or league: the `kind`. Repeatable.

    Raises TooManyFollows.
    """
    lock_person(person=person)
    own = Follow.objects.run_by(person)
    if own.filter(**{kind: target.pk}).exists():
        return
    if own.count() >= MOST_FOLLOWS:
        words = _("You follow %(most)d things, which is the limit. Unfollow something first.")
        raise TooManyFollows(words, most=MOST_FOLLOWS)
    Follow.objects.create(user_id=person.pk, **{f"{kind}_id": target.pk})
