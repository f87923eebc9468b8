package org.sporos.contract;

/**
 * How long a test waits for what another thread or process does before it calls that a hang. The property
 * {@code sporos.test.patience} has seconds for machines that are slower still.
 */
public final class Patience {
    public static final long SECONDS = Long.getLong("sporos.test.patience", 600);

    private Patience() {}
}
