"""The notebooks run through; those of the kernel are kept without output."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


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


def test_the_notebook_of_the_catalogue(tmp_path):
    cg = shutil.which("cg") or shutil.which(ROOT / "target" / "debug" / "cg")
    if cg is None:
        pytest.skip("there is no cg")
    path = ROOT / "examples" / "catalogue.ipynb"
    shutil.copy(path, tmp_path)
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", path.name]
    environment = {"PATH": f"{Path(cg).parent}{os.pathsep}{os.environ['PATH']}", "CATALOGUE_SIZE": "6"}
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=300, cwd=tmp_path, env=os.environ | environment)
    cells = nbformat.read(tmp_path / path.name, as_version=4).cells
    texts = [output.data.get("text/plain", "") for cell in cells for output in cell.get("outputs", []) if "data" in output]
    # A domino is worth an integer, whose temperature is -1.
    assert any("Fraction(-1, 1)" in text for text in texts)
    assert any("image/svg+xml" in output.get("data", {}) for cell in cells for output in cell.get("outputs", []))
