# Sources of src/wall that need no LAMMPS.
set(sources wall/wall_history.cpp wall/wall_words.cpp wall/wall_motion.cpp wall/plane_walls.cpp
  wall/cylinder_wall.cpp wall/cone_wall.cpp wall/stl_file.cpp wall/triangle_mesh.cpp
  wall/mesh_contacts.cpp)
