"""What the tests of booklets share: a database of the samples, and its games as programs have them."""

import json
import os
import subprocess

# All that a score may hold: signs of LaTeX and HTML, both directions, diagrams asked for in three ways, a variation in a variation.
hard = """[Event "A & B <C> 100% #1"]
[White "Prys_Huws {y Bala} $5"]
[Black "سعيد \\\\ ~x^2"]
[Result "1-0"]
[WhiteElo "2100"]
[Annotator "N. & N."]

{Cyn dechrau & <b>wedyn</b>.} 1. e4 e5 {50% of _all_ $ games ~ {[%clk 0:10:00] } 2. Nf3 $1 Nc6 3. Bb5 a6 (3... Nf6 4. O-O {y Wal} (4. d3 $220 Bc5) 4... Nxe4) 4. Ba4 $221
Nf6 $2 5. O-O $16 {D} Be7 {نقلة "جيدة" here} 6. Re1 $250 b5 1-0
"""


class Booklets:
    def __init__(self, cofnod, source, folder):
        self.cofnod, self.folder = cofnod, folder
        self.database = os.path.join(folder, "games.db")
        own = os.path.join(folder, "hard.pgn")
        with open(own, "w", encoding="utf-8") as file:
            file.write(hard)
        self.run("import", self.database, own, os.path.join(source, "sample-data"))
        self.games = json.loads(self.run("export", self.database, "--format", "json"))["games"]

    def run(self, *words):
        done = subprocess.run([self.cofnod, *words], check=False, capture_output=True, text=True, timeout=120)
        if done.returncode not in (0, 2):
            raise RuntimeError(f"{words}: {done.returncode}: {done.stderr}")
        return done.stdout

    def export(self, *options):
        return self.run("export", self.database, *options)
