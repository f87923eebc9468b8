package org.sporos.host;

import java.util.List;
import org.sporos.contract.SeveralSpacesContract;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** One graph over the threads of two host spaces. */
final class SeveralHostSpacesTest extends SeveralSpacesContract {
    @Override
    protected List<ExecutionSpace> open() {
        return List.of(ExecutionSpaces.open("host,threads=2"), ExecutionSpaces.open("host,threads=1"));
    }
}
