package org.sporos.host;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.TierContracts;
import org.sporos.host.natives.NativeCompileQueue;

/** The contract tests of operations in bytecode, and in C++ where there is a compiler. */
@ParameterizedClass
@MethodSource("spaces")
final class HostTierContractTest extends TierContracts {

    static Stream<String> spaces() {
        return Stream.of("bytecode", "native")
                .filter(tier -> tier.equals("bytecode") || NativeCompileQueue.isPossible())
                .map(tier -> "host,threads=2,kernels=" + tier);
    }
}
