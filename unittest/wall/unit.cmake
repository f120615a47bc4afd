# Sources of src/styles/wall that need no LAMMPS.
set(sources styles/wall/wall_history.cpp styles/wall/wall_motion.cpp styles/wall/plane_walls.cpp
  styles/wall/cylinder_wall.cpp styles/wall/cone_wall.cpp styles/wall/stl_file.cpp styles/wall/triangle_mesh.cpp styles/wall/triangle_tree.cpp
  styles/wall/mesh_contacts.cpp styles/wall/half_spaces.cpp styles/wall/contact_names.cpp styles/wall/wall_load.cpp)
