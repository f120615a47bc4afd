#pragma once

#include "style_entry.h"

#include <span>

namespace granular_srt {

/// Adds a table of the plugin's styles for announce_styles(). The table must remain in memory.
void add_style_table(std::span<const StyleEntry> table);

/// Call when the plugin is loaded into a LAMMPS, in which nothing has been announced.
void begin_announcements(const LAMMPS_NS::LAMMPS *lmp);

/// Writes one line to the log with all commands of the deck that run this plugin's styles, unless it equals the last
/// such line. Each style that a deck can name calls this in its init(). At the first call of a run all styles already
/// exist.
void announce_styles(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
