package org.sporos.hip;

import java.nio.file.Path;
import org.sporos.error.CodedArgumentException;
import org.sporos.gpu.GpuBackendProvider;
import org.sporos.gpu.GpuException;
import org.sporos.gpu.GpuSpace;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.space.Availability;
import org.sporos.spi.Backend;

/** Opens HIP devices, or those of a replacement library set by a system property. Stateless. */
public final class HipBackendProvider extends GpuBackendProvider {
    private static final String KIND = "hip";
    /** Below host: HIP spaces are opened by name only, until the contract is verified on a device. */
    private static final int PRIORITY = -2;

    private static final Path DEVICE = Path.of("/dev/kfd");

    /** For the service loader. */
    public HipBackendProvider() {
        this(DEVICE, HipLibraries.isReplaced());
    }

    /** @param isReplaced whether a replacement library is in use, which needs no device node */
    HipBackendProvider(Path device, boolean isReplaced) {
        super(KIND, PRIORITY, "AMD", isReplaced ? null : device);
    }

    @Override
    protected Availability probeNative() {
        return HipProbe.probe(KIND);
    }

    @Override
    public int devices() {
        return HipDevices.count();
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

    /** Opens AMD's libraries, and checks for devices. The first class that loads native code. */
    private static final class HipProbe {

        private HipProbe() {}

        static Availability probe(String kind) {
            String reason = HipLibraries.open();
            if (!reason.isEmpty()) {
                return new Availability(kind, false, reason);
            }
            try {
                int devices = HipDevices.count();
                String compiler = HipRtcCompiler.version(HipDevices.version());
                return new Availability(
                        kind, devices > 0, devices + (devices == 1 ? " device, " : " devices, ") + compiler);
            } catch (GpuException e) {
                return new Availability(kind, false, String.valueOf(e.getMessage()));
            }
        }
    }
}
