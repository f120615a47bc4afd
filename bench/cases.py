"""The cases of the table, their start files and aims, and the sides that are compared."""

import dataclasses

PLUGIN, STOCK, OLDER = "plugin", "stock", "stock, gran/hooke/history"

# Sides of the case "sizes": neighbor multi, and comm_modify mode multi reduce/multi.
STOCK_MULTI, PLUGIN_MULTI = "stock, multi", "plugin, multi"
MULTI_WORDS = {who: ("-var", "BINS", "multi") for who in (STOCK_MULTI, PLUGIN_MULTI)}

# Sides of the case "kokkos".
GPU, OLDER_GPU = "granular/kk, GPU", "stock, gran/hooke/history/kk, GPU"
WITHOUT_PLUGIN = (STOCK, STOCK_MULTI, OLDER, OLDER_GPU)
# gran/hooke/history/kk needs half lists and newton off; granular/kk takes full lists in any case
GPU_OPTIONS = ("-k", "on", "g", "1", "-sf", "kk", "-pk", "kokkos", "newton", "off", "neigh", "half")


def with_threads(count):
    return f"granular/kk, {count} thread{'s'[:count - 1]}"


@dataclasses.dataclass(frozen=True)
class Case:
    """One row of the table."""
    title: str
    deck: str
    model: str            # suffix of decks/model.*
    start: str            # key of STARTS
    aim: float            # speed over stock that the project wants
    # Largest relative deviation of the two sides after CHECK steps. They do not agree to the last digit where
    # doc/pair_granular.md lists a difference on purpose: twisting torques at their cap and springs stored by the
    # setup (all cases), rolling springs when a pair changes order, which happens with neighbor list builds (chute,
    # packing), and the stiffness of twisting marshall on a Mindlin law (material). Measured with 10^4 spheres, 200
    # steps: jammed and generic: phi 1e-10, pressure 8e-6, ke 2e-4; material: phi 3e-8, pressure 6e-4, ke 2e-2; chute:
    # pressure 1e-3, ke 5e-5. A change of one percent in stiffness or friction of sliding moves the pressure of jammed
    # by 3e-4 to 3e-3. Such deviations come from single contacts, so they are larger in smaller packings (SCATTER).
    bounds: dict
    laws: tuple = ()      # (share of the contacts, law of the roofline program)
    older: bool = False   # also against gran/hooke/history


RESTING = {"phi": 1e-8, "pressure": 1e-4, "ke": 2e-3}
CASES = {
    "jammed": Case("jammed packing, Hooke, all modes", "in.jammed", "hooke", "jammed", 5.0, RESTING,
                   ((1.0, "hooke"),), older=True),
    "material": Case("jammed packing, Hertz material, Mindlin, Marshall, sizes 0.8-1.2", "in.jammed", "material",
                     "material", 4.0, {"phi": 3e-7, "pressure": 5e-3, "ke": 0.1}, ((1.0, "material"),)),
    "generic": Case("jammed packing, two types, three different laws", "in.jammed", "two_types", "generic", 3.0,
                    RESTING, ((0.25, "hooke"), (0.25, "material_sds"), (0.5, "hertz_viscoelastic"))),
    # nothing touches in its first steps: what is compared is the motion of box and barostat
    "packing": Case("whole packing run from phi = 0.05", "in.packing", "hooke", "random", 4.0,
                    {"phi": 1e-9, "ke": 1e-6}, ((1.0, "hooke"),)),
    "chute": Case("flow down a chute, nve/sphere", "in.chute", "chute", "chute", 2.5,
                  {"phi": 1e-9, "pressure": 1e-2, "ke": 1e-3}, ((1.0, "hooke"),)),
    # whole deck: walls, gravity and motion by LAMMPS' commands. The kinetic energy is that of the ball; the bed shows in
    # pressure and rotation, which deviate by less than 1e-9.
    "impact": Case("a large ball hits a bed, five walls, neighbor multi", "in.impact", "impact", "impact", 4.5,
                   {"phi": 1e-12, "pressure": 1e-5, "rotation": 1e-5}),
}


# Spheres that are poured collide, and stock and plugin soon differ in every sphere: compared are numbers of spheres,
# contacts and kinetic energy at the end. Measured: contacts 0.02; kinetic energy 0.02.
FLOWING = {"atoms": 0.0, "contacts": 0.1, "ke": 0.5}
# In a heap that comes to rest the kinetic energy falls by decades, and its last decades are those of single spheres:
# 9e-9 to 2e-5 with three seeds of pour.heat, with stock as with the plugin.
HEAP = {"atoms": 0.0, "contacts": 0.1}


@dataclasses.dataclass(frozen=True)
class WholeDeck:
    """A deck that is run as it is but for the numbers of its run commands."""
    path: str             # in the tree of LAMMPS or in this folder
    steps: tuple          # of its run commands
    aim: float = None    # speed over stock that the project wants
    bounds: dict = dataclasses.field(default_factory=lambda: FLOWING)    # relative spread of the ends


DECKS = {
    "pour.flatwall": WholeDeck("examples/granular/in.pour.flatwall", (5000,), 3.0),
    "pour.drum": WholeDeck("examples/granular/in.pour.drum", (2000, 3000), 3.0),
    "pour.heat": WholeDeck("examples/granular/in.pour.heat", (15000,), 3.0, HEAP),    # of 100 000
    "chute of bench": WholeDeck("bench/in.chute", (1000,), 2.5),                # 100 in the deck, which is too short to time
    # of 20 000, 150 000 and 100 000
    "granregion.funnel": WholeDeck("examples/granregion/in.granregion.funnel", (20000, 20000, 10000), None),
}

# Decks as people write them who know nothing of this package: the kinds that public repositories have.
WILD_AIM = 4.0    # median of the ratios
# Flows of so many steps have little in common but the amount of work. Measured: atoms in a hopper 3e-4; contacts in a drum
# 0.23, where most spheres of the surface fly.
WILD_BOUNDS = {"atoms": 0.02, "contacts": 0.4}
WILD = {name: WholeDeck(f"decks/wild/in.{name}", steps, bounds=WILD_BOUNDS) for name, steps in {
    "hopper": (30000, 15000), "mixer": (40000,), "drum": (40000,), "shear_cell": (8000, 30000), "plate": (20000, 20000),
    "column": (20000, 30000), "pour": (30000,), "vibrated": (60000,), "discs": (20000, 60000), "clumps": (20000,),
    "gas": (10000,), "powder": (60000,), "few_hundred": (100000,)}.items()}
# Few of its spheres touch at a time: 8 to 50 of 2000. Measured: kinetic energy 0.03.
WILD["vibrated"] = dataclasses.replace(WILD["vibrated"], bounds={"atoms": 0.0, "ke": 0.3})


@dataclasses.dataclass(frozen=True)
class DostaCase:
    """A piece of a deck of examples/dosta2024."""
    step: float           # [s]
    steps: int            # of the piece
    whole: int            # steps of the whole case
    bounds: dict          # relative spread of the ends


# All runs start from the same positions and have time for few collisions. Measured with 1 and 2 ranks after 500 and 1000
# steps: contacts 0, ke 3e-14, rotation 1e-13; silo of 20 000 spheres after 1500 steps: ke 2e-13, rotation 7e-12. Springs
# that stock had changed between two runs moved ke by 1e-3 and rotation by 4e-2 in the next 20 steps of the drum. Longer
# runs (STEPS) separate, because collisions amplify rounding.
SAME_START = {"atoms": 0.0, "contacts": 1e-4, "ke": 1e-6, "rotation": 1e-6}
DOSTA = {
    "silo": DostaCase(1.5e-6, 500, 3300000, SAME_START),
    "drum": DostaCase(8.0e-7, 1000, 6250000, SAME_START),
    "impact": DostaCase(5.0e-7, 1000, 200000, SAME_START),
}
# A row of spheres of any number: the time of a step is not in its contacts.
FEW = Case("a row of few spheres, nve/sphere", "in.few", "hooke", "few", 1.0, {"phi": 1e-12, "pressure": 1e-6, "ke": 1e-6})
# The same row falls on a floor, bounces and comes to rest.
FEW_FALL = Case("a row of few spheres on a floor, wall/gran, gravity", "in.few_fall", "hooke", "few", 1.0,
                {"phi": 1e-12, "ke": 1e-6})
FEW_SIZES, FEW_STEPS, FEW_RANKS = (2, 3, 10, 100, 1000), 100000, (10, 100)    # steps: 2e7/N at most
# Packings of small spheres and large ones of 5, 10 and 40 times the diameter, at most as much volume of large ones as of
# small ones, but at least one large sphere: name -> case, spheres over the N of the other packings.
SIZES = {
    f"sizes {ratio}": (Case(f"{ratio}", "in.sizes", "hooke", f"sizes {ratio}", 6.4, RESTING), factor)
    for ratio, factor in ((5, 1), (10, 1), (40, 4))
}
# Small spheres over the cube of the ratio: with fewer, the box is as small as a large sphere.
SIZES_LEAST = 0.5
ALL_CASES = {**CASES, "few": FEW, "few fall": FEW_FALL, **{name: case for name, (case, _) in SIZES.items()}}
OLDER_AIM, FLAT_AIM = 2.3, 1.3
ONE_THREAD_AIM, TWO_THREADS_AIM, GPU_AIM = 0.7, 1.7, 1.0    # over: the host style, one thread, gran/hooke/history/kk
MORE_TURNS = 3    # where the plugin is compared with itself: its runs are short, so what disturbs them weighs more
GPU_SIZES = [10000, 1000000, 4000000]
# At the end of the timed run both sides must have the same amount of work: deviation of the volume fraction and
# of the number of contacts, which for few contacts fluctuates by more.
END_PHI, END_CONTACTS = 0.02, 0.01
DISTURBED = 97.0   # percent of CPU use below which a run counts as disturbed
SCATTER = 10000    # spheres; bounds grow with the square root of SCATTER/N below


@dataclasses.dataclass(frozen=True)
class Loop:
    """A loop of short run commands."""
    title: str
    variables: dict       # of the deck in.runs
    aim: float            # speed over stock that the project wants: a run command costs at most twice stock's


MATERIAL_LAW = "hertz/material 1e4 0.3 0.25 tangential mindlin NULL 1.0 0.5 rolling sds 200 2 0.1 twisting marshall"
# Spheres of the same mass that are damped too strongly to separate: their collision has no end.
OVERDAMPED_LAW = "hooke 1e4 200 damping velocity tangential linear_nohistory 1 0.5"
RUNS = {
    "runs, 1 type": Loop("Hertz, all modes", {"TYPES": 1, "SPHERES": 9, "LAW": MATERIAL_LAW}, 0.5),
    "runs, 20 types": Loop("Hertz, all modes", {"TYPES": 20, "SPHERES": 9, "LAW": MATERIAL_LAW}, 0.5),
    "runs, 27 spheres": Loop("Hertz, all modes", {"TYPES": 20, "SPHERES": 3, "LAW": MATERIAL_LAW}, 0.5),
    "runs, overdamped": Loop("Hooke, overdamped", {"TYPES": 1, "SPHERES": 8, "LAW": OVERDAMPED_LAW}, 0.5),
}
GROUPS = (*CASES, "sizes", "decks", "wild", "dosta", "few", "runs", "sets", "matrix", "ranks", "scaling", "messages",
          "peers", "kokkos")
ASKED_FOR = ("wild", "dosta", "matrix", "messages", "peers")    # only if they are named

# Start files: deck, variables.
SPHERES = dict(TYPES=1, SPACING=1.0, SMALLEST=1.0, LARGEST=1.0, PHI0=0.05)
STARTS = {
    "jammed": ("in.start_packing", dict(SPHERES, MODEL="hooke")),
    "material": ("in.start_packing", dict(SPHERES, MODEL="material", SPACING=1.2, SMALLEST=0.8, LARGEST=1.2)),
    "generic": ("in.start_packing", dict(SPHERES, MODEL="two_types", TYPES=2)),
    "random": ("in.start_random", {}),
    "few": ("in.start_few", {}),
    **{f"sizes {ratio}": ("in.start_sizes", dict(MODEL="hooke", RATIO=ratio, PER_LARGE=ratio**3)) for ratio in (5, 10, 40)},
    "chute": ("in.start_chute", {}),
    "impact": ("in.start_impact", {}),
    "peers": ("in.start_peers", dict(PHI=0.61)),
}
COMPRESS = {"chute": 20000, "impact": 40000, "peers": 20000, "sizes 40": 15000}    # steps to make a start file where it is not 35000
LARGEST_START = 10000    # larger packings are put together from copies of one of this size
