// Reading STL files and joining their triangles.

#include "meshes.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <stdexcept>

using namespace granular_srt;

namespace {

class Stl : public testing::Test {
 protected:
  std::string path_ =
      testing::TempDir() + "mesh_" + testing::UnitTest::GetInstance()->current_test_info()->name() + ".stl";

  ~Stl() override { std::remove(path_.c_str()); }

  std::vector<StlTriangle> read(const std::string &bytes)
  {
    std::ofstream(path_, std::ios::binary) << bytes;
    return read_stl(path_);
  }

  void expect_error(const std::string &bytes, const std::string &text)
  {
    try {
      read(bytes);
      ADD_FAILURE() << "no error: " << text;
    } catch (const std::runtime_error &fault) {
      EXPECT_NE(std::string(fault.what()).find(text), std::string::npos) << fault.what();
    }
  }
};

std::string ascii_triangle(const std::string &corner = "0 1 0")
{
  return "facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex " + corner +
      "\n endloop\nendfacet\n";
}

std::string solid(const std::string &triangles)
{
  return "solid of some name\n" + triangles + "endsolid of some name\n";
}

std::string binary(std::uint32_t says, int triangles, const std::string &title = "exported",
                   float last = 1.0F)
{
  std::string bytes = title;
  bytes.resize(80, ' ');
  bytes.append(reinterpret_cast<const char *>(&says), 4);
  for (int n = 0; n < triangles; ++n) {
    const float numbers[12] = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, n + 1 == triangles ? last : 1.0F, 0};
    bytes.append(reinterpret_cast<const char *>(numbers), sizeof numbers);
    bytes.append(2, '\0');
  }
  return bytes;
}

std::vector<std::string> remarks_on(std::vector<StlTriangle> triangles, std::size_t kept)
{
  std::vector<std::string> remarks;
  EXPECT_EQ(join_triangles(triangles, remarks).triangles.size(), kept);
  return remarks;
}

}    // namespace

TEST_F(Stl, AsciiAndBinaryAreTheSame)
{
  for (const std::string &bytes :
       {solid(ascii_triangle() + ascii_triangle()), binary(2, 2), binary(2, 2, "solid one")}) {
    const auto triangles = read(bytes);
    ASSERT_EQ(triangles.size(), 2u);
    EXPECT_EQ(triangles[1].corner[1].x, 1.0);
    EXPECT_EQ(triangles[1].corner[2].y, 1.0);
    EXPECT_EQ(triangles[1].normal.z, 1.0);
  }
}

TEST_F(Stl, WordsInCapitalsMarksAndEndsOfLines)
{
  std::string capitals = solid(ascii_triangle("0 1E0 0") + ascii_triangle());
  for (char &c : capitals) c = static_cast<char>(std::toupper(c));
  std::string old = solid(ascii_triangle() + ascii_triangle());
  for (char &c : old) c = c == '\n' ? '\r' : c;
  for (const std::string &bytes :
       {capitals, "\xef\xbb\xbf" + solid(ascii_triangle() + ascii_triangle()), old}) {
    const auto triangles = read(bytes);
    ASSERT_EQ(triangles.size(), 2u);
    EXPECT_EQ(triangles[0].corner[2].y, 1.0);
  }
}

TEST_F(Stl, AllSolidsCount)
{
  EXPECT_EQ(read(solid(ascii_triangle()) + solid(ascii_triangle() + ascii_triangle())).size(), 3u);
}

TEST_F(Stl, BrokenFilesAreRefusedWithTheNumberOfTheTriangle)
{
  const std::string one = ascii_triangle();
  expect_error(solid(""), "has no triangles");
  expect_error("", "neither an ASCII STL file");
  expect_error("v 0 0 0\nf 1 2 3\n", "neither an ASCII STL file");
  expect_error("solid x\n" + one + one.substr(0, 40), "triangle 2: the file ends here, expected was ");
  expect_error("solid x\n" + one, "triangle 2: the file ends here, expected was facet or endsolid");
  expect_error(solid(one + ascii_triangle("0 nan 0")),
               "triangle 2: corner 3 has a coordinate that is not a finite number");
  expect_error(solid(one + ascii_triangle("0 1e999 0")), "triangle 2: corner 3 has a coordinate");
  expect_error(solid(one + ascii_triangle("0 one 0")), "triangle 2: expected a number, found 'one'");
  expect_error(solid(one + ascii_triangle("0 1")), "triangle 2: expected a number, found 'endloop'");
  expect_error(solid(one + ascii_triangle("0 1 0 5")), "triangle 2: expected endloop, found '5'");
  expect_error(solid(one) + one, "triangle 2: expected solid, found 'facet'");
  expect_error(binary(3, 3).substr(0, 84 + 50 + 20),
               "triangle 2: the file ends here, and its header says 3 triangles");
  expect_error(binary(3, 3, "solid one").substr(0, 84 + 100), "triangle 3: the file ends here");
  expect_error(binary(1, 2), "goes on after triangle 1");
  expect_error(binary(2, 2, "x", std::numeric_limits<float>::quiet_NaN()),
               "triangle 2: corner 3 has a coordinate");
  try {
    read_stl("/nowhere.stl");
    ADD_FAILURE();
  } catch (const std::runtime_error &fault) {
    EXPECT_NE(std::string(fault.what()).find("cannot be opened"), std::string::npos);
  }
}

// Two triangles of a square, whose common corners differ.
TriangleMesh square_with_gap(double gap, double size)
{
  std::vector<StlTriangle> triangles{{{{0, 0, 0}, {size, 0, 0}, {size, size, 0}}, {0, 0, 1}},
                                     {{{gap, 0, 0}, {size, size + gap, 0}, {0, size, 0}}, {0, 0, 1}},
                                     {{{0, 0, 0}, {0, -9, 0}, {10, 0, 0}}, {0, 0, 1}}};
  std::vector<std::string> remarks;
  return join_triangles(triangles, remarks);
}

TEST(TriangleMesh, CornersThatDifferByRoundingAreOne)
{
  for (const double gap : {-1e-16, -1e-9, 1e-9, 9e-6}) {
    SCOPED_TRACE(gap);
    const TriangleMesh mesh = square_with_gap(gap, 1.0);
    EXPECT_EQ(mesh.vertices.size(), 6u);
    EXPECT_EQ(mesh.divided, 1) << "a corner of the square lies on a side of the third triangle";
    EXPECT_EQ(mesh.edges, 9);
    EXPECT_EQ(mesh.joined, 1.0 + gap == 1.0 ? 1 : 2);
  }
}

TEST(TriangleMesh, DetailsStayApart)
{
  EXPECT_EQ(square_with_gap(1.1e-5, 1.0).joined, 0);     // a millionth of the size is 1e-5
  EXPECT_EQ(square_with_gap(1.1e-6, 1e-3).joined, 0);    // a thousandth of the side is 1e-6
  EXPECT_EQ(square_with_gap(0.0, 1.0).joined, 0);
}

TEST(TriangleMesh, NeighborsShareVerticesAndEdges)
{
  std::vector<StlTriangle> triangles;
  test::add_rectangle(triangles, {0, 0, 0}, {1, 0, -0.0}, {1, 1, 0}, {0, 1, 0});
  std::vector<std::string> remarks;
  const TriangleMesh mesh = join_triangles(triangles, remarks);
  EXPECT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.edges, 5);
  EXPECT_EQ(mesh.triangles[0].edge[2], mesh.triangles[1].edge[0]);
  EXPECT_EQ(mesh.triangles[0].normal.z, 1.0);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0],
            "edges with a triangle on one side only, at a border or a hole: 4, the first at triangle 1");
}

TEST(TriangleMesh, FaultsAreTold)
{
  const contact::Vec3<double> a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0}, d{0, 0, 1}, none{0, 0, 0};
  const std::vector<StlTriangle> closed{{{a, c, b}, none},
                                        {{a, b, d}, none},
                                        {{b, c, d}, none},
                                        {{c, a, d}, none}};
  EXPECT_TRUE(remarks_on(closed, 4).empty());

  auto faulty = closed;
  faulty.push_back({{a, 0.5 * (a + b), b}, none});
  EXPECT_EQ(
      remarks_on(faulty, 4),
      std::vector<std::string>{"triangles without an area, which are left out: 1, the first at triangle 5"});
  faulty = closed;
  faulty.push_back({{c, b, a}, none});
  EXPECT_EQ(
      remarks_on(faulty, 4),
      std::vector<std::string>{
          "triangles with the corners of an earlier one, which are left out: 1, the first at triangle 5"});
  faulty = closed;
  faulty.erase(faulty.begin());
  EXPECT_EQ(remarks_on(faulty, 3),
            std::vector<std::string>{
                "edges with a triangle on one side only, at a border or a hole: 3, the first at triangle 1"});
  faulty = closed;
  std::swap(faulty[2].corner[0], faulty[2].corner[1]);
  EXPECT_EQ(remarks_on(faulty, 4),
            std::vector<std::string>{
                "edges between triangles of opposite orientation: 3, the first at triangle 1"});
  faulty = closed;
  faulty[3].normal = {1, 0, 0};
  EXPECT_EQ(remarks_on(faulty, 4),
            std::vector<std::string>{
                "triangles with a normal against the order of their corners: 1, the first at triangle 4"});
}
