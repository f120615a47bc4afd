"""What the modules share that are programs (python3 -m granular_srt.film): missing packages, errors, files on a full disk."""

import contextlib
import errno
import importlib.util
import sys

DEBIAN = {"PIL": "pil"}    # names of Debian's packages that differ from those of the imports


def need_packages(name, module, *packages):
    """Ends the program `name` with a line, and no traceback, if it runs as `module` == "__main__" and a package is missing."""
    missing = [package for package in packages if importlib.util.find_spec(package) is None]
    if missing and module == "__main__":
        debian = " ".join(f"python3-{DEBIAN.get(package, package)}" for package in missing)
        sys.exit(f"{name}: {sys.executable} has no {', '.join(missing)} (Debian: {debian})")


@contextlib.contextmanager
def writing(path):
    """Errors of a full disk name the file, as those of a missing folder do."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise OSError(error.errno or errno.EIO, error.strerror or str(error), str(path)) from error


def run(name, main):
    """Runs main() and ends with its code, or with the message of a wrong file or value, or of output that was not written."""
    try:
        with writing("standard output"):
            code = main()
            sys.stdout.flush()
    except (OSError, ValueError) as error:
        with contextlib.suppress(OSError):
            sys.stdout.close()    # what is left cannot be written: Python would try again at the end
        sys.exit(f"{name}: {error}")
    sys.exit(code)
