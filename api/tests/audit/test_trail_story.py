"""Acts read as sentences."""

import pytest

from standby.audit.rules.audit_log_text import describe_audit_event


@pytest.mark.parametrize(
    ("actor", "action", "status", "sentence"),
    [
        ("staff jo", "get_staff_order", 200, "jo looked at an order."),
        ("staff jo", "request_refund", 403, "jo asked for a refund, and was refused (403)."),
        ("staff jo", "paint_a_wall", None, "jo called “paint a wall”."),
        ("nobody", "sign_in_failed", None, "Somebody unknown tried to sign in and failed."),
        ("operator", "role_given", None, "The operator gave a role."),
        ("clock", "trail_verified", None, "The system proved the trail."),
    ],
)
def test_an_act_is_a_sentence(actor: str, action: str, status: int | None, sentence: str) -> None:
    assert describe_audit_event(actor=actor, action=action, status=status) == sentence
