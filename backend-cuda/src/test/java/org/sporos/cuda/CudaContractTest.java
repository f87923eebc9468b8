package org.sporos.cuda;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.AllContracts;
import org.sporos.contract.Spaces;

/** The contract tests on the spaces of this backend. */
@ParameterizedClass
@MethodSource("spaces")
final class CudaContractTest extends AllContracts {

    static Stream<String> spaces() {
        return Spaces.named("cuda");
    }
}
