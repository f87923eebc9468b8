package org.sporos.cuda.interop;

import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.javacpp.BytePointer;

/** Types of JavaCPP with a given address, which only subclasses can set. */
final class CudaObjects {

    private CudaObjects() {}

    /** A CUstream_st. */
    static final class Stream extends CUstream_st {
        Stream(long handle) {
            address = handle;
        }
    }

    /** Device memory of the library. */
    static final class Workspace extends BytePointer {
        Workspace(long address, long bytes) {
            this.address = address;
            // Not by the setters, which count the memory as allocated by JavaCPP.
            limit = bytes;
            capacity = bytes;
        }
    }

    /** A CUgraphExec_st. */
    static final class Executable extends CUgraphExec_st {
        Executable(long handle) {
            address = handle;
        }
    }

    /** A CUgraph_st. */
    static final class Graph extends CUgraph_st {
        Graph(long handle) {
            address = handle;
        }
    }
}
