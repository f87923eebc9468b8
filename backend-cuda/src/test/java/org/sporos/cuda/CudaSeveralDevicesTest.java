package org.sporos.cuda;

import org.sporos.contract.SeveralDevicesContract;

/** Several devices in one process; skipped with one GPU. */
final class CudaSeveralDevicesTest extends SeveralDevicesContract {
    CudaSeveralDevicesTest() {
        super("cuda");
    }
}
