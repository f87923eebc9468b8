package org.sporos.cuda;

import java.nio.file.Path;
import org.sporos.gpu.GpuBackendProvider;
import org.sporos.gpu.GpuSpace;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.space.Availability;
import org.sporos.spi.Backend;

/**
 * Opens CUDA devices. The probe loads a class of the native bindings only if the driver library is found. Stateless.
 */
public final class CudaBackendProvider extends GpuBackendProvider {
    private static final String KIND = "cuda";
    /** The first choice, before host. */
    private static final int PRIORITY = 10;

    private static final Path DEVICE = Path.of("/dev/nvidiactl");

    /** For the service loader. */
    public CudaBackendProvider() {
        this(DEVICE);
    }

    CudaBackendProvider(Path device) {
        super(KIND, PRIORITY, "NVIDIA", device);
    }

    @Override
    protected Availability probeNative() {
        return CudaProbe.probe(KIND);
    }

    @Override
    public int devices() {
        return CudaDevices.count();
    }

    @Override
    protected Backend open(int ordinal) {
        CudaProbe.requireDevice(ordinal);
        return GpuSpace.open(KIND, CudaDriver.open(ordinal), CppDialect.CUDA);
    }
}
