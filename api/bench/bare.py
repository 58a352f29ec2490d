"""The reference application of `make bench`: the product's SQL, without framework or rules.

It repeats, statement for statement, what bench/recorded.py recorded, and returns the bytes that the
product returned, or 304 to a request with If-None-Match. For a call without SQL it is the server's
hello-world. It runs on the same server as the product, in the same run, so that `make bench` can
compare the two. Nothing here is validated, priced or guarded: it is no example to copy.
"""

import json
from base64 import b64decode
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from replay import Replay, database, recorded

CALLS = recorded()
REPLAYS = {path: Replay(call["statements"]) for path, call in CALLS.items() if call["statements"]}
BODIES = {"/readyz": b"{}", **{path: b64decode(call["body"]) for path, call in CALLS.items()}}


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    path = environ["PATH_INFO"]
    if "HTTP_IF_NONE_MATCH" in environ:
        start_response("304 Not Modified", [("ETag", environ["HTTP_IF_NONE_MATCH"])])
        return []
    if environ["REQUEST_METHOD"] == "POST":
        json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
    if path in REPLAYS:
        REPLAYS[path].run(database())
    body = BODIES[path]
    start_response(
        "200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    )
    return [body]
