package org.sporos.docs;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** What the tests behind the pages share: one space, opened before each of them. */
@ShownOnPages
abstract class OnASpace {
    ExecutionSpace space;

    @BeforeEach
    final void open() {
        space = ExecutionSpaces.open();
    }

    @AfterEach
    final void close() {
        space.close();
    }

    /** Runs a graph once. */
    final void run(Graph graph) {
        try (ExecutableGraph exec = graph.instantiate(space)) {
            exec.submit();
            space.fence();
        }
    }
}
