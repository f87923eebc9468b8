package org.sporos.hip;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.SmokeContracts;

/** A part of the contract for the default run; {@link HipKernelContractTest} and {@link HipGraphContractTest} are all. */
@ParameterizedClass
@MethodSource("org.sporos.hip.HipGraphContractTest#spaces")
final class HipSmokeTest extends SmokeContracts {}
