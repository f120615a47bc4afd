#pragma once

#include "wall_history.h"

#include "engine/evaluate/wall_contact.h"

namespace granular_srt {

/// Parts of a wall whose contacts move: a contact of a mesh moves from triangle to triangle. A contact is identified
/// with the contact of the step before whose normal is nearest, and keeps its number.

/// Number of doubles that remember_normals() keeps in the history of a contact.
inline constexpr int doubles_of_normal = 3;

/// Sets the part of each contact of particle i: that of the earlier contact with the nearest normal, or an unused
/// number.
/// \param offset       of the normal in the history of a contact
/// \param least_cosine of the angle between the normals of a contact in two steps
void name_contacts(WallHistory &history, int i, int offset, double least_cosine, WallContact *contacts,
                   int count);

/// Writes the normals into the histories of the contacts, for the next step.
void remember_normals(WallHistory &history, int i, int offset, const WallContact *contacts, int count);

}    // namespace granular_srt
