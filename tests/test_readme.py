"""The README's commands are run as they stand, in a copy of the checkout with an environment of its own."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(mark: str) -> list[str]:
    """The command blocks that follow a mark, without the fence."""
    return re.findall(rf"<!-- {mark} -->\n```sh\n(.*?)\n```", README, re.DOTALL)


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, timeout=900)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean copy of what is tracked, set up by the README's first line, which makes the demo."""
    folder = tmp_path_factory.mktemp("clean") / "permit book"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, target)
    (command,) = blocks("demo command")
    done = shell(command, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_the_first_line_makes_three_checked_workbooks_with_letters(checkout: Path) -> None:
    books = sorted(path.name for path in (checkout / "demo").glob("*.xlsm"))
    assert books == ["east_troy.xlsm", "freeport.xlsm", "new_castle.xlsm"]
    for book in books:
        letters = checkout / "demo" / f"{Path(book).stem} letters"
        assert [path for path in letters.rglob("*.docx") if path.parent.name != "templates"]


@pytest.mark.slow
@pytest.mark.parametrize("command", [line for block in blocks("run") for line in block.splitlines()])
def test_each_command_of_the_readme_works_as_it_stands(checkout: Path, command: str) -> None:
    done = shell(command, checkout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()
    assert "Traceback" not in done.stderr


def test_the_windows_lines_do_what_the_others_do() -> None:
    windows = re.findall(r"```powershell\n(.*?)\n```", README, re.DOTALL)
    (demo,), (tests,) = blocks("demo command"), blocks("test command")
    assert len(windows) == 2
    for line, theirs in zip(windows, (demo, tests), strict=True):
        assert "&&" not in line
        there = line.replace("py -3", "python3").replace(".venv\\Scripts\\", ".venv/bin/")
        assert re.sub(r"; if \(\$\?\) \{ (.*?) \}", r" && \1", there) == theirs


def test_the_files_that_the_readme_shows_and_names_are_there() -> None:
    named = re.findall(r"\]\(([^)]+)\)", README)
    assert named
    assert [name for name in named if not _leads_somewhere(name)] == []


def _leads_somewhere(name: str) -> bool:
    """The file is there, and the heading in it that is named."""
    file, _, heading = name.partition("#")
    path = ROOT / file
    if not heading:
        return path.exists()
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return heading in [re.sub(r"[^a-z0-9 -]", "", each.lower()).replace(" ", "-") for each in headings]
