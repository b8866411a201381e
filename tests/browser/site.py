"""A running site for browser tests and screenshots: gunicorn on a free port, its own instance folder and database, the demonstration loaded."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from werkzeug.serving import WSGIRequestHandler, make_server

ROOT = Path(__file__).resolve().parent.parent.parent


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port: int = s.getsockname()[1]
        return port


def configured(folder: Path) -> None:
    """An instance folder with cheap passwords and no limit on signing in."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.py").write_text('ARGON2 = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}\nSIGN_IN_LIMIT = "1000 per minute"\n')


@contextmanager
def running(folder: Path, database: str | None = None, demo: bool = True, port: int | None = None) -> Iterator[str]:
    """The address of a site started as `make run` starts it; stopped at the end, its database left in the folder."""
    port = port or free_port()
    configured(folder)
    environment = {**os.environ, "PORT": str(port), "HOST": "127.0.0.1", "BANNERET_INSTANCE": str(folder)}
    if database:
        environment["DATABASE_URL"] = database
    else:
        environment.pop("DATABASE_URL", None)
    command = [str(Path(sys.executable).parent / "flask"), "--app", "webapp", "serve", *([] if demo else ["--no-demo"])]
    with open(folder / "server.log", "ab") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        _wait(f"http://127.0.0.1:{port}/health", process, folder / "server.log")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The same site served by a thread of this process: quicker to start, for tests that need a browser but no server of their own."""
    from webapp import create_app

    site = create_app({"INSTANCE": str(folder), "PROPAGATE_EXCEPTIONS": False})
    server = make_server("127.0.0.1", 0, site, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        site.extensions["engine"].dispose()


class _Quiet(WSGIRequestHandler):
    def log_request(self, *_: object) -> None:
        """Say nothing of what went well."""


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(900):
        if process.poll() is not None:
            raise RuntimeError(f"the site did not start:\n{log.read_text()}")
        try:
            urllib.request.urlopen(address, timeout=1)
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise RuntimeError(f"the site did not answer:\n{log.read_text()}")
