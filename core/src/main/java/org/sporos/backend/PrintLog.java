package org.sporos.backend;

import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;
import org.sporos.internal.run.DebugMode;
import org.sporos.internal.run.PrintedLine;
import org.sporos.internal.run.PrintedLines;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.TeamPolicy;
import org.sporos.spi.LoweringContext;

/**
 * The printed lines of an executable's current run, logged at its end. Lines are sorted by the order of node
 * definitions. Thread-safe.
 */
public final class PrintLog {
    private static final Logger LOG = SafeLogger.of("org.sporos.debug");

    private final String graph;
    private final PrintedLines lines = new PrintedLines(DebugMode.lines());
    private final List<Node> nodes = new ArrayList<>();
    private final Map<Node, Integer> numbers = new IdentityHashMap<>();
    private long runs;

    private PrintLog(Graph graph) {
        this.graph = Labels.quoted(graph.label());
        number(graph);
    }

    /** Returns the log of an executable, or null if none of its kernels prints. */
    public static @Nullable PrintLog of(LoweringContext context) {
        return prints(context.graph(), context.kernels()) ? new PrintLog(context.graph()) : null;
    }

    private static boolean prints(Graph graph, KernelIndex kernels) {
        for (Node node : graph.nodes()) {
            for (CompiledKernel kernel : kernels.of(node)) {
                if (kernel.facts().kernel().prints()) {
                    return true;
                }
            }
            for (NestedGraph nested : node.work().nested()) {
                if (prints(nested.graph(), kernels)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void number(Graph of) {
        for (Node node : of.nodes()) {
            if (numbers.putIfAbsent(node, nodes.size()) == null) {
                nodes.add(node);
            }
            node.work().nested().forEach(nested -> number(nested.graph()));
        }
    }

    /** Returns the number of a node, the first sort key of its lines. */
    public int number(Node node) {
        return numbers.getOrDefault(node, 0);
    }

    /** Returns the receiver of the run's lines. */
    public PrintedLines lines() {
        return lines;
    }

    /** Logs the lines of the run, which has ended. */
    public synchronized void ended() {
        runs++;
        PrintedLines.Taken taken = lines.take();
        if (taken.count() > 0) {
            LOG.log(Logger.Level.INFO, text(taken));
        }
    }

    private String text(PrintedLines.Taken taken) {
        StringBuilder text = new StringBuilder("graph ")
                .append(graph)
                .append(" printed ")
                .append(taken.count())
                .append(taken.count() == 1 ? " line" : " lines")
                .append(" in run ")
                .append(runs);
        for (PrintedLine line : taken.lines()) {
            text.append('\n').append(where(line)).append(": ").append(line.text());
        }
        long more = taken.count() - taken.lines().size();
        if (more > 0) {
            text.append("\nand ")
                    .append(more)
                    .append(" more, which are above the limit of ")
                    .append(lines.limit())
                    .append(" lines; -Dsporos.debug.lines=N moves it");
        }
        return text.toString();
    }

    private String where(PrintedLine line) {
        Node node = nodes.get(line.node());
        String where = Labels.shown(node.label());
        Policy policy = node.kernels().get(0).policy();
        if (policy == null) {
            return where;
        } else if (policy instanceof TeamPolicy) {
            return where + " (team " + line.i() + ", member " + line.j() + ")";
        } else if (policy instanceof MDRangePolicy box) {
            return where + " (" + WorkItems.joined(box.rank(), line.i(), line.j(), line.k(), line.l()) + ")";
        }
        return where + " (" + line.i() + ")";
    }
}
