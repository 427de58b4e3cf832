from arena.actions.errors import BadName
from arena.names import is_of_one_script, is_readable, is_reserved, normalise
from engine.sentences import gettext_noop as _


def require_name(*, name: str) -> str:
    """Return the normalised name, perhaps taken. Raises BadName."""
    name = normalise(name)
    if not is_readable(name):
        raise BadName(
            _("A name needs letters or digits, and nothing that cannot be seen: type it anew.")
        )
    if not is_of_one_script(name):
        raise BadName(
            _(
                "A name is written in one alphabet: do not mix letters that look alike, such as "
                "Latin and Cyrillic ones."
            )
        )
    if is_reserved(name):
        raise BadName(_("“%(name)s” is reserved for the platform: choose another name."), name=name)
    return name
