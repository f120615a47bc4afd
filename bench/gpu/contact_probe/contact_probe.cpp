// What the layout of a contact kernel costs on a GPU, without LAMMPS and Kokkos. bench/gpu/README.md tells how to build, run and
// read it. The contact functions are those of src/contact.
#include "kernels.h"
#include "pairs.h"

namespace probe {
namespace {

  struct Settings {
    std::string data, loads;
    double skin = 0.1, dt = 0.02, mu = 0.3;
    int evaluations = 20, rounds = 3, copies = 1;
  };

  /// One line of the table, and the result that it is about.
  struct Line {
    std::string name;
    double seconds;
    Resources resources;    // of the kernel that evaluates contacts
    double bytes;           // a contact, each array counted once
    Result result;          // after the evaluations
  };

  std::vector<double> flat(const std::vector<Vec3<double>> &rows)
  {
    std::vector<double> values;
    for (const Vec3<double> &row : rows) values.insert(values.end(), {row.x, row.y, row.z});
    return values;
  }

  std::vector<Vec3<double>> rows(const std::vector<double> &values)
  {
    std::vector<Vec3<double>> rows(values.size() / 3);
    for (std::size_t i = 0; i < rows.size(); ++i)
      rows[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
    return rows;
  }

  Law law(double mu)
  {
    // potentials/santos2020.granular
    const double normal[] = {1.0, 0.5}, sliding[] = {1.0, 1.0, mu}, turning[] = {1.0, 0.5, mu};
    const contact::Sides of_turning{turning, turning, false};
    return {contact::Hooke::make({normal, normal, false}),
            contact::MassVelocityDamping::make(normal[1], false),
            contact::LinearHistory::make({sliding, sliding, false}, {}),
            contact::SdsRolling::make(of_turning),
            contact::SdsTwisting::make(of_turning),
            {},
            false,
            false};
  }

  /// All that the kernels read, on the device, in both orders.
  struct Inputs {
    const Pairs &pairs;
    Array<double> x, v, omega, radius, mass;
    Array<int> type, mask, law_of, first, near, half_i, half_j, side_first, sides;
    Array<Row> x_radius, v_mass;
    Array<SpinRow> spin;
    Array<Law> laws;
    int types;

    Inputs(const Pairs &of, const Law &law) :
        pairs{of}, x(flat(of.all.x)), v(flat(of.all.v)), omega(flat(of.all.omega)), radius(of.all.radius),
        mass(of.all.mass), type(of.all.type), mask(std::vector<int>(of.all.x.size(), 1)), first(of.first),
        near(of.near), half_i(of.half_i), half_j(of.half_j),
        laws(std::vector<Law>{law}), types{1 + *std::max_element(of.all.type.begin(), of.all.type.end())}
    {
      law_of = Array<int>(std::vector<int>(std::size_t(types) * types, 0));
      std::vector<Row> at, moving;
      std::vector<SpinRow> turning;
      const Configuration &c = of.all;
      for (int i = 0; i < c.size(); ++i) {
        at.push_back({c.x[i].x, c.x[i].y, c.x[i].z, c.radius[i]});
        moving.push_back({c.v[i].x, c.v[i].y, c.v[i].z, c.mass[i]});
        turning.push_back({c.omega[i].x, c.omega[i].y, c.omega[i].z, c.type[i], 1});
      }
      x_radius = Array<Row>(at);
      v_mass = Array<Row>(moving);
      spin = Array<SpinRow>(turning);

      std::vector<std::vector<int>> of_sphere(of.owned);
      for (int k = 0; k < of.touching; ++k) {
        of_sphere[of.half_i[k]].push_back(2 * k);
        of_sphere[of.owner[of.half_j[k]]].push_back(2 * k + 1);
      }
      std::vector<int> starts{0}, list;
      for (const auto &mine : of_sphere) {
        list.insert(list.end(), mine.begin(), mine.end());
        starts.push_back(int(list.size()));
      }
      side_first = Array<int>(starts);
      sides = Array<int>(list);
    }

    [[nodiscard]] Spheres spheres() const
    {
      return {x.data(),    v.data(),        omega.data(),  radius.data(), mass.data(),   type.data(),
              mask.data(), x_radius.data(), v_mass.data(), spin.data(),   law_of.data(), types,
              0,           laws.data()};
    }
  };

  template <class Way> std::string name_of(const char *work)
  {
    constexpr bool exact = sizeof(typename Way::Real) == 8, kept = sizeof(typename Way::Stored) == 8;
    return std::string(work) + (Way::rows == Rows::packed ? ", packed" : ", apart") +
        (exact      ? ", fp64"
             : kept ? ", fp32, springs fp64"
                    : ", fp32");
  }

  /// Bytes that one evaluation moves, with each array read or written once.
  template <class Way> double bytes(const Pairs &pairs, bool half)
  {
    const double spheres = Way::rows == Rows::packed ? 96 : 9 * 8 + 2 * 8 + 2 * 4, loads = 2 * 3 * 8;
    const double history =
        2.0 * (half ? layout.size : RowsOfContacts<Way>::row) * sizeof(typename Way::Stored);
    double sum = spheres * pairs.all.size() + loads * pairs.owned;
    if (half) {
      const double of_contact = 9 * sizeof(typename Way::Real);
      sum += 8.0 * pairs.half_i.size() + pairs.touching * (history + 2 * of_contact + 2 * 4);
    } else {
      sum += 4.0 * pairs.near.size() + 2 * pairs.touching * history;
    }
    return sum;
  }

  /// Runs the evaluations from springs of length zero, for the result, and again for the time.
  template <class Stored, class Evaluate>
  void run(Line &line, const Settings &settings, Array<Stored> &history, std::size_t size, Evaluate evaluate,
           const Array<double> &force, const Array<double> &torque)
  {
    const auto all = [&](int number) {
      for (int k = 0; k < number; ++k) evaluate(contact::Step{settings.dt, true});
    };
    all(settings.evaluations);
    line.result = {rows(force.get()), rows(torque.get())};
    line.seconds = 1e300;
    for (int round = 0; round < settings.rounds; ++round) {
      history.put(std::vector<Stored>(size));
      line.seconds =
          std::min(line.seconds, time_of([&] { all(settings.evaluations); }) / settings.evaluations);
    }
  }

  template <class Way> Line by_sphere(const Inputs &in, const Settings &settings)
  {
    const Pairs &pairs = in.pairs;
    const std::size_t size = pairs.near.size() * RowsOfContacts<Way>::row;
    Array<typename Way::Stored> history(size);
    Array<double> force(3 * pairs.owned), torque(3 * pairs.owned);
    Line line{name_of<Way>("sphere"), 0.0, resources<BySphere<Way>>(), bytes<Way>(pairs, false), {}};
    run(
        line, settings, history, size,
        [&](contact::Step step) {
          launch(pairs.owned,
                 BySphere<Way>{in.spheres(),
                               in.first.data(),
                               in.near.data(),
                               {history.data()},
                               step,
                               force.data(),
                               torque.data()});
        },
        force, torque);
    return line;
  }

  template <class Way> Line by_contact(const Inputs &in, const Settings &settings)
  {
    const Pairs &pairs = in.pairs;
    const int contacts = pairs.touching, others = int(pairs.half_i.size()) - contacts;
    const std::size_t size = std::size_t(contacts) * layout.size;
    Array<typename Way::Stored> history(size);
    Array<typename Way::Real> loads(std::size_t(contacts) * 9);
    Array<unsigned char> begins(others);
    Array<double> force(3 * pairs.owned), torque(3 * pairs.owned);
    Line line{name_of<Way>("contact"), 0.0, resources<ByContact<Way>>(), bytes<Way>(pairs, true), {}};
    run(
        line, settings, history, size,
        [&](contact::Step step) {
          const ContactLoads<Way> out{loads.data(), contacts};
          launch(others,
                 Search<Way>{in.spheres(), in.half_i.data(), in.half_j.data(), contacts, begins.data()});
          launch(contacts,
                 ByContact<Way>{in.spheres(),
                                in.half_i.data(),
                                in.half_j.data(),
                                {history.data(), contacts},
                                step,
                                out});
          launch(pairs.owned,
                 Gather<Way>{in.side_first.data(), in.sides.data(), out, force.data(), torque.data()});
        },
        force, torque);
    return line;
  }

  template <Rows r, class Real, class Stored>
  void lines_of(std::vector<Line> &lines, const Inputs &in, const Settings &settings)
  {
    lines.push_back(by_sphere<Way<r, Real, Stored>>(in, settings));
    lines.push_back(by_contact<Way<r, Real, Stored>>(in, settings));
  }

  template <Rows r> void lines_of(std::vector<Line> &lines, const Inputs &in, const Settings &settings)
  {
    lines_of<r, double, double>(lines, in, settings);
    lines_of<r, float, double>(lines, in, settings);
    lines_of<r, float, float>(lines, in, settings);
  }

  double largest(const std::vector<Vec3<double>> &a)
  {
    double most = 0.0;
    for (const auto &v : a) most = std::max(most, length(v));
    return most;
  }

  /// Largest difference of forces and torques, over the largest of them.
  double deviation(const Result &a, const Result &b)
  {
    double most = 0.0;
    for (const auto field : {&Result::force, &Result::torque}) {
      double difference = 0.0;
      for (std::size_t i = 0; i < (a.*field).size(); ++i)
        difference = std::max(difference, length((a.*field)[i] - (b.*field)[i]));
      most = std::max(most, difference / std::max(largest(b.*field), 1e-300));
    }
    return most;
  }

  /// The evaluations on one core of the host, contact by contact, in double precision.
  Result reference(const Pairs &pairs, const Law &law, const Settings &settings, int evaluations, bool update)
  {
    const Configuration &c = pairs.all;
    std::vector<double> history(std::size_t(pairs.touching) * layout.size);
    Result result;
    for (int k = 0; k < evaluations; ++k) {
      result = {std::vector<Vec3<double>>(pairs.owned, {0, 0, 0}),
                std::vector<Vec3<double>>(pairs.owned, {0, 0, 0})};
      for (int n = 0; n < pairs.touching; ++n) {
        const int i = pairs.half_i[n], j = pairs.half_j[n], owner = pairs.owner[j];
        const auto body = [&](int a) {
          return contact::Body<double>{c.v[a], c.omega[a], c.mass[a], c.radius[a], 0.0, false};
        };
        const Vec3<double> d = c.x[i] - c.x[j];
        const auto loads =
            law.loads(contact::sphere_pair(d, dot(d, d), c.radius[i], c.radius[j]),
                      contact::motion_of(body(i), body(j), false, Law::needs_mean_inertia),
                      contact::Step{settings.dt, update}, layout, &history[std::size_t(n) * layout.size]);
        result.force[i] = result.force[i] + loads.force;
        result.force[owner] = result.force[owner] - loads.force;
        result.torque[i] = result.torque[i] + loads.torque_i;
        result.torque[owner] = result.torque[owner] + loads.torque_j;
      }
    }
    return result;
  }

  Settings read(int count, char **words)
  {
    Settings s;
    const auto value = [&](int &k) -> std::string {
      if (k + 1 == count) throw std::runtime_error(std::string("no value after ") + words[k]);
      return words[++k];
    };
    for (int k = 1; k < count; ++k) {
      const std::string word = words[k];
      if (word == "--loads")
        s.loads = value(k);
      else if (word == "--skin")
        s.skin = std::stod(value(k));
      else if (word == "--dt")
        s.dt = std::stod(value(k));
      else if (word == "--mu")
        s.mu = std::stod(value(k));
      else if (word == "--evaluations")
        s.evaluations = std::stoi(value(k));
      else if (word == "--copies")
        s.copies = std::stoi(value(k));
      else if (word == "--rounds")
        s.rounds = std::stoi(value(k));
#ifndef __CUDACC__
      else if (word == "--threads")
        threads = std::stoi(value(k));
#endif
      else if (s.data.empty() && word[0] != '-')
        s.data = word;
      else
        throw std::runtime_error("unknown argument " + word);
    }
    if (s.data.empty()) throw std::runtime_error("no data file");
    if (s.evaluations < 1 || s.rounds < 1 || s.copies < 1)
      throw std::runtime_error("--evaluations, --rounds and --copies: at least 1");
    if (s.copies > 1 && !s.loads.empty()) throw std::runtime_error("--loads: for --copies 1 only");
    return s;
  }

  int main(const Settings &settings)
  {
    const std::string device = device_name();
    const Configuration spheres = replicated(read_data(settings.data), settings.copies);
    const Pairs pairs = pairs_of(spheres, settings.skin);
    const Law packing = law(settings.mu);
    std::printf("device     %s\n", device.c_str());
    std::printf("spheres    %d, with images %d\n", pairs.owned, pairs.all.size());
    std::printf("contacts   %d, near pairs %zu\n", pairs.touching, pairs.half_i.size());
    bool good = true;
    if (!settings.loads.empty()) {
      const Result lammps = read_loads(settings.loads, spheres);
      const double off = deviation(reference(pairs, packing, settings, 1, false), lammps);
      // another order of sums, and positions that LAMMPS has wrapped around the box
      good = off < 1e-10;
      std::printf("host       deviates by %.1e from %s%s\n", off, settings.loads.c_str(),
                  good ? "" : " WRONG");
    }
    const Result expected = reference(pairs, packing, settings, settings.evaluations, true);
    const Inputs in(pairs, packing);
    std::vector<Line> lines;
    lines_of<Rows::apart>(lines, in, settings);
    lines_of<Rows::packed>(lines, in, settings);

    std::printf("\n%-54s %10s %9s %9s %8s %8s %7s %9s\n", "item, rows, arithmetic", "ns/contact", "registers",
                "resident", "spilled", "bytes", "GB/s", "deviation");
    for (const Line &line : lines) {
      const double off = deviation(line.result, expected);
      // fp64: another order of sums, contraction. fp32: 20 evaluations of springs rounded to 6e-8 of their load, caps
      const bool right = off < (line.name.find("fp32") == std::string::npos ? 1e-10 : 1e-4);
      good = good && right;
      std::printf("%-54s %10.3f %9d %9d %8d %8.0f %7.1f %9.1e%s\n", line.name.c_str(),
                  1e9 * line.seconds / pairs.touching, line.resources.registers, line.resources.resident,
                  line.resources.spilled, line.bytes / pairs.touching, 1e-9 * line.bytes / line.seconds, off,
                  right ? "" : " WRONG");
    }
    std::printf("\n%s\n",
                good ? "all right" : "WRONG: a result differs from the host's by more than allowed");
    return good ? 0 : 1;
  }

}    // namespace
}    // namespace probe

int main(int count, char **words)
{
  try {
    return probe::main(probe::read(count, words));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "contact_probe: %s\n%s\n", error.what(),
                 "usage: contact_probe DATA [--loads DUMP] [--skin 0.1] [--dt 0.02] [--mu 0.3] "
                 "[--evaluations 20] [--rounds 3] [--copies 1]"
#ifndef __CUDACC__
                 " [--threads N]"
#endif
    );
    return 2;
  }
}
