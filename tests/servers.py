"""A web server on this machine, for the tests of what is downloaded."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Server:
    """What is served, what was asked for, and how many bytes of an answer are sent before the line breaks."""

    url: str
    asked: list[str] = field(default_factory=list)
    cut_at: int | None = None


@contextmanager
def serving(files: Mapping[str, bytes]) -> Iterator[Server]:
    """Serve files by their paths, on a port that is free."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.lstrip("/")
            server.asked.append(path)
            if path not in files:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(files[path])))
            self.end_headers()
            self.wfile.write(files[path][: server.cut_at])

        def log_message(self, *_args: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = Server(f"http://127.0.0.1:{http.server_address[1]}/")
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()
