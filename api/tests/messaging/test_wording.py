"""Words with placeholders: filled in by name, and nothing more can be reached by them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.messaging.rules import placeholders as wording

VALUES = {"day": "Thursday, March 12", "name": "{day} {link}", "nothing": ""}
KNOWN = ("day", "name", "link", "details", "button")


def test_a_placeholder_becomes_its_value_on_one_line_and_is_looked_at_once() -> None:
    said = wording.fill_placeholders("On {day},\n  {nothing} we   come. {name}", VALUES)

    assert said == "On Thursday, March 12, we come. {day} {link}"
    with pytest.raises(KeyError):
        wording.fill_placeholders("{secret}", VALUES)


@pytest.mark.parametrize(
    "hostile",
    [
        *("{day.__class__}", "{day!r}", "{day:>1000000}", "{day[0]}", "{DAY}", "{0}", "{}"),
        *("{{7*7}}", "{% debug %}", "{{ settings.SECRET_KEY }}", "${day}{", "%(day)s }"),
    ],
)
def test_hostile_words_reach_nothing_and_are_not_accepted(hostile: str) -> None:
    assert wording.find_errors(hostile, known=KNOWN) != []

    said = wording.fill_placeholders(hostile, VALUES)

    plain = hostile.replace("{day}", VALUES["day"])
    assert said == " ".join(plain.split())


@given(st.text(alphabet="{}day.[]_!:% \n0", max_size=40))
def test_whatever_is_written_only_values_are_put_in(words: str) -> None:
    if wording.find_errors(words, known=VALUES):
        return

    said = wording.fill_placeholders(words, {"day": "X", "name": "X", "nothing": "X"})

    assert "{" not in said
    assert "}" not in said


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        ("We come on {day}.", []),
        (
            "We come on {date} or {hour}.",
            ["{date} is not known here.", "{hour} is not known here."],
        ),
        ("{ day }", ["A brace stands only around the name of a placeholder, such as {day}."]),
        ("[[my-booking]]", ["Double brackets are kept for links: take a placeholder instead."]),
        ("We\u200b come\x07", ["There is a sign in it that nobody can see."]),
        ("One\r\n\r\ntwo", []),
    ],
)
def test_what_is_wrong_is_said_in_sentences(words: str, faults: list[str]) -> None:
    assert wording.find_errors(words, known=KNOWN) == faults


def test_what_has_to_stand_in_it_is_missed() -> None:
    assert wording.missing_placeholder_errors("{day}", must=frozenset({"day", "link"})) == [
        "{link} has to stand in it."
    ]


@pytest.mark.parametrize(
    ("subject", "faults"),
    [
        ("On {day}", []),
        ("For {name}", ["{name} cannot stand here."]),
        ("{details}", ["{details} cannot stand here."]),
        ("On {day}\nBcc: all@example.org", ["It has to be one line."]),
        ("On {day}\r", ["It has to be one line."]),
    ],
)
def test_a_subject_is_one_line_without_anything_typed(subject: str, faults: list[str]) -> None:
    assert wording.subject_errors(subject, free_text=["name"]) == faults


@pytest.mark.parametrize(
    ("text", "is_good"),
    [
        ("Hello.\n\n{details}\n\n{button}\n\nBye.", True),
        ("Hello.\r\n \r\n{button}", True),
        ("Hello.", True),
        ("Press {button} now.", False),
        ("{button}\n\n{button}", False),
        ("{details}\n{button}", False),
    ],
)
def test_the_table_and_the_button_are_paragraphs_of_their_own(text: str, is_good: bool) -> None:
    assert (wording.email_errors(text) == []) is is_good


def test_paragraphs_are_parted_by_empty_lines() -> None:
    assert wording.paragraphs_of("One\nstill one\r\n\r\n\r\ntwo\n") == ["One\nstill one", "two"]
    assert wording.paragraphs_of(" \n ") == []


def test_a_text_is_three_segments_at_most_and_asks_for_no_cancel() -> None:
    assert wording.sms_errors("a" * 459) == []
    assert wording.sms_errors("a" * 460) == ["It would be sent as 4 texts; 3 are the most."]
    assert wording.sms_errors("é" * 201 + "Ω" * 2 + "й") == [
        "It would be sent as 4 texts; 3 are the most."
    ]
    assert wording.sms_errors("Reply with CANCEL to end") == [
        "A reply of CANCEL ends all texts: do not ask for it."
    ]


def test_signs_that_double_the_price_are_named() -> None:
    assert wording.costly_characters("It\u2019s 20 °C in Łódź, ok…") == ["°", "Ł", "ó", "ź"]
