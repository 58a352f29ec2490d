"""A line to a provider on this machine that fails in each of the ways in which lines fail (J)."""

import asyncio
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from ops.postgresql import free_port

LATENCY_S = 1.5  # longer than any try that somebody waits for (local_providers.py)
_SILENCE_S = 0.02  # after it whoever spoke has said all
_CUT_BYTES = 10
HTTP_500 = (
    b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 4\r\nConnection: close\r\n\r\nboom"
)
SMTP_421 = b"421 Service not available\r\n"


class Fault(StrEnum):
    DOWN = "down"
    BLACK_HOLE = "black hole"
    LATENCY = "latency"
    RESET = "reset"
    TRUNCATED = "truncated"
    ERROR = "500"


class BadLine:
    """Reset and truncated: the provider heard all, and most of its answer arrives. `after` answers
    of a connection that arrive whole."""

    def __init__(self, provider_port: int, *, refusal: bytes = HTTP_500, after: int = 0) -> None:
        self.port = free_port()
        self.connections = 0
        self.fault: Fault | None = None
        self._provider_port = provider_port
        self._refusal, self._after = refusal, after
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def suffer(self, fault: Fault | None) -> None:
        """From now on, also on the connections that are open."""
        asyncio.run_coroutine_threadsafe(self._suffer(fault), self._loop).result(10)

    def open(self) -> None:
        self._thread.start()
        self.suffer(None)

    def close(self) -> None:
        self.suffer(Fault.DOWN)
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _end(self) -> None:
        # A connection that was just accepted begins its talk while the others are ended.
        while talks := asyncio.all_tasks() - {asyncio.current_task()}:
            for talk in talks:
                talk.cancel()
            await asyncio.gather(*talks, return_exceptions=True)
            await asyncio.sleep(0)

    async def _suffer(self, fault: Fault | None) -> None:
        self.fault = fault
        for writer in tuple(self._open):
            writer.transport.abort()
        if fault is Fault.DOWN and self._server is not None:
            self._server.close()
            self._server = None
        elif fault is not Fault.DOWN and self._server is None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._open.add(writer)
        try:
            await self._talk(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._open.discard(writer)
            writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.fault is Fault.BLACK_HOLE:
            await reader.read(-1)
            return
        if self.fault is Fault.ERROR:
            await _words(reader, first_s=_SILENCE_S * 5)
            writer.write(self._refusal)
            await writer.drain()
            return
        far, there = await asyncio.open_connection("127.0.0.1", self._provider_port)
        asking = asyncio.ensure_future(_pass_on(reader, there))
        try:
            await self._answer(far, writer)
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            there.close()

    async def _answer(self, far: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers = 0
        while words := await _words(far):
            answers += 1
            is_ill = answers > self._after
            if self.fault is Fault.LATENCY and is_ill:
                await asyncio.sleep(LATENCY_S)
            if self.fault in (Fault.RESET, Fault.TRUNCATED) and is_ill:
                writer.write(words[:-_CUT_BYTES])
                await writer.drain()
                if self.fault is Fault.RESET:
                    _reset(writer)
                return
            writer.write(words)
            await writer.drain()


async def _words(reader: asyncio.StreamReader, *, first_s: float | None = None) -> bytes:
    """All that is said until there is silence; nothing when it is over."""
    said, wait_s = b"", first_s
    while True:
        try:
            more = await asyncio.wait_for(reader.read(65536), wait_s)
        except TimeoutError:
            return said
        if not more:
            return said
        said, wait_s = said + more, _SILENCE_S


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while said := await reader.read(65536):
        writer.write(said)
        await writer.drain()
    writer.write_eof()


def _reset(writer: asyncio.StreamWriter) -> None:
    line: Any = writer.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


@contextmanager
def bad_line(provider_port: int, *, refusal: bytes = HTTP_500, after: int = 0) -> Iterator[BadLine]:
    line = BadLine(provider_port, refusal=refusal, after=after)
    line.open()
    try:
        yield line
    finally:
        line.close()
