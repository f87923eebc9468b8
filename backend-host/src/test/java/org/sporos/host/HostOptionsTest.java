package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.host.task.Tier;
import org.sporos.internal.run.DebugMode;
import org.sporos.internal.space.SpaceSpec;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

class HostOptionsTest {

    @Test
    void host_is_always_available_and_says_what_it_has() {
        assertThat(ExecutionSpaces.available())
                .anyMatch(a ->
                        a.kind().equals("host") && a.available() && a.reason().contains("processor"));
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=3")) {
            assertThat(space.concurrency()).isEqualTo(3);
            assertThat(space.description()).startsWith("host: 3 threads of Java ");
        }
    }

    @Test
    void without_options_there_is_a_thread_for_each_processor() {
        HostOptions options = HostOptions.of(SpaceSpec.parse("host"));
        if (System.getProperty("sporos.host.threads") == null) {
            assertThat(options.threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
        }
    }

    @Test
    void the_name_wins_over_the_properties() {
        String before = System.setProperty("sporos.host.threads", "5");
        String strict = System.setProperty("sporos.host.strict", "true");
        String kernels = System.setProperty("sporos.host.kernels", "bytecode");
        try {
            assertThat(HostOptions.of(SpaceSpec.parse("host")))
                    .isEqualTo(new HostOptions(5, true, 48 << 10, Tier.BYTECODE));
            assertThat(HostOptions.of(SpaceSpec.parse("host,threads=2,strict=false,kernels=loop")))
                    .isEqualTo(new HostOptions(2, false, Integer.MAX_VALUE, Tier.LOOP));
        } finally {
            restore("sporos.host.threads", before);
            restore("sporos.host.strict", strict);
            restore("sporos.host.kernels", kernels);
        }
    }

    @Test
    void the_debug_mode_calls_lambdas_unless_another_code_is_named() {
        String before = System.getProperty("sporos.debug");
        String kernels = System.clearProperty("sporos.host.kernels");
        try {
            System.setProperty("sporos.debug", "true");
            assertThat(HostOptions.of(SpaceSpec.parse("host")).kernels()).isEqualTo(Tier.LOOP);
            assertThat(HostOptions.of(SpaceSpec.parse("host,kernels=bytecode")).kernels())
                    .isEqualTo(Tier.BYTECODE);
            System.setProperty("sporos.debug", "false");
            assertThat(HostOptions.of(SpaceSpec.parse("host")).kernels()).isEqualTo(Tier.AUTO);
            System.setProperty("sporos.debug", "yes");
            refused(
                    "host",
                    "S260: the property sporos.debug is 'yes'; write true for breakpoints in lambdas and prints of kernels,"
                            + " print for prints alone, or false");
        } finally {
            restore("sporos.debug", before);
            restore("sporos.host.kernels", kernels);
        }
    }

    @Test
    void the_number_of_lines_that_kernels_print_has_limits() {
        String before = System.getProperty("sporos.debug.lines");
        try {
            System.clearProperty("sporos.debug.lines");
            assertThat(DebugMode.lines()).isEqualTo(1000);
            for (String right : List.of("1", "77", "1000000")) {
                System.setProperty("sporos.debug.lines", right);
                assertThat(DebugMode.lines()).isEqualTo(Integer.parseInt(right));
            }
            for (String wrong : List.of("0", "-1", "1000001", "ten", "99999999999")) {
                System.setProperty("sporos.debug.lines", wrong);
                assertThatThrownBy(DebugMode::lines)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("S261: the property sporos.debug.lines is '" + wrong
                                + "'; give a number from 1 to 1000000");
            }
        } finally {
            restore("sporos.debug.lines", before);
        }
    }

    @Test
    void strict_mode_has_the_shared_memory_of_every_gpu_or_of_a_named_one() {
        assertThat(HostOptions.of(SpaceSpec.parse("host,strict")).sharedBytes()).isEqualTo(48 << 10);
        assertThat(HostOptions.of(SpaceSpec.parse("host,strict,device=sm_90")).sharedBytes())
                .isEqualTo(227 << 10);
        assertThat(HostOptions.of(SpaceSpec.parse("host,strict,device=gfx942")).sharedBytes())
                .isEqualTo(64 << 10);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("k", TeamPolicy.of(2, 1).withScratch(1 << 16), team -> {
                    team.scratchLong(1 << 13).set(0, 7);
                }));
        try (ExecutionSpace space = ExecutionSpaces.open("host,strict,device=sm_90")) {
            graph.run(space);
        }
        try (ExecutionSpace space = ExecutionSpaces.open("host,strict")) {
            assertThatThrownBy(() -> graph.run(space))
                    .hasMessageContaining("G125")
                    .hasMessageContaining("has at most 47616");
        }
    }

    @Test
    void what_is_not_understood_is_refused() {
        refused(
                "host,thread=3",
                "S210: host has no option 'thread'; it has threads=N, strict, device=NAME and kernels=TIER, as in"
                        + " host,threads=3,strict");
        refused(
                "host,threads=0",
                "S210: host with threads=0; give a number from 1 to 4096, or leave it out for one a processor");
        refused(
                "host,threads=x",
                "S210: host with threads=x; give a number from 1 to 4096, or leave it out for one a processor");
        refused("host,strict=maybe", "S210: host with strict=maybe; write strict, strict=true or strict=false");
        for (String unknown : List.of("fast", "vector")) {
            refused(
                    "host,kernels=" + unknown,
                    "S210: host with kernels=" + unknown + "; write one of auto, loop, bytecode, native");
        }
        refused(
                "host,strict,device=h100",
                "S210: host with device=h100; write one of any, gfx90a, gfx942, sm_100, sm_120, sm_75, sm_80, sm_86, sm_89,"
                        + " sm_90");
        refused("host,device=sm_90", "S210: host with device=sm_90 without strict; write host,strict,device=sm_90");
        refused("host:1", "S210: there is no host:1; this machine is one host, write host or host:0");
    }

    private static void refused(String name, String message) {
        assertThatThrownBy(() -> ExecutionSpaces.open(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private static void restore(String property, String value) {
        if (value == null) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, value);
        }
    }
}
