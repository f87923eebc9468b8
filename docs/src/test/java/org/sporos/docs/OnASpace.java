package org.sporos.docs;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
}
