// Counts the messages of an MPI program through the profiling interface of the MPI standard (PMPI): a library for
// LD_PRELOAD. At the end rank 0 writes one line into the file MESSAGES_FILE: the means over the ranks and the largest value
// of one rank of messages sent, bytes sent, and sums over all ranks (MPI_Allreduce), the only collective operation of a step.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>

namespace {

struct Counts {
  double messages = 0, bytes = 0, collectives = 0;
} counts;

void count_message(int count, MPI_Datatype type)
{
  int size = 0;
  PMPI_Type_size(type, &size);
  ++counts.messages;
  counts.bytes += static_cast<double>(count) * size;
}

}    // namespace

extern "C" {

int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
  count_message(count, type);
  return PMPI_Send(data, count, type, to, tag, comm);
}

int MPI_Rsend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
  count_message(count, type);
  return PMPI_Rsend(data, count, type, to, tag, comm);
}

int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request)
{
  count_message(count, type);
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}

int MPI_Sendrecv(const void *data, int count, MPI_Datatype type, int to, int tag, void *received, int room,
                 MPI_Datatype received_type, int from, int received_tag, MPI_Comm comm, MPI_Status *status)
{
  count_message(count, type);
  return PMPI_Sendrecv(data, count, type, to, tag, received, room, received_type, from, received_tag, comm,
                       status);
}

int MPI_Allreduce(const void *data, void *result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
  ++counts.collectives;
  return PMPI_Allreduce(data, result, count, type, op, comm);
}

int MPI_Finalize()
{
  int rank = 0, ranks = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const double mine[3] = {counts.messages, counts.bytes, counts.collectives};
  double sum[3], largest[3];
  PMPI_Reduce(mine, sum, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  PMPI_Reduce(mine, largest, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  const char *name = std::getenv("MESSAGES_FILE");
  if (std::FILE *file = rank == 0 && name ? std::fopen(name, "w") : nullptr) {
    for (int k = 0; k < 3; ++k) std::fprintf(file, "%.17g %.17g ", sum[k] / ranks, largest[k]);
    std::fclose(file);
  }
  return PMPI_Finalize();
}

}    // extern "C"
