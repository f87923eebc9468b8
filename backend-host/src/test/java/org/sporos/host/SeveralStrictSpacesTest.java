package org.sporos.host;

import java.util.List;
import org.sporos.contract.SeveralSpacesContract;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** One graph over two strict host spaces. */
final class SeveralStrictSpacesTest extends SeveralSpacesContract {
    @Override
    protected List<ExecutionSpace> open() {
        return List.of(ExecutionSpaces.open("host,strict,threads=2"), ExecutionSpaces.open("host,strict,threads=2"));
    }
}
