package org.sporos.host;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.GraphContracts;
import org.sporos.contract.Spaces;
import org.sporos.matrix.Full;

/** The contract tests of graphs on the spaces of this backend. */
@ParameterizedClass
@MethodSource("spaces")
final class HostGraphContractTest extends GraphContracts {

    static Stream<String> spaces() {
        Stream<String> specs = Stream.concat(Stream.of("host,strict"), Full.matrix("host,threads=3", "host,threads=1"));
        return Spaces.named(specs.toArray(String[]::new));
    }
}
