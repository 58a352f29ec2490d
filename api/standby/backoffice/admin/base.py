"""The admin site without Django's sign-in, and base classes of all its tables: permissions, second
factor and audit log.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import transaction
from django.db.models import Model
from django.forms import BaseModelFormSet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.timezone import now

from standby.accounts.services.factors import WrongCode, show_again
from standby.accounts.services.sessions import is_factor_fresh
from standby.audit.models import AuditEvent
from standby.audit.selectors import name_of_actor
from standby.audit.services import record_event
from standby.backoffice.middleware import actor_name, member, signed_in_by
from standby.core.errors import DomainError
from standby.core.limits import LimitReached
from standby.core.roles import NEEDS_FRESH_FACTOR, Permission, is_allowed
from standby.core.words import brief_moment, dollars

_DOLLARS: Final = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{2}))?")
_MOST_CENTS: Final = 10**12
_SECRET: Final = frozenset({"password"})
_MOST_HISTORY_LINES: Final = 50
_HASHED: Final = "hash:"  # marks a personal value that the audit log stores only as a hash
_CODE_FIELD: Final = "second_factor_code"
_NOT_REPEATED: Final = frozenset({_CODE_FIELD, "csrfmiddlewaretoken"})


class DollarsField(forms.Field):
    """Parse '4990', '4,990.00' or '$4,990' into 499000 cents, without rounding."""

    def __init__(self, *, most_cents: int = _MOST_CENTS, **kwargs: Any) -> None:
        self.most_cents = most_cents
        widget = forms.TextInput(attrs={"inputmode": "decimal", "size": 12, "maxlength": 20})
        super().__init__(**{"widget": widget, **kwargs})

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return None
        match = _DOLLARS.fullmatch(str(value).replace(" ", ""))
        if match is None:
            raise ValidationError("Please enter dollars, such as 4,990 or 4,990.00.")
        cents = int(match[1].replace(",", "")) * 100 + int(match[2] or 0)
        if cents > self.most_cents:
            raise ValidationError(f"That is more than {dollars(self.most_cents)}.")
        return cents

    def prepare_value(self, value: Any) -> Any:
        return f"{value // 100}.{value % 100:02d}" if isinstance(value, int) else value


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


class SettingsLink(NamedTuple):
    """Where the console edits what a table only shows, and the words of the link."""

    url: str
    words: str


class StaffModelAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """An admin table opened by one permission; rows are deactivated, never deleted."""

    can_view: Permission = Permission.CHANGE_CATALOG
    list_title = ""
    settings_link: SettingsLink | None = None
    can_change: Permission | None = Permission.CHANGE_CATALOG
    can_add = True
    form = StaffModelForm
    actions = None
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
        context: dict[str, Any] = {
            "table_title": self.table_title(),
            # One button, as everywhere in the console.
            "show_save_and_continue": False,
            "show_save_and_add_another": False,
        }
        if row is not None:
            # Django's heading is "Change app configuration", with the row below it.
            context |= {"title": self.row_title(row), "subtitle": None, **self.row_context(row)}
        context |= extra_context or {}
        if request.method != "POST":
            return super().changeform_view(request, object_id, form_url, context)
        if (page := self.second_factor_page(request)) is not None:
            return page
        try:
            # A save and its audit event are one transaction, queued among all writers.
            with transaction.atomic(durable=True):
                return super().changeform_view(request, object_id, form_url, context)
        except DomainError as refusal:
            messages.error(request, str(refusal))
            return HttpResponseRedirect(request.get_full_path())

    def page_context(self, request: HttpRequest, **context: Any) -> dict[str, Any]:
        """Return the context of a page that a table renders with a template of its own."""
        list_url = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        site = self.admin_site.each_context(request)
        return {**site, "opts": self.opts, "list_url": list_url, **context}

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Name the page for what it lists: Django says "Select user to change"."""
        context = {"title": self.table_title(), "settings_link": self.settings_link}
        return super().changelist_view(request, {**context, **(extra_context or {})})

    def table_title(self) -> str:
        """Return what the table is called among staff."""
        return self.list_title or str(capfirst(str(self.opts.verbose_name_plural)))

    def row_title(self, row: Any) -> str:
        """Return the heading of a row's page."""
        return str(row)

    def row_context(self, row: Any) -> dict[str, Any]:
        """Return the context that a row's page shows beside its form."""
        return {"history": history_of(row, *self.related_rows(row))}

    def related_rows(self, row: Any) -> list[Model]:
        """Return the rows whose changes the row's history includes."""
        return []

    def second_factor_page(self, request: HttpRequest) -> HttpResponse | None:
        """Return the page that asks for a second factor, or None when no check is needed.

        The page keeps the submitted form. A right code sent with it passes the check and refreshes
        the session.
        """
        if self.can_change is None or not self.has_change_permission(request):
            return None  # Django refuses the request
        session = signed_in_by(request)
        if (
            request.method != "POST"
            or self.can_change not in NEEDS_FRESH_FACTOR
            or is_factor_fresh(session, now=now())
        ):
            return None
        code, error_text = request.POST.get(_CODE_FIELD), ""
        if code is not None:
            try:
                show_again(session, code=code, now=now())
            except WrongCode:
                error_text = "That code is incorrect or was already used. Please try the next one."
            except LimitReached:
                error_text = "Too many wrong codes. Please wait 15 minutes."
            else:
                return None
        context = {
            **self.admin_site.each_context(request),
            "title": "Your second factor",
            "kept": [
                (name, value)
                for name, values in request.POST.lists()
                if name not in _NOT_REPEATED
                for value in values
            ],
            "wrong": error_text,
            "code_field": _CODE_FIELD,
            "asks_for_files": bool(request.FILES),
        }
        return render(request, "tables/second_factor.html", context, status=403)

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

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_allowed(member(request).role, Permission.CHANGE_CATALOG)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_add_permission(request)


def values_of(row: Model) -> dict[str, Any]:
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key and field.name not in _SECRET
    }


def audited_values(row: Model) -> dict[str, Any]:
    """Return the row's current values in the database."""
    return values_of(type(row)._default_manager.get(pk=row.pk))


def object_name(row: Model) -> str:
    """Return the name under which the audit log records a row."""
    return f"{row._meta.db_table} {row.pk}"


def history_of(row: Model, *related: Model) -> list[dict[str, str]]:
    """Return the history of a row and of rows edited on the same page, newest first."""
    names = {object_name(model): model for model in (row, *related)}
    events = AuditEvent.objects.filter(object__in=names).order_by("-id")[:_MOST_HISTORY_LINES]
    lines = []
    for event in events:
        what, model = event.action.replace("_", " ").capitalize(), names[event.object]
        lines.append(
            {
                "at": brief_moment(event.at),
                "who": name_of_actor(event.actor),
                "what": what if model is row else f"{what}: {model}",
                "before": _format_value("", event.before or {}),
                "after": _format_value("", event.after or {}),
            }
        )
    return lines


def _format_value(name: str, value: Any) -> str:
    if isinstance(value, Mapping):
        labels = {
            key: key.removesuffix("_cents").removesuffix("_id").replace("_", " ") for key in value
        }
        return "; ".join(
            f"{labels[key]}: {_format_value(key, part)}" for key, part in value.items()
        )
    if isinstance(value, str) and value.startswith(_HASHED):
        return "(personal, not shown)"
    if name.endswith("_cents") and isinstance(value, int):
        return dollars(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "") else str(value)
