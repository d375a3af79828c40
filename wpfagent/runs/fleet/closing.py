"""What a process of the fleet takes from others: this product's own functions, and nothing else that runs.

Functions travel in dask as pickles, and a pickle may name anything that its reader can import. Here the reader knows a
list of names, and refuses every other one before it is looked up. dask's own ways to run a stranger's function
(`Client.run`, plugins, actors, uploads, shuffling) are taken out as well, so that it is said at once.
"""

from __future__ import annotations

import builtins
import io
import pickle
from collections.abc import Iterable, MutableMapping
from typing import Any

from wpfagent.core.errors import Refused

TASKS = "wpfagent.runs.fleet.tasks"
"""The one module whose functions a worker performs."""
FUNCTIONS = ("perform", "fetch")
FRAME = frozenset({
    ("dask._expr", "Expr._reconstruct"), ("dask._expr", "LLGExpr"), ("dask._task_spec", "Task"),
    ("tblib", "Code"), ("tblib", "Frame"), ("tblib", "Traceback"),
    ("tblib.pickling_support", "unpickle_traceback"), ("tblib.pickling_support", "unpickle_exception_with_attrs"),
    ("tblib.pickling_support", "unpickle_exception"),
    ("distributed.scheduler", "KilledWorker"), ("distributed.scheduler", "WorkerState"),
    ("distributed.core", "Status"),
    ("builtins", "bytes"), ("builtins", "dict"), ("builtins", "list"), ("builtins", "tuple"), ("builtins", "str"),
    ("builtins", "set"), ("builtins", "frozenset"), ("builtins", "bytearray"),
})  # fmt: skip
"""What dask wraps a call and its outcome in: values only."""
OF_WORKERS = ("run", "run_coroutine", "upload_file", "plugin-add", "actor_execute", "actor_attribute", "update_data",
              "benchmark_disk", "benchmark_memory", "benchmark_network")  # fmt: skip
OF_SCHEDULERS = ("run_function", "feed", "register_scheduler_plugin", "register_worker_plugin",
                 "register_nanny_plugin", "workers_to_close", "dump_cluster_state_to_url",
                 "benchmark_hardware")  # fmt: skip
"""Requests that carry code, write files, or load the machine for nothing."""


class ForeignCode(Refused, pickle.UnpicklingError):
    """A message named something that is not this product's."""

    code = "refused_foreign_code"


class _OwnNames(pickle.Unpickler):
    """Looks up the names of a list, and refuses every other one."""

    def find_class(self, module: str, name: str) -> Any:
        known = (module, name) in FRAME or (module == TASKS and name in FUNCTIONS) or _is_error(module, name)
        if not known:
            raise ForeignCode(f"A message names {module}.{name}, which is no part of a fleet's work.")
        return super().find_class(module, name)


def _is_error(module: str, name: str) -> bool:
    kind = getattr(builtins, name, None) if module == "builtins" else None
    return isinstance(kind, type) and issubclass(kind, Exception)


def read_pickle(data: Any, *, buffers: Iterable[Any] = ()) -> Any:
    """Return what a pickle holds, by names of the list alone. Raises ForeignCode."""
    return _OwnNames(io.BytesIO(data), buffers=buffers or None).load()


def close_pickles() -> None:
    """From now on this process unpickles nothing of dask's messages but the names of the list."""
    import distributed.protocol.pickle

    distributed.protocol.pickle.loads = read_pickle


def close_requests(handlers: MutableMapping[str, Any], refused: Iterable[str]) -> None:
    """Take requests out that a node would answer."""
    for name in refused:
        handlers.pop(name, None)
