"""Whether words that staff wrote for a message may be used."""

from collections.abc import Mapping
from typing import Final

from standby.apps.notifications.words import WORDS
from standby.apps.notifications.words.letter import plain
from standby.apps.notifications.words.samples import linked, sampled
from standby.apps.notifications.words.wording import EMAIL, Said, Wording
from standby.domain import wording as rules

FIELDS: Final[Mapping[str, int]] = {"subject": 200, "glance": 300, "heading": 200, "text": 4000}
Faults = dict[str, list[str]]


def faults_of(kind: str, channel: str, said: Said, *, site_url: str) -> Faults:
    """What is wrong, by field; empty when nothing is."""
    wording = WORDS[kind]
    if wording.why_fixed:
        return {"text": [f"These words are not changed: {wording.why_fixed}"]}
    faults = _field_faults(wording, channel, said)
    if not faults:
        faults = _rendered_faults(kind, channel, said, site_url=site_url)
    return faults


def _field_faults(wording: Wording, channel: str, said: Said) -> Faults:
    known, faults = wording.known(channel), Faults()
    for field in FIELDS if channel == EMAIL else ("text",):
        written = getattr(said, field)
        found = rules.faults_of(written, known=known)
        if not written.strip():
            found.append("It cannot be empty.")
        if len(written) > FIELDS[field]:
            found.append(f"It is longer than {FIELDS[field]:,} signs.")
        if field == "subject":
            found += rules.subject_faults(written, typed=wording.typed)
        elif field != "text":
            found += rules.subject_faults(written, typed=())
        if found:
            faults[field] = found
    text = rules.missing_faults(said.text, must=wording.mandatory(channel))
    text += rules.letter_faults(said.text) if channel == EMAIL else []
    if text:
        faults.setdefault("text", []).extend(text)
    return faults


def _rendered_faults(kind: str, channel: str, said: Said, *, site_url: str) -> Faults:
    told = sampled(kind, in_force={channel: said})
    if channel == EMAIL:
        faults = Faults()
        if len(told.letter.subject) > rules.LONGEST_SUBJECT:
            faults["subject"] = [f"With its values it has over {rules.LONGEST_SUBJECT} signs."]
        if rules.asks_for_cancel(plain(told.letter)):
            faults["text"] = [rules.NO_CANCEL]
        return faults
    found = rules.text_faults(linked(told.text, site_url=site_url))
    return {"text": found} if found else {}
