"""What is said of each next action of an order, by its key."""

from collections.abc import Mapping
from typing import Final

from standby.core.words import _

# Of each action its title, and how it is done; %(share)s is that of its milestone.
TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "retry_refund": (
        _("Send the refund again"),
        _(
            "The card provider declined it, or the customer's bank returned it. See the reason "
            "under Money, call the customer if their card or account has changed, and send it "
            "again."
        ),
    ),
    "answer_dispute": (
        _("Answer the dispute"),
        _(
            "The customer's bank disputes a payment. Respond in the card provider's dashboard with "
            "the signed documents and photos before the day shown. The details are under Money."
        ),
    ),
    "decide_visit": (
        _("Decide about the visit: its fee was refunded"),
        _(
            "The reservation fee was refunded at the card provider, or the customer's bank "
            "reversed it. Call the customer, then cancel the visit or keep it."
        ),
    ),
    "find_new_date": (
        _("Find a new date with the customer"),
        _(
            "It is paid, but the date was lost. Call the customer and move the appointment to a "
            "free day, or cancel with the rule “date lost” for a full refund."
        ),
    ),
    "review_photos": (
        _("Review the photos"),
        _(
            "Enter the run from panel to generator in feet and lock the price. If the photos do "
            "not show it, request better ones."
        ),
    ),
    "decide_again": (
        _("Decide the price again, or cancel"),
        _(
            "The customer declined the higher price. Call them, then decide the photo review "
            "again, or cancel with the rule “change declined”."
        ),
    ),
    "make_proposal": (
        _("Generate the proposal"),
        _(
            "The price is locked. The proposal is usually generated automatically within a minute. "
            "If it is not there, generate it."
        ),
    ),
    "mark_installed": (
        _("Mark the installation as complete"),
        _(
            "The installation day has come. Once the technician reports that the generator is "
            "placed and connected, mark it: %(share)s becomes due."
        ),
    ),
    "follow_up_step": (
        _("Follow up on a step"),
        _(
            "It failed, or has not happened by the day it was expected. Call, then enter what you "
            "learn under Getting ready."
        ),
    ),
    "name_technician": (
        _("Assign a technician"),
        _(
            "Choose a technician who is free that day. The customer gets the name and the phone "
            "number."
        ),
    ),
    "mark_equipment": (
        _("Order the equipment, and mark when it arrives"),
        _(
            "The first part is paid. Once the equipment is in the warehouse, mark it: %(share)s "
            "becomes due."
        ),
    ),
    "mark_power_on": (
        _("Mark the power as on"),
        _(
            "The generator is in place. After inspection and startup, mark it: the customer is "
            "notified that it is ready."
        ),
    ),
    "chase_payment": (
        _("Call about the late payment"),
        _("The customer was reminded and has not paid. What is due stands under Money."),
    ),
    "collect_owed": (
        _("Collect what is owed"),
        _(
            "More is owed than was paid, after a cancellation or because a bank reversed a "
            "payment. Send the customer the amount shown under Money."
        ),
    ),
    "reach_customer": (
        _("Reach the customer another way"),
        _(
            "A message could not be delivered. Call, correct the address or the phone number, and "
            "send the message again."
        ),
    ),
    "pay_fee": (
        _("Waiting for the %(fee)s%(until)s"),
        _("Then the date is open again. Send the link to pay again if they call."),
    ),
    "confirm_date": (
        _("Waiting for the customer to confirm the date%(until)s"),
        _("No fee is due. If they don't confirm, the date is open again."),
    ),
    "choose_date": (
        _("Customer chooses a date again"),
        _("The date was not confirmed in time and was released. A call may help."),
    ),
    "retake_photos": (
        _("Customer sends better photos"),
        _("We requested them. Nothing to do."),
    ),
    "send_photos": (
        _("Customer sends photos"),
        _("We remind them twice. Send the link again if they call."),
    ),
    "decide_change": (
        _("Customer decides on the higher price"),
        _("They know why. Nothing to do until they answer."),
    ),
    "accept_proposal": (
        _("Customer accepts the proposal"),
        _("My booking shows it as it is now. Send the link again if they call."),
    ),
    "pay_again": (
        _("The bank transfer failed; the customer is asked to pay again"),
        _(
            "Nothing arrived. We told the customer that %(share)s is to be paid again. Send the "
            "message again if they call."
        ),
    ),
    "pay_milestone": (
        _("Customer makes the next payment"),
        _("We asked for %(share)s. Send the message again if they call."),
    ),
    "wait_to_ask": (
        _("The cancellation period runs"),
        _("We ask for %(share)s when it ends. Nothing to do yet."),
    ),
    "wait_transfer": (
        _("Bank transfer on its way"),
        _("It usually takes 4 to 5 business days. Nothing to do."),
    ),
    "visit": (
        _("The crew comes"),
        _("Everything is ready. Nothing to do until that day."),
    ),
    "done": (_("Done"), "%(done)s."),
    "cancelled": (_("Canceled"), _("Nothing to do.")),
}
