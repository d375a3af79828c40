"""`wpf-agent fleet`: a scheduler, workers, certificates, and what a fleet is doing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.extras import is_there, require
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context

USAGE = f"""\
Many machines: scenarios and seeds spread over the desktops of several PCs, what they find in one place.

Usage:
  wpf-agent fleet scheduler [options]
  wpf-agent fleet worker <address> [--install] [options]
  wpf-agent fleet worker --uninstall [options]
  wpf-agent fleet run <address> [<file>...] [--profile=NAME]... [options]
  wpf-agent fleet status <address> [options]
  wpf-agent fleet certs <folder> [options]

Examples:
  wpf-agent fleet certs certs                                once; copy them to each PC, but ca.key
  wpf-agent fleet scheduler --host 192.0.2.7 --certs certs   on one machine, Windows or not
  wpf-agent fleet worker tls://192.0.2.7:8786 --certs certs  on each Windows PC, in its own session
  wpf-agent fleet status tls://192.0.2.7:8786 --certs certs
  wpf-agent fleet run tls://192.0.2.7:8786 tests --profile MyApp --seeds 1-50 --certs certs
  wpf-agent fleet run tls://192.0.2.7:8786 --resume last --certs certs

`run` sends out scenarios, a run for each row of their data, and explorations (*.exploration.yaml, or a profile alone),
a run for each seed, with each profile. Records and tickets come back into the artifacts as if all had run here. Each
worker's own profiles.json says where its program lies; a machine whose version, profile or program differs is left out.

One worker is one desktop, and runs one thing at a time. Simulated desktops may share a machine. Without certificates
nothing leaves this machine: addresses are those of 127.0.0.1. With them, whoever holds one may use every desktop of the
fleet: start the programs of its profiles, and do there what its profiles allow.

Exit codes: 0 done, 1 failures found, 2 usage or files, 3 no scheduler or no machine, or something could not run,
130 interrupted.

Fleet options:
  --certs=DIR            the folder of the certificates
  --host=HOST            the address to listen on [default: 127.0.0.1]
  --port=PORT            scheduler: 8786 unless given; worker: any unless given
  --dashboard=PORT       scheduler: dask's pages, on 127.0.0.1 alone (they need bokeh)
  --name=NAME            worker: what it is called; the PC's name unless given
  --folder=DIR           worker: where it works and keeps results until the caller has them
  --install              worker: start it at every logon of this user from now on (Windows' task scheduler)
  --uninstall            worker: start it at logon no longer
  --allow-launch         worker: start programs too that no profile of this machine names
  --profile=NAME         run: the application, instead of the files' own; may be given several times
  --send=DIR             run: the folder of the program, which each machine gets once (if it has --allow-launch)
  --tag=TAG              run: only scenarios with this tag, or by !TAG those without
  --seeds=RANGE          run: explore once for each seed: 1-50, or 3,7,9
  --max-steps=N          run: how many actions an exploration has at most
  --max-time=S           run: how many seconds an exploration has at most
  --no-pictures          run: explorations take no screenshots
  --minimize-time=S      run: seconds at most for each new ticket that is minimised (else 120)
  --no-minimize          run: leave the tickets as long as they were found
  --resume=RUN           run: go on with a run that was cut off; `last` is the last one
  --wait=S               run: how long to wait for a desktop that can be used [default: 120]
  --mode=MODE            run: safe (default) or extended (coordinates too)
  --allow-destructive    run: one of the two consents to what deletes, overwrites or ends
{usage.COMMON}"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Run a subcommand."""
    context = Context(usage.parse(USAGE, argv), desktop)
    require("distributed")
    commands = {"scheduler": _scheduler, "worker": _worker, "run": _run, "status": _status, "certs": _certs}
    for name, command in commands.items():
        if context.options[name]:
            return command(context)
    raise AssertionError(argv)  # docopt lets nothing else through


def certificates_of(context: Context) -> Path | None:
    """Return the folder of the certificates, where one is named."""
    given = context.options["--certs"]
    return Path(given).absolute() if given else None


def number_of(options: dict[str, Any], flag: str) -> int | None:
    """Return the port that an option names. Raises InvalidArgument."""
    given = options[flag]
    if given is not None and (not given.isdecimal() or int(given) > 65_535):
        raise InvalidArgument(f"{flag} cannot be {given!r}.", hint="A port is expected, as in 8786.")
    return int(given) if given is not None else None


def _scheduler(context: Context) -> int:
    from wpfagent.runs.fleet.certificates import PORT
    from wpfagent.runs.fleet.scheduler import run_scheduler

    out, port = context.out, number_of(dict(context.options), "--port")
    dashboard = number_of(dict(context.options), "--dashboard")

    def tell(address: str) -> None:
        out.line(f"The scheduler listens at {address}. Next, on each desktop: wpf-agent fleet worker {address}")
        if dashboard is not None:
            out.line(f"dask's own pages: http://127.0.0.1:{dashboard}/status")
        if dashboard is not None and not is_there("bokeh"):
            out.line("They need bokeh: pip install bokeh")
        out.document({"address": address})

    run_scheduler(
        host=context.options["--host"],
        port=PORT if port is None else port,
        dashboard=dashboard,
        certificates=certificates_of(context),
        tell=tell,
    )
    return 0


def _worker(context: Context) -> int:
    from wpfagent.entries.cli.fleet_worker import end_installed, install, work

    if context.options["--uninstall"]:
        return end_installed(context)
    port, certificates = number_of(dict(context.options), "--port") or 0, certificates_of(context)
    return (install if context.options["--install"] else work)(context, certificates, port)


def _run(context: Context) -> int:
    from wpfagent.entries.cli.fleet_running import run_fleet

    return run_fleet(context, certificates_of(context))


def _status(context: Context) -> int:
    from wpfagent.runs.fleet.link import linked

    with linked(context.options["<address>"], certificates_of(context)) as link:
        machines = link.machines()
        facts = link.facts(machines, ())
    rows, told = [], []
    for machine in machines:
        known = facts.get(machine.address)
        version, desktop = (known.version, known.desktop) if known is not None else ("?", "?")
        state = machine.why or ("does not answer" if known is None else "works" if machine.busy else "free")
        rows.append((machine.name, desktop, version, context.out.said(state)))
        told.append({"machine": machine.name, "address": machine.address, "desktop": desktop, "version": version,
                     "usable": machine.usable, "busy": machine.busy, "why": machine.why})  # fmt: skip
    context.out.document({"machines": told})
    context.out.table(("machine", "desktop", "version", "state"), rows)
    if not machines:
        context.out.line(f"No worker is there. On each desktop: wpf-agent fleet worker {context.options['<address>']}")
    return 0


def _certs(context: Context) -> int:
    from wpfagent.runs.fleet.certificates import AUTHORITY_KEY, make_certificates

    folder = Path(context.options["<folder>"]).absolute()
    made = make_certificates(folder)
    for path in made:
        context.out.line(f"Written: {path}")
    context.out.line(f"{folder / AUTHORITY_KEY} makes more of them: it stays here. Copy the others to each machine.")
    context.out.document({"folder": str(folder), "files": [p.name for p in made]})
    return 0
