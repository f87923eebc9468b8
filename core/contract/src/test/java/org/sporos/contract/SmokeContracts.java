package org.sporos.contract;

import org.junit.jupiter.api.Nested;

/** The contract tests that differ most between backends, for default runs where all of them take too long. */
public abstract class SmokeContracts extends ContractSuite {
    @Nested
    class ParallelFor extends ParallelForContract {}

    @Nested
    class Reduce extends ReduceContract {}

    @Nested
    class ControlFlow extends ControlFlowContract {}

    @Nested
    class Failure extends FailureContract {}

    @Nested
    class Rings extends RingContract {}

    @Nested
    class Updates extends UpdateContract {}
}
