package org.sporos.sweep;

import java.util.function.Supplier;
import org.sporos.space.ExecutionSpace;

/** The space of one worker, reopened for the next case if a case closed it or left its device unusable. */
final class SweepSpace implements AutoCloseable {
    private final Supplier<ExecutionSpace> opener;
    private ExecutionSpace space;

    SweepSpace(Supplier<ExecutionSpace> opener) {
        this.opener = opener;
        this.space = opener.get();
    }

    /**
     * Returns a usable space, reopened if needed.
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
