#pragma once

#include "host/style_entry.h"

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace granular_srt {

/// Names that an installation leaves to LAMMPS, for all of its users.
struct NamesOfSite {
  std::string place;    ///< where they were found, for messages: "file ..."
  std::string
      text;    ///< separated by blanks, commas or newlines, with comments behind #; that of rank 0 counts
};

/// Names that are not registered, so that LAMMPS' own styles stay: those of the environment variable GRANULAR_SRT_LEAVE
/// (separated by blanks or commas) and of the installation. Where one name is left out, its /kk forms are left out too.
class LeftOut {
 public:
  /// Takes the names of rank 0, for all ranks.
  /// \param table  the styles of the host: these names and their /kk forms are allowed
  /// \throws LAMMPS error for a name that is not in the table
  LeftOut(LAMMPS_NS::LAMMPS *lmp, std::span<const StyleEntry> table, const NamesOfSite &site);

  bool contains(std::string_view name) const;

 private:
  std::set<std::string, std::less<>> names_;
};
}    // namespace granular_srt
