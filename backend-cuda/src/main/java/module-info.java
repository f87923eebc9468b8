/** The CUDA backend: graphs as native CUDA graphs. */
module org.sporos.cuda {
    requires static org.jspecify;
    requires transitive org.bytedeco.javacpp;
    requires transitive org.bytedeco.cuda;
    requires transitive org.sporos.core;

    exports org.sporos.cuda.interop;

    provides org.sporos.internal.space.ExecutionSpaceProvider with
            org.sporos.cuda.CudaBackendProvider;
}
