"""The rules of the games: pure Python, standard library only, no clock, no files, no Django.

Its modules come from a build of themselves where there is a current one (`engine.compiled`).
"""

from engine.compiled import current

if package := current():
    __path__.insert(0, package)
