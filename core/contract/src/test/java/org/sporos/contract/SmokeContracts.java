package org.sporos.contract;

import org.junit.jupiter.api.Nested;

/** The contract tests that differ most between backends, for default runs where all of them take too long. */
public abstract class SmokeContracts extends ContractSuite {
    @Nested
    class ParallelFor extends ParallelForContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Reduce extends ReduceContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class ControlFlow extends ControlFlowContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Failure extends FailureContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Rings extends RingContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Updates extends UpdateContract {
        @Override
        String spec() {
            return spec;
        }
    }
}
