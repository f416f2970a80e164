"""The notebooks are kept as they were executed, and their exercises take right answers alone.

`CG_UPDATE=1` writes what they give now into them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from cgames import Error, Session

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
UPDATES = bool(os.environ.get("CG_UPDATE"))


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def without_times(notebook):
    """Takes away what differs from one execution to the next."""
    for cell in code_cells(notebook):
        cell.metadata.pop("execution", None)
    notebook.metadata.language_info = {"name": "cg", "mimetype": "text/x-cg", "file_extension": ".cg"}
    return notebook


def texts(notebook):
    return [[output.get("data", {}).get("text/plain", output.get("text")) for output in cell.outputs] for cell in code_cells(notebook)]


def test_there_are_six():
    assert [path.stem[:2] for path in NOTEBOOKS] == [f"{n:02}" for n in range(1, 7)]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_gives(path, tmp_path):
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", str(tmp_path), str(path)]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    done = without_times(nbformat.read(tmp_path / path.name, as_version=4))
    outputs = [output for cell in code_cells(done) for output in cell.outputs]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert not any(output.get("name") == "stderr" for output in outputs), "it warns"
    assert {"text/plain", "text/latex", "image/svg+xml"} <= kinds
    if UPDATES:
        nbformat.write(done, path)
    assert texts(nbformat.read(path, as_version=4)) == texts(done)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_exercises_take_right_answers_alone(path):
    session = Session()
    exercises = 0
    for cell in code_cells(nbformat.read(path, as_version=4)):
        answers = cell.metadata.get("exercise")
        if answers is None:
            session(cell.source)
            continue
        exercises += 1
        asked, *checks = [line.removeprefix("# ") for line in cell.source.splitlines()]
        assert "..." in asked and checks[-1].startswith("check ")
        with pytest.raises(Error, match="check"):
            session("\n".join([answers["wrong"], *checks]))
        session("\n".join([answers["solution"], *checks]))
    assert exercises == 3


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
