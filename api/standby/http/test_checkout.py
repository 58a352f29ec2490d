"""."""

from django.http import HttpRequest, HttpResponse


def test_checkout_page(request: HttpRequest, checkout_id: str) -> HttpResponse:
    return HttpResponse(status=404)
