"""The homeowner uploads photos of the home, and optionally a video."""

from typing import Annotated, Final, Literal
from uuid import UUID

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.utils.http import content_disposition_header
from django.utils.timezone import now
from ninja import Header, Router, Schema, Status
from pydantic import Field, StrictBool

from standby.core.errors import BadRequest, _
from standby.core.limits import spend
from standby.core.policy import ANSWERS_PER_ORDER, MOST_PHOTOS, PIECE_BYTES
from standby.core.problems import problem
from standby.core.providers import wiring as core_providers
from standby.core.schema import In, Line100, Lines, ProblemOut
from standby.core.words import say
from standby.orders.api.booking_access import BookingAccess, own_booking
from standby.photos import selectors
from standby.photos.models import Photo, PhotoReview
from standby.photos.rules import GUIDED, PHOTO_CONSENT, STORAGE_LINK_LASTS, UPLOADS_PER_ORDER
from standby.photos.selectors import PhotoNotFound
from standby.photos.services.photos import OffsetWrong, append_chunk, remove_photo, start_upload
from standby.photos.services.photos import upload_offset as look_at_upload
from standby.photos.services.reviews import submit_photos

router = Router(tags=["photos"], auth=BookingAccess())

PHOTOS: Final = "/api/my-booking/photos"
Rendition = Literal["thumbnail", "shown", "video"]
# Whatever a file contains, no script in it runs and nothing in it loads.
POLICY: Final = "default-src 'none'; sandbox"


class UploadOffsetMissing(BadRequest):
    code = "upload_offset_missing"
    message = _("The Upload-Offset header must give the offset of the chunk.")


class PhotoOut(Schema):
    id: UUID
    slot: str
    kind: Photo.Kind
    status: Photo.Status
    size_bytes: int
    received_bytes: int
    refused_code: str
    thumbnail_url: str | None
    shown_url: str | None


class PhotoSlotOut(Schema):
    slot: str
    title: str
    hint: str
    photo: PhotoOut | None


class PhotoReviewOut(Schema):
    """`least` photos are needed to submit, `most` are allowed; videos do not count.

    `retake_slots` are asked for again and have not been sent again yet; `wants_new_photo`: better
    ones are asked for, none in particular, and none has been sent yet.
    """

    status: PhotoReview.Status
    least: int
    most: int
    consent_wording: str
    retake_reason: str
    retake_slots: list[str]
    wants_new_photo: bool
    shots: list[PhotoSlotOut]
    photos: list[PhotoOut]


class PhotoAnnouncedIn(In):
    """The file to upload. Its name is not needed, and ignored if sent."""

    slot: Line100
    kind: Literal["photo", "video"]
    size_bytes: Annotated[int, Field(strict=True, ge=1, le=2**53)]
    content_type: Line100 = ""


class UploadOut(Schema):
    url: str
    fields: dict[str, str]


class PhotoAnnouncedOut(Schema):
    """Upload it in chunks of at most `chunk_bytes`, or whole to `upload` if that is set."""

    id: UUID
    offset: int
    chunk_bytes: int
    upload: UploadOut | None


class OffsetOut(Schema):
    offset: int


class UploadStateOut(Schema):
    offset: int
    status: Photo.Status


class OffsetWrongOut(ProblemOut):
    """`offset` is set when the chunk did not follow the last one: resume there."""

    offset: int | None = None


class PhotosSubmittedIn(In):
    is_decision_maker: StrictBool
    can_place_stake: StrictBool
    consent: StrictBool
    notes: Annotated[str, Lines(2000)] = ""


class PhotosSubmittedOut(Schema):
    status: PhotoReview.Status


@router.get(
    "/my-booking/photos",
    response=PhotoReviewOut,
    operation_id="get_photo_review",
)
def get_photo_review(request: HttpRequest) -> PhotoReviewOut:
    """The requested photos, and those received so far."""
    order = own_booking(request)
    review = selectors.review_of(order)
    photos = selectors.photos_of(review)
    for at, photo in enumerate(photos):
        # The storage does not notify us of a direct upload, so it is found only by checking.
        if photo.status == Photo.Status.RECEIVING and not photo.received_bytes:
            photos[at] = look_at_upload(
                order, photo.public_id, files=core_providers.files(), now=now()
            )
    in_slot = {photo.slot: photo for photo in photos}
    return PhotoReviewOut(
        status=PhotoReview.Status(review.status),
        least=review.least_photos,
        most=MOST_PHOTOS,
        consent_wording=say(PHOTO_CONSENT),
        retake_reason=review.retake_reason,
        retake_slots=review.slots_to_retake(photos),
        wants_new_photo=review.wants_new_photo(photos),
        shots=[
            PhotoSlotOut(
                **shot.in_words,
                photo=photo_out(in_slot[shot.slot]) if shot.slot in in_slot else None,
            )
            for shot in GUIDED
        ],
        photos=[photo_out(photo) for photo in photos],
    )


@router.post(
    "/my-booking/photos",
    response={201: PhotoAnnouncedOut},
    operation_id="announce_photo",
)
def post_photo(request: HttpRequest, payload: PhotoAnnouncedIn) -> Status[PhotoAnnouncedOut]:
    """Begin the upload of one photo or video."""
    order, moment = own_booking(request), now()
    spend(rule=UPLOADS_PER_ORDER, subject=str(order.public_id))
    photo = start_upload(
        order,
        kind=payload.kind,
        slot=payload.slot,
        size_bytes=payload.size_bytes,
        content_type=payload.content_type,
        now=moment,
    )
    # None where the storage takes no uploads from browsers: then it is sent to us in chunks.
    upload = core_providers.files().presigned_upload(
        photo.key,
        size_bytes=photo.size_bytes,
        content_type=payload.content_type or "application/octet-stream",
        expires_in=STORAGE_LINK_LASTS,
    )
    return Status(
        201,
        PhotoAnnouncedOut(
            id=photo.public_id,
            offset=0,
            chunk_bytes=PIECE_BYTES,
            upload=UploadOut(**upload) if upload else None,
        ),
    )


@router.post(
    "/my-booking/photos/submit",
    response=PhotosSubmittedOut,
    operation_id="submit_photos",
)
def post_photos_submit(request: HttpRequest, payload: PhotosSubmittedIn) -> PhotosSubmittedOut:
    """Submit the photos for review: needs enough photos, both checkboxes and consent."""
    order = own_booking(request)
    spend(rule=ANSWERS_PER_ORDER, subject=str(order.public_id))
    review = submit_photos(
        order,
        is_decision_maker=payload.is_decision_maker,
        can_place_stake=payload.can_place_stake,
        consents=payload.consent,
        notes=payload.notes,
        now=now(),
    )
    return PhotosSubmittedOut(status=PhotoReview.Status(review.status))


@router.patch(
    "/my-booking/photos/{photo_id}",
    response={200: OffsetOut, 409: OffsetWrongOut},
    operation_id="send_piece_of_photo",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            },
        }
    },
)
def patch_photo(
    request: HttpRequest,
    photo_id: UUID,
    upload_offset: Annotated[str | None, Header(alias="Upload-Offset")] = None,
) -> OffsetOut | HttpResponse:
    """Upload the next chunk, as raw bytes. Safe to repeat."""
    header = upload_offset or ""
    if not header.isascii() or not header.isdigit() or len(header) > 12:
        raise UploadOffsetMissing
    try:
        received_bytes = append_chunk(
            own_booking(request),
            photo_id,
            offset=int(header),
            chunk=request.body,
            files=core_providers.files(),
            now=now(),
        )
    except OffsetWrong as error:
        return problem(
            status=409,
            code=error.code,
            detail=str(error),
            extra={"offset": error.offset},
        )
    return OffsetOut(offset=received_bytes)


@router.get(
    "/my-booking/photos/{photo_id}",
    response=UploadStateOut,
    operation_id="get_upload_state",
)
def get_photo(request: HttpRequest, photo_id: UUID) -> UploadStateOut:
    """The upload's progress: it resumes from there."""
    photo = look_at_upload(own_booking(request), photo_id, files=core_providers.files(), now=now())
    return UploadStateOut(offset=photo.received_bytes, status=Photo.Status(photo.status))


@router.delete(
    "/my-booking/photos/{photo_id}",
    response={204: None},
    operation_id="remove_photo",
)
def delete_photo(request: HttpRequest, photo_id: UUID) -> Status[None]:
    """Delete a photo and its files; possible until the photos are submitted."""
    remove_photo(own_booking(request), photo_id, now=now())
    return Status(204, None)


@router.get(
    "/my-booking/photos/{photo_id}/thumbnail",
    response={200: None},
    operation_id="get_photo_thumbnail",
)
def get_photo_thumbnail(request: HttpRequest, photo_id: UUID) -> HttpResponseBase:
    return file_of(selectors.photo_of(own_booking(request), photo_id), "thumbnail")


@router.get(
    "/my-booking/photos/{photo_id}/shown",
    response={200: None},
    operation_id="get_photo_shown",
)
def get_photo_shown(request: HttpRequest, photo_id: UUID) -> HttpResponseBase:
    return file_of(selectors.photo_of(own_booking(request), photo_id), "shown")


@router.get(
    "/my-booking/photos/{photo_id}/video",
    response={200: None, 302: None},
    operation_id="get_photo_video",
)
def get_photo_video(request: HttpRequest, photo_id: UUID) -> HttpResponseBase:
    return file_of(selectors.photo_of(own_booking(request), photo_id), "video")


def photo_out(photo: Photo, *, base_url: str = PHOTOS) -> PhotoOut:
    url = f"{base_url}/{photo.public_id}"
    rendition = "video" if photo.kind == Photo.Kind.VIDEO else "shown"
    return PhotoOut(
        id=photo.public_id,
        slot=photo.slot,
        kind=Photo.Kind(photo.kind),
        status=Photo.Status(photo.status),
        size_bytes=photo.size_bytes,
        received_bytes=photo.received_bytes,
        refused_code=photo.refused_code,
        thumbnail_url=f"{url}/thumbnail" if photo.thumbnail_key else None,
        shown_url=f"{url}/{rendition}" if photo.shown_key else None,
    )


def file_of(photo: Photo, rendition: Rendition, *, through_us: bool = False) -> HttpResponseBase:
    """Return a photo's file, safe against being interpreted as a page.

    With `through_us` it is no redirect to the storage, which takes no request with a bearer token.
    Raises FilesDown, and PhotoNotFound if the file is not viewable this way yet.
    """
    files, is_video = core_providers.files(), rendition == "video"
    key = photo.thumbnail_key if rendition == "thumbnail" else photo.shown_key
    if not key or is_video != (photo.kind == Photo.Kind.VIDEO):
        raise PhotoNotFound
    # Our own words only: the sender's file name is never requested.
    name = f"{photo.slot.replace('_', '-')}.{'mp4' if is_video else 'jpg'}"
    response: HttpResponse | StreamingHttpResponse
    if is_video:
        url = None
        if not through_us:
            url = files.presigned_read(key, file_name=name, expires_in=STORAGE_LINK_LASTS)
        if url is not None:
            return HttpResponseRedirect(url)
        size_bytes = files.size_bytes(key)
        response = StreamingHttpResponse(files.stream(key), content_type="video/mp4")
        response["Content-Length"] = str(size_bytes)
    else:
        response = HttpResponse(files.read(key), content_type="image/jpeg")
    disposition = content_disposition_header(is_video, name)
    response["Content-Disposition"] = disposition or "attachment"
    response["Content-Security-Policy"] = POLICY
    response["X-Content-Type-Options"] = "nosniff"
    return response
