package org.sporos.cuda;

import java.nio.file.Files;
import java.nio.file.Path;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.error.Labels;
import org.sporos.gpu.GpuSpace;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.space.Availability;
import org.sporos.space.SpaceSpec;
import org.sporos.spi.Backend;
import org.sporos.spi.BackendProvider;

/**
 * Opens CUDA devices. Its probe touches a class of the native bindings only after a device node and the driver's
 * library were found: a binding that fails to load once is lost for the process. Stateless.
 */
public final class CudaBackendProvider implements BackendProvider {
    private static final String KIND = "cuda";
    /** Before host, behind nothing. */
    private static final int PRIORITY = 10;

    private static final Path DEVICE = Path.of("/dev/nvidiactl");

    private final Path device;

    /** Called by the service loader. */
    public CudaBackendProvider() {
        this(DEVICE);
    }

    CudaBackendProvider(Path device) {
        this.device = device;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public Availability probe() {
        if (!Files.exists(device)) {
            return new Availability(KIND, false, "no NVIDIA device on this machine (" + device + " does not exist)");
        }
        try {
            return CudaProbe.probe(KIND);
        } catch (LinkageError | RuntimeException e) {
            return new Availability(KIND, false, "the CUDA libraries cannot be loaded: " + e.getMessage());
        }
    }

    @Override
    public Backend open(SpaceSpec spec) {
        Availability found = probe();
        if (!found.available()) {
            throw new CodedStateException("S211", found.toString());
        }
        spec.options().keySet().stream().findFirst().ifPresent(option -> {
            throw new CodedArgumentException(
                    "S210",
                    Labels.quoted(option) + " is no option of cuda spaces; they have none, only cuda:0, cuda:1, ...");
        });
        CudaProbe.requireDevice(spec.ordinal());
        return GpuSpace.open(KIND, CudaDriver.open(spec.ordinal()), CppDialect.CUDA);
    }
}
