package org.sporos.spi;

import org.sporos.graph.ExecutableGraph;

/**
 * An executable that delegates its runs to another one, which may change. For access to native objects of the delegate.
 */
public interface CurrentExecutable {

    /** Returns the executable of the current submits. */
    ExecutableGraph current();

    /** Returns the innermost executable. */
    static ExecutableGraph behind(ExecutableGraph executable) {
        return executable instanceof CurrentExecutable outer ? outer.current() : executable;
    }
}
