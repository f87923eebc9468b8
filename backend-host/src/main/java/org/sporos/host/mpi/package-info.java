/** Communicators by the MPI of this machine, through a glue in C that its own compiler wrapper compiles. */
@NullMarked
package org.sporos.host.mpi;

import org.jspecify.annotations.NullMarked;
