package org.sporos.gpu;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.SpaceSpec;
import org.sporos.space.Availability;
import org.sporos.spi.Backend;
import org.sporos.spi.BackendProvider;

/**
 * Opens the devices of one vendor. Native code is loaded only if the vendor's device node exists, because a binding
 * that fails to load cannot be loaded again in the process. Stateless.
 */
public abstract class GpuBackendProvider implements BackendProvider {
    private final String kind;
    private final int priority;
    private final String vendor;
    private final @Nullable Path device;

    /**
     * @param kind the kind of the spaces, such as {@code cuda}; in capitals the name of the vendor's libraries
     * @param priority the rank of these spaces among other kinds
     * @param device the path of the required device node, or null if none is required
     */
    protected GpuBackendProvider(String kind, int priority, String vendor, @Nullable Path device) {
        this.kind = kind;
        this.priority = priority;
        this.vendor = vendor;
        this.device = device;
    }

    /** Returns whether native code finds usable devices. */
    protected abstract Availability probeNative();

    /**
     * Opens a device.
     *
     * @throws IllegalArgumentException with the code S210 if there is no such device
     */
    protected abstract Backend open(int ordinal);

    @Override
    public abstract int devices();

    @Override
    public final String kind() {
        return kind;
    }

    @Override
    public final int priority() {
        return priority;
    }

    @Override
    public final Availability probe() {
        if (device != null && !Files.exists(device)) {
            return unavailable("no " + vendor + " device on this machine (" + device + " does not exist)");
        }
        try {
            return probeNative();
        } catch (LinkageError | RuntimeException e) {
            return unavailable(
                    "the " + kind.toUpperCase(Locale.ROOT) + " libraries cannot be loaded: " + e.getMessage());
        }
    }

    private Availability unavailable(String reason) {
        return new Availability(kind, false, reason);
    }

    @Override
    public final Backend open(SpaceSpec spec) {
        RunFrame.refuseDeviceCallInHostNode("ExecutionSpaces.open");
        Availability found = probe();
        if (!found.available()) {
            throw new CodedStateException("S211", found.toString());
        }
        spec.options().keySet().stream().findFirst().ifPresent(option -> {
            throw new CodedArgumentException(
                    "S210",
                    Labels.quoted(option) + " is no option of " + kind + " spaces; they have none, only " + kind
                            + ":0, " + kind + ":1, ...");
        });
        return open(spec.ordinal());
    }
}
