package org.sporos.host.task;

/** Throws again what was caught elsewhere. */
final class Failures {

    private Failures() {}

    /** Throws the given throwable as it is, also a checked one; to be written as {@code throw sneak(failure)}. */
    static RuntimeException sneak(Throwable failure) {
        throw Failures.<RuntimeException>as(failure);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T as(Throwable failure) throws T {
        throw (T) failure;
    }
}
