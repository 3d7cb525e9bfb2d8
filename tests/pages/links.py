"""Every link between the Markdown pages of the tree leads to a file, and to a heading where it names one: `links.py ROOT`."""
import re
import sys
from pathlib import Path

root = Path(sys.argv[1]).resolve()
pages = [page for page in root.rglob("*.md") if not re.match(r"(build|\.)", str(page.relative_to(root)))]


def anchors(page):
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)}


faults = []
for page in pages:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            faults.append(f"{page.relative_to(root)}: {link}")
print(*sorted(faults), f"{len(pages)} pages, {len(faults)} links that lead nowhere", sep="\n")
sys.exit(1 if faults or not pages else 0)
