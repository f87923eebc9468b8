package org.sporos.hip;

import org.sporos.contract.SeveralDevicesContract;

/** Several devices in one process; those of the shim are alike. */
final class HipSeveralDevicesTest extends SeveralDevicesContract {
    HipSeveralDevicesTest() {
        super("hip");
    }
}
