package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.zoo.ElementBits;
import org.sporos.kernel.zoo.JvmRun;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.View;
import org.sporos.view.Views;

/** All named kernels that are workloads of their own, one after another in one graph, against plain Java. */
abstract class NamedKernelContract extends Contract {
    private final Map<NamedKernel, NamedKernel.Instance> instances = new LinkedHashMap<>();
    /** What each kernel is run over. */
    private final Map<String, Optional<Policy>> parts = new HashMap<>();

    private @Nullable Random random;

    @Test
    void named_kernels_give_the_bits_of_plain_java() {
        compareAll();
    }

    /** Any part of a range does what plain Java does there, also one without indexes. */
    @Test
    void named_kernels_give_the_bits_of_plain_java_over_parts_of_their_ranges() {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        random = new Random(seed);
        try {
            compareAll();
        } catch (GraphException | GraphRunException | AssertionError e) {
            throw new AssertionError("-Dsporos.contract.seed=" + seed + ": " + e, e);
        }
    }

    private void compareAll() {
        Assumptions.assumeFalse(isHost(), "the host compares its generated code one kernel at a time");
        Graph all = graph(Set.of());
        Set<String> racing = racing(all);
        assertThat(racing).hasSizeLessThan(10);
        run(racing.isEmpty() ? all : graph(racing));
        assertThat(instances).hasSizeGreaterThan(50);
        List<String> differences = new ArrayList<>();
        instances.forEach((kernel, ran) -> compare(kernel, ran, differences));
        assertThat(differences).isEmpty();
    }

    private Graph graph(Set<String> without) {
        instances.clear();
        return Graph.define("named kernels", root -> {
            NodeRef last = root;
            for (NamedKernel kernel : Zoo.all()) {
                NamedKernel.Instance made = kernel.fresh(space().memorySpace());
                Policy policy = parts.computeIfAbsent(kernel.name(), name -> Optional.ofNullable(part(made.policy())))
                        .orElse(null);
                NamedKernel.Instance instance = new NamedKernel.Instance(policy, made.body(), made.views());
                instance.views().forEach(this::own);
                boolean wanted = !without.contains(kernel.name());
                NodeRef node = wanted ? add(last, kernel.name(), instance.policy(), instance.body()) : null;
                if (node != null) {
                    last = node;
                    instances.put(kernel, instance);
                }
            }
        });
    }

    /** Returns some indexes of a policy; all of them where no parts are wanted. */
    private @Nullable Policy part(@Nullable Policy policy) {
        if (random == null) {
            return policy;
        } else if (policy instanceof RangePolicy range) {
            long[] ends = part(range.begin(), range.end());
            return RangePolicy.of((int) ends[0], (int) ends[1]);
        } else if (policy instanceof LongRangePolicy range) {
            long[] ends = part(range.begin(), range.end());
            return LongRangePolicy.of(ends[0], ends[1]);
        } else if (policy instanceof MDRangePolicy box) {
            int[] begin = new int[box.rank()];
            int[] end = new int[box.rank()];
            for (int d = 0; d < begin.length; d++) {
                long[] ends = part(box.begin(d), box.end(d));
                begin[d] = (int) ends[0];
                end[d] = (int) ends[1];
            }
            return MDRangePolicy.of(begin, end);
        }
        return policy;
    }

    private long[] part(long begin, long end) {
        long from = begin + random.nextInt((int) (end - begin + 1));
        long to = random.nextInt(4) == 0 ? end : from + random.nextInt((int) (end - from + 1));
        return new long[] {from, to};
    }

    /** Returns the kernels whose work items step on each other, which only a loop in order may run. */
    private Set<String> racing(Graph graph) {
        Set<String> racing = new HashSet<>();
        try {
            graph.instantiate(space()).close();
        } catch (GraphException e) {
            for (Diagnostic violation : e.diagnostics()) {
                Matcher node = Pattern.compile("node '(\\w+)'").matcher(violation.toString());
                if (violation.code().equals("G110") && node.find()) {
                    racing.add(node.group(1));
                }
            }
        }
        return racing;
    }

    /** Returns the new node; null for the bodies of other nodes. */
    private static NodeRef add(NodeRef after, String label, Policy policy, KernelBody body) {
        if (body instanceof RangeBody range) {
            return after.thenParallelFor(label, (RangePolicy) policy, range);
        } else if (body instanceof LongRangeBody range) {
            return after.thenParallelFor(label, (LongRangePolicy) policy, range);
        } else if (body instanceof RangeBody2 box) {
            return after.thenParallelFor(label, (MDRangePolicy) policy, box);
        } else if (body instanceof RangeBody3 box) {
            return after.thenParallelFor(label, (MDRangePolicy) policy, box);
        } else if (body instanceof RangeBody4 box) {
            return after.thenParallelFor(label, (MDRangePolicy) policy, box);
        } else if (body instanceof TeamBody team) {
            return after.thenParallelFor(label, (TeamPolicy) policy, team);
        } else if (body instanceof SingleBody single) {
            return after.then(label, single);
        }
        return null;
    }

    private void compare(NamedKernel kernel, NamedKernel.Instance ran, List<String> differences) {
        NamedKernel.Instance expected = kernel.fresh();
        expected.views().forEach(this::own);
        JvmRun.run(new NamedKernel.Instance(ran.policy(), expected.body(), expected.views()));
        for (int v = 0; v < expected.views().size(); v++) {
            View wanted = expected.views().get(v);
            View found = mirror(ran.views().get(v));
            for (long i = 0; i < wanted.allocation().size(); i++) {
                long a = wanted.allocation().bits(i);
                long b = found.allocation().bits(i);
                if (!ElementBits.same(wanted.allocation().type(), a, b, kernel.ulps())) {
                    differences.add(kernel.name() + ": " + wanted.label() + "[" + i + "] has the bits "
                            + Long.toHexString(b) + ", in Java " + Long.toHexString(a));
                    break;
                }
            }
        }
    }

    private View mirror(View view) {
        View mirror = own(view.mirror());
        Views.deepCopy(mirror, view);
        return mirror;
    }
}
