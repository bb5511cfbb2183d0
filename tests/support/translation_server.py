"""A server on this machine that speaks the protocols of translation services."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KEY = "abcd-1234:fx"


class Script:
    """What the server answers next (status, headers, body), and what it was asked."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, dict[str, str], bytes]] = []
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.translate: Callable[[str, dict[str, Any]], object] | None = None
        self.hang = threading.Event()
        self.hangs = False


def shout(path: str, body: dict[str, Any]) -> object:
    """Each protocol's answer: the text in capitals."""
    if path == "/translate":
        return {"translatedText": [text.upper() for text in body["q"]]}
    if path == "/v2/translate":
        return {"translations": [{"detected_source_language": "EN", "text": text.upper()} for text in body["text"]]}
    if path == "/language/translate/v2":
        return {"data": {"translations": [{"translatedText": text.upper()} for text in body["q"]]}}
    texts = [text.upper() for text in json.loads(body["messages"][1]["content"])]
    return {"choices": [{"message": {"content": f"Here you are:\n{json.dumps(texts)}"}}]}


@contextmanager
def serving() -> Iterator[tuple[str, Script]]:
    """A local server that speaks the protocols of all services: its address and its script."""
    script = Script()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            script.asked.append((self.path, dict(self.headers), body))
            if script.hangs:
                script.hang.wait(10)
                return
            if script.answers:
                status, headers, content = script.answers.pop(0)
            else:
                status, headers, content = 200, {}, json.dumps((script.translate or shout)(self.path, body)).encode()
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_arguments: object) -> None:
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{running.server_port}", script
    finally:
        script.hang.set()
        running.shutdown()
        running.server_close()
        thread.join()
