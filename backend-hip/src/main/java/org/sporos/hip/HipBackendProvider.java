package org.sporos.hip;

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
 * Opens HIP devices. Its probe loads native code only after a device node was found, or if a system property names
 * another library in place of AMD's. Stateless.
 */
public final class HipBackendProvider implements BackendProvider {
    private static final String KIND = "hip";
    /** Below host: until the contract is proven on a device, a HIP space is opened by name only. */
    private static final int PRIORITY = -2;

    private static final Path DEVICE = Path.of("/dev/kfd");

    private final Path device;
    private final boolean isReplaced;

    /** Called by the service loader. */
    public HipBackendProvider() {
        this(DEVICE, HipLibraries.isReplaced());
    }

    /** @param isReplaced whether another library stands in for AMD's, so that no device node is to be expected */
    HipBackendProvider(Path device, boolean isReplaced) {
        this.device = device;
        this.isReplaced = isReplaced;
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
        if (!isReplaced && !Files.exists(device)) {
            return new Availability(KIND, false, "no AMD device on this machine (" + device + " does not exist)");
        }
        try {
            return HipProbe.probe(KIND);
        } catch (LinkageError | RuntimeException e) {
            return new Availability(KIND, false, "the HIP libraries cannot be loaded: " + e.getMessage());
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
                    Labels.quoted(option) + " is no option of hip spaces; they have none, only hip:0, hip:1, ...");
        });
        int devices = HipDevices.count();
        if (spec.ordinal() >= devices) {
            throw new CodedArgumentException(
                    "S210",
                    "there is no device hip:" + spec.ordinal() + "; there are " + devices + ", from hip:0 to hip:"
                            + (devices - 1));
        }
        return GpuSpace.open(KIND, HipDriver.open(spec.ordinal()), CppDialect.HIP);
    }
}
