"""A throw-away PostgreSQL server from the system's binaries: private folder, unix socket only, gone with the test run."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MISSING = "PostgreSQL's server was not found (Debian/Ubuntu: apt install postgresql)"


def binaries() -> Path | None:
    """The folder with initdb and pg_ctl, the newest version first."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name), reverse=True)
    places += [Path(found).parent for found in [shutil.which("initdb")] if found]
    places += [Path("/opt/homebrew/opt/postgresql/bin"), Path("/usr/local/opt/postgresql/bin")]
    return next((p for p in places if (p / "initdb").exists() and (p / "pg_ctl").exists()), None)


def _unprivileged() -> dict[str, object]:
    """PostgreSQL will not run as root: become the postgres user then."""
    if os.geteuid() != 0:
        return {}
    user = next(u for u in pwd.getpwall() if u.pw_name in ("postgres", "nobody"))
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@contextmanager
def server() -> Iterator[str]:
    """A running server's URL."""
    found = binaries()
    if found is None:
        raise RuntimeError(MISSING)
    who = _unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="banneret-pg-"))
    if who:
        os.chown(folder, who["user"], who["group"])  # type: ignore[arg-type]
    options = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT, "cwd": folder, **who}
    data = folder / "data"
    subprocess.run([found / "initdb", "-D", data, "-A", "trust", "-U", "banneret", "-E", "UTF8", "--no-locale", "--no-sync"], **options)  # type: ignore[call-overload]
    settings = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off -c full_page_writes=off -c synchronous_commit=off"
    subprocess.run([found / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", settings, "start"], **options)  # type: ignore[call-overload]
    try:
        yield f"postgresql://banneret@/postgres?host={folder}"
    finally:
        subprocess.run([found / "pg_ctl", "-D", data, "-m", "immediate", "stop"], **options)  # type: ignore[call-overload]
        shutil.rmtree(folder, ignore_errors=True)
