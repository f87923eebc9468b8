package org.sporos.cuda;

import java.util.List;
import org.sporos.contract.SeveralSpacesContract;
import org.sporos.space.ExecutionSpace;

/** One graph over several GPUs; skipped with one. */
final class CudaSeveralSpacesTest extends SeveralSpacesContract {
    @Override
    protected List<ExecutionSpace> open() {
        return devices("cuda");
    }

    @Override
    protected String launches() {
        return ONE_LAUNCH;
    }
}
