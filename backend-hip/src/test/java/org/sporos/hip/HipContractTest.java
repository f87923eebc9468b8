package org.sporos.hip;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.AllContracts;
import org.sporos.contract.Spaces;

/** The contract tests on the spaces of this backend, or on a shim that stands in for AMD's libraries. */
@ParameterizedClass
@MethodSource("spaces")
final class HipContractTest extends AllContracts {

    static Stream<String> spaces() {
        return Spaces.named("hip");
    }
}
