"""Base classes of all admin tables: permissions, second factor and audit log."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Model
from django.forms import BaseModelFormSet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext

from standby.audit.services import record_event
from standby.backoffice.history import history_of, object_name
from standby.backoffice.middleware import actor_name, member
from standby.backoffice.second_factor import second_factor_page
from standby.core.errors import DomainError
from standby.core.roles import Permission, is_allowed
from standby.core.writing import write_transaction

_SECRET: Final = frozenset({"password"})


class StaffModelForm(forms.ModelForm):  # type: ignore[type-arg]
    # Form field and message for each violated constraint, by the constraint's name.
    error_texts: Mapping[str, tuple[str, str]] = {}

    def _post_clean(self) -> None:
        # Checks constraints over columns without a form field too, which Django would skip.
        super()._post_clean()  # type: ignore[misc]
        if self.errors:
            return
        try:
            self.instance.validate_constraints()
        except ValidationError as error:
            self._update_errors(error)

    def _update_errors(self, errors: ValidationError) -> None:
        super()._update_errors(ValidationError(self._friendly_errors(errors)))  # type: ignore[misc]

    def _friendly_errors(self, error: ValidationError) -> dict[str, list[str]]:
        texts: dict[str, list[str]] = {}
        for field, sentences in error.message_dict.items():
            for sentence in sentences:
                name = next((name for name in self.error_texts if name in sentence), "")
                target, text = self.error_texts.get(name, (field, sentence))
                field_name = target if target in self.fields else NON_FIELD_ERRORS
                texts.setdefault(field_name, []).append(text)
        return texts


class InlineRowForm(StaffModelForm):
    # The visible label is in the column head, so each field needs one of its own for screen
    # readers.
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = field.label


class StaffModelAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """An admin table opened by one permission; rows are deactivated, never deleted."""

    can_view: Permission = Permission.CHANGE_CATALOG
    can_change: Permission | None = Permission.CHANGE_CATALOG
    can_add = True
    form = StaffModelForm
    actions = None
    save_on_top = False
    list_per_page = 50

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_allowed(member(request).role, self.can_view)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.can_change is not None and is_allowed(member(request).role, self.can_change)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.can_add and self.has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        row = self.get_object(request, unquote(object_id)) if object_id else None
        words = self.page_words(request, row) if row is not None else {}
        context = {**words, **(extra_context or {})}
        if request.method != "POST":
            return super().changeform_view(request, object_id, form_url, context)
        if (page := self.second_factor_page(request)) is not None:
            return page
        try:
            # A save and its audit event are one transaction, queued among all writers.
            with write_transaction():
                return super().changeform_view(request, object_id, form_url, context)
        except DomainError as refusal:
            messages.error(request, gettext(str(refusal)))
            return HttpResponseRedirect(request.get_full_path())

    def page_words(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """Return the context that a row's page shows beside its form."""
        return {"history": history_of(row, *self.related_rows(row))}

    def related_rows(self, row: Any) -> list[Model]:
        """Return the rows whose changes the row's history includes."""
        return []

    def second_factor_page(self, request: HttpRequest) -> HttpResponse | None:
        if self.can_change is None or not self.has_change_permission(request):
            return None  # Django refuses the request
        context = self.admin_site.each_context(request)
        return second_factor_page(request, self.can_change, each_context=context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        # The history is part of the row's own page.
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
        return HttpResponseRedirect(f"{reverse(name, args=[object_id])}#tables-history")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        before = audited_values(obj) if change else None
        super().save_model(request, obj, form, change)
        self.note(request, obj, before=before)

    def save_formset(
        self, request: HttpRequest, form: Any, formset: "BaseModelFormSet[Any, Any]", change: bool
    ) -> None:
        for row in formset.save(commit=False):
            before = audited_values(row) if row.pk else None
            row.save()
            self.note(request, row, before=before)
        formset.save_m2m()

    def note(self, request: HttpRequest, row: Model, *, before: dict[str, Any] | None) -> None:
        """Write an audit event with the changed columns; nothing when none changed."""
        after = values_of(row)
        if before is not None:
            changed = [name for name in after if after[name] != before.get(name)]
            before = {name: before.get(name) for name in changed}
            after = {name: after[name] for name in changed}
        if not after:
            return
        record_event(
            actor_name(request),
            action="row_added" if before is None else "row_changed",
            object=object_name(row),
            before=before,
            after=after,
            now=now(),
        )

    def note_action(self, request: HttpRequest, row: Model, *, action: str) -> None:
        """Write an audit event for an action other than a change of the row."""
        record_event(actor_name(request), action=action, object=object_name(row), now=now())

    def log_addition(self, *_: Any) -> Any:
        # Django's own log lacks the old and new values; the audit log replaces it.
        ...

    def log_change(self, *_: Any) -> Any: ...


class StaffTabularInline(admin.TabularInline):  # type: ignore[type-arg]
    # Permissions of the parent row apply to its inline rows.
    extra = 1
    can_delete = False
    show_change_link = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_allowed(member(request).role, Permission.CHANGE_CATALOG)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_add_permission(request)


def values_of(row: Model) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _columns(row)}


def audited_values(row: Model) -> dict[str, Any]:
    """Return the row's current values in the database."""
    return values_of(type(row)._default_manager.get(pk=row.pk))


def _columns(row: Model) -> Iterator[str]:
    for field in row._meta.concrete_fields:
        if not field.primary_key and field.name not in _SECRET:
            yield field.attname
