/** The HIP backend: native graphs on AMD devices, through a glue of its own. */
module org.sporos.hip {
    requires static org.jspecify;
    requires org.bytedeco.javacpp;
    requires org.sporos.core;

    provides org.sporos.space.ExecutionSpaceProvider with
            org.sporos.hip.HipBackendProvider;
}
