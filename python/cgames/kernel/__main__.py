"""``python -m cgames.kernel install`` makes the kernel known to Jupyter; without ``install`` this is the kernel."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

_SPEC = {
    "argv": [sys.executable, "-m", "cgames.kernel", "-f", "{connection_file}"],
    "display_name": "cg (combinatorial games)",
    "language": "cg",
    "interrupt_mode": "signal",
}


def install(arguments: list[str]) -> None:
    """Writes the specification that Jupyter looks for."""
    try:
        from jupyter_client.kernelspec import KernelSpecManager
    except ImportError:
        sys.exit("cgames.kernel: the kernel needs ipykernel and jupyter_client: pip install 'cgames[kernel]'")
    parser = argparse.ArgumentParser(prog="python -m cgames.kernel install", description=install.__doc__)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--user", action="store_true", help="for this user alone")
    where.add_argument("--sys-prefix", action="store_true", help="for this environment of Python (where nothing is said)")
    where.add_argument("--prefix", help="below this directory")
    asked = parser.parse_args(arguments)
    prefix = None if asked.user else asked.prefix or sys.prefix
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "kernel.json").write_text(json.dumps(_SPEC, indent=1) + "\n", encoding="utf-8")
        for logo in Path(__file__).parent.glob("logo-*"):
            shutil.copy(logo, directory)
        place = KernelSpecManager().install_kernel_spec(directory, "cg", user=asked.user, prefix=prefix)
    print(f"the kernel `cg` is installed in {place}")


def main() -> None:
    """Installs the kernel, or is it."""
    if sys.argv[1:2] == ["install"]:
        install(sys.argv[2:])
        return
    try:
        from ipykernel.kernelapp import IPKernelApp
    except ImportError:
        sys.exit("cgames.kernel: the kernel needs ipykernel: pip install 'cgames[kernel]'")
    from . import CgKernel

    IPKernelApp.launch_instance(kernel_class=CgKernel)


if __name__ == "__main__":
    main()
