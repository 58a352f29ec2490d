"""The transaction of a whole story: committed, and on the disk, when the block ends."""

from functools import partial

from django.db import transaction

# Refuses to be nested. Never wait for the network inside it.
write_transaction = partial(transaction.atomic, durable=True)
