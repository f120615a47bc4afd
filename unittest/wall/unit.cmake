# Sources of src/wall that need no LAMMPS.
set(sources wall/wall_history.cpp models/command_words.cpp wall/shapes/wall_motion.cpp wall/shapes/plane_walls.cpp
  wall/shapes/cylinder_wall.cpp wall/shapes/cone_wall.cpp wall/mesh/stl_file.cpp wall/mesh/triangle_mesh.cpp
  wall/mesh/mesh_geometry.cpp)
