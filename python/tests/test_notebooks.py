"""The notebooks run through, and are kept without output."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))


def test_there_are_some():
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_through(path, tmp_path):
    clean = nbformat.read(path, as_version=4)
    cells = [cell for cell in clean.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in cells)
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", str(tmp_path), str(path)]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    done = nbformat.read(tmp_path / path.name, as_version=4)
    outputs = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert not any(output.get("name") == "stderr" for output in outputs), "it warns"
    assert {"text/plain", "text/latex", "image/svg+xml"} <= kinds
