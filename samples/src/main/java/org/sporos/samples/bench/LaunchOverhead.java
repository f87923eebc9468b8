package org.sporos.samples.bench;

import java.io.IOException;
import java.util.Map;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * Measures graphs of small kernels: the submit call, submit and fence, define and instantiate with cached kernels, each
 * with merging off and on.
 */
public final class LaunchOverhead {
    private static final int SUBMITS = 200;
    private static final int BUILDS = 10;

    private LaunchOverhead() {}

    /**
     * Runs it on the default space.
     *
     * @param args counterparts, each as {@code name=command}; {@code --only=regex} for work with matching names, such
     * as {@code --only=call/chain-100}
     */
    public static void main(String... args) throws IOException {
        try (ExecutionSpace space = ExecutionSpaces.open();
                DoubleView v = DoubleView.of("v", space, GraphShapes.MOST_NODES * GraphShapes.WIDTH)) {
            System.out.println("LaunchOverhead on " + space.description());
            for (Merging merging : new Merging[] {Merging.OFF, Merging.ON}) {
                try (Comparison table = new Comparison("Sporos, merging " + merging, args)) {
                    table.head();
                    GraphShapes.all().forEach((name, shape) -> rows(table, space, name, shape.over(v), merging));
                    GraphShapes.all().forEach((name, shape) -> build(table, space, Map.entry(name, shape), v, merging));
                }
            }
        }
    }

    private static void rows(Comparison table, ExecutionSpace space, String name, Graph graph, Merging merging) {
        try (ExecutableGraph exec = graph.instantiate(space, merging)) {
            table.row("submit, " + name, "call/" + name, SUBMITS, () -> Clock.call(space, exec));
            table.row("submit + fence, " + name, "total/" + name, SUBMITS, () -> Clock.total(space, exec));
        }
    }

    private static void build(
            Comparison table,
            ExecutionSpace space,
            Map.Entry<String, GraphShapes.Shape> shape,
            DoubleView v,
            Merging merging) {
        String name = shape.getKey();
        table.row("define + instantiate, " + name, "build/" + name, BUILDS, () -> {
            long begin = System.nanoTime();
            try (ExecutableGraph exec = shape.getValue().over(v).instantiate(space, merging)) {
                return (System.nanoTime() - begin) * 1e-3;
            }
        });
    }
}
