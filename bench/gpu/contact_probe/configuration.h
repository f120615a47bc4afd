#pragma once

#include "contact/vec3.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace probe {

using granular_srt::contact::Vec3;

/// Spheres in a periodic box, as "write_data ... nocoeff" of LAMMPS has them (atom_style sphere).
struct Configuration {
  std::vector<int> id, type;
  std::vector<Vec3<double>> x, v, omega;
  std::vector<double> radius, mass;
  /// Edges of the box: (lx, 0, 0), (xy, ly, 0), (xz, yz, lz) [length]
  std::array<Vec3<double>, 3> edge{};
  Vec3<double> origin{0.0, 0.0, 0.0};

  [[nodiscard]] int size() const { return int(x.size()); }
};

/// Forces and torques by atom.
struct Result {
  std::vector<Vec3<double>> force, torque;
};

/// \throws std::runtime_error where the file is not a data file of spheres
inline Configuration read_data(const std::string &name)
{
  std::ifstream file(name);
  if (!file) throw std::runtime_error("cannot read " + name);
  Configuration c;
  Vec3<double> high{0, 0, 0}, tilt{0, 0, 0};
  std::map<int, int> place;
  std::string line, section;
  while (std::getline(file, line)) {
    line.erase(std::find(line.begin(), line.end(), '#'), line.end());
    std::istringstream words(line);
    std::string first;
    if (!(words >> first)) continue;
    if (std::isalpha(static_cast<unsigned char>(first[0]))) {
      section = first;
      continue;
    }
    std::istringstream all(line);
    if (section == "Atoms") {
      int id, type;
      double diameter, density;
      Vec3<double> x;
      if (!(all >> id >> type >> diameter >> density >> x.x >> x.y >> x.z))
        throw std::runtime_error(name + ": not a line of atom_style sphere: " + line);
      place[id] = c.size();
      c.id.push_back(id);
      c.type.push_back(type);
      c.x.push_back(x);
      c.radius.push_back(0.5 * diameter);
      // density is the mass of a point
      const double pi = granular_srt::contact::pi;
      c.mass.push_back(diameter > 0.0 ? density * pi / 6.0 * diameter * diameter * diameter : density);
    } else if (section == "Velocities") {
      int id;
      Vec3<double> v, w;
      if (!(all >> id >> v.x >> v.y >> v.z >> w.x >> w.y >> w.z) || !place.count(id))
        throw std::runtime_error(name + ": not a line of velocities: " + line);
      c.v.resize(c.x.size());
      c.omega.resize(c.x.size());
      c.v[place[id]] = v;
      c.omega[place[id]] = w;
    } else if (line.find("xlo") != std::string::npos) {
      all >> c.origin.x >> high.x;
    } else if (line.find("ylo") != std::string::npos) {
      all >> c.origin.y >> high.y;
    } else if (line.find("zlo") != std::string::npos) {
      all >> c.origin.z >> high.z;
    } else if (line.find("xy xz yz") != std::string::npos) {
      all >> tilt.x >> tilt.y >> tilt.z;
    }
  }
  if (c.x.empty() || c.v.size() != c.x.size())
    throw std::runtime_error(name + ": no Atoms or no Velocities of spheres");
  const Vec3<double> side = high - c.origin;
  c.edge = {{{side.x, 0.0, 0.0}, {tilt.x, side.y, 0.0}, {tilt.y, tilt.z, side.z}}};
  return c;
}

/// So many copies along each edge. Identifiers are those of a single one.
inline Configuration replicated(const Configuration &one, int copies)
{
  Configuration all;
  all.origin = one.origin;
  for (int k = 0; k < 3; ++k) all.edge[k] = double(copies) * one.edge[k];
  for (int image = 0; image < copies * copies * copies; ++image) {
    const Vec3<double> shift = double(image % copies) * one.edge[0] +
        double(image / copies % copies) * one.edge[1] + double(image / copies / copies) * one.edge[2];
    for (const Vec3<double> &x : one.x) all.x.push_back(x + shift);
    const auto append = [](auto &to, const auto &from) { to.insert(to.end(), from.begin(), from.end()); };
    append(all.id, one.id);
    append(all.type, one.type);
    append(all.v, one.v);
    append(all.omega, one.omega);
    append(all.radius, one.radius);
    append(all.mass, one.mass);
  }
  return all;
}

/// Forces and torques of "dump ... custom ... id fx fy fz tqx tqy tqz" with one snapshot, in the order of the configuration.
inline Result read_loads(const std::string &name, const Configuration &c)
{
  std::ifstream file(name);
  if (!file) throw std::runtime_error("cannot read " + name);
  std::map<int, int> place;
  for (int i = 0; i < c.size(); ++i) place[c.id[i]] = i;
  Result result{std::vector<Vec3<double>>(c.size()), std::vector<Vec3<double>>(c.size())};
  std::string line;
  while (std::getline(file, line) && line.rfind("ITEM: ATOMS", 0) != 0) {}
  int lines = 0;
  for (; std::getline(file, line); ++lines) {
    std::istringstream words(line);
    int id;
    Vec3<double> f, t;
    if (!(words >> id >> f.x >> f.y >> f.z >> t.x >> t.y >> t.z) || !place.count(id))
      throw std::runtime_error(name + ": not id fx fy fz tqx tqy tqz: " + line);
    result.force[place[id]] = f;
    result.torque[place[id]] = t;
  }
  if (lines != c.size()) throw std::runtime_error(name + ": not the atoms of the data file");
  return result;
}

}    // namespace probe
