from standby.pricing.models.quoting import ManualQuoteRequest


def newest_manual_quote_requests(*, limit: int) -> list[ManualQuoteRequest]:
    return list(ManualQuoteRequest.objects.order_by("-created_at", "pk")[:limit])
