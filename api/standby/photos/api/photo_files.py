"""Responses with a photo's or video's bytes, safe against being interpreted as a page."""

from collections.abc import Callable
from typing import Literal, TypeVar

from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect, StreamingHttpResponse
from django.utils.http import content_disposition_header

from standby.core.providers import wiring as core_providers
from standby.photos.models import Photo
from standby.photos.rules.policy import STORAGE_LINK_LASTS
from standby.photos.selectors import PhotoNotFound

_Response = TypeVar("_Response", bound=HttpResponseBase)
Rendition = Literal["thumbnail", "shown", "video"]

# Whatever the file contains, no script in it runs and nothing in it loads.
POLICY = "default-src 'none'; sandbox"


def file_of(photo: Photo, rendition: Rendition) -> HttpResponseBase:
    """Return a photo's file for the homeowner.

    Raises FilesDown, and PhotoNotFound if the file is not viewable this way yet.
    """
    return _RENDERERS[rendition](photo)


def file_through_us(photo: Photo, rendition: Rendition) -> HttpResponseBase:
    """Return a photo's file without a redirect to the storage.

    For requests with a bearer token, which no storage would accept after a redirect.
    Raises FilesDown, and PhotoNotFound if the file is not viewable this way yet.
    """
    if rendition == "video":
        return _stream(_ensure_video(photo))
    return file_of(photo, rendition)


def _picture(photo: Photo, *, key: str) -> HttpResponse:
    if photo.kind != Photo.Kind.PHOTO or not key:
        raise PhotoNotFound
    content = core_providers.files().read(key)
    return _with_safe_headers(
        HttpResponse(content, content_type="image/jpeg"), photo, ending="jpg", as_attachment=False
    )


def _full_size(photo: Photo) -> HttpResponse:
    return _picture(photo, key=photo.shown_key)


def _thumbnail(photo: Photo) -> HttpResponse:
    return _picture(photo, key=photo.thumbnail_key)


def _video(photo: Photo) -> HttpResponseBase:
    # A redirect to the storage where it can presign a short-lived URL, else streamed through us.
    url = core_providers.files().presigned_read(
        _ensure_video(photo).shown_key,
        file_name=_name(photo, ending="mp4"),
        expires_in=STORAGE_LINK_LASTS,
    )
    if url is not None:
        return HttpResponseRedirect(url)
    return _stream(photo)


def _ensure_video(photo: Photo) -> Photo:
    if photo.kind != Photo.Kind.VIDEO or not photo.shown_key:
        raise PhotoNotFound
    return photo


def _stream(photo: Photo) -> HttpResponseBase:
    files = core_providers.files()
    size_bytes = files.size_bytes(photo.shown_key)
    response = StreamingHttpResponse(files.stream(photo.shown_key), content_type="video/mp4")
    response["Content-Length"] = str(size_bytes)
    return _with_safe_headers(response, photo, ending="mp4", as_attachment=True)


_RENDERERS: dict[Rendition, Callable[[Photo], HttpResponseBase]] = {
    "thumbnail": _thumbnail,
    "shown": _full_size,
    "video": _video,
}


def _with_safe_headers(
    response: _Response, photo: Photo, *, ending: str, as_attachment: bool
) -> _Response:
    disposition = content_disposition_header(as_attachment, _name(photo, ending=ending))
    response["Content-Disposition"] = disposition or "attachment"
    response["Content-Security-Policy"] = POLICY
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _name(photo: Photo, *, ending: str) -> str:
    # Our own words only: the sender's file name is never requested.
    return f"{photo.slot.replace('_', '-')}.{ending}"
