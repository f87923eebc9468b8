package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

final class RunChecksTest {

    @Test
    void a_broken_promise_blames_no_line_of_the_thread_that_finds_it() {
        AtomicInteger calls = new AtomicInteger();
        try (IntView list = IntView.of("list", MemorySpace.host(), 3)) {
            list.assign(5, 7, 5);
            HostTask task = new RunChecks.Promised((phase, chunk) -> calls.incrementAndGet(), list);
            Throwable broken = catchThrowable(() -> task.run(0, 0));
            assertThat(broken)
                    .hasMessageStartingWith("R312: view 'list'")
                    .hasMessageContaining("5 at positions 0 and 2");
            assertThat(broken.getStackTrace()).isEmpty();
            assertThat(calls).hasValue(0);
            list.assign(5, 7, 6);
            task.run(0, 0);
            assertThat(calls).hasValue(1);
        }
    }
}
