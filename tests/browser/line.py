"""The network between browser and server, as a TCP relay that tests can hold or cut. Knows no HTTP."""

import contextlib
import socket
import struct
import threading

CHUNK = 65536
RESET = struct.pack("ii", 1, 0)  # close with a reset instead of a farewell


class Line:
    """Relays every connection to a port on this machine.

    `cut` ends all connections and refuses new ones; `hold` leaves them open but nothing comes through, as when a
    phone is out of reach; `resume` lets everything through again.
    """

    def __init__(self, port: int) -> None:
        self._to = ("127.0.0.1", port)
        self._links: set[_Link] = set()
        self._lock = threading.Lock()
        self._is_cut = False
        self._up, self._down = threading.Event(), threading.Event()
        self._up.set()
        self._down.set()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = int(self._listener.getsockname()[1])
        self.accepted = 0
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where a browser finds the server through this line."""
        return f"http://127.0.0.1:{self.port}"

    def hold(self, *, up: bool = True, down: bool = True) -> None:
        """From now on nothing goes up to the server and nothing comes down from it."""
        if up:
            self._up.clear()
        if down:
            self._down.clear()

    def cut(self) -> None:
        """End every connection; what was held on the way is lost. New ones are refused."""
        self._is_cut = True
        self._drop_all()

    def resume(self) -> None:
        """Let everything through again, also what was held."""
        self._is_cut = False
        self._up.set()
        self._down.set()

    def strand(self) -> None:
        """The present connections go silent for ever, unnoticed, as after a change of network; new ones work."""
        with self._lock:
            for link in self._links:
                link.strand()

    def drop(self) -> None:
        """End the present connections only, and let new ones through."""
        self._drop_all()
        self.resume()

    def close(self) -> None:
        """End the relay."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
        self._thread.join(5)

    def _drop_all(self) -> None:
        with self._lock:
            links, self._links = self._links, set()
        for link in links:
            link.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self._is_cut:
                _reset(near)
                continue
            try:
                far = socket.create_connection(self._to, timeout=5)
            except OSError:  # the server is down: so is the line
                _reset(near)
                continue
            far.settimeout(None)
            self.accepted += 1
            link = _Link(near, far)
            with self._lock:
                self._links.add(link)
            link.start(self._up, self._down, self._forget)

    def _forget(self, link: "_Link") -> None:
        with self._lock:
            self._links.discard(link)


class _Link:
    """One connection through the line."""

    def __init__(self, near: socket.socket, far: socket.socket) -> None:
        self._near, self._far = near, far
        self._closed = threading.Event()
        self._is_stranded = False

    def strand(self) -> None:
        """Swallow whatever comes from now on."""
        self._is_stranded = True

    def start(self, up: threading.Event, down: threading.Event, ended: object) -> None:
        for source, target, gate in ((self._near, self._far, up), (self._far, self._near, down)):
            threading.Thread(target=self._pump, args=(source, target, gate, ended), daemon=True).start()

    def _pump(
        self, source: socket.socket, target: socket.socket, gate: threading.Event, ended: object
    ) -> None:
        try:
            while data := source.recv(CHUNK):
                while not gate.wait(0.05):
                    if self._closed.is_set():
                        return
                if self._closed.is_set():
                    return
                if not self._is_stranded:
                    target.sendall(data)
        except OSError:
            pass
        finally:
            self.close()
            ended(self)  # type: ignore[operator]

    def close(self) -> None:
        if self._closed.is_set():
            return
        self._closed.set()
        _reset(self._near)
        _reset(self._far)


def _reset(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        end.shutdown(socket.SHUT_RDWR)
    end.close()
