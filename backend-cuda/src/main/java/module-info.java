/** The CUDA backend: so far it only tells whether the machine has a device. */
module org.sporos.cuda {
    requires static org.jspecify;
    requires org.bytedeco.javacpp;
    requires org.bytedeco.cuda;
    requires org.sporos.core;

    provides org.sporos.space.ExecutionSpaceProvider with
            org.sporos.cuda.CudaBackendProvider;
}
