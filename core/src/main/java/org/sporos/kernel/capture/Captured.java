package org.sporos.kernel.capture;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;

/**
 * What the bodies of one graph captured. Steps that go through the graph in the same order find what the first of them
 * looked at, without a map of objects whose identity nobody else asks for. Used by one thread while the graph is compiled.
 */
public final class Captured {
    private final List<KernelBody> bodies = new ArrayList<>();
    private final List<Capture> captures = new ArrayList<>();
    private int next;
    private @Nullable Capture last;
    private @Nullable Class<?> lastType;

    /** Says that what is asked for now is asked for from the first body on. */
    public void startOver() {
        next = 0;
    }

    /**
     * Returns what a body runs and captured; see {@link KernelCapture}. Bodies of one class that captured the same have the
     * same object, where they follow each other.
     */
    public Capture of(KernelBody body) {
        if (next < bodies.size()) {
            Capture known = bodies.get(next) == body ? captures.get(next++) : null;
            return known != null ? known : KernelCapture.of(body);
        }
        Capture found = KernelCapture.of(body, body.getClass() == lastType ? last : null);
        last = found;
        lastType = body.getClass();
        bodies.add(body);
        captures.add(found);
        next++;
        return found;
    }
}
