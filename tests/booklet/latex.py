"""Booklets of LaTeX compile, and the pages have the words of the games."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from booklet import Booklets  # noqa: E402
from checks import equal, failures_of, holds, skip  # noqa: E402


def pages_of(folder, text):
    Path(folder, "games.tex").write_text(text, encoding="utf-8")
    done = subprocess.run(["lualatex", "-interaction=nonstopmode", "-halt-on-error", "games.tex"], cwd=folder, check=False, capture_output=True, timeout=240)
    log = Path(folder, "games.log").read_text(encoding="utf-8", errors="replace")
    equal(done.returncode, 0, "\n".join(line for line in log.splitlines() if line.startswith("!"))[:500])
    holds("Missing character" not in log, [line for line in log.splitlines() if "Missing character" in line][:5])
    return subprocess.run(["pdftotext", "games.pdf", "-"], cwd=folder, check=True, capture_output=True, text=True).stdout


def booklets_compile_in_any_direction(booklets):
    for notation, layout in (("cy", "pgn"), ("ar", "columns")):
        pages = pages_of(booklets.folder, booklets.export("--format", "latex", "--notation", notation, "--layout", layout, "--final-diagrams", "--limit", "12"))
        holds("Cyn dechrau" in pages, pages[:600])


def signs_of_latex_are_text(booklets):
    pages = pages_of(booklets.folder, booklets.run("show", booklets.database, "1", "--format", "latex")).replace("\n", " ")
    for text in ("A & B <C> 100% #1", "50% of _all_ $ games ~ {", "Cyn dechrau & <b>wedyn</b>.", "x^2", "Bb5 a6"):
        holds(text in pages, f"{text!r} in {pages!r}")


if __name__ == "__main__":
    if not shutil.which("lualatex") or not shutil.which("pdftotext"):
        skip("lualatex and pdftotext are not installed (texlive-luatex, texlive-latex-recommended, texlive-pictures, fonts-freefont-otf, poppler-utils)")
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(1 if failures_of((booklets_compile_in_any_direction, signs_of_latex_are_text), Booklets(sys.argv[1], sys.argv[2], scratch)) else 0)
