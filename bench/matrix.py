"""The case "matrix": one combination of submodels of pair_style granular after the other."""

import dataclasses
import itertools
import random

from cases import Case

# Words of pair_coeff for packings under the force 1e-4 between unit spheres: stiffness about 1 in each direction, a
# contact radius of about 5e-3, restitution about a half, pull-off forces of a seventh of that force.
NORMAL = {"hooke": "hooke 1.0 {damping}", "hertz": "hertz 100.0 {damping}",
          "hertz/material": "hertz/material 150.0 {damping} 0.3", "dmt": "dmt 150.0 {damping} 0.3 5.0e-6",
          "jkr": "jkr 150.0 {damping} 0.3 5.0e-6"}
# without `damping none` and `tangential none`, which stock refuses
DAMPING = {"velocity": 0.25, "mass_velocity": 0.5, "viscoelastic": 100.0, "tsuji": 0.5, "coeff_restitution": 0.5}
TANGENTIAL = {"linear_nohistory": "linear_nohistory 1.0 0.3", "linear_history": "linear_history 1.0 1.0 0.3",
              "linear_history_classic": "linear_history_classic 1.0 1.0 0.3", "mindlin": "mindlin 160.0 1.0 0.3",
              "mindlin_classic": "mindlin_classic 160.0 1.0 0.3", "mindlin/force": "mindlin/force 160.0 1.0 0.3",
              "mindlin_rescale": "mindlin_rescale 160.0 1.0 0.3", "mindlin_rescale/force": "mindlin_rescale/force 160.0 1.0 0.3"}
ROLLING = {"none": "none", "sds": "sds 1.0 0.5 0.3"}
TWISTING = {"none": "none", "sds": "sds 1.0 0.5 0.3", "marshall": "marshall"}
HEAT = {"none": "none", "radius": "radius 1.0", "area": "area 1.0"}
COHESIVE = ("dmt", "jkr")
RESTITUTION = ("tsuji", "coeff_restitution")


@dataclasses.dataclass(frozen=True)
class Law:
    """Keywords of one combination."""
    normal: str
    damping: str
    tangential: str
    rolling: str
    twisting: str
    heat: str = "none"

    def allowed(self):
        """Whether stock and plugin take it. Restitution needs a law without adhesion; stock's Marshall law divides by the
        stiffness of the tangential law."""
        return not (self.normal in COHESIVE and self.damping in RESTITUTION or
                    self.twisting == "marshall" and self.tangential == "linear_nohistory")

    def keywords(self):
        return dataclasses.astuple(self)

    def __str__(self):
        return " ".join(self.keywords())

    def words(self):
        """Of pair_coeff, behind the types."""
        words = [NORMAL[self.normal].format(damping=DAMPING[self.damping]), "damping", self.damping,
                 "tangential", TANGENTIAL[self.tangential], "rolling", ROLLING[self.rolling],
                 "twisting", TWISTING[self.twisting]]
        if self.heat != "none":    # stock asks for temperatures even with `heat none`
            words += ["heat", HEAT[self.heat]]
        return " ".join(words)

    def case(self):
        """The row of the bench. Measured with 10^4 spheres, 20 steps: phi 1e-13, pressure 5e-7; more after more steps, where
        stock has another stiffness on purpose (Marshall on a Mindlin law, see cases.py)."""
        bounds = {"phi": 3e-7, "pressure": 5e-3}
        start = "jammed" if self.normal == "hooke" else "material"
        model = "matrix" if self.heat == "none" else "matrix_heat"
        return Case(str(self), "in.jammed", model, start, AIM, bounds)


AIM = 3.5    # speed over stock that the project wants of every combination
AXES = {"normal": NORMAL, "damping": DAMPING, "tangential": TANGENTIAL, "rolling": ROLLING, "twisting": TWISTING, "heat": HEAT}
CENTERS = (Law("hooke", "mass_velocity", "linear_history", "sds", "sds"),
           Law("hertz/material", "viscoelastic", "mindlin_rescale/force", "sds", "marshall"),
           Law("jkr", "viscoelastic", "mindlin", "sds", "marshall"))


def differences(a, b):
    """Number of keywords in which two laws differ."""
    return sum(x != y for x, y in zip(a.keywords(), b.keywords()))


def laws(sample=12, seed=1):
    """The centers, all laws that differ from one of them in one keyword, and a sample of the other combinations."""
    found = list(CENTERS)
    for center in CENTERS:
        found += [dataclasses.replace(center, **{axis: word}) for axis, words in AXES.items() for word in words]
    found = [law for law in dict.fromkeys(found) if law.allowed()]
    others = [Law(*words) for words in itertools.product(*AXES.values())]
    others = [law for law in others if law.allowed() and law not in found]
    return found + random.Random(seed).sample(others, sample)
