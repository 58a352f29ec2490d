"""Message templates, edited with a preview."""

from datetime import date, datetime, time
from itertools import product
from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import now

from standby.audit.selectors import name_of_actor
from standby.audit.services import record_event
from standby.backoffice.admin.base import StaffModelAdmin, object_name
from standby.backoffice.middleware import actor_name
from standby.core.clock import local_date
from standby.core.policy import MARKET_ZONE
from standby.core.words import full_date, in_language, moment_on_record
from standby.messaging.kinds import KINDS, SAMPLE_BOOKING, render_sample, with_sample_link
from standby.messaging.kinds.definition import MessageKind
from standby.messaging.models import Message, MessageTemplate
from standby.messaging.rendering import EMAIL, TemplateText, greeting
from standby.messaging.rules import (
    MOST_SEGMENTS,
    costly_characters,
    count_segments,
    length_of,
    to_gsm,
)
from standby.messaging.services import templates
from standby.messaging.services.templates import FIELDS, WordsUnusable, validate_template

_CHANGE: Final = "admin:messaging_messagetemplate_change"
_CHANNELS: Final = {Message.Channel.EMAIL: "email", Message.Channel.SMS: "text"}


class TemplateForm(forms.Form):
    # An email has all fields; a text has only `text` and the day.
    subject = forms.CharField(max_length=FIELDS["subject"], required=False, strip=False)
    glance = forms.CharField(
        label="Preview text",
        max_length=FIELDS["glance"],
        required=False,
        help_text="What an email program shows before the message is opened.",
    )
    heading = forms.CharField(max_length=FIELDS["heading"], required=False)
    text = forms.CharField(
        max_length=FIELDS["text"],
        required=False,
        widget=forms.Textarea(attrs={"rows": 14, "cols": 70}),
    )
    starts_on = forms.DateField(
        label="Effective from",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="Midnight, local time. Leave empty to start now.",
    )

    def __init__(self, *args: Any, channel: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if channel != EMAIL:
            for name in ("subject", "glance", "heading"):
                del self.fields[name]

    def clean_starts_on(self) -> date | None:
        day: date | None = self.cleaned_data["starts_on"]
        if day is not None and day <= local_date(now()):
            raise forms.ValidationError("Choose a day after today, or leave it empty to start now.")
        return day

    def to_template_text(self) -> TemplateText:
        values = {name: self.cleaned_data.get(name, "") for name in FIELDS}
        return TemplateText(**{name: text.replace("\r\n", "\n") for name, text in values.items()})


@admin.register(MessageTemplate)
class MessageTemplates(StaffModelAdmin):
    # Every message kind and channel has a page, whether or not staff have written a template for
    # it.
    can_add = False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        newest, rows = templates.newest_by_kind(now=now()), []
        for kind, definition in KINDS.items():
            for channel, language in product(_CHANNELS, dict(settings.LANGUAGES)):
                template, state = newest.get((kind, channel, language)), "our words"
                if definition.fixed_reason:
                    state = "default text"
                elif template is not None and not template.is_ours:
                    since = full_date(local_date(template.starts_at))
                    state = f"since {since} by {name_of_actor(template.made_by)}"
                url = reverse(_CHANGE, args=[_id_of(kind, channel, language)])
                name = _channel_name(channel, language)
                rows.append(
                    {"title": definition.title, "channel": name, "state": state, "url": url}
                )
        page = self.page_context(request, title="Message templates", rows=rows)
        return render(request, "tables/words_list.html", page)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        kind, channel, language = _named_by(object_id)
        if not self.has_change_permission(request):
            raise PermissionDenied
        if request.method != "POST":
            return self._page(request, kind, channel, language)
        if "ours" in request.POST:
            return self.second_factor_page(request) or self._restore_builtin(
                request, kind, channel, language
            )
        form = TemplateForm(request.POST, channel=channel)
        if not form.is_valid() or "save" not in request.POST:
            return self._page(request, kind, channel, language, form=form)
        return self.second_factor_page(request) or self._save_template(
            request, kind, channel, language, form
        )

    def _save_template(
        self, request: HttpRequest, kind: str, channel: str, language: str, form: TemplateForm
    ) -> HttpResponse:
        moment, day = now(), form.cleaned_data["starts_on"]
        try:
            with transaction.atomic(durable=True):
                before = _in_force(kind, channel, language, now=moment)
                row = templates.create_template_version(
                    form.to_template_text(),
                    kind=kind,
                    channel=channel,
                    language=language,
                    starts_at=datetime.combine(day, time(), tzinfo=MARKET_ZONE) if day else moment,
                    site_url=settings.SITE_URL,
                    by=actor_name(request),
                    now=moment,
                )
                _record_change(request, row, before=before, now=moment)
        except WordsUnusable as error:
            for field, errors in error.faults.items():
                form.add_error(field, errors)
            return self._page(request, kind, channel, language, form=form)
        messages.success(request, "The text is saved.")
        return HttpResponseRedirect(reverse(_CHANGE, args=[_id_of(kind, channel, language)]))

    def _restore_builtin(
        self, request: HttpRequest, kind: str, channel: str, language: str
    ) -> HttpResponse:
        moment = now()
        with transaction.atomic(durable=True):
            before = _in_force(kind, channel, language, now=moment)
            row = templates.restore_builtin(
                kind=kind,
                channel=channel,
                language=language,
                by=actor_name(request),
                now=moment,
            )
            _record_change(request, row, before=before, now=moment)
        messages.success(request, "The default text is restored.")
        return HttpResponseRedirect(reverse(_CHANGE, args=[_id_of(kind, channel, language)]))

    def _page(
        self,
        request: HttpRequest,
        kind: str,
        channel: str,
        language: str,
        *,
        form: TemplateForm | None = None,
    ) -> HttpResponse:
        definition, moment = KINDS[kind], now()
        with in_language(language):  # of what is written; the page around it is in English
            template = _in_force(kind, channel, language, now=moment)
            placeholders = _placeholders(definition, channel)
            if form is None:
                form = TemplateForm(
                    channel=channel, initial={name: getattr(template, name) for name in FIELDS}
                )
            elif form.is_valid():
                template = form.to_template_text()
                _add_errors(form, kind, channel, template)
            is_ours = template == definition.builtin(channel)
            # No preview for text that could not be sent.
            preview = {} if form.errors else _preview(kind, channel, template)
        page = self.page_context(
            request,
            title=f"{definition.title}, by {_channel_name(channel, language)}",
            form=form,
            why_fixed=definition.fixed_reason,
            is_ours=is_ours,
            placeholders=placeholders,
            versions=[
                {
                    "begins": moment_on_record(row.starts_at)
                    + (" (planned)" if row.starts_at > moment else ""),
                    "who": name_of_actor(row.made_by),
                    "title": "our words" if row.is_ours else row.subject or row.text[:80],
                    "text": row.text,
                }
                for row in templates.versions_of(kind, channel, language=language)
            ],
            **preview,
        )
        return render(request, "tables/words.html", page)


def _placeholders(definition: MessageKind, channel: str) -> list[tuple[str, str, str, bool]]:
    # Name, meaning, example, and whether every text has to contain it.
    samples = definition.context(SAMPLE_BOOKING, **definition.sample).values
    mandatory = definition.mandatory(channel)
    return [
        (
            name,
            meaning,
            with_sample_link(samples.get(name, ""), site_url=settings.SITE_URL),
            name in mandatory,
        )
        for name, meaning in definition.known(channel).items()
    ]


def _add_errors(form: TemplateForm, kind: str, channel: str, template: TemplateText) -> None:
    errors = validate_template(kind, channel, template, site_url=settings.SITE_URL)
    for field, texts in errors.items():
        if not form.has_error(field):
            form.add_error(field, texts)


def _id_of(kind: str, channel: str, language: str) -> str:
    # A template's id on these pages; that of our own language does not name it.
    named = f"{kind}/{channel}"
    return named if language == settings.LANGUAGE_CODE else f"{named}/{language}"


def _named_by(object_id: str) -> tuple[str, str, str]:
    kind, channel, language, *more = (*object_id.split("/"), "", "")
    language = language or settings.LANGUAGE_CODE
    if kind not in KINDS or channel not in _CHANNELS or any(more):
        raise Http404
    if language not in dict(settings.LANGUAGES):
        raise Http404
    return kind, channel, language


def _channel_name(channel: str, language: str) -> str:
    name = _CHANNELS[Message.Channel(channel)]
    if len(settings.LANGUAGES) == 1:
        return name
    return f"{name}, {dict(settings.LANGUAGES)[language]}"


def _in_force(kind: str, channel: str, language: str, *, now: datetime) -> TemplateText:
    template = templates.active_templates([kind], language=language, now=now)[kind]
    with in_language(language):
        return template.get(channel, KINDS[kind].builtin(channel))


def _preview(kind: str, channel: str, template: TemplateText) -> dict[str, Any]:
    rendered = render_sample(kind, in_force={channel: template})
    if channel == EMAIL:
        return {"letter": rendered, "hello": greeting(rendered.name)}
    text = with_sample_link(rendered.sms, site_url=settings.SITE_URL)
    plain = to_gsm(text)
    return {
        "text": {
            "text": plain,
            "length": length_of(plain),
            "segments": count_segments(plain),
            "most": MOST_SEGMENTS,
            "costly": " ".join(costly_characters(text)),
        }
    }


def _record_change(
    request: HttpRequest, row: MessageTemplate, *, before: TemplateText, now: datetime
) -> None:
    record_event(
        actor_name(request),
        action="our_words_back" if row.is_ours else "words_written",
        object=object_name(row),
        before={
            "kind": row.kind,
            "channel": row.channel,
            "language": row.language,
            **_template_fields(before),
        },
        after={"starts_at": row.starts_at, **_template_fields(row)},
        now=now,
    )


def _template_fields(template: TemplateText | MessageTemplate) -> dict[str, str]:
    return {name: getattr(template, name) for name in FIELDS if getattr(template, name)}
