package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Op.Binary;

/**
 * A control-flow graph in SSA form, with its blocks, edges and values. It has one entry, the first block. The blocks
 * are in reverse postorder: each stands after its dominators. Instructions of a nested region may use values of the
 * regions around it that dominate the instruction that runs it.
 */
public final class Region {
    private final List<Block> blocks;
    private final Type result;
    private final Derived derived = new Derived();

    Region(List<Block> blocks, Type result) {
        this.blocks = List.copyOf(blocks);
        this.result = result;
    }

    /** Returns the blocks, the entry first. */
    public List<Block> blocks() {
        return blocks;
    }

    /** Returns a block by its number. */
    public Block block(int id) {
        return blocks.get(id);
    }

    /** Returns the entry. */
    public Block entry() {
        return blocks.get(0);
    }

    /** Returns the values that the region is run with: the indexes. */
    public List<Argument> arguments() {
        return entry().arguments();
    }

    /** Returns what was derived from it before. */
    public Derived derived() {
        return derived;
    }

    /** Returns the type of what it returns, or VOID. */
    public Type result() {
        return result;
    }

    /**
     * A basic block: arguments, instructions in order, and one end.
     *
     * @param id its number in its region, which is its place in {@link Region#blocks()}
     */
    public record Block(int id, List<Argument> arguments, List<Instruction> instructions, Terminator terminator) {
        public Block {
            arguments = List.copyOf(arguments);
            instructions = List.copyOf(instructions);
        }

        // A region is a graph with many paths: comparing or hashing by content would walk them all.

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public String toString() {
            return "b" + id;
        }
    }

    /**
     * An edge of the control-flow graph, which passes values to the block that it enters.
     *
     * @param target the number of the block in its region
     * @param arguments the values of the block's arguments
     */
    public record Edge(int target, List<Value> arguments) {
        public Edge {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * Something computed once: an argument of a block, or the result of an instruction. Compared by identity;
     * {@link #id()} is dense and unique in its kernel, so that an array can hold facts about values.
     */
    public abstract static sealed class Value permits Argument, Instruction {
        private final int id;
        private final Type type;
        private final String name;
        private final SourcePosition position;

        Value(int id, Type type, String name, SourcePosition position) {
            this.id = id;
            this.type = type;
            this.name = name;
            this.position = position;
        }

        /** Returns its number in the kernel, from 0. */
        public final int id() {
            return id;
        }

        /** Returns its type. */
        public final Type type() {
            return type;
        }

        /** Returns the name of the source variable that it was first stored to, or the empty string. */
        public final String name() {
            return name;
        }

        /** Returns where it stands in the source. */
        public final SourcePosition position() {
            return position;
        }

        /** Returns it as in the printed IR: {@code %3} or {@code %3:sum}. */
        @Override
        public final String toString() {
            return name.isEmpty() ? "%" + id : "%" + id + ":" + name;
        }
    }

    /**
     * A value that a block receives: the index of the kernel or of a nested range in an entry block, in any other block
     * what each {@link Edge} that enters it passes (a phi).
     */
    public static final class Argument extends Value {

        Argument(int id, Type type, String name, SourcePosition position) {
            super(id, type, name, position);
        }
    }

    /** An operation with its operands and, for team operations, the regions that it runs. Immutable. */
    public static final class Instruction extends Value {
        private final Op op;
        private final List<Value> operands;
        private final List<Region> regions;

        /** @param id below the number of values of its kernel, and no other's */
        public Instruction(
                int id,
                Type type,
                String name,
                SourcePosition position,
                Op op,
                List<Value> operands,
                List<Region> regions) {
            super(id, type, name, position);
            this.op = op;
            this.operands = List.copyOf(operands);
            this.regions = List.copyOf(regions);
        }

        /** Returns what it does. */
        public Op op() {
            return op;
        }

        /** Returns its operands. */
        public List<Value> operands() {
            return operands;
        }

        /** Returns an operand. */
        public Value operand(int k) {
            return operands.get(k);
        }

        /** Returns the regions that it runs: one for nested ranges, reductions and single, two for scans, else none. */
        public List<Region> regions() {
            return regions;
        }

        /** Returns the first region that it runs. */
        public Region region() {
            return regions.get(0);
        }

        /**
         * Returns whether it may be dropped when nothing uses its result; floating division may, integer division may
         * not.
         */
        public boolean isPure() {
            return op().isPure() || op() instanceof Binary && type().isFloating();
        }

        /** Returns whether it divides integers, or takes a remainder. */
        public boolean isDivision() {
            return op() instanceof Op.Operator && !isPure();
        }
    }

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

        /**
         * Takes the edge of the key that an I32 equals, else the last one. The keys ascend; several may share a block.
         */
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
}
