#include "wall_history.h"

#include <algorithm>

namespace granular_srt {

void match_contacts(WallHistory &history, int i, int offset, double least_cosine, WallContact *contacts,
                    int count)
{
  const auto cosine_of = [](const contact::Vec3<double> &before, const WallContact &contact) {
    return dot(before, contact.separation) / contact.distance;
  };
  // nearly all particles: one contact that lasts
  if (count == 1 && history.contacts(i) == 1) {
    const int part = history.part(i, 0);
    if (!(cosine_of(contact::load_vector(history.values(i, part) + offset), *contacts) < least_cosine)) {
      contacts->part = part;
      return;
    }
  }
  constexpr int no_part = -1;
  for (int k = 0; k < count; ++k) contacts[k].part = no_part;
  const auto has = [&](int part) {
    return std::any_of(contacts, contacts + count, [part](const WallContact &c) { return c.part == part; });
  };
  while (true) {
    // the nearest of the remaining pairs
    double nearest = least_cosine;
    WallContact *best = nullptr;
    int best_part = no_part;
    for (int old = 0; old < history.contacts(i); ++old) {
      const int part = history.part(i, old);
      if (has(part)) continue;
      const contact::Vec3<double> before = contact::load_vector(history.values(i, part) + offset);
      for (int k = 0; k < count; ++k) {
        const double cosine = cosine_of(before, contacts[k]);
        if (contacts[k].part != no_part || cosine < nearest) continue;
        nearest = cosine;
        best = contacts + k;
        best_part = part;
      }
    }
    if (!best) break;
    best->part = best_part;
  }
  int next = 0;
  for (int k = 0; k < count; ++k) {
    if (contacts[k].part != no_part) continue;
    while (has(next) || history.touching(i, next)) ++next;
    contacts[k].part = next;
  }
}

void store_normals(WallHistory &history, int i, int offset, const WallContact *contacts, int count)
{
  for (int k = 0; k < count; ++k)
    contact::store_vector(history.values(i, contacts[k].part) + offset,
                          (1.0 / contacts[k].distance) * contacts[k].separation);
}

}    // namespace granular_srt
