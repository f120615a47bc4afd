# Sources of src/styles/wall that need no LAMMPS.
set(sources styles/wall/wall_history.cpp styles/wall/wall_motion.cpp styles/wall/plane_walls.cpp styles/wall/cylinder_wall.cpp)
