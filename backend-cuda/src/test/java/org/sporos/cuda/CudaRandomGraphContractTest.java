package org.sporos.cuda;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.RandomGraphContracts;

/** The contract tests of random graphs on the spaces of this backend. */
@ParameterizedClass
@MethodSource("org.sporos.cuda.CudaGraphContractTest#spaces")
final class CudaRandomGraphContractTest extends RandomGraphContracts {}
