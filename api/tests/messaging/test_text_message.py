"""What a text costs is counted in segments."""

import pytest

from standby.messaging.rules.text_message import count_segments, length_of, to_gsm


@pytest.mark.parametrize(
    ("text", "length", "segments"),
    [
        ("", 0, 1),
        ("a" * 160, 160, 1),
        ("a" * 161, 161, 2),
        ("a" * 306, 306, 2),
        ("a" * 307, 307, 3),
        ("{" * 80, 160, 1),
        ("ñé", 2, 1),
        ("\u2019" * 70, 70, 1),
        ("\u2019" * 71, 71, 2),
        ("😀", 2, 1),
    ],
)
def test_length_and_segments(text: str, length: int, segments: int) -> None:
    assert (length_of(text), count_segments(text)) == (length, segments)


def test_typographic_signs_are_made_plain_and_other_letters_stay() -> None:
    said = "It\u2019s \u201cours\u201d \u2013 really\u2026\u00a0€ Nguyễn 李"

    assert to_gsm(said) == 'It\'s "ours" - really... € Nguyễn 李'
