package org.sporos.hip;

import org.sporos.gpu.GpuException;
import org.sporos.space.Availability;

/** Opens AMD's libraries, and checks for devices. The first class that loads native code. */
final class HipProbe {

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
