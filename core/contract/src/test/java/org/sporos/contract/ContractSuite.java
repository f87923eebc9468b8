package org.sporos.contract;

import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * Contract tests that run on each of some spaces. A backend extends {@link KernelContracts} and {@link GraphContracts}
 * with classes that say which:
 *
 * <pre>{@code
 * @ParameterizedClass
 * @MethodSource("spaces")
 * final class HostKernelContractTest extends KernelContracts {
 *     static Stream<String> spaces() {
 *         return Spaces.named("host,threads=1", "host,threads=3");
 *     }
 * }
 * }</pre>
 *
 * <p>There are two classes, so that two JVMs can run them side by side.
 */
abstract class ContractSuite {
    @Parameter
    String spec;

    @AfterParameterizedClassInvocation
    static void closeSpaces() {
        if (!Contract.isHung()) {
            Spaces.closeShared();
        }
    }
}
