package org.sporos.space;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.sporos.view.DoubleView;

/** A Java heap that is too small is an error that names the view. */
class HeapTest {
    /** The most that a Java array holds. */
    private static final int ELEMENTS = Integer.MAX_VALUE - 8;

    @Test
    void a_view_that_the_heap_has_no_room_for_is_named() {
        assumeTrue(Runtime.getRuntime().maxMemory() < 8L * ELEMENTS, "this JVM has a heap of more than 16 GiB");
        assertThatThrownBy(() -> DoubleView.of("u", MemorySpace.host(), ELEMENTS))
                .isInstanceOf(OutOfMemoryException.class)
                .hasMessageMatching("S208: no room for view 'u' on the Java heap: 17179869112 bytes wanted, \\d+ of at"
                        + " most \\d+ in use; close views and executables that are no longer needed"
                        + ", or start the JVM with a larger -Xmx");
    }
}
