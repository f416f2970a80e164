"""Puts catalogues together: `python3 merge.py FILE PART...` adds to the catalogue FILE what the others have."""

import sqlite3
import sys


def merge(file: str, part: str) -> None:
    """Adds the rows of a catalogue to another one, which is made if it is not there. Rows that both have are the same."""
    base = sqlite3.connect(file)
    base.execute("ATTACH ? AS part", (part,))
    version = "PRAGMA {}.user_version".format
    with base:
        if not base.execute("SELECT 1 FROM sqlite_master").fetchone():
            for (statement,) in base.execute("SELECT sql FROM part.sqlite_master WHERE sql IS NOT NULL").fetchall():
                base.execute(statement)
            for pragma in ("user_version", "application_id"):
                (number,) = base.execute(f"PRAGMA part.{pragma}").fetchone()
                base.execute(f"PRAGMA main.{pragma} = {number}")
        if base.execute(version("main")).fetchone() != base.execute(version("part")).fetchone():
            sys.exit(f"{part}: a catalogue of another version")
        base.execute("INSERT OR IGNORE INTO main.sizes SELECT * FROM part.sizes")
        base.execute(
            "INSERT INTO main.positions SELECT * FROM part.positions WHERE true"
            " ON CONFLICT DO UPDATE SET number = coalesce(number, excluded.number)"
        )
    base.close()


if __name__ == "__main__":
    for part in sys.argv[2:]:
        merge(sys.argv[1], part)
