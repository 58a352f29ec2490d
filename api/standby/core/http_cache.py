"""Responses that are the same for every visitor, kept by nginx and revalidated by browsers."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpResponse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page

# nginx answers from its own cache for this long (deploy/nginx.conf); it removes the header.
_NGINX_CACHE_S: Final = "2"

View = Callable[..., HttpResponse]


def same_for_everybody(cache_control: str = "no-cache") -> Callable[[View], View]:
    """Decorate a view: its response gets an ETag, is compressed, and nginx may keep it.

    Only for responses that depend on nothing but the path: no cookie, no header, no query.
    `cache_control` is for browsers.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def with_headers(*args: Any, **kwargs: Any) -> HttpResponse:
            response = view(*args, **kwargs)
            if response.status_code == HTTPStatus.OK:
                response["Cache-Control"] = cache_control
                response["X-Accel-Expires"] = _NGINX_CACHE_S
            return response

        return gzip_page(conditional_page(with_headers))

    return decorate
