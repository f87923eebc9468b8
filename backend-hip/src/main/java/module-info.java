/** The HIP backend: native graphs on AMD devices, through a glue of its own. */
module org.sporos.hip {
    requires static org.jspecify;
    requires transitive org.bytedeco.javacpp;
    requires transitive org.sporos.core;

    exports org.sporos.hip.interop;

    provides org.sporos.internal.space.ExecutionSpaceProvider with
            org.sporos.hip.HipBackendProvider;
}
