"""`python tests/signed_in_staff.py ROLE`: prints the access token of a new member of staff.

Signed in by password and second factor just now, for what no script's token may do. For tests that
talk to a server of its own; run in api/ with the server's settings.
"""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
django.setup()

from tables_browser import bearer, session_of, staff_user

if __name__ == "__main__":
    session = session_of(staff_user(sys.argv[1], name="signed-in"))
    print(bearer(session)["authorization"].removeprefix("Bearer "))
