package org.sporos.cuda;

import java.nio.file.Files;
import java.nio.file.Path;
import org.sporos.space.Availability;
import org.sporos.space.SpaceSpec;
import org.sporos.spi.Backend;
import org.sporos.spi.BackendProvider;

/** Tells why this machine has no CUDA space: there is no device, or this version cannot use it yet. Stateless. */
public final class CudaBackendProvider implements BackendProvider {
    private static final String KIND = "cuda";
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
        return 200;
    }

    @Override
    public Availability probe() {
        String reason = Files.exists(device)
                ? "this version of Sporos has no CUDA backend yet, though there is a device (" + device + ")"
                : "no NVIDIA device on this machine (" + device + " does not exist)";
        return new Availability(KIND, false, reason);
    }

    @Override
    public Backend open(SpaceSpec spec) {
        throw new IllegalStateException("S211: " + probe());
    }
}
