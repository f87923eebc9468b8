package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.NodeRef;
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
import org.sporos.policy.RangePolicy;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ElementType;
import org.sporos.view.View;
import org.sporos.view.Views;

/** All named kernels that are workloads of their own, one after another in one graph, against plain Java. */
abstract class NamedKernelContract extends Contract {
    /** How far the transcendental functions of a vendor may be from those of Java, with what is computed of them. */
    private static final double ULPS = 64;

    private final Map<NamedKernel, NamedKernel.Instance> instances = new LinkedHashMap<>();

    @Test
    void named_kernels_give_the_bits_of_plain_java() {
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
                NamedKernel.Instance instance = kernel.fresh(space().memorySpace());
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

    /** Returns the kernels whose work items step on each other, which only a loop in order may run. */
    private Set<String> racing(Graph graph) {
        Set<String> racing = new HashSet<>();
        try {
            graph.instantiate(space()).close();
        } catch (GraphException e) {
            for (Diagnostic flaw : e.diagnostics()) {
                Matcher node = Pattern.compile("node '(\\w+)'").matcher(flaw.toString());
                if (flaw.code().equals("G110") && node.find()) {
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
        JvmRun.run(expected);
        for (int v = 0; v < expected.views().size(); v++) {
            View wanted = expected.views().get(v);
            View found = mirror(ran.views().get(v));
            for (long i = 0; i < wanted.allocation().size(); i++) {
                long a = wanted.allocation().bits(i);
                long b = found.allocation().bits(i);
                if (!same(wanted.allocation().type(), a, b, kernel.exact())) {
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

    private static boolean same(ElementType type, long a, long b, boolean exact) {
        if (type == ElementType.DOUBLE) {
            double x = Double.longBitsToDouble(a);
            double y = Double.longBitsToDouble(b);
            return Double.doubleToLongBits(x) == Double.doubleToLongBits(y)
                    || !exact && Math.abs(x - y) <= ULPS * Math.max(Math.ulp(x), Double.MIN_NORMAL);
        } else if (type == ElementType.FLOAT) {
            float x = Float.intBitsToFloat((int) a);
            float y = Float.intBitsToFloat((int) b);
            return Float.floatToIntBits(x) == Float.floatToIntBits(y)
                    || !exact && Math.abs(x - y) <= ULPS * Math.max(Math.ulp(x), Float.MIN_NORMAL);
        }
        return a == b;
    }
}
