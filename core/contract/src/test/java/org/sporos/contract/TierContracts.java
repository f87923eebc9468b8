package org.sporos.contract;

import org.junit.jupiter.api.Nested;

/** The contract tests of operations for which each kind of code on host has instructions of its own. */
public abstract class TierContracts extends ContractSuite {
    @Nested
    class Arithmetic extends ArithmeticContract {}

    @Nested
    class Atomics extends AtomicsContract {}

    @Nested
    class Reduce extends ReduceContract {}

    @Nested
    class Scan extends ScanContract {}

    @Nested
    class Rings extends RingContract {}

    @Nested
    class Failure extends FailureContract {}

    @Nested
    class StrictMath extends StrictMathContract {}
}
