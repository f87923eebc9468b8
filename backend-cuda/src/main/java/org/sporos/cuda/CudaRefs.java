package org.sporos.cuda;

import org.bytedeco.cuda.cudart.CUctx_st;
import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraphNode_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.javacpp.Pointer;
import org.sporos.gpu.PerThread;

/**
 * The reusable handle objects of one thread, so that calls allocate nothing: handles are longs elsewhere and are stored
 * in one of these for each native call.
 */
final class CudaRefs {
    private static final PerThread<CudaRefs> OF_THREAD = new PerThread<>(CudaRefs::new);

    final Context context = new Context();
    final Stream stream = new Stream();
    final Event event = new Event();
    final Module module = new Module();
    final Function function = new Function();
    final Graph graph = new Graph();
    final Graph child = new Graph();
    final Node node = new Node();
    final Node from = new Node();
    final Executable executable = new Executable();

    private CudaRefs() {}

    static CudaRefs get() {
        return OF_THREAD.get();
    }

    /** A CUctx_st. */
    static final class Context extends CUctx_st {
        Context at(long handle) {
            address = handle;
            return this;
        }
    }

    /** A CUstream_st. */
    static final class Stream extends CUstream_st {
        Stream at(long handle) {
            address = handle;
            return this;
        }
    }

    /** A CUevent_st. */
    static final class Event extends CUevent_st {
        Event at(long handle) {
            address = handle;
            return this;
        }
    }

    /** A CUmod_st. */
    static final class Module extends CUmod_st {
        Module at(long handle) {
            address = handle;
            return this;
        }
    }

    /** A CUfunc_st. */
    static final class Function extends CUfunc_st {
        Function at(long handle) {
            address = handle;
            return this;
        }
    }

    /** A CUgraph_st. */
    static final class Graph extends CUgraph_st {
        Graph at(long handle) {
            address = handle;
            return this;
        }
    }

    /** A CUgraphNode_st. */
    static final class Node extends CUgraphNode_st {
        Node at(long handle) {
            address = handle;
            return this;
        }
    }

    /** A CUgraphExec_st. */
    static final class Executable extends CUgraphExec_st {
        Executable at(long handle) {
            address = handle;
            return this;
        }
    }

    /** A plain address. */
    static final class Address extends Pointer {
        Address at(long value) {
            address = value;
            return this;
        }
    }
}
