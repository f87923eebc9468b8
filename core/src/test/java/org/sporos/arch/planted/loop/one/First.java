package org.sporos.arch.planted.loop.one;

import org.sporos.arch.planted.loop.two.Second;

/** One half of a cycle. */
public final class First {
    /** Returns the other half. */
    public Second second() {
        return new Second();
    }
}
