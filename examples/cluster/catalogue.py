"""A catalogue of several rulesets by Spark: each worker fills a file with one of them, and all are put into one.

spark-submit catalogue.py FILE [SIZE [CG]]: all positions to SIZE cells. A ruleset that FILE has to that size
is passed over, so that what was stopped goes on with the next one. CG has to be on each machine.
"""

import sqlite3
import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from merge import merge
from pyspark.sql import SparkSession

RULESETS = ["clobber", "col", "domineering", "impartial(clobber)", "nogo", "snort"]
file, size, cg = [*sys.argv[1:], *["games.sqlite", "6", "cg"][len(sys.argv) - 1 :]]
cg = which(cg)


def filled(ruleset: str) -> bytes:
    with TemporaryDirectory() as folder:
        part = Path(folder) / "part.sqlite"
        command = [cg, "catalogue", "add", part, ruleset, "--size", size]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return part.read_bytes()


there = set()
if Path(file).exists():
    there = {ruleset for (ruleset,) in sqlite3.connect(file).execute("SELECT ruleset FROM sizes WHERE size = ?", (size,))}
missing = [ruleset for ruleset in RULESETS if ruleset not in there]
spark = SparkSession.builder.appName("catalogue").getOrCreate().sparkContext
with TemporaryDirectory() as folder:
    part = Path(folder) / "part.sqlite"
    for bytes_of_part in spark.parallelize(missing, len(missing) or 1).map(filled).collect():
        part.write_bytes(bytes_of_part)
        merge(file, str(part))
