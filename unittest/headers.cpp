// The headers that unittest/CMakeLists.txt compiles once for all unit tests.
