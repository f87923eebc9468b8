package org.sporos.arch.planted.space;

import org.sporos.arch.planted.graph.Above;

/** Breaks the rule of doors. */
public final class LooksUp {
    /** Returns what is above. */
    public Above above() {
        return new Above();
    }
}
