package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.cuGraphDebugDotPrint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.sporos.error.CodedStateException;
import org.sporos.error.InternalException;
import org.sporos.gpu.NodeKind;

/**
 * Counts the nodes of a native graph by kind, from the driver's DOT output: the binding of the function that lists
 * nodes returns only one.
 */
final class CudaNodeCount {
    private static final Pattern CLUSTER = Pattern.compile("subgraph cluster_(\\d+)");
    private static final Pattern NODE =
            Pattern.compile("\"graph_(\\d+)_node_\\d+\"\\[[^\\]]*?shape=\"(\\w+)\"\\s*label=\"\\S+\\s+(\\w+)");

    private CudaNodeCount() {}

    static Map<NodeKind, Integer> of(CUgraph_st graph) {
        try {
            Path file = temporary(Path.of(System.getProperty("java.io.tmpdir")));
            try {
                CudaCall.check(cuGraphDebugDotPrint(graph, file.toString(), 0), "cuGraphDebugDotPrint");
                return count(Files.readString(file));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new InternalException("the driver's drawing of a graph cannot be read", e);
        }
    }

    /** Returns a new file for the DOT output. */
    static Path temporary(Path folder) {
        try {
            return Files.createTempFile(folder, "sporos", ".dot");
        } catch (IOException e) {
            throw new CodedStateException(
                    "S236",
                    "the folder for temporary files, " + folder + ", takes no file; make it writable,"
                            + " or name another one with -Djava.io.tmpdir",
                    e);
        }
    }

    /** Counts the nodes of the outermost graph, which comes first. */
    static Map<NodeKind, Integer> count(String dot) {
        Map<NodeKind, Integer> counts = new EnumMap<>(NodeKind.class);
        Matcher cluster = CLUSTER.matcher(dot);
        String outermost = cluster.find() ? cluster.group(1) : "";
        Matcher node = NODE.matcher(dot);
        while (node.find()) {
            if (node.group(1).equals(outermost)) {
                counts.merge(kind(node.group(2), node.group(3)), 1, Integer::sum);
            }
        }
        return counts;
    }

    /**
     * Returns the kind of a node. Kernels are labelled by their function, so their shape identifies them; child graphs
     * are labelled by the graph.
     */
    private static NodeKind kind(String shape, String word) {
        if (shape.equals("octagon")) {
            return NodeKind.KERNEL;
        }
        return switch (word) {
            case "MEMCPY" -> NodeKind.COPY;
            case "MEMSET" -> NodeKind.FILL;
            case "HOST" -> NodeKind.HOST;
            case "EMPTY" -> NodeKind.EMPTY;
            case "EVENT_WAIT" -> NodeKind.EVENT_WAIT;
            case "EVENT_RECORD" -> NodeKind.EVENT_RECORD;
            case "EXT_SEMAS_SIGNAL" -> NodeKind.SEMAPHORE_SIGNAL;
            case "EXT_SEMAS_WAIT" -> NodeKind.SEMAPHORE_WAIT;
            case "MEM_ALLOC" -> NodeKind.ALLOCATE;
            case "MEM_FREE" -> NodeKind.FREE;
            case "CONDITIONAL" -> NodeKind.CONDITIONAL;
            default -> word.startsWith("graph_") ? NodeKind.CHILD : NodeKind.OTHER;
        };
    }
}
