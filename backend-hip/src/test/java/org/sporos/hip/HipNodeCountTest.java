package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.gpu.NodeKind;

class HipNodeCountTest {
    @Test
    void kinds_that_begin_with_one_are_those_of_old_releases() {
        HipNodeCount old = new HipNodeCount(6);

        assertThat(old.kind(1)).isEqualTo(NodeKind.KERNEL);
        assertThat(old.kind(2)).isEqualTo(NodeKind.COPY);
        assertThat(old.kind(6)).isEqualTo(NodeKind.EMPTY);
        assertThat(old.kind(8)).isEqualTo(NodeKind.EVENT_RECORD);
        assertThat(old.kind(9)).isEqualTo(NodeKind.COPY);
        assertThat(old.kind(0)).isEqualTo(NodeKind.OTHER);
    }

    @Test
    void kinds_that_begin_with_zero_are_those_of_later_releases() {
        HipNodeCount later = new HipNodeCount(5);

        assertThat(later.kind(0)).isEqualTo(NodeKind.KERNEL);
        assertThat(later.kind(5)).isEqualTo(NodeKind.EMPTY);
        assertThat(later.kind(9)).isEqualTo(NodeKind.SEMAPHORE_WAIT);
        assertThat(later.kind(10)).isEqualTo(NodeKind.ALLOCATE);
        assertThat(later.kind(11)).isEqualTo(NodeKind.FREE);
        assertThat(later.kind(77)).isEqualTo(NodeKind.OTHER);
    }
}
