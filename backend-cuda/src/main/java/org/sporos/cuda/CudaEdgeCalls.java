package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
import static org.bytedeco.cuda.global.cudart.cuGraphAddDependencies;
import static org.bytedeco.cuda.global.cudart.cuGraphAddNode;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.bytedeco.cuda.cudart.CUgraphEdgeData;
import org.bytedeco.cuda.cudart.CUgraphNodeParams;
import org.bytedeco.cuda.cudart.CUgraphNode_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.global.cudart;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;

/**
 * The functions with edge data, named as the native ones with {@code _v2} in the bindings of CUDA 12. In those of CUDA
 * 13 they have the plain names, which are older functions in CUDA 12.
 */
final class CudaEdgeCalls {
    private static final @Nullable MethodHandle ADD_NODE = ofCuda12(
            "cuGraphAddNode_v2",
            CUgraphNode_st.class,
            CUgraph_st.class,
            CUgraphNode_st.class,
            CUgraphEdgeData.class,
            long.class,
            CUgraphNodeParams.class);
    private static final @Nullable MethodHandle ADD_DEPENDENCIES = ofCuda12(
            "cuGraphAddDependencies_v2",
            CUgraph_st.class,
            CUgraphNode_st.class,
            CUgraphNode_st.class,
            CUgraphEdgeData.class,
            long.class);

    private CudaEdgeCalls() {}

    /** The data of programmatic edges, made at first use. */
    private static final class Programmatic {
        static final CUgraphEdgeData EDGE = new CUgraphEdgeData();

        static {
            EDGE.from_port((byte) CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC);
            EDGE.to_port((byte) 0);
            EDGE.type((byte) CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC);
        }
    }

    /** Adds a node with at most one predecessor, as in {@link #addDependency}. */
    static int addNode(
            CUgraphNode_st node, CUgraph_st graph, @Nullable CUgraphNode_st before, CUgraphNodeParams params) {
        long count = before == null ? 0 : 1;
        if (ADD_NODE == null) {
            return cuGraphAddNode(node, graph, before, null, count, params);
        }
        try {
            return (int) ADD_NODE.invokeExact(node, graph, before, (CUgraphEdgeData) null, count, params);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Adds one edge: the binding passes a node by value, so a call cannot add several. */
    static int addDependency(CUgraph_st graph, CUgraphNode_st from, CUgraphNode_st to) {
        return add(graph, from, to, null);
    }

    /** Adds an edge that is fulfilled when all blocks of a kernel node have let dependent launches start. */
    static int addProgrammaticDependency(CUgraph_st graph, CUgraphNode_st from, CUgraphNode_st to) {
        return add(graph, from, to, Programmatic.EDGE);
    }

    private static int add(CUgraph_st graph, CUgraphNode_st from, CUgraphNode_st to, @Nullable CUgraphEdgeData data) {
        if (ADD_DEPENDENCIES == null) {
            return cuGraphAddDependencies(graph, from, to, data, 1);
        }
        try {
            return (int) ADD_DEPENDENCIES.invokeExact(graph, from, to, data, 1L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static @Nullable MethodHandle ofCuda12(String name, Class<?>... parameters) {
        try {
            return MethodHandles.lookup().findStatic(cudart.class, name, MethodType.methodType(int.class, parameters));
        } catch (NoSuchMethodException e) {
            return null;
        } catch (IllegalAccessException e) {
            throw new InternalException("a public method of the CUDA runtime's binding cannot be called", e);
        }
    }

    /** Returns the exception for a failed call of a native method, which throws only errors of the JVM. */
    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException same
                ? same
                : new InternalException("a native method threw a checked exception", e);
    }
}
