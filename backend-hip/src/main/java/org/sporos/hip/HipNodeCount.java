package org.sporos.hip;

import static org.sporos.hip.HipGlue.hipGraphGetNodes;
import static org.sporos.hip.HipGlue.hipGraphNodeGetType;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.sporos.gpu.NodeKind;

/** Counts the nodes of a HIP graph by kind. Kinds are numbered from 1 in old releases and from 0 in later ones. */
final class HipNodeCount {
    private static final List<NodeKind> KINDS = List.of(
            NodeKind.KERNEL,
            NodeKind.COPY,
            NodeKind.FILL,
            NodeKind.HOST,
            NodeKind.CHILD,
            NodeKind.EMPTY,
            NodeKind.EVENT_WAIT,
            NodeKind.EVENT_RECORD,
            NodeKind.SEMAPHORE_SIGNAL,
            NodeKind.SEMAPHORE_WAIT,
            NodeKind.ALLOCATE,
            NodeKind.FREE);
    /** The kind of contiguous copies in old releases. */
    private static final int OLD_LINEAR_COPY = 9;

    private final int first;

    /** @param empty the kind number of empty nodes */
    HipNodeCount(int empty) {
        this.first = empty - KINDS.indexOf(NodeKind.EMPTY);
    }

    static int type(long node) {
        int[] type = new int[1];
        HipCall.check(hipGraphNodeGetType(node, type), "hipGraphNodeGetType");
        return type[0];
    }

    Map<NodeKind, Integer> of(long graph) {
        long[] count = new long[1];
        HipCall.check(hipGraphGetNodes(graph, null, count), "hipGraphGetNodes");
        long[] nodes = new long[Math.toIntExact(count[0])];
        if (nodes.length > 0) {
            HipCall.check(hipGraphGetNodes(graph, nodes, count), "hipGraphGetNodes");
        }
        Map<NodeKind, Integer> kinds = new EnumMap<>(NodeKind.class);
        for (long node : nodes) {
            kinds.merge(kind(type(node)), 1, Integer::sum);
        }
        return kinds;
    }

    NodeKind kind(int type) {
        if (first == 1 && type == OLD_LINEAR_COPY) {
            return NodeKind.COPY;
        }
        int at = type - first;
        return at >= 0 && at < KINDS.size() ? KINDS.get(at) : NodeKind.OTHER;
    }
}
