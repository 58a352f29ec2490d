"""Validation of message templates written by staff."""

from collections.abc import Mapping
from typing import Final

from standby.apps.notifications.words import MESSAGE_DEFINITIONS
from standby.apps.notifications.words.letter import render_text
from standby.apps.notifications.words.samples import render_sample, with_sample_link
from standby.apps.notifications.words.wording import EMAIL, MessageDefinition, TemplateText
from standby.domain import wording as rules

FIELDS: Final[Mapping[str, int]] = {"subject": 200, "glance": 300, "heading": 200, "text": 4000}
Faults = dict[str, list[str]]


def validate_template(kind: str, channel: str, template: TemplateText, *, site_url: str) -> Faults:
    """Return the errors of a template by field, empty when it is valid."""
    wording = MESSAGE_DEFINITIONS[kind]
    if wording.fixed_reason:
        return {"text": [f"These words are not changed: {wording.fixed_reason}"]}
    errors = _field_faults(wording, channel, template)
    if not errors:
        errors = _rendered_faults(kind, channel, template, site_url=site_url)
    return errors


def _field_faults(wording: MessageDefinition, channel: str, template: TemplateText) -> Faults:
    known, faults = wording.known(channel), Faults()
    for field in FIELDS if channel == EMAIL else ("text",):
        written = getattr(template, field)
        errors = rules.find_errors(written, known=known)
        if not written.strip():
            errors.append("It cannot be empty.")
        if len(written) > FIELDS[field]:
            errors.append(f"It is longer than {FIELDS[field]:,} signs.")
        if field == "subject":
            errors += rules.subject_errors(written, free_text=wording.free_text_placeholders)
        elif field != "text":
            errors += rules.subject_errors(written, free_text=())
        if errors:
            faults[field] = errors
    text = rules.missing_placeholder_errors(template.text, must=wording.mandatory(channel))
    text += rules.email_errors(template.text) if channel == EMAIL else []
    if text:
        faults.setdefault("text", []).extend(text)
    return faults


def _rendered_faults(kind: str, channel: str, template: TemplateText, *, site_url: str) -> Faults:
    rendered = render_sample(kind, in_force={channel: template})
    if channel == EMAIL:
        faults = Faults()
        if len(rendered.letter.subject) > rules.LONGEST_SUBJECT:
            faults["subject"] = [f"With its values it has over {rules.LONGEST_SUBJECT} signs."]
        if rules.mentions_cancel(render_text(rendered.letter)):
            faults["text"] = [rules.NO_CANCEL]
        return faults
    errors = rules.sms_errors(with_sample_link(rendered.text, site_url=site_url))
    return {"text": errors} if errors else {}
