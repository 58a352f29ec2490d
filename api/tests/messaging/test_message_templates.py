"""Staff's own words for messages: the same machine as ours, in force from their moment on."""

import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from booking_helpers import NOW

from standby.messaging.kinds import KINDS, SAMPLE_BOOKING
from standby.messaging.models import MessageTemplate
from standby.messaging.rendering import (
    MY_BOOKING,
    RenderedMessage,
    TemplateText,
    email_html,
    email_parts,
    email_text,
)
from standby.messaging.services import templates
from standby.messaging.services.templates import WordsUnusable, restore_builtin

pytestmark = pytest.mark.django_db
BY = "staff jo@site.test"
SITE = "https://site.test"
CHANNELS = ("email", "sms")
FREE = sorted(kind for kind, wording in KINDS.items() if not wording.fixed_reason)
HELLO = TemplateText(text="{brand}: see you on {brief_day}, between {hours}. {link}")


def write(
    kind: str, channel: str, said: TemplateText, *, after: timedelta = timedelta(0)
) -> MessageTemplate:
    return templates.create_template_version(
        said,
        kind=kind,
        channel=channel,
        language="en",
        starts_at=NOW + after,
        site_url=SITE,
        by=BY,
        now=NOW,
    )


def rendered(kind: str, *, after: timedelta = timedelta(0), **changed: Any) -> RenderedMessage:
    facts = templates.facts_of(kind, SAMPLE_BOOKING, **{**KINDS[kind].sample, **changed})
    in_force = templates.active_templates([kind], language="en", now=NOW + after)[kind]
    return templates.render_facts(kind, facts, in_force=in_force)


def faults(kind: str, channel: str, said: TemplateText) -> dict[str, list[str]]:
    with pytest.raises(WordsUnusable) as refused:
        write(kind, channel, said)
    assert not MessageTemplate.objects.exists()
    return refused.value.faults


def letter_with(**changed: str) -> TemplateText:
    ours = KINDS["reminder_day"].builtin("email")
    return TemplateText(
        **{name: changed.get(name, getattr(ours, name)) for name in type(ours).__annotations__}
    )


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize("kind", FREE)
def test_our_own_words_keep_every_rule_and_say_the_same_when_they_are_a_template(
    kind: str, channel: str
) -> None:
    ours, wording = rendered(kind), KINDS[kind]

    write(kind, channel, wording.builtin(channel))

    theirs = rendered(kind)
    assert theirs == ours
    assert email_parts(theirs) == email_parts(ours)
    assert templates.active_templates([kind], language="en", now=NOW)[kind] == {
        channel: wording.builtin(channel)
    }


@pytest.mark.parametrize(
    "kind", ["order_cancelled", "proposal_accepted", "milestone_overdue", "price_change"]
)
def test_notices_of_law_and_agreement_are_not_rewritten(kind: str) -> None:
    assert len(KINDS) - len(FREE) == 5  # these, and what corrects a mistake of ours
    for channel in CHANNELS:
        [fault] = faults(kind, channel, KINDS[kind].builtin(channel))["text"]

        assert fault.startswith("This text cannot be changed: ")


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_message_has_to_say_is_known_to_it(kind: str) -> None:
    for channel in CHANNELS:
        assert KINDS[kind].mandatory(channel) <= set(KINDS[kind].known(channel))


def test_other_words_are_said_by_their_channel_alone_from_their_moment_on() -> None:
    write("reminder_day", "sms", HELLO, after=timedelta(days=1))
    ours = KINDS["reminder_day"]

    before, then = rendered("reminder_day"), rendered("reminder_day", after=timedelta(days=1))

    assert before.sms.startswith("Standby: tomorrow, ")
    assert then.sms == (
        "Standby: see you on Thu, Mar 12, between 8:30 AM and 12:30 PM. [[my-booking]]"
    )
    assert replace(then, sms=before.sms) == before
    assert templates.active_templates(["reminder_week"], language="en", now=NOW) == {}
    assert ours.builtin("sms").text != HELLO.text


def test_the_newest_that_has_begun_counts_and_all_versions_stay() -> None:
    first = write("reminder_day", "sms", HELLO)
    second = write(
        "reminder_day", "sms", TemplateText(text=f"{HELLO.text} Bye."), after=timedelta(days=2)
    )
    third = write(
        "reminder_day", "sms", TemplateText(text=f"{HELLO.text} Soon."), after=timedelta(days=1)
    )

    said = [rendered("reminder_day", after=timedelta(days=days)).sms[-5:] for days in range(3)]

    assert said == ["ing]]", "Soon.", " Bye."]
    assert templates.versions_of("reminder_day", "sms", language="en") == [second, third, first]
    assert templates.newest_by_kind(now=NOW) == {("reminder_day", "sms", "en"): first}


def test_our_words_come_back_by_one_act_and_what_was_planned_does_not_come() -> None:
    write("reminder_day", "sms", HELLO)
    write("reminder_day", "sms", HELLO, after=timedelta(days=1))

    restore_builtin(
        kind="reminder_day", channel="sms", language="en", by=BY, now=NOW + timedelta(hours=1)
    )

    later = [timedelta(minutes=59), timedelta(hours=1), timedelta(days=2)]
    said = [rendered("reminder_day", after=after).sms.startswith("Standby: see") for after in later]
    assert said == [True, False, False]
    assert MessageTemplate.objects.count() == 4


def test_words_that_a_later_release_no_longer_knows_give_way_to_ours(
    caplog: pytest.LogCaptureFixture,
) -> None:
    MessageTemplate.objects.create(
        kind="reminder_day", channel="sms", text="{gone}", starts_at=NOW, made_by=BY, made_at=NOW
    )

    with caplog.at_level(logging.ERROR):
        assert rendered("reminder_day").sms.startswith("Standby: tomorrow, ")

    assert "'gone' is not known" in caplog.text


def test_hostile_words_and_values_stay_words_in_a_letter() -> None:
    hostile = '<script>alert(1)</script> "><img src=x onerror=alert(1)> & &lt;b&gt;'
    ours = KINDS["technician_assigned"].builtin("email").text
    said = TemplateText(
        subject=f"See {hostile}"[:60],
        glance=hostile,
        heading=hostile,
        text=f"{{technician}} comes.\n\n{hostile}\n\n{ours}",
    )
    write("technician_assigned", "email", said)

    one = rendered("technician_assigned", technician_name="{link}<b>{stop}</b> [[my-booking]]")

    html = email_html(email_parts(one))
    assert "<script" not in html
    assert "<img" not in html
    assert "<b>" not in html
    assert "{link}" in email_text(one)
    assert html.count(MY_BOOKING) == 2  # the button and the foot


STANDS_ONCE = "{button} can be used once, with an empty line before and after it."
ASKS_TO_CANCEL = "A reply of CANCEL ends all texts: do not ask for it."


@pytest.mark.parametrize(
    ("field", "words", "fault"),
    [
        ("subject", "For {name}", "{name} is not a known placeholder."),
        ("subject", "On {day}\nBcc: x", "It must be one line."),
        ("subject", " ", "It cannot be empty."),
        ("subject", "x" * 121, "With its values it has over 120 characters."),
        ("heading", "{button}", "{button} cannot be used here."),
        ("glance", "g" * 301, "It is longer than 300 characters."),
        ("text", "Come.\n\n{details}", "{button} has to be in it."),
        ("text", "See {button}\n\n{details}", STANDS_ONCE),
        ("text", "Text CANCEL to end.\n\n{details}\n\n{button}", ASKS_TO_CANCEL),
    ],
)
def test_a_letter_that_cannot_be_sent_is_refused_with_its_reason(
    field: str, words: str, fault: str
) -> None:
    said = letter_with(**{field: words})

    assert fault in faults("reminder_day", "email", said)[field]


TOO_LONG = "It would be sent as 4 texts; the limit is 3."


@pytest.mark.parametrize(
    ("kind", "text", "fault"),
    [
        ("reminder_week", "{brand}: see you on {brief_day}. {link}", "{stop} has to be in it."),
        ("reminder_day", "{brand}: see you soon. {link}", "{brief_day} has to be in it."),
        ("price_locked", "{brand}: locked. {link}", "{total} has to be in it."),
        ("photo_link", "{brand}: photos, please: {link}", "{photo_link} has to be in it."),
        ("reminder_day", "", "It cannot be empty."),
        (
            "reminder_day",
            "{brand} {brief_day} {link} {details}",
            "{details} is not a known placeholder.",
        ),
        ("reminder_day", "{brand} {brief_day} {link} " + "long " * 90, TOO_LONG),
        ("reminder_day", "{brand} {brief_day} {link} " + "щ" * 120, TOO_LONG),
    ],
)
def test_a_text_that_cannot_be_sent_is_refused_with_its_reason(
    kind: str, text: str, fault: str
) -> None:
    assert fault in faults(kind, "sms", TemplateText(text=text))["text"]
