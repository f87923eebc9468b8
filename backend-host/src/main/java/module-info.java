/** The host backend of Sporos. */
module org.sporos.host {
    requires static org.jspecify;
    requires com.google.common;
    requires org.objectweb.asm;
    requires org.sporos.core;

    provides org.sporos.space.ExecutionSpaceProvider with
            org.sporos.host.HostBackendProvider;
    provides org.sporos.comm.CommunicatorProvider with
            org.sporos.host.mpi.MpiProvider;
}
