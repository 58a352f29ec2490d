"""What an order's homeowner wants to stay on, in words, and the modules that its price has."""

from dataclasses import asdict, dataclass

from standby.core.words import say
from standby.orders.models import ChangeOrder, Order
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.stay_on import (
    Missing,
    home_words,
    missing_words,
    modules_in,
    modules_words,
    read_stay_on,
    verdict_words,
    wanted_words,
)
from standby.pricing.rules.wizard import in_words

_OPEN = (Order.Status.RESERVED, Order.Status.SCHEDULED)


@dataclass(frozen=True, slots=True, kw_only=True)
class StayOnWords:
    """Sentences; `verdict` is what the chosen generator does, `modules` what is in the price now.

    Both are empty where there is nothing to say.
    """

    wanted: str
    home: str
    verdict: str
    modules: str


def stay_on_of(order: Order) -> StayOnWords | None:
    """Return the words of an order's list; None for one without, as a caller's order."""
    answer = read_stay_on(order.answers)
    if answer is None:
        return None
    needed, in_price = len(answer.waiting), modules_in_price(order.quote)
    missing = _missing(order, needed - in_price) if needed > in_price else Missing.OPEN
    return StayOnWords(
        wanted=wanted_words(answer),
        home=home_words(answer),
        verdict=verdict_words(answer, kw=order.kw, is_carried=missing is Missing.OPEN),
        modules=modules_words(needed=needed, in_price=in_price, missing=missing),
    )


def carried_in_part(order: Order) -> dict[str, str] | None:
    """Return the words where the generator does not carry everything at once; else None."""
    answer = read_stay_on(order.answers)
    words = stay_on_of(order)
    is_in_part = answer is not None and answer.verdict in ("in-turn", "too-large")
    return asdict(words) if words and is_in_part else None


def modules_to_quote(order: Order) -> int:
    """Return how many modules are needed that the order's price does not have."""
    return modules_short(order, in_price=modules_in_price(order.quote))


def modules_short(order: Order, *, in_price: int) -> int:
    """Return how many of the modules that are needed a price with so many does not have."""
    answer = read_stay_on(order.answers)
    return max(0, len(answer.waiting) - in_price) if answer else 0


def modules_in_price(quote: Quote) -> int:
    """Return how many modules a price has, as it was quoted: no change of the catalog is one."""
    return quote.modules_included + modules_in(quote.line_items)


def missing_modules_words(order: Order) -> str:
    """Return what becomes of modules that are needed and not in the price; empty where none is."""
    count = modules_to_quote(order)
    return missing_words(count, _missing(order, count)) if count else ""


def answers_in_words(order: Order) -> dict[str, str]:
    """Return the answered questions of the wizard and their answers, as staff read them."""
    words = in_words(order.answers)
    stay_on = stay_on_of(order)
    if stay_on is not None:
        words[say("What should stay on")] = say(
            "%(wanted)s. Home: %(home)s.", wanted=stay_on.wanted, home=stay_on.home
        )
        words[say("Online estimate")] = " ".join(filter(None, (stay_on.verdict, stay_on.modules)))
    return {question: answer for question, answer in words.items() if answer}


def _missing(order: Order, count: int) -> Missing:
    if order.quote.modules_left_out >= count:
        return Missing.LEFT_OUT
    if order.status not in _OPEN or order.quote.locked_at is not None:
        return Missing.ENDED
    change = ChangeOrder.objects.filter(order=order).select_related("to_quote")
    newest = change.order_by("-pk").first()
    if newest is None:
        return Missing.OPEN
    has_more = modules_in(newest.to_quote.line_items) > modules_in(order.quote.line_items)
    if newest.status == ChangeOrder.Status.DECLINED and has_more:
        return Missing.DECLINED
    is_without = newest.to_quote.modules_left_out >= count
    is_waiting = newest.status == ChangeOrder.Status.PROPOSED
    return Missing.LEFT_OUT if is_waiting and is_without else Missing.OPEN
