"""Is the process alive, and can it serve?"""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse


def get_healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


def get_readyz(request: HttpRequest) -> JsonResponse:
    """Ready when the database answers and its tables are there."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM installation_packages WHERE is_active")
            packages = cursor.fetchone()[0]
    except DatabaseError:
        return JsonResponse({"status": "no database"}, status=503)
    if not packages:
        return JsonResponse({"status": "no starting data"}, status=503)
    return JsonResponse({"status": "ok"})
