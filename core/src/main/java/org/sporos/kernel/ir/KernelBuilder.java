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

/** A mutable draft of a {@link Kernel}, completed by {@link Freeze}. Not thread-safe. */
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

    /** Replacements made by passes, by replaced value. */
    final Map<Value, Value> replaced = new IdentityHashMap<>();

    /** Loads that fail at the same indexes, each with its list. */
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

    /** Returns a new block; it joins the region of its predecessors. */
    public DraftBlock block() {
        return new DraftBlock();
    }

    /** Returns the builder of the captures. */
    public CapturesBuilder captures() {
        return captures;
    }

    /** Names a value after its variable, unless it has a name. */
    public void name(Value value, String name) {
        if (value.name().isEmpty()) {
            names.putIfAbsent(value, name);
        }
    }

    /** Declares that loads fail at the same indexes and line; unused ones are removed as long as one stays. */
    public void setAlternatives(List<Instruction> loads) {
        loads.forEach(load -> alternatives.put(load, loads));
    }

    /** Registers the position of an {@link Op.Print}. */
    public void addPrint(SourcePosition print) {
        firstPrint = firstPrint == null ? print : firstPrint;
    }

    /** Keeps prints, which are otherwise removed together with their operands. */
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

    /** Returns the replacement of a value, or the value. */
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

    /** A draft of a {@link Region}: the entry and all blocks reachable from it. Not thread-safe. */
    public final class DraftRegion {
        private final DraftBlock entry;
        private final Type result;

        DraftRegion(Type result) {
            this.entry = new DraftBlock();
            this.result = result;
        }

        /** Returns the entry; its arguments are the region's. */
        public DraftBlock entry() {
            return entry;
        }

        /** Returns the result type. */
        public Type result() {
            return result;
        }

        /** Returns the reachable blocks in reverse postorder. */
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

        /** A stack entry of the depth-first search; edges are followed last to first, for an order like the source. */
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

    /** A draft of a {@link Region.Block}. Not thread-safe. */
    public final class DraftBlock {
        final List<Argument> arguments = new ArrayList<>();
        final List<Instruction> instructions = new ArrayList<>();

        @Nullable
        DraftEnd end;

        private DraftBlock() {}

        /** Adds an argument; each incoming edge must pass its value. */
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

        /** Adds an instruction with nested regions. */
        public Instruction add(
                Op op, Type type, SourcePosition position, List<Value> operands, DraftRegion... regions) {
            Instruction instruction = add(op, type, position, operands);
            nested.put(instruction, List.of(regions));
            return instruction;
        }

        /** Returns whether the block has an argument. */
        public boolean owns(Argument argument) {
            return arguments.contains(argument);
        }

        /** Ends the block with a jump. */
        public void jump(DraftBlock target, List<? extends Value> arguments, SourcePosition position) {
            end = new DraftEnd(DraftEnd.Kind.JUMP, null, List.of(), position);
            end.add(target, arguments);
        }

        /** Ends the block with a branch on a BOOL. */
        public void branch(Value condition, DraftBlock whenTrue, DraftBlock whenFalse, SourcePosition position) {
            end = new DraftEnd(DraftEnd.Kind.BRANCH, condition, List.of(), position);
            end.add(whenTrue, List.of());
            end.add(whenFalse, List.of());
        }

        /** An edge to a draft, with its passed values. */
        public record To(DraftBlock target, List<? extends Value> arguments) {}

        /** Ends the block with a branch that passes values. */
        public void branch(Value condition, To whenTrue, To whenFalse, Terminator.Hint hint, SourcePosition position) {
            end = new DraftEnd(DraftEnd.Kind.BRANCH, condition, List.of(), position);
            end.hint = hint;
            end.add(whenTrue.target, whenTrue.arguments);
            end.add(whenFalse.target, whenFalse.arguments);
        }

        /** Removes the instructions and the terminator, not the arguments. */
        public void clear() {
            instructions.clear();
            end = null;
        }

        /** Removes the arguments; incoming edges pass values to arguments added afterwards. */
        public void clearArguments() {
            arguments.clear();
        }

        /** Removes an instruction with replaced uses. */
        public void remove(Instruction instruction) {
            instructions.remove(instruction);
        }

        /** Appends an instruction removed from a block. */
        public void append(Instruction instruction) {
            instructions.add(instruction);
        }

        /** Removes and returns the instructions. */
        public List<Instruction> takeInstructions() {
            List<Instruction> all = List.copyOf(instructions);
            instructions.clear();
            return all;
        }

        /** Replaces the terminator by a jump along one of its edges. */
        public void take(int edge) {
            DraftEdge only = end().edges.get(edge);
            jump(only.target, only.arguments, end().position);
        }

        /** Redirects the edges from one block to another with the same arguments. */
        public void redirect(DraftBlock from, DraftBlock to) {
            for (DraftEdge edge : end().edges) {
                edge.target = edge.target == from ? to : edge.target;
            }
        }

        /** Ends the block with a switch: a target per key and a default, the last. The keys must ascend. */
        public void switchOn(Value value, List<Integer> keys, List<DraftBlock> targets, SourcePosition position) {
            end = new DraftEnd(DraftEnd.Kind.SWITCH, value, keys, position);
            for (DraftBlock target : targets) {
                end.add(target, List.of());
            }
        }

        /** Ends the block with a return from the region. */
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

    /** A mutable {@link Region.Terminator}. */
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

    /** A mutable {@link Region.Edge}. */
    static final class DraftEdge {
        DraftBlock target;
        final List<Value> arguments;

        DraftEdge(DraftBlock target, List<? extends Value> arguments) {
            this.target = target;
            this.arguments = new ArrayList<>(arguments);
        }
    }
}
