"""The decks packing, chute and impact with YADE, which runs this file: yade -j1 -n -x yade.py.

Settings come from the environment."""

import math
import os
import time

SETTING = os.environ
FROZEN = 2    # bit of the mask of spheres of type 2: without contacts among themselves
# O, the materials and all engines are names that YADE defines.


def read_start():
    """Box and spheres of a data file: [(low, high)], [(type, diameter, place, velocity, angular velocity)]."""
    with open(SETTING["START"], encoding="ascii") as file:
        head, _, rest = file.read().partition("\nAtoms\n")
    box = [tuple(map(float, line.split()[:2])) for line in head.splitlines() if line.endswith("hi")]
    table = [[line.split() for line in part.splitlines() if line] for part in rest.split("\nVelocities\n")]
    speeds = {row[0]: list(map(float, row[1:])) for row in table[1]}
    return box, [(int(row[1]), float(row[2]), Vector3(*map(float, row[4:7])), Vector3(*speeds[row[0]][:3]),
                  Vector3(*speeds[row[0]][3:])) for row in table[0]]


def add_spheres(spheres, materials, shift=Vector3.Zero):
    """materials: {type: its material}, which has the density."""
    for kind, diameter, place, velocity, spin in spheres:
        body = utils.sphere(place - shift, 0.5 * diameter, material=materials[kind])
        body.state.vel, body.state.angVel = velocity, spin
        body.groupMask = 1 if kind == 1 else FROZEN + 1
        O.bodies.append(body)


def set_periodic(box, sizes):
    O.periodic = True
    O.cell.setBox(*sizes)
    return Vector3(*(low for low, _ in box))


def hertz(walls=()):
    """Collisions by Hertz and Mindlin; the damping that LAMMPS has for a restitution of 0.5, none of shear."""
    beta = math.sqrt(5 / 6) * math.log(2) / math.hypot(math.pi, math.log(2))
    return InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), *walls], [Ip2_FrictMat_FrictMat_MindlinPhys(betan=beta, betas=0.0)],
                           [Law2_ScGeom_MindlinPhys_Mindlin()])


def packing(box, spheres):
    material = FrictMat(young=1e7, poisson=0.3, density=2500, frictionAngle=math.atan(0.5))
    shift = set_periodic(box, [high - low for low, high in box])
    add_spheres(spheres, {1: material}, shift)
    return 4e-5, 0.0005, hertz(), Vector3.Zero


def chute(box, spheres):
    # a contact of two materials has half of their equal stiffness, and 1/(1/c_1 + 1/c_2) of their dampings: frozen spheres
    # have an infinite mass
    flowing, frozen = (ViscElMat(kn=4e4, ks=1.14e4, cn=cn, cs=0.0, density=6 / math.pi, frictionAngle=math.atan(0.5))
                       for cn in (16.0, 1e15))
    # all directions are periodic or none: along z nothing comes near an image
    sizes = [high - low for low, high in box]
    sizes[2] += 20
    add_spheres(spheres, {1: flowing, 2: frozen}, set_periodic(box, sizes) - Vector3(0, 0, 10))
    for body in O.bodies:
        body.dynamic = body.groupMask == 1
    angle = math.radians(28)
    law = InteractionLoop([Ig2_Sphere_Sphere_ScGeom()], [Ip2_ViscElMat_ViscElMat_ViscElPhys()], [Law2_ScGeom_ViscElPhys_Basic()])
    return 3e-4, 0.05, law, Vector3(math.sin(angle), 0, -math.cos(angle))


def impact(box, spheres):
    width, depth, ball = (float(SETTING[name]) for name in ("LX", "LY", "BALL"))
    friction = math.atan(0.3)
    of_bed, of_ball = (FrictMat(young=1e9, poisson=0.2, density=density, frictionAngle=friction) for density in (2500, 7200))
    # YADE takes the radius of the sphere for the curvature of a wall: with 1 + sqrt(2) times the modulus a wall is as stiff as
    # a flat one of the material of the bed
    of_walls = FrictMat(young=(1 + math.sqrt(2)) * 1e9, poisson=0.2, frictionAngle=friction)
    highest = max(place[2] for _, _, place, _, _ in spheres
                  if math.hypot(place[0] - 0.5 * width, place[1] - 0.5 * depth) <= 0.5 * ball)
    start = Vector3(0.5 * width, 0.5 * depth, highest + 0.0015 + 0.5 * ball)
    spheres.append((2, ball, start, Vector3(0, 0, -5), Vector3.Zero))
    add_spheres(spheres, {1: of_bed, 2: of_ball})
    for axis, places in enumerate(((0, width), (0, depth), (0,))):
        for place in places:
            O.bodies.append(utils.wall(place, axis, material=of_walls))
    return 5e-7, 0.0002, hertz([Ig2_Wall_Sphere_ScGeom()]), Vector3(0, 0, -9.81)


O.dt, skin, law, gravity = globals()[SETTING["DECK"]](*read_start())
collider = InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], verletDist=skin, avoidSelfInteractionMask=FROZEN)
O.engines = [ForceResetter(), collider, law, NewtonIntegrator(damping=0, gravity=gravity)]


def energies():
    """Those of the spheres of type 1."""
    bodies = [body.state for body in O.bodies if body.groupMask == 1 and isinstance(body.shape, Sphere)]
    return "ke {} rotation {}".format(sum(0.5 * one.mass * one.vel.squaredNorm() for one in bodies),
                                      sum(0.5 * one.inertia[0] * one.angVel.squaredNorm() for one in bodies))


def touching(contact):
    one, other = (O.bodies[k] for k in (contact.id1, contact.id2))
    return contact.geom.penetrationDepth > 0 and all(isinstance(body.shape, Sphere) for body in (one, other))


def add_clock():
    with open("peers.clock", "a", encoding="ascii") as file:
        print(time.process_time_ns(), file=file)


O.run(int(SETTING["CHECK"]), True)
print("PEER check", energies())
add_clock()
O.run(int(SETTING["STEPS"]), True)
add_clock()
print(f"PEER end contacts {sum(map(touching, O.interactions))} {energies()}")
