"""Every answer of the auth service names the version of its wire."""

from django.http import HttpRequest, HttpResponse

from standby.http.middleware import GetResponse

PREFIX = "/auth/v1/"
NAME = "X-Supabase-Api-Version"
VERSION = "2024-01-01"


class ApiVersion:
    """Clients read error codes only where they see it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path.startswith(PREFIX):
            response.headers[NAME] = VERSION
        return response
