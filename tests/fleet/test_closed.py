"""Who may take part, and what a fleet's processes run: this product's own functions alone."""

from __future__ import annotations

import os
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.fleet.processes import Fleet
from wpfagent.core.errors import FileNotFound, InvalidArgument, PathOutsideScope
from wpfagent.runs.fleet.certificates import address_of, make_certificates, security_of
from wpfagent.runs.fleet.closing import ForeignCode, read_pickle
from wpfagent.runs.fleet.orders import Order
from wpfagent.runs.fleet.parcels import pack, unpack
from wpfagent.runs.fleet.tasks import fetch, perform


@pytest.mark.parametrize("text", ["tcp://192.0.2.7:8786", "192.0.2.7", "pc7.example:8786", "tls://127.0.0.1:8786"])
def test_without_certificates_no_other_machine_is_reached(text: str) -> None:
    with pytest.raises(InvalidArgument, match="certificates"):
        address_of(text, with_certificates=False)


def test_addresses_are_completed() -> None:
    assert address_of("127.0.0.1", with_certificates=False) == "tcp://127.0.0.1:8786"
    assert address_of("tcp://192.0.2.7:9000", with_certificates=True) == "tls://192.0.2.7:9000"
    with pytest.raises(InvalidArgument):
        address_of("tcp://a b", with_certificates=True)


def test_certificates_are_made_once_and_say_what_is_missing(tmp_path: Path) -> None:
    make_certificates(tmp_path / "certs")
    authority = (tmp_path / "certs" / "ca.pem").read_bytes()
    make_certificates(tmp_path / "certs")
    assert (tmp_path / "certs" / "ca.pem").read_bytes() == authority
    if os.name == "posix":
        assert (tmp_path / "certs" / "worker.pem").stat().st_mode & 0o077 == 0
    assert security_of(tmp_path / "certs", "worker") is not None
    with pytest.raises(FileNotFound, match=r"ca\.pem"):
        security_of(tmp_path, "worker")


class Strange:
    """Runs a command where it is unpickled, as an attacker's object would."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return os.mkdir, (str(self.path),)


def test_a_pickle_of_strangers_is_refused_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(ForeignCode, match="mkdir"):
        read_pickle(pickle.dumps(Strange(tmp_path / "made")))
    assert not (tmp_path / "made").exists()
    assert read_pickle(pickle.dumps((perform, fetch))) == (perform, fetch)
    for foreign in (pack, Order.of, getattr, eval):
        with pytest.raises(ForeignCode):
            read_pickle(pickle.dumps(foreign))


def test_files_of_an_order_and_of_a_parcel_stay_in_their_folder(tmp_path: Path) -> None:
    for name in ("../up", "/root", "C:/x", "a/../../b", "a\\..\\b"):
        with pytest.raises(PathOutsideScope):
            Order("r", "w", "scenario", files={name: ""}).lay_out(tmp_path)
    for name in ("../r", "a/b", ""):
        with pytest.raises(InvalidArgument):
            Order.of({"run": name, "work": "w", "kind": "scenario"})
    (tmp_path / "from").mkdir()
    (tmp_path / "from" / "note.txt").write_text("x", encoding="utf-8")
    parcel = pack(tmp_path / "from", {})
    unpack(parcel, tmp_path / "to")
    assert (tmp_path / "to" / "note.txt").read_text(encoding="utf-8") == "x"


def test_workers_and_scheduler_refuse_code_over_the_wire(fleet: Fleet, tmp_path: Path) -> None:
    from distributed import Client

    fleet.scheduler()
    fleet.worker("pc1")
    for place in ("run", "scheduler", "task"):
        with suppress(Exception), Client(fleet.address, timeout=10, set_as_default=False) as client:
            path = str(tmp_path / f"by-{place}")
            if place == "run":
                client.run(os.mkdir, path)
            elif place == "scheduler":
                client.run_on_scheduler(os.mkdir, path)
            else:
                client.submit(os.mkdir, path, resources={"desktop": 1}).result(timeout=5)
    assert not [p.name for p in tmp_path.iterdir() if p.name.startswith("by-")]
    assert [m["machine"] for m in fleet.call("status", fleet.address)["machines"]] == ["pc1"]


def test_with_certificates_only_their_holders_get_in(fleet: Fleet, tmp_path: Path) -> None:
    make_certificates(tmp_path / "certs")
    make_certificates(tmp_path / "others")
    fleet.certificates = tmp_path / "certs"
    fleet.scheduler()
    fleet.worker("pc1")
    assert [m["machine"] for m in fleet.call("status", fleet.address)["machines"]] == ["pc1"]
    fleet.certificates = tmp_path / "others"
    assert fleet.call("status", fleet.address, code=3)["error"]["code"] == "fleet_unreachable"
