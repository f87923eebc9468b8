package org.sporos.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.sporos.comm.Decomposition;
import org.sporos.comm.Halo;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * The heat equation of {@link RankHeat} on the devices of one process: a step is one graph over all of them, whose copy
 * nodes move halos beside inner points. The result has the bits of one device.
 */
public final class DeviceHeat {
    private final List<ExecutionSpace> spaces;
    private final List<Decomposition> blocks;
    private final int n;

    private DeviceHeat(List<ExecutionSpace> spaces, int n) {
        this.spaces = spaces;
        this.blocks = Decomposition.all(spaces.size(), 1, n, n);
        this.n = n;
    }

    /**
     * Runs it: {@code --size=} points along an edge, {@code --steps=}, an even number, {@code --space=} and
     * {@code --devices=}, by default all of its kind; a host space is opened that often, or twice.
     */
    public static void main(String... args) {
        Arguments arguments = Arguments.of(args, "size=200", "steps=200", "devices=0");
        int n = arguments.number("size");
        int steps = arguments.number("steps");
        List<ExecutionSpace> spaces = open(arguments.text("space"), arguments.number("devices"));
        try {
            RankHeat.Result result = solve(spaces, n, steps);
            double[] plate = Objects.requireNonNull(result.plate());
            Report report = new Report("DeviceHeat, " + spaces.size() + " devices,", spaces.get(0));
            report.checkAtMost("greatest error", RankHeat.error(plate, n, steps), 1e-10);
            report.speed("steps", result.timed(), result.seconds(), 2.0 * Double.BYTES * n * n);
            report.note("bits", Long.toHexString(RankHeat.checksum(plate)));
            report.end();
        } finally {
            spaces.forEach(ExecutionSpace::close);
        }
    }

    private static List<ExecutionSpace> open(String name, int count) {
        String kind = name.isEmpty() ? "host" : name;
        boolean isHost = kind.startsWith("host");
        if (count == 0 && !isHost) {
            return ExecutionSpaces.all(kind);
        }
        return IntStream.range(0, count == 0 ? 2 : count)
                .mapToObj(k -> ExecutionSpaces.open(isHost ? kind : kind + ":" + k))
                .toList();
    }

    /** Solves the equation for a sine wave on n x n inner points, with a block on each space. */
    static RankHeat.Result solve(List<ExecutionSpace> spaces, int n, int steps) {
        return new DeviceHeat(spaces, n).solve(steps);
    }

    private RankHeat.Result solve(int steps) {
        ExecutionSpace first = spaces.get(0);
        List<DoubleView> u = views("u");
        List<DoubleView> v = views("v");
        try (DoubleView whole = DoubleView.of("plate", first, n, n);
                ExecutableGraph even = step(u, v).instantiate(first);
                ExecutableGraph odd = step(v, u).instantiate(first)) {
            for (int k = 0; k < spaces.size(); k++) {
                RankHeat.wave(blocks.get(k), u.get(k), n).run(spaces.get(k));
            }
            int warm = Math.min(steps, steps / 10 + 2) / 2;
            submit(even, odd, warm);
            first.fence();
            long clock = System.nanoTime();
            submit(even, odd, steps / 2 - warm);
            first.fence();
            double seconds = (System.nanoTime() - clock) / 1e9;
            gather(u, whole).run(first);
            return new RankHeat.Result(whole.toArray(), 2 * (steps / 2 - warm), seconds);
        } finally {
            u.forEach(DoubleView::close);
            v.forEach(DoubleView::close);
        }
    }

    private List<DoubleView> views(String label) {
        return IntStream.range(0, spaces.size())
                .mapToObj(k -> DoubleView.of(label, spaces.get(k), blocks.get(k).localExtents()))
                .toList();
    }

    private static void submit(ExecutableGraph even, ExecutableGraph odd, int pairs) {
        for (int k = 0; k < pairs; k++) {
            even.submit();
            odd.submit();
        }
    }

    /** One step on all devices, which meet at its end. */
    private Graph step(List<DoubleView> from, List<DoubleView> to) {
        List<Halo> halos = IntStream.range(0, spaces.size())
                .mapToObj(k -> blocks.get(k).faces(from.get(k)))
                .toList();
        return Graph.define("step", root -> {
            for (int k = 0; k < spaces.size(); k++) {
                NodeRef here = root.on(spaces.get(k));
                NodeRef halo = copies(here, k, halos);
                RankHeat.smooth(here, "inner", blocks.get(k).innerBox(), from.get(k), to.get(k));
                for (MDRangePolicy border : blocks.get(k).borderBoxes()) {
                    RankHeat.smooth(halo, "border", border, from.get(k), to.get(k));
                }
            }
        });
    }

    private Graph gather(List<DoubleView> u, DoubleView whole) {
        List<Halo> parts = IntStream.range(0, spaces.size())
                .mapToObj(k -> blocks.get(k).gather(u.get(k), k == 0 ? whole : null))
                .toList();
        return Graph.define("gather", root -> copies(root.on(spaces.get(0)), 0, parts));
    }

    /** Adds a copy node for each part that a block receives, on its device; returns their join. */
    private static NodeRef copies(NodeRef root, int block, List<Halo> halos) {
        List<NodeRef> copies = new ArrayList<>();
        int[] taken = new int[halos.size()];
        for (Halo.Part part : halos.get(block).receives()) {
            List<Halo.Part> sends = halos.get(part.rank()).sends().stream()
                    .filter(send -> send.rank() == block)
                    .toList();
            DoubleView from = (DoubleView) sends.get(taken[part.rank()]++).view();
            copies.add(root.thenDeepCopy("halo", (DoubleView) part.view(), from));
        }
        return copies.isEmpty() ? root : Graph.whenAll(copies);
    }
}
