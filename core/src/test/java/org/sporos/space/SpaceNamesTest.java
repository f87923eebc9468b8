package org.sporos.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.SpaceSpec;

final class SpaceNamesTest {

    @Test
    void a_name_has_a_kind_an_ordinal_and_options() {
        SpaceSpec spec = SpaceSpec.parse(" Host, threads=3 ,strict,path=a=b");
        assertThat(spec.kind()).isEqualTo("host");
        assertThat(spec.ordinal()).isZero();
        assertThat(spec.options())
                .containsExactly(
                        org.assertj.core.api.Assertions.entry("threads", "3"),
                        org.assertj.core.api.Assertions.entry("strict", "true"),
                        org.assertj.core.api.Assertions.entry("path", "a=b"));
        assertThat(SpaceSpec.parse("cuda:12").ordinal()).isEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ":1", "cuda:", "cuda:x", "cuda:-1", "cuda:1:2", "cuda:99999", "host,", "host,=3"})
    void a_name_of_another_form_is_refused(String name) {
        assertThatThrownBy(() -> SpaceSpec.parse(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S210: '" + name + "' does not name an execution space; write"
                        + " kind[:ordinal][,option=value], such as host, cuda:1 or host,threads=3");
    }

    @Test
    void an_option_has_one_value() {
        assertThatThrownBy(() -> SpaceSpec.parse("host,threads=1,threads=2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "S210: 'host,threads=1,threads=2' gives option 'threads' more than one value; write it once");
        assertThatThrownBy(() -> SpaceSpec.parse("host,strict,strict")).hasMessageContaining("'strict' more than one");
        for (String empty : new String[] {"host,threads=", "host,threads= "}) {
            assertThatThrownBy(() -> SpaceSpec.parse(empty))
                    .hasMessage("S210: '" + empty
                            + "' gives option 'threads' no value; write threads=VALUE, or leave it" + " out");
        }
    }

    @Test
    void without_a_backend_the_answer_is_what_to_add() {
        assertThat(ExecutionSpaces.available()).isEmpty();
        assertThatThrownBy(ExecutionSpaces::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "S211: no execution space is available: none; add org.sporos:sporos-host to the dependencies");
        assertThatThrownBy(() -> ExecutionSpaces.open(null))
                .hasMessage("G004: the name of a space (such as host or cuda:1) is null; give it a value");
        assertThatThrownBy(() -> ExecutionSpaces.open("cuda:1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S211: there is no execution space of the kind 'cuda' on the class path or module path; add"
                        + " org.sporos:sporos-cuda to the dependencies; there are: none; add"
                        + " org.sporos:sporos-host to the dependencies");
        assertThatThrownBy(() -> ExecutionSpaces.open("tpu"))
                .hasMessageStartingWith(
                        "S211: there is no execution space of the kind 'tpu' on the class path or module"
                                + " path; the library has cuda, hip, host; there are:");
    }

    @Test
    void availability_prints_its_reason() {
        assertThat(new Availability("cuda", true, "one H200")).hasToString("cuda: one H200");
        assertThat(new Availability("hip", false, "no driver")).hasToString("hip: not available: no driver");
    }

    @Test
    void semaphores_grow_and_belong_to_one_side() {
        ExternalSemaphore own = ExternalSemaphore.inProcess("s");
        int[] told = new int[2];
        own.onSignal(() -> told[0]++);
        own.onSignal(() -> told[1]++);
        own.signal(5);
        own.signal(3);
        assertThat(own.value()).isEqualTo(5);
        assertThat(told).containsExactly(2, 2);
        assertThat(own).hasToString("semaphore 's'");
        assertThatThrownBy(own::fileDescriptor).hasMessage("S214: semaphore 's' lives in this process");
        ExternalSemaphore foreign = ExternalSemaphore.ofFileDescriptor("vk", 7);
        assertThat(foreign.fileDescriptor()).isEqualTo(7);
        assertThat(foreign.isInProcess()).isFalse();
        String message = "S214: semaphore 'vk' belongs to another API; signal it there, or by a node of a graph";
        assertThatThrownBy(() -> foreign.signal(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(message);
        assertThatThrownBy(foreign::value).hasMessage(message);
        assertThatThrownBy(() -> ExternalSemaphore.ofFileDescriptor("vk", -1))
                .hasMessage("S214: semaphore 'vk': -1 is not a file descriptor");
    }

    @Test
    void a_descriptor_is_taken_over_once() {
        ExternalSemaphore foreign = ExternalSemaphore.ofFileDescriptor("vk", 7);
        assertThat(foreign.takenOver("cuda:0", descriptor -> descriptor + 100)).isEqualTo(107);
        assertThat(foreign.takenOver("cuda:0", descriptor -> -1)).isEqualTo(107);
        assertThatThrownBy(() -> foreign.takenOver("cuda:1", descriptor -> -1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S214: the descriptor of semaphore 'vk' was taken over by cuda:0; export another one for"
                        + " cuda:1");
        assertThatThrownBy(() -> ExternalSemaphore.inProcess("s").takenOver("cuda:0", descriptor -> 1))
                .hasMessage("S214: semaphore 's' lives in this process");
    }

    @Test
    void a_frame_refuses_calls_in_host_nodes_only() {
        RunFrame.refuseInHostNode("fence");
        RunFrame before = RunFrame.enter(new RunFrame(true));
        RunFrame.refuseInHostNode("fence");
        RunFrame.enter(new RunFrame(false));
        try {
            assertThatThrownBy(() -> RunFrame.refuseInHostNode("fence"))
                    .hasMessage("R305: a host node must not call fence: it would wait for the graph that it is part of;"
                            + " do it after the graph, or make it a node");
        } finally {
            RunFrame.enter(before);
        }
    }

    @Test
    void an_event_keeps_one_state_for_each_key() {
        Event event = Event.of("e");
        Object key = new Object();
        StringBuilder state = event.state(key, StringBuilder.class, StringBuilder::new);
        assertThat(event.state(key, StringBuilder.class, StringBuilder::new)).isSameAs(state);
        assertThat(event.state(new Object(), StringBuilder.class, StringBuilder::new))
                .isNotSameAs(state);
        assertThat(event).hasToString("event 'e'");
    }
}
