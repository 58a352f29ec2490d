from standby.apps.quoting.models import ManualQuoteRequest


def newest_manual_quote_requests(*, limit: int) -> list[ManualQuoteRequest]:
    return list(ManualQuoteRequest.objects.order_by("-created_at", "pk")[:limit])
