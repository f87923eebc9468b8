package org.sporos.host.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.policy.SingleBody;

class DevirtualizedCallsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, DevirtualizedCalls.MOST_CALLS})
    void calls_are_made_in_their_order(int calls) {
        List<Integer> made = new ArrayList<>();
        DevirtualizedCalls sequence = DevirtualizedCalls.of(
                IntStream.range(0, calls).mapToObj(k -> call(made, k)).toList());
        for (int run = 0; run < 3; run++) {
            assertThat(sequence.run()).isNull();
            assertThat(made)
                    .containsExactlyElementsOf(IntStream.range(0, calls).boxed().toList());
            made.clear();
        }
    }

    private static SingleBody call(List<Integer> made, int k) {
        return () -> made.add(k);
    }

    @Test
    void a_sequence_ends_at_the_first_call_that_fails_and_can_be_run_again() {
        List<Integer> made = new ArrayList<>();
        boolean[] fails = {true};
        Error failure = new StackOverflowError("planted");
        SingleBody failing = () -> {
            if (fails[0]) {
                throw failure;
            }
        };
        DevirtualizedCalls sequence =
                DevirtualizedCalls.of(List.of(call(made, 0), call(made, 1), failing, call(made, 3)));
        assertThat(sequence.run()).isSameAs(failure);
        assertThat(sequence.failed()).isEqualTo(2);
        assertThat(made).containsExactly(0, 1);

        fails[0] = false;
        made.clear();
        assertThat(sequence.run()).isNull();
        assertThat(made).containsExactly(0, 1, 3);
    }

    @Test
    void sequences_keep_their_calls_apart() {
        List<Integer> made = new ArrayList<>();
        DevirtualizedCalls one = DevirtualizedCalls.of(List.of(call(made, 1), call(made, 2)));
        DevirtualizedCalls two = DevirtualizedCalls.of(List.of(call(made, 3), call(made, 4)));
        one.run();
        two.run();
        one.run();
        assertThat(made).containsExactly(1, 2, 3, 4, 1, 2);
    }
}
