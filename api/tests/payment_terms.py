"""The market's terms, with five days to pay."""

from dataclasses import replace
from typing import Final

from standby.pricing.rules.configuration import PaymentTerms, configuration_from

PAYMENT_TERMS: Final[PaymentTerms] = replace(configuration_from({}).payment_terms, days_to_pay=5)
