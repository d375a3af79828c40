"""Which names stand for a secret: `api_key`, `DbPassword`, `access-token`, `暗証番号`, but not `primary_key`."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from wpfagent.safety.captions import bounded, word_set

_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")
_SECRET_WORDS = word_set("""
    token password passwd pwd passphrase passcode secret secrets credential credentials apikey accesskey privatekey
    secretkey accesstoken authtoken authorization pin pw cvv cvc
""")
_SECRET_PAIRS = frozenset((*(f"{kind} key" for kind in ("api", "access", "account", "private", "secret", "auth",
                           "encryption", "signing")), *(f"{whose} pass" for whose in ("admin", "db", "login", "mail",
                           "root", "smtp", "sql", "user")), "pass word", "pass phrase", "pass code"))  # fmt: skip
_MEASURES = word_set("count limit length size timeout expiry name field box label hint policy")
"""What such a word may be the measure or the place of: `token_limit`, `password_box`."""
_ELSEWHERE = ("パスワード", "パスフレーズ", "パスコード", "暗証番号", "暗証", "秘密鍵", "トークン", "シークレット",
              "アクセスキー", "apiキー", "認証情報", "認証コード", "passwort", "kennwort", "mot de passe", "contraseña",
              "senha", "wachtwoord", "lösenord", "hasło", "şifre", "пароль", "密码", "密碼", "비밀번호")  # fmt: skip
_FIELD = re.compile(r"[ _-]?(?:text)?[ _-]?(?:box|field|input|edit)[\W\d]*$|(?:欄|ボックス)$", re.IGNORECASE)
_ANY = re.compile("|".join(("key", "pass", *sorted(_SECRET_WORDS), *_ELSEWHERE)), re.IGNORECASE)


@lru_cache(maxsize=200)
def may_name_secret(text: str) -> bool:
    """Return whether a text may hold such a name at all: soon told, also of a long one."""
    return _ANY.search(text) is not None


def is_secret_field(name: str) -> bool:
    """Return whether an element of this AutomationId, name or label takes a secret: `PinBox`, `Password field`."""
    return _is_field(bounded(name))


@lru_cache(maxsize=1_000)
def _is_field(name: str) -> bool:
    return is_secret_name(_FIELD.sub("", name))


@lru_cache(maxsize=1_000)
def is_secret_name(name: str) -> bool:
    """Return whether a variable, key or column of this name holds a secret, as far as a name can tell."""
    if any(word in name.casefold() for word in _ELSEWHERE):
        return True
    words = [w.lower() for w in _WORDS.findall(bounded(name))]
    if not words or words[-1] in _MEASURES:
        return False
    if "public key" in {" ".join(pair) for pair in pairwise(words)}:
        return False  # `PublicKeyToken` stands in each .NET type's full name
    is_one = any(w in _SECRET_WORDS or w.endswith(("password", "passwd")) for w in words)
    return is_one or any(" ".join(pair) in _SECRET_PAIRS for pair in pairwise(words))
