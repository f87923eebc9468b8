package org.sporos.host.compare;

import static org.sporos.reduce.Reducers.Min;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * Prints what an element of {@link ElementKernel} costs in each code of the host: the processor time of all threads,
 * which other programs on the machine disturb less than that of the clock, and the bytes that are allocated. A program
 * and not a test.
 */
final class ElementTimes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 15;

    private ElementTimes() {}

    /** @param arguments the edge of the mesh, 30 if there are none, and codes to measure */
    public static void main(String[] arguments) {
        int edge = arguments.length == 0 ? 30 : Integer.parseInt(arguments[0]);
        List<String> codes =
                arguments.length < 2 ? List.of("loop", "bytecode", "native") : List.of(arguments[1].split("/"));
        Map<String, Side> sides = new LinkedHashMap<>();
        for (String code : codes) {
            for (String kind : List.of("forces", "crossing", "median")) {
                sides.put(kind + " " + code, new Side(kind, code, edge));
            }
        }
        sides.values().forEach(Side::warm);
        for (int round = 0; round < ROUNDS; round++) {
            sides.values().forEach(Side::measure);
        }
        sides.forEach((name, side) -> System.out.printf(
                "%-20s %8.2f ns %8.2f bytes an element   %s%n", name, side.median(), side.bytes, side.code()));
    }

    private static final class Side {
        private final ExecutionSpace space;
        private final ElementKernel kernel;
        private final ExecutableGraph graph;
        private final List<Double> times = new ArrayList<>();
        private int runs;
        double bytes;

        Side(String kind, String code, int edge) {
            space = ExecutionSpaces.open("host,threads=1,kernels=" + code);
            kernel = new ElementKernel(space, edge);
            RangePolicy all = RangePolicy.of(kernel.elements);
            Consumer<NodeRef> node = switch (kind) {
                case "forces" -> root -> root.thenParallelFor(kind, all, kernel::forces);
                case "crossing" -> root -> root.thenParallelReduce(kind, all, Min.into(kernel.step, kernel::crossing));
                default -> root -> root.thenParallelFor(kind, all, kernel::median);
            };
            graph = Graph.define(kind, node::accept).instantiate(space);
        }

        private void run() {
            graph.submit();
            space.fence();
        }

        void warm() {
            long until = System.nanoTime() + 2_000_000_000L;
            int done = 0;
            while (System.nanoTime() < until || done < 20) {
                run();
                done++;
            }
            runs = Math.max(1, done / 40);
        }

        void measure() {
            long allocated = allocated();
            long before = cpu();
            for (int run = 0; run < runs; run++) {
                run();
            }
            double elements = (double) runs * kernel.elements;
            times.add((cpu() - before) / elements);
            bytes = (allocated() - allocated) / elements;
        }

        private static long allocated() {
            long sum = 0;
            for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
                sum += Math.max(0, bytes);
            }
            return sum;
        }

        private static long cpu() {
            long sum = 0;
            for (long thread : THREADS.getAllThreadIds()) {
                sum += Math.max(0, THREADS.getThreadCpuTime(thread));
            }
            return sum;
        }

        double median() {
            return times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
        }

        String code() {
            return graph.explain()
                    .lines()
                    .filter(line -> line.contains("code: "))
                    .map(line -> line.substring(line.indexOf("code: ")))
                    .findFirst()
                    .orElse("");
        }
    }
}
