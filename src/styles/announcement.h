#pragma once

#include "style_entry.h"

#include <span>

namespace granular_srt {

/// Adds a table of the plugin's styles to those that announce_styles() looks for. The table must stay in memory.
void add_style_table(std::span<const StyleEntry> table);

/// To be called when the plugin is loaded into a LAMMPS: nothing has been announced there.
void begin_announcements(const LAMMPS_NS::LAMMPS *lmp);

/// Writes one line to the log with all commands of the deck that run this plugin's styles; only if it is not the line
/// written last. Each style that a deck can name calls this in its init(): the first call of a run already sees all of
/// them.
void announce_styles(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
