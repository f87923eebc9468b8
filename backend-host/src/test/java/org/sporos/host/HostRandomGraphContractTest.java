package org.sporos.host;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.RandomGraphContracts;
import org.sporos.contract.Spaces;

/** The contract tests of random graphs on the spaces of this backend. */
@ParameterizedClass
@MethodSource("spaces")
final class HostRandomGraphContractTest extends RandomGraphContracts {

    static Stream<String> spaces() {
        return Spaces.named("host,threads=1", "host,threads=3", "host,threads=8", "host,strict");
    }
}
