/** Communicators over the MPI of this machine, through C glue compiled by its compiler wrapper. */
@NullMarked
package org.sporos.host.mpi;

import org.jspecify.annotations.NullMarked;
