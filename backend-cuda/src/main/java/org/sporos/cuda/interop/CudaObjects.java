package org.sporos.cuda.interop;

import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;

/** JavaCPP's types with a given address: only subclasses can set it. */
final class CudaObjects {

    private CudaObjects() {}

    /** A CUstream_st. */
    static final class Stream extends CUstream_st {
        Stream(long handle) {
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
