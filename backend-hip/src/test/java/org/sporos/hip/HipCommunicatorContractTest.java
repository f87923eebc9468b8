package org.sporos.hip;

import org.sporos.contract.DeviceCommunicatorContract;

/** The contract of communicators over RCCL, which the shim plays on the CPU. */
final class HipCommunicatorContractTest extends DeviceCommunicatorContract {
    HipCommunicatorContractTest() {
        super("hip");
    }
}
