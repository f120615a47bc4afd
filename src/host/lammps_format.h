#pragma once

// Read before each source where LAMMPS was compiled as C++17. LAMMPS' headers choose between std::format and a library of
// their own by this macro, and the symbols of its functions for messages follow from the choice. With std::format, a plugin
// would ask for symbols that such a LAMMPS does not have.

#include <version>
#undef __cpp_lib_format
