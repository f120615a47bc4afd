# Run: spack info, spack audit, and spack spec of @main, of @0.3.0, of +kokkos+openmp and of +kokkos+cuda cuda_arch=90 (Spack
# 1.2.0.dev0, gcc 12; lammps@20260704 was added by hand to spack-packages of July 2026); CMake of granular-srt@main in spack install,
# with an external lammps.
# Not run: a complete spack install, Spack's own build of lammps, CUDA.
from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.packages.lammps.package import Lammps

from spack.package import *


class GranularSrt(CMakePackage, CudaPackage):
    """Plugin for LAMMPS: granular contacts with sliding, rolling and twisting friction, with correct contact history."""

    # the address of the repository is set by its owner (repository-code in CITATION.cff)
    homepage = "https://repository-code.invalid/granular-srt"
    git = "https://repository-code.invalid/granular-srt.git"

    license("GPL-2.0-only")

    version("main", branch="main")
    version("0.3.0", tag="v0.3.0")

    variant("kokkos", default=False, description="The /kk styles, for LAMMPS' KOKKOS package")
    variant("openmp", default=False, description="OpenMP threads for the /kk styles", when="+kokkos")
    conflicts("+cuda", when="~kokkos", msg="the styles for GPUs are the /kk styles: +kokkos")
    conflicts("%gcc@:11", msg="C++20")

    depends_on("cxx", type="build")
    depends_on("cmake@3.20:", type="build")
    depends_on("mpi")
    # the plugin refuses to load into another release
    depends_on("lammps@20260704+lib+mpi+plugin+granular", type=("build", "link", "run"))
    depends_on("lammps+kokkos", when="+kokkos")
    depends_on("lammps+openmp", when="+openmp")
    depends_on("kokkos+openmp", when="+openmp")
    for arch in CudaPackage.cuda_arch_values:
        depends_on(f"lammps+kokkos+cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")

    # LAMMPS does not install the headers of its styles. The checksum is that of Spack's lammps.
    resource(
        name="lammps-sources",
        url="https://github.com/lammps/lammps/archive/patch_4Jul2026.tar.gz",
        sha256=Lammps.versions[Version("20260704")]["sha256"],
        placement="lammps-sources",
    )

    def cmake_args(self):
        args = [
            self.define("LAMMPS_SOURCE_DIR", join_path(self.stage.source_path, "lammps-sources")),
            self.define("GRANULAR_SRT_INSTALL_PLUGINDIR", "lib/lammps/plugins"),
            self.define("GRANULAR_SRT_TESTS", False),
            self.define_from_variant("GRANULAR_SRT_KOKKOS", "kokkos"),
        ]
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx))
        return args

    def setup_run_environment(self, env: EnvironmentModifications) -> None:
        env.prepend_path("LAMMPS_PLUGIN_PATH", self.prefix.lib.lammps.plugins)
