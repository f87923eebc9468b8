package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;

/** The end of a block: where control goes. */
public sealed interface Terminator {

    /** Returns the outgoing edges, in order. */
    List<Edge> edges();

    /** Returns the values that it uses, without those that its edges pass. */
    List<Value> operands();

    /** Returns where it stands in the source. */
    SourcePosition position();

    /** Goes on in one block. */
    record Jump(Edge edge, SourcePosition position) implements Terminator {
        @Override
        public List<Edge> edges() {
            return List.of(edge);
        }

        @Override
        public List<Value> operands() {
            return List.of();
        }
    }

    /** A hint for compilers, which changes no result. */
    enum Hint {
        /** There is none. */
        NONE,
        /** The condition is true, unless the kernel fails. */
        SURE,
        /** The condition is mostly true. */
        LIKELY,
        /** The condition is the exit test of a loop that mostly has few iterations. */
        SHORT_LOOP,
        /** The condition is the exit test of a loop over batches of loads, which need registers more than threads. */
        BATCHES
    }

    /** Takes one edge where a BOOL is true, else the other. */
    record Branch(Value condition, Edge whenTrue, Edge whenFalse, Hint hint, SourcePosition position)
            implements Terminator {
        /** Makes a branch without a hint. */
        public Branch(Value condition, Edge whenTrue, Edge whenFalse, SourcePosition position) {
            this(condition, whenTrue, whenFalse, Hint.NONE, position);
        }

        @Override
        public List<Edge> edges() {
            return List.of(whenTrue, whenFalse);
        }

        @Override
        public List<Value> operands() {
            return List.of(condition);
        }
    }

    /** Takes the edge of the key that an I32 equals, else the last one. The keys ascend; several may share a block. */
    record Switch(Value value, List<Integer> keys, List<Edge> cases, Edge otherwise, SourcePosition position)
            implements Terminator {
        public Switch {
            keys = List.copyOf(keys);
            cases = List.copyOf(cases);
        }

        @Override
        public List<Edge> edges() {
            List<Edge> all = new ArrayList<>(cases);
            all.add(otherwise);
            return all;
        }

        @Override
        public List<Value> operands() {
            return List.of(value);
        }
    }

    /** Leaves the region, with its value where it has one. */
    record Return(@Nullable Value value, SourcePosition position) implements Terminator {
        @Override
        public List<Edge> edges() {
            return List.of();
        }

        @Override
        public List<Value> operands() {
            return value == null ? List.of() : List.of(value);
        }
    }
}
