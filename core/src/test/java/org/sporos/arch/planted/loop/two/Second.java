package org.sporos.arch.planted.loop.two;

import org.sporos.arch.planted.loop.one.First;

/** The other half of a cycle. */
public final class Second {
    /** Returns the first half. */
    public First first() {
        return new First();
    }
}
