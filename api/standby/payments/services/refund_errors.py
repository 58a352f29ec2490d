"""Why a refund is refused."""

from standby.core.errors import Conflict, NotFound, _


class RefundTooLarge(Conflict):
    code = "refund_too_large"
    message = _("You cannot refund more than is left of this payment.")


class RefundAlreadySent(Conflict):
    code = "refund_already_sent"
    message = _(
        "This refund has already gone out. It can be sent again only if the bank returns it."
    )


class RefundReplaced(Conflict):
    code = "refund_replaced"
    message = _(
        "This money has already gone back another way, so this refund cannot be sent again."
    )


class PaymentDisputed(Conflict):
    code = "payment_disputed"
    message = _("The customer's bank holds this money, so it cannot be refunded now.")


class PaymentNotFound(NotFound):
    code = "payment_not_found"
    message = _("There is no such payment.")


class RefundNotFound(NotFound):
    code = "refund_not_found"
    message = _("There is no such refund.")
