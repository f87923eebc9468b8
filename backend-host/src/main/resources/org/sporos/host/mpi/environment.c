/* Loaded before MPI: UCX reads this variable when its library is loaded, and takes the signals that the JVM needs. */
#include <stdlib.h>

__attribute__((visibility("default"))) void Java_org_sporos_host_mpi_MpiCalls_prepare(void* env, void* type) {
    (void) env;
    (void) type;
    setenv("UCX_ERROR_SIGNALS", "", 1);
}
