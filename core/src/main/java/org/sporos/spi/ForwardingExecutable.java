package org.sporos.spi;

import java.util.List;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile;
import org.sporos.space.ExecutionSpace;

/** An executable that delegates its runs to another one, which may change. */
public interface ForwardingExecutable extends ExecutableGraph {

    /** Returns the executable of the current submits. */
    ExecutableGraph current();

    /** Returns the delegate of an executable, or the executable itself if it has none. */
    static ExecutableGraph behind(ExecutableGraph executable) {
        return executable instanceof ForwardingExecutable outer ? outer.current() : executable;
    }

    @Override
    default Graph graph() {
        return current().graph();
    }

    @Override
    default ExecutionSpace space() {
        return current().space();
    }

    @Override
    default List<Diagnostic> warnings() {
        return current().warnings();
    }

    @Override
    default Profile profile(int runs) {
        return current().profile(runs);
    }

    @Override
    default String explain(ExplainOption... options) {
        return current().explain(options);
    }

    @Override
    default void close() {
        current().close();
    }
}
