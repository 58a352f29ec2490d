"""Validation of message templates written by staff."""

from collections.abc import Mapping
from typing import Final

from standby.messaging.kinds import MESSAGE_DEFINITIONS
from standby.messaging.kinds.definition import EMAIL, TemplateText
from standby.messaging.kinds.email import render_text
from standby.messaging.kinds.samples import render_sample, with_sample_link
from standby.messaging.rules import placeholders as rules

FIELDS: Final[Mapping[str, int]] = {"subject": 200, "glance": 300, "heading": 200, "text": 4000}
FieldErrors = dict[str, list[str]]


def validate_template(
    kind: str, channel: str, template: TemplateText, *, site_url: str
) -> FieldErrors:
    """Return the errors of a template by field, empty when it is valid."""
    wording = MESSAGE_DEFINITIONS[kind]
    if wording.fixed_reason:
        return {"text": [f"These words are not changed: {wording.fixed_reason}"]}
    known, field_errors = wording.known(channel), FieldErrors()
    for field in FIELDS if channel == EMAIL else ("text",):
        value = getattr(template, field)
        errors = rules.find_errors(value, known=known)
        if not value.strip():
            errors.append("It cannot be empty.")
        if len(value) > FIELDS[field]:
            errors.append(f"It is longer than {FIELDS[field]:,} signs.")
        if field != "text":
            typed = wording.free_text_placeholders if field == "subject" else ()
            errors += rules.subject_errors(value, free_text=typed)
        if errors:
            field_errors[field] = errors
    text = rules.missing_placeholder_errors(template.text, must=wording.mandatory(channel))
    text += rules.email_errors(template.text) if channel == EMAIL else []
    if text:
        field_errors.setdefault("text", []).extend(text)
    if field_errors:
        return field_errors
    rendered = render_sample(kind, in_force={channel: template})
    if channel != EMAIL:
        text = rules.sms_errors(with_sample_link(rendered.text, site_url=site_url))
        return {"text": text} if text else {}
    if len(rendered.letter.subject) > rules.LONGEST_SUBJECT:
        field_errors["subject"] = [f"With its values it has over {rules.LONGEST_SUBJECT} signs."]
    if rules.mentions_cancel(render_text(rendered.letter)):
        field_errors["text"] = [rules.NO_CANCEL]
    return field_errors
