/* Loaded before MPI: when UCX loads, it reads this variable and would install handlers for signals of the JVM. */
#include <stdlib.h>

__attribute__((visibility("default"))) void Java_org_sporos_host_mpi_MpiCalls_prepare(void* env, void* type) {
    (void) env;
    (void) type;
    setenv("UCX_ERROR_SIGNALS", "", 1);
}
