package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Op.Binary;

/**
 * A control-flow graph in SSA form. The entry is the first block; blocks are in reverse postorder, so dominators
 * precede. Instructions of a nested region may use values of enclosing regions that dominate its instruction.
 */
public final class Region {
    private final List<Block> blocks;
    private final Type result;
    private final DerivedCache derived = new DerivedCache();

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

    /** Returns the arguments of the region: the indexes. */
    public List<Argument> arguments() {
        return entry().arguments();
    }

    /** Returns the cache of derived results. */
    public DerivedCache derived() {
        return derived;
    }

    /** Returns the result type, or VOID. */
    public Type result() {
        return result;
    }

    /**
     * A basic block: arguments, instructions and a terminator.
     *
     * @param id the index in {@link Region#blocks()}
     */
    public record Block(int id, List<Argument> arguments, List<Instruction> instructions, Terminator terminator) {
        public Block {
            arguments = List.copyOf(arguments);
            instructions = List.copyOf(instructions);
        }

        // By identity: a comparison by content would visit every path of the graph.

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
     * An edge of the control-flow graph, with the values passed to its target.
     *
     * @param target the index of the target block
     * @param arguments the values of the target's arguments
     */
    public record Edge(int target, List<Value> arguments) {
        public Edge {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * An SSA value: a block argument or the result of an instruction. Compared by identity; {@link #id()} is dense and
     * unique in the kernel, for arrays of facts about values.
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

        /** Returns the number in the kernel, from 0. */
        public final int id() {
            return id;
        }

        /** Returns the type. */
        public final Type type() {
            return type;
        }

        /** Returns the name of the first source variable of the value, or the empty string. */
        public final String name() {
            return name;
        }

        /** Returns the source position. */
        public final SourcePosition position() {
            return position;
        }

        /** Returns the value as in the printed IR: {@code %3} or {@code %3:sum}. */
        @Override
        public final String toString() {
            return name.isEmpty() ? "%" + id : "%" + id + ":" + name;
        }
    }

    /** A block argument: an index in an entry block, else a phi, whose values are passed by incoming {@link Edge}s. */
    public static final class Argument extends Value {

        Argument(int id, Type type, String name, SourcePosition position) {
            super(id, type, name, position);
        }
    }

    /** An operation with its operands and, for team operations, nested regions. Immutable. */
    public static final class Instruction extends Value {
        private final Op op;
        private final List<Value> operands;
        private final List<Region> regions;

        /** @param id a unique number below the number of values of the kernel */
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

        /** Returns the operation. */
        public Op op() {
            return op;
        }

        /** Returns the operands. */
        public List<Value> operands() {
            return operands;
        }

        /** Returns an operand. */
        public Value operand(int k) {
            return operands.get(k);
        }

        /** Returns the nested regions: one for nested ranges, reductions and single, two for scans, else none. */
        public List<Region> regions() {
            return regions;
        }

        /** Returns the first nested region. */
        public Region region() {
            return regions.get(0);
        }

        /** Returns whether it can be removed if unused; floating division is pure, integer division is not. */
        public boolean isPure() {
            return op().isPure() || op() instanceof Binary && type().isFloating();
        }

        /** Returns whether it is an integer division or remainder. */
        public boolean isDivision() {
            return op() instanceof Op.Operator && !isPure();
        }
    }

    /** The terminator of a block. */
    public sealed interface Terminator {

        /** Returns the outgoing edges, in order. */
        List<Edge> edges();

        /** Returns the operands, without the values passed by edges. */
        List<Value> operands();

        /** Returns the source position. */
        SourcePosition position();

        /** An unconditional jump. */
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

        /** A compiler hint without effect on results. */
        enum Hint {
            /** No hint. */
            NONE,
            /** The condition is true, unless the kernel fails. */
            SURE,
            /** The condition is usually true. */
            LIKELY,
            /** The condition is the exit test of a loop with usually few iterations. */
            SHORT_LOOP,
            /**
             * The condition is the exit test of a loop over batches of loads, which profit more from registers than
             * from occupancy.
             */
            BATCHES
        }

        /** A conditional branch on a BOOL. */
        record Branch(Value condition, Edge whenTrue, Edge whenFalse, Hint hint, SourcePosition position)
                implements Terminator {
            /** Creates a branch without a hint. */
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

        /** A switch on an I32, with an edge per key and a default edge. The keys ascend; several may share a target. */
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

        /** A return from the region, with its value unless VOID. */
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
