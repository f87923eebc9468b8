/** The HIP backend: so far it only tells whether the machine has a device. */
module org.sporos.hip {
    requires static org.jspecify;
    requires org.sporos.core;

    provides org.sporos.space.ExecutionSpaceProvider with
            org.sporos.hip.HipBackendProvider;
}
