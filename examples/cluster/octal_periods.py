"""The periods of all octal codes of three digits, by Spark.

spark-submit octal_periods.py ANSWERS [HEAPS [CG]]: answers are appended to the file ANSWERS; started again, it goes on
from there. On more than one machine ANSWERS has to be on a disk that they share, and CG on all of them.
"""

import sys
from json import dumps
from os import truncate
from pathlib import Path
from shutil import which

from pyspark.sql import SparkSession

answers, heaps, cg = [*sys.argv[1:], *["answers.jsonl", "10000", "cg"][len(sys.argv) - 1 :]]
Path(answers).touch()
truncate(answers, Path(answers).read_bytes().rfind(b"\n") + 1)  # a power cut leaves half a line


def line(code: str) -> str:
    return dumps({"id": code, "expr": f'period(octal("{code}"), {heaps})', "timeout": "60s", "memory": "1GB"})


spark = SparkSession.builder.appName("octal periods").getOrCreate().sparkContext
lines = [line(f"0.{code:03o}") for code in range(512)]
for first in range(0, len(lines), 128):
    part = spark.parallelize(lines[first : first + 128], 4 * spark.defaultParallelism)
    done = part.pipe(f"{which(cg)} batch --done {Path(answers).resolve()}").collect()
    with open(answers, "a", encoding="utf-8") as file:
        file.writelines(f"{answer}\n" for answer in done)
