"""The same packing with YADE, which runs this file: yade -n -x packing.py. Settings come from the environment."""

import math
import os
import time

# O, FrictMat and all engines are names that YADE defines.
edge, *rows = [[float(word) for word in line.split()] for line in open(os.environ["PEER_ROWS"], encoding="ascii")]
O.periodic = True
O.cell.setBox(*3 * edge)
O.materials.append(FrictMat(young=1e7, poisson=0.3, density=2500, frictionAngle=math.atan(0.5)))
O.bodies.append([utils.sphere((x, y, z), 0.5 * diameter) for diameter, x, y, z in rows])
O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Sphere_Aabb()], verletDist=0.0005),    # half of the skin of the others
    InteractionLoop([Ig2_Sphere_Sphere_ScGeom()], [Ip2_FrictMat_FrictMat_MindlinPhys(en=0.5, es=0.5)],
                    [Law2_ScGeom_MindlinPhys_Mindlin()]),
    NewtonIntegrator(damping=0),
]
O.dt = 4e-5


def energies():
    """Of translation and of rotation."""
    bodies = [body.state for body in O.bodies]
    return (sum(0.5 * one.mass * one.vel.squaredNorm() for one in bodies),
            sum(0.5 * one.inertia[0] * one.angVel.squaredNorm() for one in bodies))


O.run(int(os.environ["PEER_CHECK"]), True)
print("PEER check ke {} rotation {}".format(*energies()))
began = time.monotonic()
O.run(int(os.environ["PEER_STEPS"]), True)
print(f"PEER time {time.monotonic() - began}")
print(f"PEER end contacts {sum(1 for one in O.interactions if one.isReal and one.geom.penetrationDepth > 0)}")
