"""What of a mail is shown at once, and what is folded: nothing is ever cut."""

import pytest
from mail_helpers import a_mail

from standby.inbox.rules.folding import passages_of, shown_words
from standby.inbox.rules.mail import read_mail

ENGLISH = "On Sun, Nov 29, 2026 at 9:00 AM Standby <hello@standby.test> wrote:"
SPANISH = "El dom, 29 nov 2026 a las 9:00, Standby (<hello@standby.test>) escribió:"
QUOTE = "> Your date is held.\n> Question 1: is the gate locked?"

SHOWN = {
    "answers between the quoted questions": (
        f"See my answers below.\n\n{ENGLISH}\n{QUOTE}\nYes, code 4321.\n> Dog?\nYes, call first.",
        "See my answers below.\n\nYes, code 4321.\n\nYes, call first.",
    ),
    "a forward": (
        "Approved.\n\n---------- Forwarded message ---------\nFrom: HOA <b@hoa.example>\n"
        "Date: Sat\nSubject: 2026-114\n\nAPPROVED with a 4 ft hedge.",
        "Approved.\n\n---------- Forwarded message ---------\nFrom: HOA <b@hoa.example>\n"
        "Date: Sat\nSubject: 2026-114\n\nAPPROVED with a 4 ft hedge.",
    ),
    "a forward of an iPhone in Spanish": (
        "Aprobado.\n\nInicio del mensaje reenviado:\n\n> De: HOA\n> APROBADO",
        "Aprobado.\n\nInicio del mensaje reenviado:\n\n> De: HOA\n> APROBADO",
    ),
    "Gmail in Spanish": (f"Sí, el martes.\n\n{SPANISH}\n\n{QUOTE}", "Sí, el martes."),
    "iPhone in Spanish": (
        f"Sí.\n\nEnviado desde mi iPhone\n\n> El 29 nov 2026, a las 9:00, Standby "
        f"<a@b.c> escribió:\n> \n{QUOTE}",
        "Sí.",
    ),
    "a header on three lines": (
        f"Yes.\n\nOn Sun, Nov 29, 2026 at 9:00 AM\nStandby Home Power\n<a@b.c> wrote:\n{QUOTE}",
        "Yes.",
    ),
    "Outlook": (
        "Call me first.\n\nFrom: Standby <a@b.c>\nSent: Sunday\nTo: Ada\nSubject: x\n\nHeld.",
        "Call me first.",
    ),
    "Outlook in Spanish": (
        "Llámeme.\n\nDe: Standby <a@b.c>\nEnviado el: domingo\nPara: Ada\nAsunto: x\n\nHeld.",
        "Llámeme.",
    ),
    "Outlook of old": ("Yes.\n\n-----Original Message-----\nFrom: x\nHeld.", "Yes."),
    "a signature": (f"Ten is good.\n-- \nAda\n281-555-0100\n\n{ENGLISH}\n{QUOTE}", "Ten is good."),
    "dashes above a long text": (
        "Two things.\n--\n" + "\n".join(f"line {n}" for n in range(20)),
        "Two things.\n--\n" + "\n".join(f"line {n}" for n in range(20)),
    ),
    "a sentence that begins so": (
        "On Tuesday I am away.\nFrom: the garage, please.\nOn time.",
        "On Tuesday I am away.\nFrom: the garage, please.\nOn time.",
    ),
    "a quote alone": (QUOTE, QUOTE),
    "empty lines above a quote": (f"\n{QUOTE}\n\nYes.", "Yes."),
    "nothing": ("", ""),
}


@pytest.mark.req("IN-02.1")
@pytest.mark.parametrize("name", list(SHOWN))
def test_what_its_sender_wrote_is_shown_and_what_they_quote_is_folded(name: str) -> None:
    text, shown = SHOWN[name]

    assert shown_words(text) == shown
    whole = [line for line in text.splitlines() if line.strip()]
    kept = [line for each in passages_of(text) for line in each.text.splitlines() if line.strip()]
    assert kept == whole


def test_a_forward_by_its_subject_is_shown_whole() -> None:
    text = "From: HOA\nDate: Saturday\nSubject: 2026-114\n\nAPPROVED"

    assert shown_words(f"See.\n{text}", subject="Fwd: HOA") == f"See.\n{text}"
    assert shown_words(f"See.\n{text}", subject="Re: HOA") == "See."


@pytest.mark.req("IN-02.2")
def test_a_mail_in_html_alone_is_readable_lines() -> None:
    mail = a_mail()
    mail.set_content(
        "<!doctype html><html><head><style>p.Mso{margin:0in}</style></head><body>"
        "<p class=Mso>The gate code is"
        "&nbsp;4321 &amp; the dog bites.</p><p>Call me first.</p><ul><li>one<li>two</ul>"
        "<blockquote>Held<blockquote>deeper</blockquote></blockquote><table><tr><td>a<td>b</table>"
        "<div><b>From:</b> Standby<br><b>Sent:</b> Sunday<br>Your date is held.</div></body>",
        subtype="html",
    )

    text = read_mail(mail.as_bytes()).text

    assert text.splitlines()[:6] == [
        "The gate code is 4321 & the dog bites.",
        "",
        "Call me first.",
        "",
        "- one",
        "- two",
    ]
    assert "> Held\n>\n> > deeper" in text
    assert shown_words(text) == (
        "The gate code is 4321 & the dog bites.\n\nCall me first.\n\n- one\n- two\n\na b"
    )


def test_a_head_that_is_not_closed_ends_at_the_body() -> None:
    mail = a_mail()
    mail.set_content("<head><title>x<body>Hello</blockquote><script>x</script>", subtype="html")

    assert read_mail(mail.as_bytes()).text == "Hello"


@pytest.mark.req("IN-02.3")
def test_of_a_long_mail_the_last_line_is_shown() -> None:
    story = "I wrote a very long story. " * 800
    mail = a_mail(f"{story}\nMOST IMPORTANT: do not come on Tuesday.\n\n{ENGLISH}\n{QUOTE}\n")

    assert shown_words(read_mail(mail.as_bytes()).text).endswith("do not come on Tuesday.")


@pytest.mark.parametrize(
    ("plain", "shown"), [("In plain words.", "In plain words."), (" ", "In HTML.")]
)
def test_of_alternatives_the_plain_words_are_read_if_there_are_any(plain: str, shown: str) -> None:
    mail = a_mail(plain)
    mail.add_alternative("<p>In HTML.</p>", subtype="html")
    mail.add_attachment(b"x", maintype="image", subtype="jpeg", filename="a.jpg")

    read = read_mail(mail.as_bytes())

    assert read.text == shown
    assert [(file.place, file.name, file.content) for file in read.files] == [(0, "a.jpg", b"x")]
