package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.KernelBuilder.DraftEnd;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/** Converts a draft to an immutable {@link Kernel}, with blocks and values numbered in reverse postorder. */
public final class Freeze {
    /** Bounds the passes for an endless loop of empty blocks, which would never reach a fixed point. */
    private static final int MAX_ROUNDS = 200;

    private final KernelBuilder draft;
    /** The values of the draft and those of the kernel, by number of the former. */
    private final @Nullable Value[] drafts;

    private final @Nullable Value[] frozen;
    private int ids;

    Freeze(KernelBuilder draft) {
        this.draft = draft;
        this.drafts = new Value[draft.size()];
        this.frozen = new Value[draft.size()];
    }

    /** Cleans a draft up and returns the frozen kernel; the draft must not be used afterwards. */
    public static Kernel of(KernelBuilder draft) {
        cleanUp(draft);
        return new Freeze(draft).run();
    }

    private static void cleanUp(KernelBuilder kernel) {
        TrivialArguments.drop(kernel);
        Printing printing = kernel.printing();
        if (printing != null && printing.silent()) {
            DeadCodeElimination.dropPrints(kernel);
        }
        if (!kernel.alternatives.isEmpty()) {
            // Unused loads would prevent if-conversion.
            DeadCodeElimination.drop(kernel);
        }
        boolean changed = true;
        for (int round = 0; changed && round < MAX_ROUNDS; round++) {
            BooleanArguments.infer(kernel);
            changed = BooleanAlgebra.simplify(kernel)
                    | EmptyBlocks.skip(kernel)
                    | LoadHoisting.hoist(kernel)
                    | IfConversion.form(kernel)
                    | BlockMerging.join(kernel);
            TrivialArguments.drop(kernel);
        }
        DeadCodeElimination.drop(kernel);
    }

    Kernel run() {
        return run(draft.captures().build(), draft.printing());
    }

    Kernel run(Captures captures, @Nullable Printing printing) {
        Region body = region(draft.body());
        return new Kernel(draft.label(), draft.position(), body, captures, ids, printing);
    }

    private Region region(DraftRegion region) {
        List<DraftBlock> order = region.blocks();
        Map<DraftBlock, Integer> numbers = new HashMap<>();
        for (DraftBlock block : order) {
            numbers.put(block, numbers.size());
        }
        List<Half> halves = new ArrayList<>();
        for (DraftBlock block : order) {
            halves.add(new Half(arguments(block), instructions(block), block.end()));
        }
        // Terminators are last: back edges pass values defined later.
        List<Block> blocks = new ArrayList<>();
        for (Half half : halves) {
            blocks.add(new Block(blocks.size(), half.arguments, half.instructions, terminator(half.end, numbers)));
        }
        return new Region(blocks, region.result());
    }

    /** Visits the values of the draft, each with that of the kernel. */
    void forEach(BiConsumer<Value, Value> visitor) {
        for (int id = 0; id < frozen.length; id++) {
            Value before = drafts[id];
            Value now = frozen[id];
            if (before != null && now != null) {
                visitor.accept(before, now);
            }
        }
    }

    /** Returns the value of the kernel of a value of the draft, or null if that was removed. */
    @Nullable
    Value now(Value before) {
        return frozen[before.id()];
    }

    private void put(Value before, Value now) {
        drafts[before.id()] = before;
        frozen[before.id()] = now;
    }

    private record Half(List<Argument> arguments, List<Instruction> instructions, DraftEnd end) {}

    private List<Argument> arguments(DraftBlock block) {
        List<Argument> arguments = new ArrayList<>();
        for (Argument old : block.arguments) {
            Argument argument = new Argument(ids++, old.type(), draft.nameOf(old), old.position());
            put(old, argument);
            arguments.add(argument);
        }
        return arguments;
    }

    private List<Instruction> instructions(DraftBlock block) {
        List<Instruction> instructions = new ArrayList<>(block.instructions.size());
        for (Instruction old : block.instructions) {
            List<Value> operands = values(old.operands());
            int id = ids++;
            List<DraftRegion> nested = draft.nested.get(old);
            List<Region> regions = nested == null
                    ? List.of()
                    : nested.stream().map(this::region).toList();
            Instruction instruction =
                    new Instruction(id, old.type(), draft.nameOf(old), old.position(), old.op(), operands, regions);
            put(old, instruction);
            instructions.add(instruction);
        }
        return instructions;
    }

    private List<Value> values(List<Value> old) {
        return mapped(old, this::value);
    }

    /** Returns an immutable list of the replacements of values. */
    static List<Value> mapped(List<? extends Value> old, UnaryOperator<Value> change) {
        Value[] now = new Value[old.size()];
        for (int k = 0; k < now.length; k++) {
            now[k] = change.apply(old.get(k));
        }
        return List.of(now);
    }

    private Value value(Value old) {
        return Required.internal(now(draft.resolve(old)), "the definition of a value");
    }

    private Terminator terminator(DraftEnd end, Map<DraftBlock, Integer> numbers) {
        List<Edge> edges = new ArrayList<>();
        for (DraftEdge edge : end.edges) {
            edges.add(new Edge(Objects.requireNonNull(numbers.get(edge.target)), values(edge.arguments)));
        }
        return switch (end.kind) {
            case JUMP -> new Terminator.Jump(edges.get(0), end.position);
            case BRANCH ->
                new Terminator.Branch(
                        value(Objects.requireNonNull(end.value)), edges.get(0), edges.get(1), end.hint, end.position);
            case SWITCH ->
                new Terminator.Switch(
                        value(Objects.requireNonNull(end.value)),
                        end.keys,
                        edges.subList(0, edges.size() - 1),
                        edges.get(edges.size() - 1),
                        end.position);
            case RETURN -> new Terminator.Return(end.value == null ? null : value(end.value), end.position);
        };
    }

    /**
     * Retypes I32 block arguments that are always 0, 1 or a boolean to BOOL, for readable C++: bytecode has no booleans.
     * Optimistic: starts with all candidates and removes those refuted by an edge.
     */
    private static final class BooleanArguments {
        private final KernelBuilder kernel;
        private final Map<Argument, Argument> booleans = new IdentityHashMap<>();

        private BooleanArguments(KernelBuilder kernel) {
            this.kernel = kernel;
        }

        static void infer(KernelBuilder kernel) {
            BooleanArguments pass = new BooleanArguments(kernel);
            List<DraftRegion> regions = kernel.regions();
            for (DraftRegion region : regions) {
                pass.collectTested(region);
            }
            boolean changed = true;
            while (changed) {
                changed = false;
                for (DraftRegion region : regions) {
                    changed |= pass.collectFeeding(region);
                }
            }
            changed = !pass.booleans.isEmpty();
            while (changed) {
                changed = false;
                for (DraftRegion region : regions) {
                    changed |= pass.disprove(region);
                }
            }
            for (DraftRegion region : regions) {
                pass.retypeArguments(region);
            }
            for (DraftRegion region : regions) {
                pass.convertEdges(region);
            }
        }

        /** Starts at arguments compared with 0; an int that happens to be 0 or 1 stays an int. */
        private void collectTested(DraftRegion region) {
            for (DraftBlock block : region.blocks()) {
                for (Instruction instruction : block.instructions) {
                    boolean equality = instruction.op() == Compare.NE || instruction.op() == Compare.EQ;
                    if (equality && ConstantFolding.is(kernel.resolve(instruction.operand(1)), 0)) {
                        collect(kernel.resolve(instruction.operand(0)));
                    }
                }
            }
        }

        private boolean collectFeeding(DraftRegion region) {
            boolean changed = false;
            for (DraftBlock block : region.blocks()) {
                for (DraftEdge edge : block.end().edges) {
                    for (int k = 0; k < edge.arguments.size(); k++) {
                        if (booleans.containsKey(edge.target.arguments.get(k))) {
                            changed |= collect(kernel.resolve(edge.arguments.get(k)));
                        }
                    }
                }
            }
            return changed;
        }

        private boolean collect(Value value) {
            return value instanceof Argument argument
                    && argument.type() == Type.I32
                    && booleans.put(argument, argument) == null;
        }

        private boolean disprove(DraftRegion region) {
            boolean changed = booleans.keySet().removeAll(region.entry().arguments);
            for (DraftBlock block : region.blocks()) {
                for (DraftEdge edge : block.end().edges) {
                    for (int k = 0; k < edge.arguments.size(); k++) {
                        Argument argument = edge.target.arguments.get(k);
                        if (booleans.containsKey(argument) && !isBoolean(edge.arguments.get(k))) {
                            booleans.remove(argument);
                            changed = true;
                        }
                    }
                }
            }
            return changed;
        }

        private boolean isBoolean(Value unresolved) {
            Value value = kernel.resolve(unresolved);
            if (value instanceof Argument) {
                return booleans.containsKey(value);
            }
            Op op = ((Instruction) value).op();
            return op == Conversion.BOOL2I || op instanceof Op.Constant constant && (constant.bits() & ~1L) == 0;
        }

        /** Replaces an argument by a BOOL, with a conversion at the head of the block for its uses as an int. */
        private void retypeArguments(DraftRegion region) {
            for (DraftBlock block : region.blocks()) {
                for (int k = 0; k < block.arguments.size(); k++) {
                    Argument old = block.arguments.get(k);
                    if (booleans.containsKey(old)) {
                        Argument twin = new Argument(kernel.nextId(), Type.BOOL, kernel.nameOf(old), old.position());
                        booleans.put(old, twin);
                        block.arguments.set(k, twin);
                        Instruction widened = new Instruction(
                                kernel.nextId(),
                                Type.I32,
                                "",
                                old.position(),
                                Conversion.BOOL2I,
                                List.of(twin),
                                List.of());
                        block.instructions.add(0, widened);
                        kernel.replaced.put(old, widened);
                    }
                }
            }
        }

        private void convertEdges(DraftRegion region) {
            for (DraftBlock block : region.blocks()) {
                for (DraftEdge edge : block.end().edges) {
                    for (int k = 0; k < edge.arguments.size(); k++) {
                        if (edge.target.arguments.get(k).type() == Type.BOOL) {
                            edge.arguments.set(k, narrowed(block, edge.arguments.get(k)));
                        }
                    }
                }
            }
        }

        private Value narrowed(DraftBlock block, Value unresolved) {
            Value value = kernel.resolve(unresolved);
            if (value.type() == Type.BOOL) {
                return value;
            }
            Instruction instruction = (Instruction) value;
            if (instruction.op() == Conversion.BOOL2I) {
                return kernel.resolve(instruction.operand(0));
            }
            long bits = ((Op.Constant) instruction.op()).bits();
            return block.add(new Op.Constant(Type.BOOL, bits), Type.BOOL, value.position(), List.of());
        }
    }
}
