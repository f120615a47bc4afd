#include "engines.h"
#include "host_threads.h"

#include "engine/host_engine.h"
#include "host/ghost_rows.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "atom_vec_sphere_kokkos.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "kokkos.h"
#include "pair.h"

#include <algorithm>
#include <memory>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr unsigned long loads = F_MASK | TORQUE_MASK;

  /// HostEngine whose arrays may be newer on a device.
  class ThreadsEngine : public HostEngine {
   public:
    ThreadsEngine(LAMMPS *lmp, Pair &pair, const std::string &name) :
        HostEngine(std::make_unique<HostThreads>()), lmp_{lmp}, name_{name}
    {
      pair.kokkosable = 1;
      pair.execution_space = Host;
      pair.datamask_read = PairGranularSrt::arrays_read | loads;
      pair.datamask_modify = loads;
    }

    void begin_run(bool own_lists) override
    {
      HostEngine::begin_run(own_lists);
      check_communication(*lmp_, name_);
    }
    void sync_host(unsigned long arrays) override { lmp_->atomKK->sync(Host, arrays); }
    void step(const ContactStep &step, const ContactLoop &loop) override
    {
      sync_host(PairGranularSrt::arrays_read | loads);
      HostEngine::step(step, loop);
      lmp_->atomKK->modified(Host, loads);
    }

   private:
    LAMMPS *const lmp_;
    const std::string name_;
  };

  std::unique_ptr<ContactEngine> make_threads_engine(LAMMPS *lmp, Pair &pair, const std::string &name)
  {
    require_kokkos(*lmp);
    return std::make_unique<ThreadsEngine>(lmp, pair, name);
  }

  // Replaces the atom style sphere/kk, whose arrays belong to AtomKokkos.
  constexpr auto replace_kokkos_style = [](Atom *atom, auto *style) {
    delete std::exchange(atom->avec, style);
    dynamic_cast<AtomKokkos *>(atom)->avecKK = style;
  };

  // By one thread: LAMMPS packs no ghosts on a device here.
  std::unique_ptr<GhostPacking> make_threads_packing(LAMMPS *lmp)
  {
    using Own = AtomVecSphereKokkos;
    return std::make_unique<GhostPackingOf<Own, GhostRows<Own>, replace_kokkos_style>>(lmp);
  }

}    // namespace

const Evaluation threads_evaluation{make_threads_engine, make_threads_packing};

void require_kokkos(const LAMMPS &lmp)
{
  if (!lmp.kokkos || !lmp.kokkos->kokkos_exists)
    lmp.error->all(FLERR, Error::NOLASTLINE, "Cannot use KOKKOS styles without enabling KOKKOS");
}

void check_communication(const LAMMPS &lmp, const std::string &pair)
{
  const Comm &comm = *lmp.comm;
  const auto &faces = lmp.domain->boundary;
  constexpr int fixed = 1;
  if (comm.style == Comm::TILED && comm.nprocs > 2 && !lmp.kokkos->forward_comm_legacy)
    lmp.error->all(
        FLERR,
        "Pair style {}: LAMMPS mixes up the messages of comm_style tiled that a device packs: use package "
        "kokkos comm/forward no",
        pair);
  if (comm.style == Comm::BRICK && comm.nprocs == 1 && !lmp.kokkos->exchange_comm_legacy &&
      std::count(&faces[0][0], &faces[0][0] + 6, fixed) > 0)
    lmp.error->warning(
        FLERR,
        "Pair style {}: on one rank LAMMPS does not delete particles that leave a device through a fixed "
        "face of the box: use package kokkos comm/exchange no if some may leave",
        pair);
}

}    // namespace granular_srt
