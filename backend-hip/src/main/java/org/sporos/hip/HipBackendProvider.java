package org.sporos.hip;

import java.nio.file.Files;
import java.nio.file.Path;
import org.sporos.space.Availability;
import org.sporos.space.SpaceSpec;
import org.sporos.spi.Backend;
import org.sporos.spi.BackendProvider;

/** Tells why this machine has no HIP space: there is no device, or this version cannot use it yet. Stateless. */
public final class HipBackendProvider implements BackendProvider {
    private static final String KIND = "hip";
    private static final Path DEVICE = Path.of("/dev/kfd");

    private final Path device;

    /** Called by the service loader. */
    public HipBackendProvider() {
        this(DEVICE);
    }

    HipBackendProvider(Path device) {
        this.device = device;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public int priority() {
        return 100;
    }

    @Override
    public Availability probe() {
        String reason = Files.exists(device)
                ? "this version of Sporos has no HIP backend yet, though there is a device (" + device + ")"
                : "no AMD device on this machine (" + device + " does not exist)";
        return new Availability(KIND, false, reason);
    }

    @Override
    public Backend open(SpaceSpec spec) {
        throw new IllegalStateException("S211: " + probe());
    }
}
