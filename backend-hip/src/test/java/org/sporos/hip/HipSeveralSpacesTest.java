package org.sporos.hip;

import java.util.List;
import org.sporos.contract.SeveralSpacesContract;
import org.sporos.space.ExecutionSpace;

/** One graph over several devices; those of the shim are alike. */
final class HipSeveralSpacesTest extends SeveralSpacesContract {
    @Override
    protected List<ExecutionSpace> open() {
        return devices("hip");
    }
}
