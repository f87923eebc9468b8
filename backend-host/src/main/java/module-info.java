/** The host backend of Sporos. */
module org.sporos.host {
    requires static org.jspecify;
    requires org.objectweb.asm;
    requires org.sporos.core;
    // For the provider of MPI: a module must read the module of a service that it provides.
    requires org.sporos.communicators;

    provides org.sporos.internal.space.ExecutionSpaceProvider with
            org.sporos.host.HostBackendProvider;
    provides org.sporos.comm.CommunicatorProvider with
            org.sporos.host.mpi.MpiProvider;
}
