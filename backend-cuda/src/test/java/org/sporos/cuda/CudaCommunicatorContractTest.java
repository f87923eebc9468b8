package org.sporos.cuda;

import org.sporos.contract.DeviceCommunicatorContract;

/** The contract of communicators over NCCL, with a rank for each GPU of the machine, three at most. */
final class CudaCommunicatorContractTest extends DeviceCommunicatorContract {
    CudaCommunicatorContractTest() {
        super("cuda");
    }
}
