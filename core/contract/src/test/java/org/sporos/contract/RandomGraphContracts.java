package org.sporos.contract;

import org.junit.jupiter.api.Nested;

/** The contract tests that generate graphs; they run on more spaces than others. */
public abstract class RandomGraphContracts extends ContractSuite {

    @Nested
    class RandomGraph extends RandomGraphContract {}
}
