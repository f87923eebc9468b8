package org.sporos.hip;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.KernelContracts;

/** The contract tests of kernels on the spaces of this backend. */
@Tag("matrix")
@ParameterizedClass
@MethodSource("org.sporos.hip.HipGraphContractTest#spaces")
final class HipKernelContractTest extends KernelContracts {}
