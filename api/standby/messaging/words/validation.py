"""Validation of message templates written by staff."""

from collections.abc import Mapping
from typing import Final

from standby.messaging.rules import placeholders as rules
from standby.messaging.words import MESSAGE_DEFINITIONS
from standby.messaging.words.definition import EMAIL, MessageDefinition, TemplateText
from standby.messaging.words.email import render_text
from standby.messaging.words.samples import render_sample, with_sample_link

FIELDS: Final[Mapping[str, int]] = {"subject": 200, "glance": 300, "heading": 200, "text": 4000}
FieldErrors = dict[str, list[str]]


def validate_template(
    kind: str, channel: str, template: TemplateText, *, site_url: str
) -> FieldErrors:
    """Return the errors of a template by field, empty when it is valid."""
    wording = MESSAGE_DEFINITIONS[kind]
    if wording.fixed_reason:
        return {"text": [f"These words are not changed: {wording.fixed_reason}"]}
    errors = _field_errors(wording, channel, template)
    if not errors:
        errors = _rendered_errors(kind, channel, template, site_url=site_url)
    return errors


def _field_errors(wording: MessageDefinition, channel: str, template: TemplateText) -> FieldErrors:
    known, field_errors = wording.known(channel), FieldErrors()
    for field in FIELDS if channel == EMAIL else ("text",):
        value = getattr(template, field)
        errors = rules.find_errors(value, known=known)
        if not value.strip():
            errors.append("It cannot be empty.")
        if len(value) > FIELDS[field]:
            errors.append(f"It is longer than {FIELDS[field]:,} signs.")
        if field == "subject":
            errors += rules.subject_errors(value, free_text=wording.free_text_placeholders)
        elif field != "text":
            errors += rules.subject_errors(value, free_text=())
        if errors:
            field_errors[field] = errors
    text = rules.missing_placeholder_errors(template.text, must=wording.mandatory(channel))
    text += rules.email_errors(template.text) if channel == EMAIL else []
    if text:
        field_errors.setdefault("text", []).extend(text)
    return field_errors


def _rendered_errors(
    kind: str, channel: str, template: TemplateText, *, site_url: str
) -> FieldErrors:
    rendered = render_sample(kind, in_force={channel: template})
    if channel == EMAIL:
        field_errors = FieldErrors()
        if len(rendered.letter.subject) > rules.LONGEST_SUBJECT:
            field_errors["subject"] = [
                f"With its values it has over {rules.LONGEST_SUBJECT} signs."
            ]
        if rules.mentions_cancel(render_text(rendered.letter)):
            field_errors["text"] = [rules.NO_CANCEL]
        return field_errors
    errors = rules.sms_errors(with_sample_link(rendered.text, site_url=site_url))
    return {"text": errors} if errors else {}
