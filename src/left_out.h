#pragma once

#include "styles/style_entry.h"

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace granular_srt {

/// Names that the plugin does not register, so that LAMMPS' own styles stay: those of the environment variable
/// GRANULAR_SRT_LEAVE (separated by blanks or commas) and of a file (the same, with comments behind #). Where one name
/// is left out, its /kk forms are left out too.
class LeftOut {
 public:
  /// Reads the names on rank 0, for all ranks.
  /// \param table  the styles of the host: these names and their /kk forms are allowed
  /// \param file   path; it need not exist
  /// \throws LAMMPS error for a name that the plugin does not have
  LeftOut(LAMMPS_NS::LAMMPS *lmp, std::span<const StyleEntry> table, const std::string &file);

  bool contains(std::string_view name) const;

 private:
  std::set<std::string, std::less<>> names_;
};

/// Path of the file with names to leave out: granularsrtplugin.leave beside granularsrtplugin.so.
std::string leave_file_beside_plugin();

}    // namespace granular_srt
