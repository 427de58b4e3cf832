"""Make an empty database's tables at once, as all migrations leave them."""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation, OperationCategory
from django.db.migrations.operations.fields import FieldOperation
from django.db.migrations.operations.models import IndexOperation, ModelOperation
from django.db.migrations.state import ProjectState
from django.db.models import Model

LOCK = 7_230_418_559_021  # PostgreSQL's advisory lock; SQLite's transactions wait for each other
MODEL_OPERATIONS = (ModelOperation, FieldOperation, IndexOperation)


class NewDatabase:
    """The tables, first rows and history of a database that has none."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self._connection = connection

    def can_be_made(self, *, with_unmigrated: bool) -> bool:
        """Return whether the database is empty and the migrations say all that it is to hold."""
        if not is_empty(self._connection) or self._loader.detect_conflicts():
            return False
        return not (with_unmigrated and self._models(self._loader.unmigrated_apps))

    def make(self, **signal: Any) -> bool:
        """Make everything in one transaction. Return False if another process was faster.

        `signal` is what receivers of `pre_migrate` and `post_migrate` get.
        """
        plan = self._executor.migration_plan(self._loader.graph.leaf_nodes())
        migrations = [migration for migration, _ in plan]
        signal |= {"db": self._connection.alias, "plan": plan}
        with self._connection.schema_editor() as editor:
            wait_for_others(self._connection)
            if not is_empty(self._connection):
                return False
            steps = steps_beside_models(migrations)
            before = ProjectState(real_apps=self._loader.unmigrated_apps)
            emit_pre_migrate_signal(apps=before.apps, **signal)
            self._make_tables(editor, steps)
            self._record(editor, migrations)
            emit_post_migrate_signal(apps=self._state.apps, **signal)
        return True

    @cached_property
    def _executor(self) -> MigrationExecutor:
        return MigrationExecutor(self._connection)

    @property
    def _loader(self) -> MigrationLoader:
        return self._executor.loader

    @cached_property
    def _state(self) -> ProjectState:
        return self._loader.project_state()

    def _make_tables(
        self, editor: BaseDatabaseSchemaEditor, steps: Sequence[tuple[str, Operation]]
    ) -> None:
        """Make extensions, then tables, then what needs tables."""
        early = [step for step in steps if step[1].category == OperationCategory.ADDITION]
        self._run(editor, early)
        for model in self._models(self._loader.migrated_apps):
            editor.create_model(model)
        for statement in editor.deferred_sql:
            editor.execute(statement, None)
        editor.deferred_sql.clear()
        self._run(editor, [step for step in steps if step not in early])

    def _models(self, labels: Collection[str]) -> list[type[Model]]:
        return [
            model
            for model in self._state.apps.get_models()
            if model._meta.app_label in labels
            and model._meta.can_migrate(self._connection)
            and router.allow_migrate_model(self._connection.alias, model)
        ]

    def _run(
        self, editor: BaseDatabaseSchemaEditor, steps: Sequence[tuple[str, Operation]]
    ) -> None:
        for label, operation in steps:
            operation.database_forwards(label, editor, self._state, self._state)

    def _record(self, editor: BaseDatabaseSchemaEditor, migrations: Sequence[Migration]) -> None:
        editor.create_model(self._executor.recorder.Migration)
        for migration in migrations:
            self._executor.recorder.record_applied(migration.app_label, migration.name)
        self._executor.check_replacements()


def steps_beside_models(migrations: Sequence[Migration]) -> list[tuple[str, Operation]]:
    """Return operations that no model shows, each with its app: extensions, SQL, seeds.

    Those marked `elidable` only convert old rows.
    """
    return [
        (migration.app_label, operation)
        for migration in migrations
        for operation in migration.operations
        if not isinstance(operation, MODEL_OPERATIONS)
        and not operation.elidable
        and not getattr(operation, "state_operations", None)
    ]


def is_empty(connection: BaseDatabaseWrapper) -> bool:
    return not connection.introspection.table_names()


def wait_for_others(connection: BaseDatabaseWrapper) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
