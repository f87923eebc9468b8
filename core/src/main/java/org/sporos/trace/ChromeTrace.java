package org.sporos.trace;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sporos.graph.Node;
import org.sporos.graph.Profile.NodeShare;
import org.sporos.internal.error.Labels;

/**
 * A recorded run in the Trace Event Format of Chrome and Perfetto: complete events (X) in microseconds, one thread per
 * row, and a flow (s, f) per edge of the plan. With a shadow measurement, a launch of several nodes has a slice per
 * node by its share.
 */
final class ChromeTrace {
    private final LaunchTable table;
    private final RunRecord run;
    private final Map<Node, List<NodeShare>> shadows;
    private final StringBuilder out = new StringBuilder();
    /** The last piece of each launch so far, or -1. */
    private final int[] lastPiece;

    private final long[] flowsDone;
    private int flows;

    private ChromeTrace(LaunchTable table, RunRecord run, Map<Node, List<NodeShare>> shadows) {
        this.table = table;
        this.run = run;
        this.shadows = shadows;
        this.lastPiece = new int[table.size()];
        this.flowsDone = new long[table.size()];
        java.util.Arrays.fill(lastPiece, -1);
        java.util.Arrays.fill(flowsDone, -1);
    }

    /** @param shadows the shares of the nodes of launches, by their first nodes */
    static String of(String graph, LaunchTable table, RunRecord run, Map<Node, List<NodeShare>> shadows) {
        ChromeTrace trace = new ChromeTrace(table, run, shadows);
        trace.out.append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
        trace.name("process_name", 0, "graph " + Labels.shown(graph));
        for (int row = 0; row < run.rows(); row++) {
            trace.name("thread_name", row, (run.space(row) + " row " + row).strip());
        }
        for (int piece : run.inOrder()) {
            trace.flows(piece);
            trace.piece(piece);
        }
        trace.out.setLength(trace.out.length() - 2);
        return trace.out.append("\n]}\n").toString();
    }

    private void name(String kind, int row, String name) {
        out.append("{\"ph\":\"M\",\"pid\":1,\"tid\":")
                .append(row)
                .append(",\"name\":\"")
                .append(kind);
        out.append("\",\"args\":{\"name\":");
        text(name);
        out.append("}},\n");
    }

    private void piece(int piece) {
        int launch = run.launch(piece);
        event("X", piece, run.begin(piece));
        out.append(",\"dur\":").append(micros(run.end(piece) - run.begin(piece)));
        out.append(",\"cat\":\"launch\",\"name\":");
        text(LaunchTable.name(table.nodes(launch)));
        out.append(",\"args\":{\"node\":");
        text(table.unit(launch).toString());
        out.append(",\"where\":");
        text(table.nodes(launch).get(0).where().toString());
        out.append(",\"parts\":").append(run.parts(piece)).append("}},\n");
        int last = lastPiece[launch];
        if (last < 0 || run.end(last) <= run.end(piece)) {
            lastPiece[launch] = piece;
        }
        shadow(piece, shadows.getOrDefault(table.nodes(launch).get(0), List.of()));
    }

    private void shadow(int piece, List<NodeShare> nodes) {
        long nanos = run.end(piece) - run.begin(piece);
        double done = 0;
        for (NodeShare node : nodes) {
            long from = Math.round(done * nanos);
            done += node.share();
            long to = Math.min(nanos, Math.round(done * nanos));
            if (node.share() > 0) {
                event("X", piece, run.begin(piece) + from);
                out.append(",\"dur\":").append(micros(to - from)).append(",\"cat\":\"shadow\",\"name\":");
                text(ShadowText.name(node));
                out.append(",\"args\":{\"share\":").append(String.format(Locale.ROOT, "%.4f", node.share()));
                out.append(",\"alone\":");
                text(TimeText.of(node.alone().median()));
                out.append("}},\n");
            }
        }
    }

    /** Draws the flows to the first piece of a launch after its predecessors ended. */
    private void flows(int piece) {
        int launch = run.launch(piece);
        for (int before : table.before(launch)) {
            int from = lastPiece[before];
            if (from >= 0 && run.end(from) <= run.begin(piece) && run.end(from) > flowsDone[launch]) {
                flow("s", from, run.end(from));
                flow("f", piece, run.begin(piece));
                flows++;
            }
        }
        flowsDone[launch] = Math.max(flowsDone[launch], run.begin(piece));
    }

    private void flow(String phase, int piece, long nanos) {
        event(phase, piece, nanos);
        out.append(",\"cat\":\"edge\",\"name\":\"edge\",\"bp\":\"e\",\"id\":")
                .append(flows)
                .append("},\n");
    }

    private void event(String phase, int piece, long nanos) {
        out.append("{\"ph\":\"").append(phase).append("\",\"pid\":1,\"tid\":").append(run.row(piece));
        out.append(",\"ts\":").append(micros(nanos));
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%d.%03d", nanos / 1000, nanos % 1000);
    }

    private void text(String text) {
        out.append('"');
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').appendCodePoint(c);
            } else if (c < ' ' || Character.getType(c) == Character.SURROGATE) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        out.append('"');
    }
}
