package org.sporos.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sporos.internal.run.RunFrame;
import org.sporos.space.MemorySpace;

/** Copies of a view to itself, and what a host node may do with views of the host. */
final class SelfCopyTest {
    private final DoubleView u = DoubleView.of("u", MemorySpace.host(), 3);

    @Test
    void a_view_of_the_host_is_copied_to_its_mirror_view_by_doing_nothing() {
        u.assign(1, 2, 3);
        Views.deepCopy(u.mirrorView(), u);
        Views.deepCopy(u.subview(Slice.all()), u);
        assertThat(u.toArray()).containsExactly(1, 2, 3);
    }

    @Test
    void a_closed_view_is_not_copied_to_itself() {
        u.close();
        assertThatThrownBy(() -> Views.deepCopy(u, u)).hasMessage("S202: view 'u' is closed");
    }

    @Test
    void a_host_node_may_read_and_set_a_view_of_the_host_but_not_copy_views() {
        RunFrame before = RunFrame.enter(new RunFrame(false));
        try {
            u.assign(4, 5, 6);
            assertThat(u.toArray()).containsExactly(4, 5, 6);
            assertThat(Views.format(u)).isEqualTo("[4.0, 5.0, 6.0]");
            assertThatThrownBy(() -> Views.deepCopy(u, DoubleView.of("v", MemorySpace.host(), 3)))
                    .hasMessageStartingWith("R305: a host node must not call deepCopy");
        } finally {
            RunFrame.enter(before);
        }
    }
}
