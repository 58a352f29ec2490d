"""Google as far as we use it, on this machine: it checks requests, and can be ill in many ways."""

import json
import socket
import struct
from contextlib import AbstractContextManager
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from http_peer import Answers, HttpPeer, serving
from PIL import Image

KEY = "AIzaServerKeyForTestsOnly0123456789"
TOMBALL = ("1234 Main Street", "Tomball, TX, USA")


class Peer(HttpPeer):
    def __init__(self) -> None:
        super().__init__(_Answers)
        self.illness = ""
        self.asked: list[str] = []
        self.wrong: list[str] = []


def google_peer() -> AbstractContextManager[Peer]:
    return serving(Peer())


class _Answers(Answers):
    server: Peer
    protocol_version = "HTTP/1.1"

    def post(self) -> None:
        asked = json.loads(self.sent())
        self.server.asked.append(asked["input"])
        if self._is_ill():
            return
        self._expect(self.path == "/v1/places:autocomplete", "path")
        self._expect(self.headers["X-Goog-Api-Key"] == KEY, "key in its header")
        self._expect("suggestions.placePrediction" in self.headers["X-Goog-FieldMask"], "mask")
        self._expect(asked["includedRegionCodes"] == ["us"], "United States only")
        self._expect(0 < len(asked["sessionToken"]) <= 36, "session token")
        self.say(200, self._suggestions(asked["input"]))

    def get(self) -> None:
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query))
        self.server.asked.append(query.get("address") or query.get("center", ""))
        if self._is_ill():
            return
        self._expect(query.get("key") == KEY, "key in the query")
        if parts.path == "/maps/api/geocode/json":
            self._expect(query.get("components") == "country:US", "United States only")
            self.say(200, self._geocoded(query["address"]))
        elif parts.path == "/maps/api/staticmap":
            self._map(query)
        else:
            self._expect(False, f"path {parts.path}")
            self.say(404, {})

    def _expect(self, holds: bool, what: str) -> None:
        if not holds:
            self.server.wrong.append(what)

    def _suggestions(self, typed: str) -> dict[str, Any]:
        if "nowhere" in typed.lower():
            return {}
        main, secondary = TOMBALL
        place = {
            "placeId": "ChIJ-tomball",
            "text": {"text": f"{main}, {secondary}"},
            "structuredFormat": {"mainText": {"text": main}, "secondaryText": {"text": secondary}},
        }
        return {"suggestions": [{"placePrediction": place}, {"queryPrediction": {}}] * 7}

    def _geocoded(self, address: str) -> dict[str, Any]:
        if "nowhere" in address.lower():
            return {"status": "ZERO_RESULTS", "results": []}
        names = {
            "street_number": ("1234", "1234"),
            "route": ("Main Street", "Main St"),
            "locality": ("Tomball", "Tomball"),
            "administrative_area_level_1": ("Texas", "TX"),
            "country": ("United States", "US"),
            "postal_code": ("77375", "77375"),
        }
        components = [
            {"long_name": long, "short_name": short, "types": [kind, "political"]}
            for kind, (long, short) in names.items()
        ]
        geometry = {"location": {"lat": 30.09, "lng": -95.61}, "location_type": "ROOFTOP"}
        place = {
            "formatted_address": "1234 Main St, Tomball, TX 77375, USA",
            "address_components": components,
            "geometry": geometry,
            "types": ["street_address"],
        }
        return {"status": "OK", "results": [place]}

    def _map(self, query: dict[str, str]) -> None:
        self._expect("markers" in query, "a pin")
        width, height = (int(side) * int(query["scale"]) for side in query["size"].split("x"))
        drawn = BytesIO()
        Image.new("RGB", (width, height)).save(drawn, "PNG")
        lost = {"X-Staticmap-API-Warning": "Error geocoding: center"}
        self.say(
            200,
            drawn.getvalue(),
            "image/png",
            **(lost if "nowhere" in query["center"].lower() else {}),
        )

    def _is_ill(self) -> bool:
        illnesses = {
            "slow": self._slow,
            "reset": self._reset,
            "500": lambda: self.say(500, {"error": {"status": "INTERNAL", "message": "boom"}}),
            "truncated": self._truncated,
            "trickle": self._trickle,
            "garbage": lambda: self.say(200, b"<html>", "text/html"),
            "other shape": lambda: self.say(
                200, {"suggestions": [{"placePrediction": {}}], "status": "OK"}
            ),
            "redirect": lambda: self.say(
                302, b"", "text/plain", Location=f"{self.server.origin}/canary?center=/canary"
            ),
            "denied": self._denied,
        }
        if not self.server.illness:
            return False
        illnesses[self.server.illness]()
        return True

    def _slow(self) -> None:
        self.server.is_over.wait(60)
        self.say(200, {})

    def _reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def _truncated(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "4000")
        self.end_headers()
        self.wfile.write(b'{"sugg')
        self.close_connection = True

    def _denied(self) -> None:
        message = f"API key {KEY} not valid."
        denied = {"status": "REQUEST_DENIED", "error_message": message}
        self.say(403, {"error": {"status": "PERMISSION_DENIED", "message": message}, **denied})

    def _trickle(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "4000000")
        self.end_headers()
        while not self.server.is_over.wait(0.02):
            self.wfile.write(b" ")
            self.wfile.flush()
