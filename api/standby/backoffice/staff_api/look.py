"""The settings screen's logo and colors."""

from typing import Annotated, Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from standby.accounts.staff_auth import StaffBearer, by_staff, staff_member, staff_name
from standby.company.rules import WHITE, contrast_problem, palette_with_brand
from standby.company.selectors import LOOK, colors, logo, version_of
from standby.company.services import save_logo, save_look
from standby.company.staff_api import SettingsChangeOut, Version, history_out
from standby.core.errors import Invalid, _
from standby.core.limits import spend
from standby.core.policy import CONNECTION_TESTS_PER_MEMBER
from standby.core.roles import Permission
from standby.core.schema import Line, StrictIn
from standby.core.words import say
from standby.photos.providers.pictures import PictureRefused
from standby.photos.providers.pictures.process import reencode_logo

router = Router(tags=["staff"])
_NIGHT: Final[str] = settings.COLORS["night-900"]
LEAST_WIDTH_PX: Final = 64
LEAST_HEIGHT_PX: Final = 32
MOST_TIMES_AS_WIDE: Final = 8


class LogoRefused(Invalid):
    code = "logo_refused"
    message = _("Please choose a PNG, JPG or WebP file that opens on your computer.")


def _is_color(text: str) -> str:
    try:
        is_color = len(bytes.fromhex(text.removeprefix("#"))) == 3 and len(text) == 7
    except ValueError:
        is_color = False
    if not is_color:
        raise PydanticCustomError(
            "color_unreadable", say("Please enter # and six digits or letters A to F.")
        )
    return text.lower()


def _readable_on(ground: str, name: str) -> AfterValidator:
    def check(color: str) -> str:
        if sentence := contrast_problem(color, ground=ground, name=name):
            raise PydanticCustomError("contrast_too_low", sentence)
        return color

    return AfterValidator(check)


class LookIn(StrictIn):
    """White stands on the main color, and it on white; the accent stands on night and under it."""

    version: Version
    main: Annotated[str, Line(7), AfterValidator(_is_color), _readable_on(WHITE, "white")]
    accent: Annotated[str, Line(7), AfterValidator(_is_color), _readable_on(_NIGHT, "night")]


class VersionQuery(Schema):
    version: Version


class LogoOut(Schema):
    url: str
    width_px: int
    height_px: int


class LookOut(Schema):
    """The colors in use, and those that the installation came with."""

    version: int
    main: str
    accent: str
    main_otherwise: str
    accent_otherwise: str
    logo: LogoOut | None
    history: list[SettingsChangeOut]


@router.get(
    "/staff/settings/look",
    response=LookOut,
    auth=StaffBearer(Permission.OPEN_TABLES),
    operation_id="look_at_logo_and_colors",
)
def get_look(request: HttpRequest) -> dict[str, Any]:
    return _look()


@router.put(
    "/staff/settings/look",
    response=LookOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="change_colors",
)
def put_look(request: HttpRequest, payload: LookIn) -> dict[str, Any]:
    """Pages, emails and papers have these colors from now on; pages soon after."""
    otherwise = palette_with_brand(settings.COLORS)
    # What is as the installation has it stays so, also when that changes later.
    changed = {
        "main": payload.main if payload.main != otherwise["brand"] else None,
        "accent": payload.accent if payload.accent != otherwise["accent"] else None,
    }
    save_look(changed, if_version=payload.version, **by_staff(request))
    return _look()


@router.put(
    "/staff/settings/look/logo",
    response=LookOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="change_logo",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            },
        }
    },
)
def put_logo(request: HttpRequest, params: Query[VersionQuery]) -> dict[str, Any]:
    """Use a picture, given as raw bytes, as the logo. It is made anew from its pixels."""
    spend(rule=CONNECTION_TESTS_PER_MEMBER, subject=str(staff_member(request).public_id))
    try:
        content, measures = reencode_logo(request.body)
    except PictureRefused as refused:
        raise LogoRefused(field="logo") from refused
    _ensure_size(**measures)
    actor, moment = staff_name(request), now()
    save_logo(content, if_version=params.version, actor=actor, now=moment, **measures)
    return _look()


@router.delete(
    "/staff/settings/look/logo",
    response=LookOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="remove_logo",
)
def delete_logo(request: HttpRequest, params: Query[VersionQuery]) -> dict[str, Any]:
    """Go back to the drawn mark and the company's name."""
    actor = staff_name(request)
    save_look({"logo": None}, if_version=params.version, actor=actor, now=now())
    return _look()


def _ensure_size(*, width_px: int, height_px: int) -> None:
    if width_px < LEAST_WIDTH_PX or height_px < LEAST_HEIGHT_PX:
        raise LogoRefused(
            _(
                "That picture is %(width)s by %(height)s pixels. "
                "A logo needs %(least_width)s by %(least_height)s at least."
            ),
            field="logo",
            width=width_px,
            height=height_px,
            least_width=LEAST_WIDTH_PX,
            least_height=LEAST_HEIGHT_PX,
        )
    if width_px > MOST_TIMES_AS_WIDE * height_px or height_px > 2 * width_px:
        raise LogoRefused(
            _(
                "A logo can be %(times)s times as wide as high, or twice as high as wide. "
                "Please cut off the empty edges."
            ),
            field="logo",
            times=MOST_TIMES_AS_WIDE,
        )


def _look() -> dict[str, Any]:
    shown, used, otherwise = logo(), colors(), palette_with_brand(settings.COLORS)
    return {
        "version": version_of(LOOK),
        "main": used["brand"],
        "accent": used["accent"],
        "main_otherwise": otherwise["brand"],
        "accent_otherwise": otherwise["accent"],
        "logo": shown
        and {"url": shown.path, "width_px": shown.width_px, "height_px": shown.height_px},
        "history": [_in_words(change) for change in history_out(LOOK)],
    }


def _in_words(change: dict[str, Any]) -> dict[str, Any]:
    # Of a logo its beginning of the hash is enough to tell one from another.
    def of(values: dict[str, Any]) -> dict[str, Any]:
        logo = values.get("logo")
        return values | {"logo": logo["sha256"][:8]} if logo else values

    return {**change, "before": of(change["before"]), "after": of(change["after"])}
