/** The host backend of Sporos. */
module org.sporos.host {
    requires static org.jspecify;
    requires org.objectweb.asm;
    requires org.sporos.core;

    provides org.sporos.space.ExecutionSpaceProvider with
            org.sporos.host.HostBackendProvider;
}
