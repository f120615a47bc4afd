#include "ghost_packing.h"
#include "ghost_rows.h"

#include "atom_vec_sphere.h"
#include "comm.h"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // Fields for which GhostRows and the exchange of styles below are written.
  bool has_expected_fields(const AtomVec &style)
  {
    using Fields = std::vector<std::string>;
    return style.fields_grow == Fields{"radius", "rmass", "omega", "torque"} && style.fields_comm.empty() &&
        style.fields_comm_vel == Fields{"omega"} && style.fields_reverse == Fields{"torque"};
  }

  // Per-atom arrays of all styles and their allocated length. They are protected: only a derived class has access.
  struct Arrays : AtomVec {
    static void set(AtomVec &style, const Atom &atom)
    {
      style.*(&Arrays::nmax) = atom.nmax;
      style.*(&Arrays::tag) = atom.tag;
      style.*(&Arrays::type) = atom.type;
      style.*(&Arrays::mask) = atom.mask;
      style.*(&Arrays::image) = atom.image;
      style.*(&Arrays::x) = atom.x;
      style.*(&Arrays::v) = atom.v;
      style.*(&Arrays::f) = atom.f;
    }
  };

  /// Replaces the present atom style by a new one that already has the arrays.
  void replace_style(Atom *atom, AtomVec *style)
  {
    AtomVec *const old = std::exchange(atom->avec, style);
    // The old style would free the arrays that it knows by name.
    const std::tuple arrays{std::exchange(atom->radius, nullptr), std::exchange(atom->rmass, nullptr),
                            std::exchange(atom->omega, nullptr), std::exchange(atom->torque, nullptr)};
    delete old;
    std::tie(atom->radius, atom->rmass, atom->omega, atom->torque) = arrays;
  }

}    // namespace

void GhostPacking::continue_with_arrays(AtomVec &style) const
{
  const Atom &atom = *lmp_->atom;
  style.store_args(atom.avec->nargcopy, atom.avec->argcopy);
  style.process_args(atom.avec->nargcopy, atom.avec->argcopy);
  Arrays::set(style, atom);
  style.grow_pointers();
}

bool GhostPacking::allowed(bool is_sphere, const std::string &pair, const std::string &unwanted)
{
  std::string reason = unwanted;
  if (reason.empty() && !is_sphere) reason = "the atom style is not LAMMPS' sphere";
  if (reason.empty() && !has_expected_fields(*lmp_->atom->avec))
    reason = "ghosts of this atom style have other fields";

  const std::string report =
      fmt::format("pair {}: ghosts of atom_style {} packed by {}\n", pair, lmp_->atom->get_style(),
                  reason.empty() ? "row" : "LAMMPS: " + reason);
  if (report != report_ && lmp_->comm->me == 0) utils::logmesg(lmp_, report);
  report_ = report;
  return reason.empty();
}

std::unique_ptr<GhostPacking> make_sphere_packing(LAMMPS *lmp)
{
  return std::make_unique<GhostPackingOf<AtomVecSphere, GhostRows<AtomVecSphere>, replace_style>>(lmp);
}

}    // namespace granular_srt
