package org.sporos.host;

import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.SpaceSpec;
import org.sporos.space.Availability;
import org.sporos.spi.Backend;
import org.sporos.spi.BackendProvider;

/** Opens host spaces. Always available. */
public final class HostBackendProvider implements BackendProvider {
    /** For {@link java.util.ServiceLoader}. */
    public HostBackendProvider() {}

    @Override
    public String kind() {
        return HostSpace.KIND;
    }

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public Availability probe() {
        int processors = Runtime.getRuntime().availableProcessors();
        return new Availability(HostSpace.KIND, true, processors + (processors == 1 ? " processor" : " processors"));
    }

    @Override
    public Backend open(SpaceSpec spec) {
        RunFrame.refuseDeviceCallInHostNode("ExecutionSpaces.open");
        return new HostSpace(HostOptions.of(spec));
    }
}
