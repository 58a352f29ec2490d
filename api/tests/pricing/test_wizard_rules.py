from standby.pricing.rules.wizard import in_words


def test_staff_read_an_answer_of_the_wizard_in_words() -> None:
    answers = {"fuel": "natural_gas", "service_panel": "200_amps", "unanswered": None}

    assert in_words(answers) == {"Fuel": "Natural gas", "Service panel": "200 amps"}
