"""What the cases have measured, as tables."""

from cases import ALL_CASES, CASES, DISTURBED, FLAT_AIM, OLDER, OLDER_AIM, PLUGIN, STOCK
from roofline import cpu
from run import fastest, least_disturbed, median_seconds
from table import Table


class Report:
    """Collects what the cases have measured into tables."""

    def __init__(self, roofline, agreement):
        self.roofline = roofline
        self.speed = Table("Speed over stock LAMMPS, whole run", "case", "N", "steps", "stock [s]", "plugin [s]",
                           "ratio of minima", "ratio of medians", "aim")
        self.shares = Table("Where the time goes (fastest run)", "case", "who", "ns/particle-step", "Pair", "Modify",
                            "Comm", "Neigh", "rest", "builds", "contacts/N", "ns/contact", "least ns", "roofline",
                            words=2)
        self.wide = Table("Wide size distributions, packings of two sizes", "ratio of diameters", "N", "who", "seconds",
                          "ns/particle-step", "Pair", "Modify", "Comm", "Neigh", "over the fastest stock", "aim", "contacts/N",
                          "ghosts/N", "bytes/N", "peak/N", words=3)
        self.few = Table("Few spheres, time of a step", "case", "N", "ranks", "stock [us]", "plugin [us]", "ratio", "aim")
        self.sets = Table(f"Instruction sets, jammed packing ({cpu()}), processor time", "instruction set", "steps",
                          "seconds", "ns/contact", "over stock")
        self.matrix = Table(f"Combinations of submodels, jammed packing ({cpu()}), processor time over that of stock",
                            "normal", "damping", "tangential", "rolling", "twisting", "heat", "stock ns/contact",
                            "plugin ns/contact", "ratio", "aim", words=6)
        self.ranks = Table("Ranks", "case", "N", "who", "1 rank [s]", "ranks", "several [s]", "speed-up", "aim")
        self.scaling = Table("Size", "N", "stock ns/particle-step", "plugin ns/particle-step", "ratio", "contacts/N",
                             "plugin ns/contact", "stock bytes/N", "plugin bytes/N", "stock peak/N",
                             "plugin peak/N", words=0)
        self.kokkos = Table("Kokkos: jammed packing, Hooke, all modes", "N", "who", "steps", "seconds",
                            "10^6 particle-steps/s", "steps/s", "ratio", "over", "aim", words=2)
        self.decks = []      # tables
        self.ratios = []     # (name, ratio, aim)
        self.found = {}      # what Bench.sides() has returned for each case
        self.agreement = agreement
        self.flatness = ""

    def case(self, name, found):
        case = CASES[name]
        stock, plugin = found[STOCK, 1], found[PLUGIN, 1]
        rows = [(case.title, stock, case.aim)]
        if case.older:
            rows.append((case.title + ", stock with gran/hooke/history (sliding only)", found[OLDER, 1], OLDER_AIM))
        for title, other, aim in rows:
            ratio = fastest(other).seconds / fastest(plugin).seconds
            self.speed.add(title, f"{plugin[0].atoms}", f"{plugin[0].steps}", f"{fastest(other).seconds:.3f}",
                           f"{fastest(plugin).seconds:.3f}", f"{ratio:.2f}",
                           f"{median_seconds(other) / median_seconds(plugin):.2f}", f"{aim:.1f}")
            self.ratios.append((name if other is stock else f"{name}, gran/\nhooke/history", ratio, aim))
        self.found[name] = found

    def all_shares(self):
        """To be called last, when the roofline has been measured as often as it will be."""
        for name, found in self.found.items():
            for (who, _), runs in found.items():
                self.share(name, who, fastest(runs), CASES[name].laws if who != OLDER else ())

    def share(self, name, who, run, laws):
        least, fraction = "-", "-"
        # a packing run begins without contacts: their number at its end says nothing about the mean
        counts = name != "packing" and run.contacts > 0
        per_contact = f"{run.per_contact():.1f}" if counts else "-"
        if self.roofline and laws and counts:
            bounds = self.roofline.bounds(run, laws)
            binding = max(bounds, key=bounds.get)
            least = f"{bounds[binding]:.1f} ({binding})"
            fraction = f"{100 * bounds[binding] / run.per_contact():.0f} %"
        percent = [f"{100 * run.share(section):.0f} %" for section in ("Pair", "Modify", "Comm", "Neigh")]
        rest = 1 - sum(run.share(section) for section in ("Pair", "Modify", "Comm", "Neigh"))
        self.shares.add(name, who, f"{run.per_particle_step():.1f}", *percent, f"{100 * rest:.0f} %", f"{run.builds}",
                        f"{run.contacts / run.atoms:.3f}", per_contact, least, fraction)

    def add_tables(self, tables, ratios=()):
        self.decks += tables
        self.ratios += ratios

    def wide_sizes(self, name, found):
        case = ALL_CASES[name]
        stock = min(fastest(runs).seconds for (who, _), runs in found.items() if who.startswith(STOCK))
        for (who, _), runs in found.items():
            run, plugin = fastest(runs), who.startswith(PLUGIN)
            self.wide.add(case.title, f"{run.atoms}", who, f"{run.seconds:.3f}", f"{run.per_particle_step():.1f}",
                          *(f"{100 * run.share(section):.0f} %" for section in ("Pair", "Modify", "Comm", "Neigh")),
                          f"{stock / run.seconds:.2f}", f"{case.aim:.1f}" if plugin else "-", f"{run.contacts / run.atoms:.3f}",
                          f"{run.ghosts / run.atoms:.2f}", f"{run.memory / run.atoms:.0f}", f"{run.peak / run.atoms:.0f}")

    def few_spheres(self, name, found):
        for ranks in sorted({count for _, count in found}):
            stock, plugin = fastest(found[STOCK, ranks]), fastest(found[PLUGIN, ranks])
            self.few.add(name, f"{plugin.atoms}", f"{ranks}",
                         *(f"{run.per_particle_step() * run.atoms / 1e3:.2f}" for run in (stock, plugin)),
                         f"{stock.seconds / plugin.seconds:.2f}", f"{ALL_CASES[name].aim:.1f}")

    def instruction_sets(self, found):
        stock = least_disturbed(found[STOCK, 1]).processor_seconds()
        for (who, _), runs in found.items():
            run = least_disturbed(runs)
            self.sets.add(who, f"{run.steps}", f"{run.processor_seconds():.3f}", f"{self.processor_ns(run):.1f}",
                          f"{stock / run.processor_seconds():.2f}")

    def combination(self, law, found, aim):
        """found: of stock and of the plugin with one instruction set or several, which share the cells of a row."""
        stock, *plugins = map(least_disturbed, found.values())
        self.matrix.add(*law, f"{self.processor_ns(stock):.0f}",
                        " ".join(f"{self.processor_ns(run):.0f}" for run in plugins),
                        " ".join(f"{stock.processor_seconds() / run.processor_seconds():.2f}" for run in plugins),
                        f"{aim:.1f}")

    @staticmethod
    def processor_ns(run):
        """Processor time of the section Pair for one contact in one step [ns]."""
        return run.per_contact() * run.share_of_core()

    def several_ranks(self, name, found, ranks):
        stock_speedup = fastest(found[STOCK, 1]).seconds / fastest(found[STOCK, ranks]).seconds
        for who in (STOCK, PLUGIN):
            one, several = fastest(found[who, 1]), fastest(found[who, ranks])
            speedup = one.seconds / several.seconds
            self.ranks.add(name, f"{one.atoms}", who, f"{one.seconds:.3f}", f"{ranks}", f"{several.seconds:.3f}",
                           f"{speedup:.2f}", f"{stock_speedup:.2f}" if who == PLUGIN else "-")

    def sizes(self, found_by_size):
        costs = []
        for found in found_by_size:
            stock, plugin = fastest(found[STOCK, 1]), fastest(found[PLUGIN, 1])
            n = plugin.atoms
            costs.append(plugin.per_particle_step())
            as_often = fastest(found[PLUGIN, 1][:len(found[STOCK, 1])])    # the plugin may have more turns
            self.scaling.add(f"{n}", f"{stock.per_particle_step():.1f}", f"{plugin.per_particle_step():.1f}",
                             f"{stock.seconds / as_often.seconds:.2f}", f"{plugin.contacts / n:.3f}",
                             f"{plugin.per_contact():.1f}", f"{stock.memory / n:.0f}", f"{plugin.memory / n:.0f}",
                             f"{stock.peak / n:.0f}", f"{plugin.peak / n:.0f}")
        if len(costs) > 1:
            self.flatness = ("Plugin, largest cost of a particle-step over the smallest, all sizes: "
                             f"{max(costs) / min(costs):.2f} (aim: at most {FLAT_AIM})")

    def kokkos_sides(self, found, pairs):
        """pairs: (who, over whom, aim), the latter two None where nothing is compared."""
        for who, over, aim in pairs:
            run = fastest(found[who, 1])
            ratio = f"{fastest(found[over, 1]).seconds / run.seconds:.2f}" if over else "-"
            self.kokkos.add(f"{run.atoms}", who, f"{run.steps}", f"{run.seconds:.3f}",
                            f"{1e3 / run.per_particle_step():.2f}", f"{run.steps / run.seconds:.0f}", ratio, over or "-",
                            f"{aim:.1f}" if aim else "-")

    def tables(self):
        tables = (self.speed, self.shares, self.wide, *self.decks, self.few, self.sets, self.matrix, self.ranks, self.scaling, self.kokkos, self.agreement)
        return [table for table in tables if len(table.rows) > 1]

    def notes(self, runs):
        """Lines below the tables."""
        notes = [self.flatness] if self.flatness else []
        lowest = min((run.cpu for run in runs if run.cpu > 0.0), default=100.0)    # 0: too short for the clock
        if lowest < DISTURBED:
            notes.append(f"Disturbed: other programs have run on the same cores, one run had its core only {lowest:.0f} % "
                         "of the time.")
        if self.roofline:
            for count, found in self.roofline.together.items():
                span = {what: f"{min(times):.1f} to {max(times):.1f}" for what, times in found.items()}
                notes.append(f"{count} processors do together {span['arithmetic']} times the arithmetic of one, and "
                             f"{span['memory']} times its reading and writing of memory, in "
                             f"{len(found['memory'])} moments of this bench.")
            value = self.roofline.names
            notes.append(
                f"Roofline, one core: {self.roofline.rate('cache_bandwidth'):.0f} bytes/ns in cache (4 MB), "
                f"{self.roofline.rate('memory_bandwidth'):.0f} bytes/ns in memory (500 MB); "
                f"{self.roofline.rate('operations'):.0f} additions and multiplications a ns ({value['instructions']}), "
                f"{self.roofline.rate('operations_fused'):.0f} fused ({value['instructions_fused']}); "
                f"{self.roofline.rate('divisions'):.2f} divisions or {self.roofline.rate('square_roots'):.2f} square "
                "roots a ns.")
        return notes
