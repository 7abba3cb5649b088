"""Processor time of the stages of one process, told as one line of JSON at its end.

Processor time and not the clock: other work on the machine then makes no stage look slow.
"""

from __future__ import annotations

import json
import resource
import time


class Laps:
    """The seconds of each stage since the last one; the first counts from the start of the process."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._before = 0.0

    def lap(self, stage: str) -> None:
        """Ends a stage."""
        now = time.process_time()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._before
        self._before = now

    def tell(self, **more: object) -> None:
        """Prints the stages, their sum, the peak memory in megabytes, and what else there is to tell."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        stages = {name: round(seconds, 5) for name, seconds in self.seconds.items()}
        told = {"stages": stages, "whole": round(time.process_time(), 5), "peak_mb": used.ru_maxrss / 1024}
        print(json.dumps(told | more))
