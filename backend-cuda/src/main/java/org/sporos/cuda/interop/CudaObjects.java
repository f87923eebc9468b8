package org.sporos.cuda.interop;

import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

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

    /** A pointer to doubles that keeps a view reachable. */
    static final class Doubles extends DoublePointer {
        private final DoubleView view;

        Doubles(DoubleView view, long at, long elements) {
            super((Pointer) null);
            this.view = view;
            address = at;
            capacity(elements);
        }

        @Override
        public String toString() {
            return view.label() + " " + super.toString();
        }
    }

    /** A pointer to floats that keeps a view reachable. */
    static final class Floats extends FloatPointer {
        private final FloatView view;

        Floats(FloatView view, long at, long elements) {
            super((Pointer) null);
            this.view = view;
            address = at;
            capacity(elements);
        }

        @Override
        public String toString() {
            return view.label() + " " + super.toString();
        }
    }

    /** A pointer to ints that keeps a view reachable. */
    static final class Ints extends IntPointer {
        private final IntView view;

        Ints(IntView view, long at, long elements) {
            super((Pointer) null);
            this.view = view;
            address = at;
            capacity(elements);
        }

        @Override
        public String toString() {
            return view.label() + " " + super.toString();
        }
    }

    /** A pointer to longs that keeps a view reachable. */
    static final class Longs extends LongPointer {
        private final LongView view;

        Longs(LongView view, long at, long elements) {
            super((Pointer) null);
            this.view = view;
            address = at;
            capacity(elements);
        }

        @Override
        public String toString() {
            return view.label() + " " + super.toString();
        }
    }
}
