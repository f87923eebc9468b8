package org.sporos.spi;

import org.sporos.graph.ExecutableGraph;

/** An executable whose runs another one does, which may change. For those who look for native objects behind it. */
public interface CurrentExecutable {

    /** Returns the executable that does the runs submitted now. */
    ExecutableGraph current();

    /** Returns the executable behind one. */
    static ExecutableGraph behind(ExecutableGraph executable) {
        return executable instanceof CurrentExecutable outer ? outer.current() : executable;
    }
}
