"""Hold somebody's row, so that what they do twice at once is done one after the other."""

from collections.abc import Iterable
from typing import TypeVar, cast

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser

Person = TypeVar("Person", bound=AbstractBaseUser)


def lock_person(*, person: Person) -> Person:
    """The person as they are now, held until the transaction ends."""
    people = get_user_model()._default_manager
    return cast("Person", people.select_for_update(no_key=True).get(pk=person.pk))


def lock_people(*, ids: Iterable[int]) -> None:
    """Hold several, in one order, so that no two wait for each other."""
    people = get_user_model()._default_manager.filter(pk__in=list(ids)).order_by("pk")
    list(people.select_for_update(no_key=True))
