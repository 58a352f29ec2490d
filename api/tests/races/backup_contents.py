"""What a shop of a backup test holds: customers, photos and a document, told by canaries."""

from collections.abc import Mapping
from pathlib import Path

from buyers import Buyer, open_days
from shop import Shop

# What no readable file may hold: an address, a database, a dump, a picture, where a home is.
CANARIES = (b"buyer-", b"SQLite format 3\0", b"PGDMP", b"somebody's panel", b"GPSLatitude 30.1")
SHOWN = b"a photo of somebody's panel"
ORIGINAL = b"GPSLatitude 30.1 of somebody's panel"

_ADD_PHOTO = """
from datetime import UTC, datetime
from standby.orders.models import Order
from standby.photos.models import Photo, PhotoReview
order, now = Order.objects.order_by("pk").last(), datetime.now(UTC)
review, _ = PhotoReview.objects.get_or_create(order=order, defaults={"created_at": now})
folder = f"photos/{order.public_id.hex}"
Photo.objects.create(
    review=review, kind="photo", slot="meter", status="ready", size_bytes=9,
    key=folder + "/original", shown_key=folder + "/shown.jpg",
    created_at=now,
)
print(folder)
"""
_ERASE = """
from datetime import UTC, datetime
from standby.orders.models import Customer, Order
from standby.workflows.erase_customer import ErasureReason, erase_customer
Order.objects.filter(customer__email="{email}").update(status="cancelled")
customer = Customer.objects.get(email="{email}")
erase_customer(customer.public_id, reason=ErasureReason("asked"), actor="jo", now=datetime.now(UTC))
"""

_COPY_ERASURES = """
from pathlib import Path
from standby.backoffice.backups.snapshots import BackupStore, copy_new_erasures
vault = BackupStore(folder=Path({vault!r}), recipient={recipient!r})
assert copy_new_erasures(vault) == 1 and copy_new_erasures(vault) == 0
"""


def reserve_with_photo(shop: Shop) -> Buyer:
    """The photo's original lies there too, as it does for some minutes."""
    buyer = Buyer(open_days(shop)[0])
    assert buyer.reserve(shop).status == 201
    folder = shop.data / "files" / shop.shell(_ADD_PHOTO)
    folder.mkdir(parents=True)
    (folder / "shown.jpg").write_bytes(SHOWN)
    (folder / "original").write_bytes(ORIGINAL)
    return buyer


def erase(shop: Shop, buyer: Buyer) -> None:
    shop.shell(_ERASE.format(email=buyer.email))


def copy_erasure(shop: Shop, vault: Path, *, recipient: str) -> None:
    """As `./standby backup --repeat` does each minute; one is new."""
    shop.shell(_COPY_ERASURES.format(vault=str(vault), recipient=recipient))


def canaries_in(folder: Path) -> Mapping[str, list[bytes]]:
    """Each readable file that tells something, with what it tells."""
    told = {
        str(path.relative_to(folder)): [each for each in CANARIES if each in path.read_bytes()]
        for path in folder.rglob("*")
        if path.is_file()
    }
    return {name: found for name, found in told.items() if found}
