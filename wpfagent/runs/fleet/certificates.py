"""Who may take part: certificates of the fleet's own authority, and the addresses that may be used without.

With certificates both sides of every connection show theirs, and everything is encrypted. The authority's own key is
needed only to make more of them: it stays in the folder where it was made.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from wpfagent.core.errors import FileInvalid, FileNotFound, InvalidArgument, StorageFailed
from wpfagent.core.extras import require
from wpfagent.core.files import write_whole

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

Role = Literal["scheduler", "worker", "caller"]
ROLES: tuple[Role, ...] = ("scheduler", "worker", "caller")
AUTHORITY, AUTHORITY_KEY = "ca.pem", "ca.key"
DAYS = 365
"""So long a certificate is good."""
PORT = 8786
"""Where the scheduler listens."""
_ADDRESS = re.compile(r"(?:(tcp|tls)://)?(\[[0-9a-fA-F:]+\]|[^\s:/]+)(?::(\d{1,5}))?")


def make_certificates(folder: Path) -> list[Path]:
    """Write an authority and one certificate for each role into a folder, and return the files that are new.

    An authority that is there is used again, and certificates that are there are made anew.

    Raises:
        FileInvalid: the authority that is there cannot be read.
        StorageFailed: the folder cannot be written.
    """
    require("cryptography")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        made = [] if (folder / AUTHORITY_KEY).is_file() else _make_authority(folder)
        authority, key = _read_authority(folder)
        return [*made, *(_make_certificate(folder, role, authority, key) for role in ROLES)]
    except OSError as error:
        raise StorageFailed(f"{folder} cannot be written: {error.strerror or error}.") from error


def address_of(text: str, *, with_certificates: bool) -> str:
    """Return the scheduler's address in full, `tls://` with certificates and `tcp://` without.

    Raises:
        InvalidArgument: it is no address, or one of another machine that would be reached without certificates.
    """
    found = _ADDRESS.fullmatch(text.strip())
    if found is None or int(found[3] or 0) > 65_535:
        raise InvalidArgument(f"{text!r} is no address of a scheduler.", hint="For example tcp://192.0.2.7:8786.")
    protocol, host, port = found[1], found[2], found[3] or str(PORT)
    if protocol == "tls" and not with_certificates:
        raise InvalidArgument(f"{text} is reached with certificates only.", hint="Name their folder: --certs DIR.")
    if not with_certificates:
        check_own_machine(host)
    return f"{'tls' if with_certificates else 'tcp'}://{host}:{port}"


def check_own_machine(host: str) -> None:
    """Raise InvalidArgument for a host that is not this machine: without certificates nothing leaves it."""
    if host == "localhost":
        return
    try:
        own = ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        own = False
    if not own:
        raise InvalidArgument(
            f"{host} is another machine, and there are no certificates: whoever reaches it could use its desktops.",
            hint="Make some: wpf-agent fleet certs DIR; then --certs DIR on every command. Or use 127.0.0.1.",
        )


def security_of(folder: Path | None, role: Role) -> Any:
    """Return dask's security of a role; None without a folder.

    Raises:
        FileNotFound: the folder lacks the authority or the role's certificate.
    """
    if folder is None:
        return None
    require("distributed")
    from distributed import Security

    own = folder / f"{role}.pem"
    for path in (folder / AUTHORITY, own):
        if not path.is_file():
            raise FileNotFound(f"There is no {path}.", hint=f"wpf-agent fleet certs {folder} makes it.")
    kind = "client" if role == "caller" else role
    # every node talks to others as what it is: the same certificate opens and answers its connections
    names = {f"tls_{kind}_cert": str(own), f"tls_{kind}_key": str(own)}
    return Security(tls_ca_file=str(folder / AUTHORITY), require_encryption=True, **names)


# -- making them ------------------------------------------------------------------------------------------------------


def _make_authority(folder: Path) -> list[Path]:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256

    key = ec.generate_private_key(ec.SECP256R1())
    name = _name("wpf-agent fleet")
    usage = x509.KeyUsage(
        digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    made = (
        _begun(name, key)
        .issuer_name(name)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .sign(key, SHA256())
    )
    _write_secret(folder / AUTHORITY_KEY, _pem_of(key))
    write_whole(str(folder / AUTHORITY), _pem_of(made))
    return [folder / AUTHORITY, folder / AUTHORITY_KEY]


def _make_certificate(folder: Path, role: Role, authority: x509.Certificate, key: EllipticCurvePrivateKey) -> Path:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256

    own = ec.generate_private_key(ec.SECP256R1())
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key())
    made = (
        _begun(_name(f"wpf-agent {role}"), own)
        .issuer_name(authority.subject)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(issuer, critical=False)
        .sign(key, SHA256())
    )
    path = folder / f"{role}.pem"
    _write_secret(path, _pem_of(own) + _pem_of(made))
    return path


def _begun(subject: x509.Name, key: EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    from cryptography import x509

    now = dt.datetime.now(dt.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))  # the clocks of five PCs differ
        .not_valid_after(now + dt.timedelta(days=DAYS))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _name(text: str) -> x509.Name:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _pem_of(item: EllipticCurvePrivateKey | x509.Certificate) -> bytes:
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    if isinstance(item, x509.Certificate):
        return item.public_bytes(Encoding.PEM)
    return item.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _read_authority(folder: Path) -> tuple[x509.Certificate, EllipticCurvePrivateKey]:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        authority = x509.load_pem_x509_certificate((folder / AUTHORITY).read_bytes())
        key = load_pem_private_key((folder / AUTHORITY_KEY).read_bytes(), None)
        assert isinstance(key, EllipticCurvePrivateKey)
    except (OSError, ValueError, AssertionError) as error:
        raise FileInvalid(f"The authority in {folder} cannot be read.", hint="Use an empty folder.") from error
    return authority, key


def _write_secret(path: Path, data: bytes) -> None:
    """Write a key that only this user can read, where the system knows such a thing."""
    path.unlink(missing_ok=True)
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with open(fd, "wb") as file:
        file.write(data)
