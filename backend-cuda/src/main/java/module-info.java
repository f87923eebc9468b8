/** The CUDA backend: graphs as native CUDA graphs. */
module org.sporos.cuda {
    requires static org.jspecify;
    requires org.bytedeco.javacpp;
    requires org.bytedeco.cuda;
    requires org.sporos.core;

    provides org.sporos.space.ExecutionSpaceProvider with
            org.sporos.cuda.CudaBackendProvider;
}
