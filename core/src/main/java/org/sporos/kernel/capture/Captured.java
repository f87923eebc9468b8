package org.sporos.kernel.capture;

import java.util.IdentityHashMap;
import java.util.Map;
import org.sporos.policy.KernelBody;

/** What the bodies of one graph captured, each looked at once. Used by one thread while the graph is compiled. */
public final class Captured {
    private final Map<KernelBody, Capture> known = new IdentityHashMap<>();

    /** Returns what a body runs and captured; see {@link KernelCapture}. */
    public Capture of(KernelBody body) {
        Capture found = known.get(body);
        if (found == null) {
            found = KernelCapture.of(body);
            known.put(body, found);
        }
        return found;
    }
}
