package org.sporos.sweep;

import java.util.function.Supplier;
import org.sporos.space.ExecutionSpace;

/** The space of one worker. A case that closes it, or that leaves its device unusable, costs the next one nothing. */
final class SweepSpace implements AutoCloseable {
    private final Supplier<ExecutionSpace> opener;
    private ExecutionSpace space;

    SweepSpace(Supplier<ExecutionSpace> opener) {
        this.opener = opener;
        this.space = opener.get();
    }

    /**
     * Returns a space that can be used, opened anew if a case has spoilt it.
     *
     * @throws RuntimeException if it cannot be opened again
     */
    ExecutionSpace usable() {
        if (!space.isUsable()) {
            space.close();
            space = opener.get();
        }
        return space;
    }

    @Override
    public void close() {
        space.close();
    }
}
