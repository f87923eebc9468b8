package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionStream;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.DoubleView;

/** The page on streams and events. */
final class StreamsTest extends OnASpace {

    @Test
    void two_streams() {
        int n = 100;
        DoubleView u = DoubleView.of("u", space, n);
        DoubleView copy = DoubleView.of("copy", space, n);
        Graph step = Graph.define(
                "step", root -> root.thenParallelFor("add", RangePolicy.of(n), i -> u.set(i, u.get(i) + 1)));
        Graph save = Graph.define("save", root -> root.thenDeepCopy("save", copy, u));
        // snippet: streams-two
        try (ExecutableGraph compute = step.instantiate(space);
                ExecutableGraph output = save.instantiate(space);
                ExecutionStream work = space.stream("work");
                ExecutionStream io = space.stream("io")) {
            Event ready = Event.of("ready");
            Event saved = Event.of("saved");
            for (int t = 0; t < 3; t++) {
                compute.submit(work);
                work.record(ready);
                io.await(ready);
                output.submit(io);
                io.record(saved);
                work.await(saved);
            }
            space.fence();
        }
        // end
        assertThat(copy.toArray()).containsOnly(3);
    }

    @Test
    void events_in_graphs() {
        DoubleView u = DoubleView.of("u", space, 10);
        DoubleView v = DoubleView.of("v", space, 10);
        // snippet: streams-events
        Event filled = Event.of("filled");
        Graph producer = Graph.define("producer", root -> {
            root.thenFill("fill", u, 7).thenRecordEvent("tell", filled).thenFill("more", v, 1);
        });
        Graph consumer = Graph.define("consumer", root -> {
            root.thenWaitEvent("hear", filled).thenParallelFor("use", RangePolicy.of(10), i -> u.set(i, -u.get(i)));
        });
        // end
        try (ExecutableGraph first = producer.instantiate(space);
                ExecutableGraph second = consumer.instantiate(space);
                ExecutionStream other = space.stream("other")) {
            first.submit();
            second.submit(other);
            space.fence();
        }
        assertThat(u.toArray()).containsOnly(-7);
    }

    @Test
    void semaphores() {
        DoubleView u = DoubleView.of("u", space, 10);
        // snippet: streams-semaphore
        ExternalSemaphore data = ExternalSemaphore.inProcess("data");
        Graph graph = Graph.define(
                "use", root -> root.thenWaitSemaphore("wait for data", data, 1).thenFill("use", u, 1));
        try (ExecutableGraph exec = graph.instantiate(space)) {
            exec.submit();
            data.signal(1);
            space.fence();
        }
        // end
        assertThat(u.toArray()).containsOnly(1);
    }
}
