package org.sporos.kernel.passes;

/** Switches that break a proof on purpose, for the tests which show that tests notice. Never set elsewhere. */
final class Mutants {
    /** Claims that no operation overflows. */
    static volatile boolean overflowProof;

    /** Claims that all accesses are in bounds. */
    static volatile boolean boundsProof;

    private Mutants() {}
}
