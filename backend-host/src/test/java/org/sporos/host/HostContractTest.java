package org.sporos.host;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.AllContracts;
import org.sporos.contract.Spaces;

/** The contract tests on the spaces of this backend. */
@ParameterizedClass
@MethodSource("spaces")
final class HostContractTest extends AllContracts {

    static Stream<String> spaces() {
        return Spaces.named("host,threads=1", "host,threads=3", "host,strict");
    }
}
