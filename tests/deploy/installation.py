"""An installation as docs/running-a-server.md makes it, from the files in deploy/: only ports and paths are others."""

from __future__ import annotations

import contextlib
import getpass
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx

from tests.site import PATIENCE

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "spiele.example.org"
MISSING = "There is no nginx or no openssl: install Debian's nginx and openssl."
AROUND = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""  # what Debian's own nginx.conf says, for a folder of ours


def nginx() -> str | None:
    """Debian keeps it off the PATH of people."""
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") if shutil.which("openssl") else None


def settings(name: str) -> dict[str, str]:
    """The assignments in deploy/plyyard.env."""
    lines = (DEPLOY / name).read_text("utf-8").splitlines()
    return dict(one.split("=", 1) for line in lines if not line.startswith("#") for one in shlex.split(line))


def command(unit: str, key: str, instance: str) -> list[str]:
    """A command line of a unit, with the program of this environment."""
    (line,) = re.findall(rf"^{key}=(.+)$", (DEPLOY / unit).read_text("utf-8"), re.M)
    words = shlex.split(line.replace("%i", instance))
    if words[0] == "/opt/plyyard/current/bin/plyyard":
        words[:1] = [sys.executable, "-m", "plyyard"]
    return words


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Process:
    """One instance of plyyard@.service."""

    def __init__(self, folder: Path, database: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"{self.port}.log"
        self._told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._told.bind(str(folder / f"{self.port}.notify"))
        self._told.settimeout(2 * PATIENCE)
        self._settings = {
            **settings("plyyard.env"),
            "NOTIFY_SOCKET": str(folder / f"{self.port}.notify"),
            "HOME": str(folder),
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path("~/.cache").expanduser())),
            "PLYYARD_DB": database,
            "PLYYARD_PAGES": "",
            "PLYYARD_RATE": "100000",
        }
        self._launch()

    def start(self) -> None:
        self._launch()
        self.wait()

    def wait(self) -> None:
        """Until systemd would say that it is started: Type=notify."""
        assert self._told.recv(100) == b"READY=1", self.log.read_text()

    def _launch(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command("plyyard@.service", "ExecStart", str(self.port)),
                env=os.environ | self._settings,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def stop(self) -> int:
        """As systemd does; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def sockets(self) -> int:
        """How many it holds, by its own figures."""
        found = re.search(r"^plyyard_connections (\d+)", httpx.get(f"{self.url}/metrics").text, re.M)
        assert found
        return int(found[1])


class Installation:
    """Two processes behind nginx, with a certificate that only this test trusts."""

    def __init__(self, folder: Path, database: str) -> None:
        upgrade = [sys.executable, "-m", "plyyard", "db", "upgrade", "--db", database]
        subprocess.run(upgrade, check=True, capture_output=True)
        self.processes = [Process(folder, database) for _ in range(2)]
        for process in self.processes:
            process.wait()
        self.certificate = folder / "fullchain.pem"
        make = f"openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN={NAME}".split()
        make += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(folder / "privkey.pem")]
        subprocess.run([*make, "-out", str(self.certificate)], check=True, capture_output=True)
        plain, self.port = free_port(), free_port()
        self.plain_url, self.url = f"http://127.0.0.1:{plain}", f"https://127.0.0.1:{self.port}"
        site = (DEPLOY / "nginx.conf").read_text("utf-8")
        for old, new in {
            "8031": str(self.processes[0].port),
            "8032": str(self.processes[1].port),
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
            f"/etc/letsencrypt/live/{NAME}": str(folder),
            "/var/log/nginx": str(folder),
        }.items():
            assert old in site
            site = site.replace(old, new)
        self._site = folder / "site.conf"
        self._site.write_text(re.sub(r".*listen \[::\].*\n", "", site))
        around = folder / "nginx.conf"
        user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
        around.write_text(AROUND.format(folder=folder, user=user))
        program = nginx()
        assert program
        self._command = [program, "-c", str(around)]
        self._nginx = subprocess.Popen(self._command, start_new_session=True)
        deadline = time.monotonic() + PATIENCE
        while self._nginx.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(httpx.TransportError):
                httpx.get(self.plain_url)
                return
            time.sleep(0.05)
        raise AssertionError((folder / "nginx.log").read_text())

    @contextlib.contextmanager
    def changed(self, changes: Mapping[str, str]) -> Iterator[None]:
        """With other words in nginx's file, soon after the beginning until the end."""
        before = after = self._site.read_text()
        for old, new in changes.items():
            assert old in after
            after = after.replace(old, new)
        try:
            self._load(after)
            yield
        finally:
            self._load(before)

    def _load(self, site: str) -> None:
        self._site.write_text(site)
        subprocess.run([*self._command, "-s", "reload"], check=True)

    def end(self) -> None:
        for process in self.processes:
            process.kill()
        self._nginx.terminate()
        self._nginx.wait()
