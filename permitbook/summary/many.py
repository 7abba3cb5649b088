"""Many workbooks: each is read by itself, on all cores of this machine or on those of a Dask cluster.

A workbook that cannot be read is told and passed over. The order of the results is that of the workbooks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from permitbook.errors import NeedsUser, PermitbookError, WorkbookError
from permitbook.extras import how_to_add
from permitbook.summary.digest import digest_book, this_instant

if TYPE_CHECKING:
    from permitbook.summary.facts import Digest
    from permitbook.summary.month import Month

ENDINGS = (".xlsm", ".xlsx")
OPEN_ELSEWHERE = "~$"
FEW = 4
"""So few workbooks are read sooner than other processes are started."""
_SHARES = 8
"""Into how many pieces each process's work is cut, so that none waits long for the last."""


class Broken(Struct, frozen=True):
    """A workbook that was passed over, and why."""

    path: Path
    why: str


Result = "Digest | Broken"
Step = Callable[[str], "Digest | Broken"]


def workbooks(given: Iterable[Path]) -> list[Path]:
    """The workbooks that are named, and those in the folders that are named, each once.

    Raises WorkbookError for a folder that holds none.
    """
    found: list[Path] = []
    for path in given:
        if not path.is_dir():
            found.append(path)
            continue
        inside = [
            each
            for each in sorted(path.rglob("*"))
            if each.suffix.lower() in ENDINGS and not each.name.startswith(OPEN_ELSEWHERE)
        ]
        if not inside:
            raise WorkbookError(f"The folder {path} holds no workbook ({' or '.join(ENDINGS)}).")
        found.extend(inside)
    return list(dict.fromkeys(found))


def digest_or_broken(path: str, month: Month, as_of: datetime | None, instant: datetime) -> Digest | Broken:
    """One workbook's share of the summary, or why it has none; this is the step that runs anywhere."""
    try:
        return digest_book(Path(path), month, as_of, instant)
    except PermitbookError as error:
        return Broken(Path(path), str(error))
    except OSError as error:
        return Broken(Path(path), f"{error.strerror or error} ({Path(path).name}).")
    except Exception as error:
        # One odd file of thousands must not cost the others.
        return Broken(Path(path), f"{Path(path).name} could not be read ({type(error).__name__}: {error}).")


def digests(
    paths: Sequence[Path],
    month: Month,
    as_of: datetime | None,
    *,
    scheduler: str | None = None,
    processes: int | None = None,
    told: Callable[[int], Any] = lambda done: None,
) -> Iterator[Digest | Broken]:
    """The share of each workbook, in their order; `told` hears how many are done.

    With `scheduler` the workbooks are read by the workers of the Dask cluster at that address, which must see them
    under the same paths. Raises NeedsUser when there is no such cluster.
    """
    step = partial(digest_or_broken, month=month, as_of=as_of, instant=this_instant())
    named = [str(each.absolute()) for each in paths]
    cores = processes or os.cpu_count() or 1
    if scheduler is not None:
        results = _on_cluster(step, named, scheduler)
    elif len(named) <= FEW or cores == 1:
        results = map(step, named)
    else:
        results = _on_cores(step, named, min(cores, len(named)))
    for done, each in enumerate(results, 1):
        told(done)
        yield each


def _on_cores(step: Step, named: Sequence[str], cores: int) -> Iterator[Digest | Broken]:
    size = max(1, len(named) // (cores * _SHARES))
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        yield from pool.map(step, named, chunksize=size)


def _on_cluster(step: Step, named: Sequence[str], scheduler: str) -> Iterator[Digest | Broken]:
    try:
        from distributed import Client
    except ImportError:
        raise NeedsUser(f"--engine dask needs Dask: {how_to_add('dask')}.") from None
    try:
        client = Client(scheduler, timeout=WAIT, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise NeedsUser(f"No Dask scheduler answers at {scheduler} ({type(error).__name__}).") from None
    with client:
        waiting = client.map(step, named, pure=False)
        for each in waiting:
            result: Digest | Broken = each.result()
            yield result


WAIT = 15
"""Seconds until a scheduler that does not answer is given up."""
