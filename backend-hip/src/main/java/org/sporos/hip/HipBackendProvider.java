package org.sporos.hip;

import java.nio.file.Path;
import org.sporos.error.CodedArgumentException;
import org.sporos.gpu.GpuBackendProvider;
import org.sporos.gpu.GpuSpace;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.space.Availability;
import org.sporos.spi.Backend;

/** Opens HIP devices, or those of a library that a system property names in place of AMD's. Stateless. */
public final class HipBackendProvider extends GpuBackendProvider {
    private static final String KIND = "hip";
    /** Below host: until the contract is proven on a device, a HIP space is opened by name only. */
    private static final int PRIORITY = -2;

    private static final Path DEVICE = Path.of("/dev/kfd");

    /** Called by the service loader. */
    public HipBackendProvider() {
        this(DEVICE, HipLibraries.isReplaced());
    }

    /** @param isReplaced whether another library stands in for AMD's, so that no device node is to be expected */
    HipBackendProvider(Path device, boolean isReplaced) {
        super(KIND, PRIORITY, "AMD", isReplaced ? null : device);
    }

    @Override
    protected Availability probeNative() {
        return HipProbe.probe(KIND);
    }

    @Override
    protected Backend open(int ordinal) {
        int devices = HipDevices.count();
        if (ordinal >= devices) {
            throw new CodedArgumentException(
                    "S210",
                    "there is no device hip:" + ordinal + "; there are " + devices + ", from hip:0 to hip:"
                            + (devices - 1));
        }
        return GpuSpace.open(KIND, HipDriver.open(ordinal), CppDialect.HIP);
    }
}
