package org.sporos.kernel.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/**
 * A {@link Kernel} while it is made: regions and blocks are filled, then {@link Freeze} finishes it. Not thread-safe.
 */
public final class KernelBuilder {
    private final String label;
    private final SourcePosition position;
    private final DraftRegion body;
    private final CapturesBuilder captures = new CapturesBuilder();
    private int ids;
    private @Nullable SourcePosition firstPrint;
    private boolean silent = true;

    /** The regions of team operations. */
    final Map<Instruction, List<DraftRegion>> nested = new IdentityHashMap<>();

    /** The values that passes put in the place of others. */
    final Map<Value, Value> replaced = new IdentityHashMap<>();

    /** The loads of which one suffices, each with the list that it stands in. */
    final Map<Instruction, List<Instruction>> alternatives = new IdentityHashMap<>();

    private final Map<Value, String> names = new HashMap<>();

    public KernelBuilder(String label, SourcePosition position, Type result) {
        this.label = label;
        this.position = position;
        this.body = new DraftRegion(result);
    }

    /** Returns the body. */
    public DraftRegion body() {
        return body;
    }

    /** Returns a new region, for {@link DraftBlock#add(Op, Type, SourcePosition, List, DraftRegion...)}. */
    public DraftRegion region(Type result) {
        return new DraftRegion(result);
    }

    /** Returns a new block. It is a part of the region from which an edge leads to it. */
    public DraftBlock block() {
        return new DraftBlock();
    }

    /** Returns the tables of what the kernel refers to. */
    public CapturesBuilder captures() {
        return captures;
    }

    /** Names a value after the variable that it is stored to, if it has no name yet. */
    public void name(Value value, String name) {
        if (value.name().isEmpty()) {
            names.putIfAbsent(value, name);
        }
    }

    /**
     * Says that loads fail at the same indexes, in the same line: those whose values nothing uses are dropped as long
     * as another one stays.
     */
    public void oneSuffices(List<Instruction> loads) {
        loads.forEach(load -> alternatives.put(load, loads));
    }

    /** Notes that there is a {@link Op.Print} at a position. */
    public void printsAt(SourcePosition print) {
        firstPrint = firstPrint == null ? print : firstPrint;
    }

    /** Says that what its work items print is wanted: else all that serves for nothing but that is dropped. */
    public void keepPrints() {
        silent = false;
    }

    @Nullable
    Printing printing() {
        return firstPrint == null ? null : new Printing(firstPrint, silent);
    }

    /** Returns all regions, outer ones first. */
    List<DraftRegion> regions() {
        List<DraftRegion> all = new ArrayList<>(List.of(body));
        for (int k = 0; k < all.size() && !nested.isEmpty(); k++) {
            for (DraftBlock block : all.get(k).blocks()) {
                for (Instruction instruction : block.instructions) {
                    all.addAll(nested.getOrDefault(instruction, List.of()));
                }
            }
        }
        return all;
    }

    int nextId() {
        return ids++;
    }

    /** Leaves the first ids to values of another kernel. */
    void skipIds(int count) {
        ids += count;
    }

    /** Returns a bound of the number of its values, by which tables of them are sized. */
    int size() {
        return ids;
    }

    String nameOf(Value value) {
        return value.name().isEmpty() ? names.getOrDefault(value, "") : value.name();
    }

    /** Returns what stands in the place of a value now. */
    Value resolve(Value value) {
        Value now = value;
        for (Value next = replaced.get(now); next != null; next = replaced.get(now)) {
            now = next;
        }
        return now;
    }

    String label() {
        return label;
    }

    public SourcePosition position() {
        return position;
    }

    /** A {@link Region} while it is made: its entry and all blocks that can be reached from it. Not thread-safe. */
    public final class DraftRegion {
        private final DraftBlock entry;
        private final Type result;

        DraftRegion(Type result) {
            this.entry = new DraftBlock();
            this.result = result;
        }

        /** Returns the entry; its arguments are those of the region. */
        public DraftBlock entry() {
            return entry;
        }

        /** Returns the type of what it returns. */
        public Type result() {
            return result;
        }

        /** Returns the blocks that can be reached, in reverse postorder. */
        List<DraftBlock> blocks() {
            List<DraftBlock> postorder = new ArrayList<>();
            Set<DraftBlock> seen = new HashSet<>(Set.of(entry));
            Deque<Visit> stack = new ArrayDeque<>();
            stack.push(new Visit(entry));
            while (!stack.isEmpty()) {
                Visit visit = stack.element();
                if (!visit.left.hasNext()) {
                    postorder.add(stack.pop().block);
                } else {
                    DraftBlock next = visit.left.next();
                    if (seen.add(next)) {
                        stack.push(new Visit(next));
                    }
                }
            }
            Collections.reverse(postorder);
            return postorder;
        }

        /**
         * A block on the stack of the depth-first search; the last edge is followed first, so that the first comes out
         * first.
         */
        private static final class Visit {
            final DraftBlock block;
            final Iterator<DraftBlock> left;

            Visit(DraftBlock block) {
                this.block = block;
                List<DraftBlock> targets = new ArrayList<>();
                for (DraftEdge edge : block.end().edges) {
                    targets.add(0, edge.target);
                }
                this.left = targets.iterator();
            }
        }
    }

    /** A {@link Region.Block} while it is made. Not thread-safe. */
    public final class DraftBlock {
        final List<Argument> arguments = new ArrayList<>();
        final List<Instruction> instructions = new ArrayList<>();

        @Nullable
        DraftEnd end;

        private DraftBlock() {}

        /** Adds an argument; each edge that enters the block must pass a value for it. */
        public Argument argument(Type type, String name, SourcePosition position) {
            Argument argument = new Argument(nextId(), type, name, position);
            arguments.add(argument);
            return argument;
        }

        /** Adds an instruction. */
        public Instruction add(Op op, Type type, SourcePosition position, List<Value> operands) {
            Instruction instruction = new Instruction(nextId(), type, "", position, op, operands, List.of());
            instructions.add(instruction);
            return instruction;
        }

        /** Adds an instruction that runs regions. */
        public Instruction add(
                Op op, Type type, SourcePosition position, List<Value> operands, DraftRegion... regions) {
            Instruction instruction = add(op, type, position, operands);
            nested.put(instruction, List.of(regions));
            return instruction;
        }

        /** Returns whether an argument is its own. */
        public boolean owns(Argument argument) {
            return arguments.contains(argument);
        }

        /** Ends it by going to another block. */
        public void jump(DraftBlock target, List<? extends Value> arguments, SourcePosition position) {
            end = new DraftEnd(DraftEnd.Kind.JUMP, null, List.of(), position);
            end.add(target, arguments);
        }

        /** Ends it by a branch to one block where a BOOL is true, else to the other. */
        public void branch(Value condition, DraftBlock whenTrue, DraftBlock whenFalse, SourcePosition position) {
            end = new DraftEnd(DraftEnd.Kind.BRANCH, condition, List.of(), position);
            end.add(whenTrue, List.of());
            end.add(whenFalse, List.of());
        }

        /** An edge to a block that is being made, with the values that it passes. */
        public record To(DraftBlock target, List<? extends Value> arguments) {}

        /** Ends it by a branch that passes values. */
        public void branch(Value condition, To whenTrue, To whenFalse, Terminator.Hint hint, SourcePosition position) {
            end = new DraftEnd(DraftEnd.Kind.BRANCH, condition, List.of(), position);
            end.hint = hint;
            end.add(whenTrue.target, whenTrue.arguments);
            end.add(whenFalse.target, whenFalse.arguments);
        }

        /** Drops its instructions and its end; its arguments stay. */
        public void clear() {
            instructions.clear();
            end = null;
        }

        /** Drops its arguments; the edges that enter it pass values to those added afterwards. */
        public void clearArguments() {
            arguments.clear();
        }

        /** Drops an instruction, whose uses are replaced. */
        public void remove(Instruction instruction) {
            instructions.remove(instruction);
        }

        /** Adds an instruction that another block or this one had. */
        public void append(Instruction instruction) {
            instructions.add(instruction);
        }

        /** Drops and returns its instructions; its arguments and its end stay. */
        public List<Instruction> takeInstructions() {
            List<Instruction> all = List.copyOf(instructions);
            instructions.clear();
            return all;
        }

        /** Ends it by one of its edges alone. */
        public void take(int edge) {
            DraftEdge only = end().edges.get(edge);
            jump(only.target, only.arguments, end().position);
        }

        /** Leads the edges to a block to another one, which has the same arguments. */
        public void redirect(DraftBlock from, DraftBlock to) {
            for (DraftEdge edge : end().edges) {
                edge.target = edge.target == from ? to : edge.target;
            }
        }

        /** Ends it by a switch: each key has a target, all other values the last one. The keys must ascend. */
        public void switchOn(Value value, List<Integer> keys, List<DraftBlock> targets, SourcePosition position) {
            end = new DraftEnd(DraftEnd.Kind.SWITCH, value, keys, position);
            for (DraftBlock target : targets) {
                end.add(target, List.of());
            }
        }

        /** Ends it by leaving the region. */
        public void leave(@Nullable Value value, SourcePosition position) {
            end = new DraftEnd(DraftEnd.Kind.RETURN, value, List.of(), position);
        }

        DraftEnd end() {
            if (end == null) {
                throw new InternalException("a block has no end");
            }
            return end;
        }
    }

    /** The end of a {@link DraftBlock}: a {@link Region.Terminator} that passes can change. */
    static final class DraftEnd {

        enum Kind {
            JUMP,
            BRANCH,
            SWITCH,
            RETURN
        }

        final Kind kind;
        final @Nullable Value value;
        final List<Integer> keys;
        final SourcePosition position;
        final List<DraftEdge> edges = new ArrayList<>();
        Terminator.Hint hint = Terminator.Hint.NONE;

        DraftEnd(Kind kind, @Nullable Value value, List<Integer> keys, SourcePosition position) {
            this.kind = kind;
            this.value = value;
            this.keys = keys;
            this.position = position;
        }

        void add(DraftBlock target, List<? extends Value> arguments) {
            edges.add(new DraftEdge(target, arguments));
        }
    }

    /** An {@link Region.Edge} that passes can change. */
    static final class DraftEdge {
        DraftBlock target;
        final List<Value> arguments;

        DraftEdge(DraftBlock target, List<? extends Value> arguments) {
            this.target = target;
            this.arguments = new ArrayList<>(arguments);
        }
    }
}
