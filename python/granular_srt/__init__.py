"""Contact networks, structure, coarse-grained fields and force chains of granular LAMMPS runs.

Quantities have the units of the run. Vectors are rows of arrays (n, 3).

reading     dumps and thermo tables as data frames, with the box
contacts    coordination, rattlers, fabric, distribution of forces, mobilised friction, balance of each particle
structure   g(r), power laws
fields      coarse-grained density, velocity and stress
stiffness   stiffness matrix, vibrations, floppy modes, elastic moduli
chains      force chains for ParaView and as a picture
style       look of the pictures
particles   sieve curves and clumps for decks
film        pictures of dump image as a GIF
restart     the newest whole restart file
filling     spheres and clumps at random places in a vessel of triangles
mixing      Lacey's index, segregation, time of mixing
walls       pressure and wear of a wall of triangles, as a table and a picture
program     messages of the modules that are programs
"""
