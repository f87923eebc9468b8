package org.sporos.kernel.bytecode;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.bytecode.JumpLifter.Exit;
import org.sporos.kernel.bytecode.Merger.Predecessor;
import org.sporos.kernel.bytecode.MethodCode.BasicBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Value;

/**
 * Lifts the control flow of one call of a method into a region. Used once.
 *
 * <p>Blocks are visited in reverse postorder: at entry of a block the states of all predecessors but back edges are
 * known. A loop header has an argument for each number changed in the loop.
 */
final class MethodLifter {
    private final LiftContext context;
    private final MethodCode code;
    private final @Nullable SourcePosition caller;
    private final Emitter emitter;
    private final InstructionLifter instructions;
    private final ListMultimap<BasicBlock, Predecessor> predecessors = ArrayListMultimap.create();
    private final Map<BasicBlock, Header> headers = new HashMap<>();
    private final List<Predecessor> exits = new ArrayList<>();
    private final List<@Nullable Slot> results = new ArrayList<>();
    private State state = new State(0);
    private BasicBlock current;

    /** A loop header and its state at entry. */
    private record Header(DraftBlock block, State atEntry) {}

    private MethodLifter(LiftContext context, MethodCode code, Emitter emitter, @Nullable SourcePosition caller) {
        this.context = context;
        this.code = code;
        this.emitter = emitter;
        this.caller = caller;
        this.current = code.inOrder().get(0);
        this.instructions = new InstructionLifter(context, code, emitter);
    }

    /** Lifts a call and positions the emitter after it; see {@link LiftContext.Methods}. */
    static @Nullable Slot lift(
            LiftContext context,
            MethodCode code,
            Emitter emitter,
            List<Slot> arguments,
            @Nullable SourcePosition caller) {
        MethodLifter lifter = new MethodLifter(context, code, emitter, caller);
        lifter.refuseHandlers();
        SourcePosition call = emitter.position;
        lifter.addEdge(code.inOrder().get(0), emitter.block, lifter.entered(arguments));
        lifter.lift(code.inOrder());
        Slot result = lifter.leave();
        emitter.position = call;
        return result;
    }

    private State entered(List<Slot> arguments) {
        State entered = new State(code.method.maxLocals);
        int local = 0;
        for (Slot slot : arguments) {
            entered.locals[local] = slot;
            String name = code.name(local, 0);
            if (slot instanceof Slot.Num num && !name.isEmpty()) {
                context.kernel.name(num.value(), name);
            }
            local += slot.isWide() ? 2 : 1;
        }
        return entered;
    }

    /** The handlers of synchronized blocks are reported with their lock. */
    private void refuseHandlers() {
        boolean locks = false;
        for (var node : code.method.instructions) {
            locks |= node.getOpcode() == Opcodes.MONITORENTER;
        }
        TryCatchBlockNode written = code.method.tryCatchBlocks.stream()
                .filter(block -> !isOfRecordPattern(block))
                .findFirst()
                .orElse(null);
        if (written != null && !locks) {
            int at = code.method.instructions.indexOf(written.start);
            boolean returns = RuntimeForm.isReturn(written.type);
            context.problem(
                    KernelCode.K203,
                    returns ? "returns out of a function literal" : "catches exceptions (try)",
                    returns ? "use while, and return from the method itself" : KernelCode.K203.cure(),
                    positionOf(at),
                    null);
        }
        if ((code.method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            context.problem(KernelCode.K207, "takes a lock (synchronized)", positionOf(0));
        }
    }

    /** Returns whether javac made a handler, for accessors of record patterns that throw. */
    private static boolean isOfRecordPattern(TryCatchBlockNode block) {
        AbstractInsnNode at = block.handler;
        while (at != null && (at.getOpcode() < 0 || at.getOpcode() == Opcodes.ASTORE)) {
            at = at.getNext();
        }
        return at instanceof TypeInsnNode made && made.desc.equals("java/lang/MatchException");
    }

    private void lift(List<BasicBlock> blocks) {
        for (BasicBlock next : blocks) {
            if (predecessors.containsKey(next)) {
                List<Predecessor> here = predecessors.removeAll(next);
                ArrayLoop loop =
                        next.isLoopHeader ? ArrayLoop.at(code, next, here.get(0).state()) : null;
                if (loop != null && here.size() == 1) {
                    unroll(loop, next, here);
                } else {
                    lift(next, here, next.isLoopHeader);
                }
            }
        }
    }

    private void lift(BasicBlock next, List<Predecessor> here, boolean loops) {
        current = next;
        enter(here, loops);
        lift();
    }

    /** Unrolls a loop with a constant counter per copy, until no back edge is left. */
    private void unroll(ArrayLoop loop, BasicBlock header, List<Predecessor> first) {
        List<BasicBlock> others = code.inOrder().stream()
                .filter(other -> other != header && header.loop.contains(other))
                .toList();
        int size = header.loop.stream().mapToInt(each -> each.end - each.begin).sum();
        int value = loop.first();
        List<Predecessor> here = first;
        while (!here.isEmpty() && !context.isTooLarge(size)) {
            for (Predecessor predecessor : here) {
                Emitter at = new Emitter(predecessor.from(), positionOf(header.begin));
                predecessor.state().locals[loop.counter()] = new Slot.Num(at.constant(value));
            }
            header.loop.forEach(headers::remove);
            lift(header, here, false);
            lift(others);
            here = predecessors.removeAll(header);
            value += loop.step();
        }
    }

    private void enter(List<Predecessor> here, boolean loops) {
        emitter.position = positionOf(current.begin);
        if (here.size() == 1 && !loops) {
            emitter.block = here.get(0).from();
            state = here.get(0).state();
            return;
        }
        DraftBlock block = context.kernel.block();
        Merger merger = new Merger(context, here, block, emitter.position);
        State merged = merger.merge(current.live, loops ? current.changed : new BitSet(), this::nameHere);
        merger.addJumps();
        emitter.block = block;
        if (loops) {
            headers.put(current, new Header(block, merged.copy()));
        }
        state = merged;
    }

    private String nameHere(int local) {
        return local == Merger.TOP_OF_STACK ? code.firstStoredName(current.begin) : code.name(local, current.begin);
    }

    private void lift() {
        for (int at = current.begin; at < current.end; at++) {
            AbstractInsnNode node = code.instruction(at);
            if (node.getOpcode() >= 0) {
                emitter.position = positionOf(at);
                if (!JumpLifter.comparesWithZero(node.getOpcode())) {
                    settleOrdering();
                }
                Exit exit = instructions.lift(node, at, state);
                if (exit != null) {
                    leave(exit);
                    return;
                }
            }
        }
        if (current.end > current.begin) {
            settleOrdering();
            jumpTo(code.blockAt(current.end));
        }
    }

    /** Replaces an ordering on top of the stack by its number: only a jump that follows at once compares it. */
    private void settleOrdering() {
        if (!state.stack.isEmpty() && state.stack.get(state.stack.size() - 1) instanceof Slot.Ordering ordering) {
            state.pop();
            state.push(new Slot.Num(BranchCondition.asNumber(ordering, emitter)));
        }
    }

    /** Inlined {@link ArrayCode} has the position of its call. */
    private SourcePosition positionOf(int at) {
        if (caller != null && code.owner.name.equals(ArrayCode.NAME)) {
            return caller;
        }
        String file = code.owner.sourceFile == null ? SourceNames.simple(code.owner.name) : code.owner.sourceFile;
        return new SourcePosition(file, code.line(at), SourceNames.method(code.owner.name, code.method.name), caller);
    }

    private void leave(Exit exit) {
        if (exit instanceof Exit.Jump jump) {
            jumpTo(code.blockOf(jump.target()));
        } else if (exit instanceof Exit.Branch branch) {
            branch(branch.test(), branch.target());
        } else if (exit instanceof Exit.Switch choice) {
            switchOn(choice);
        } else if (exit instanceof Exit.Return result) {
            exits.add(new Predecessor(emitter.block, state));
            results.add(result.result());
        }
    }

    private void branch(@Nullable BranchCondition test, LabelNode target) {
        DraftBlock toNext = context.kernel.block();
        DraftBlock toTaken = context.kernel.block();
        Value holds = test == null ? emitter.constant(org.sporos.kernel.ir.Type.BOOL, 1) : test.holds();
        boolean jumps = test != null && test.jumps();
        emitter.block.branch(holds, jumps ? toTaken : toNext, jumps ? toNext : toTaken, emitter.position);
        State other = state.copy();
        addEdge(code.blockAt(current.end), toNext, state);
        addEdge(code.blockOf(target), toTaken, other);
    }

    private void switchOn(Exit.Switch exit) {
        List<LabelNode> targets = new ArrayList<>(exit.targets());
        targets.add(exit.otherwise());
        List<DraftBlock> blocks =
                targets.stream().map(target -> context.kernel.block()).toList();
        emitter.block.switchOn(exit.value(), exit.keys(), blocks, emitter.position);
        for (int k = 0; k < targets.size(); k++) {
            addEdge(code.blockOf(targets.get(k)), blocks.get(k), state.copy());
        }
    }

    private void jumpTo(BasicBlock next) {
        addEdge(next, emitter.block, state);
    }

    private void addEdge(BasicBlock next, DraftBlock from, State with) {
        Header header = headers.get(next);
        if (header == null) {
            predecessors.put(next, new Predecessor(from, with));
        } else {
            Emitter at = new Emitter(from, emitter.position);
            List<Value> values = new BackEdge(context, header.block(), at, local -> code.name(local, next.begin))
                    .values(header.atEntry(), with);
            from.jump(header.block(), values, emitter.position);
        }
    }

    private @Nullable Slot leave() {
        if (exits.isEmpty()) {
            emitter.block = context.kernel.block();
            char kind = org.objectweb.asm.Type.getReturnType(code.method.desc)
                    .getDescriptor()
                    .charAt(0);
            return kind == 'V' ? null : new Slot.Unknown(kind == 'J' || kind == 'D');
        }
        if (exits.size() == 1) {
            emitter.block = exits.get(0).from();
            return results.get(0);
        }
        DraftBlock block = context.kernel.block();
        Merger merger = new Merger(context, exits, block, emitter.position);
        Slot result = results.get(0) == null ? null : merger.merge(results);
        merger.addJumps();
        emitter.block = block;
        return result;
    }

    /** The back edge of a loop; it passes a value for each argument of the header. */
    private static final class BackEdge {
        private final LiftContext context;
        private final DraftBlock header;
        private final Emitter emitter;
        private final Merger.SourceNames names;
        private final List<Value> values = new ArrayList<>();

        BackEdge(LiftContext context, DraftBlock header, Emitter emitter, Merger.SourceNames names) {
            this.context = context;
            this.header = header;
            this.emitter = emitter;
            this.names = names;
        }

        /** Returns the passed values; a changed reference is a problem. */
        List<Value> values(State atEntry, State now) {
            for (int local = 0; local < atEntry.locals.length; local++) {
                Slot slot = atEntry.locals[local];
                if (slot != null) {
                    match(slot, now.locals[local], names.of(local));
                }
            }
            for (int k = 0; k < atEntry.stack.size(); k++) {
                match(atEntry.stack.get(k), now.stack.get(k), "");
            }
            return values;
        }

        private void match(Slot atEntry, @Nullable Slot now, String name) {
            if (atEntry instanceof Slot.Num num) {
                matchNumber(num, now);
            } else if (atEntry instanceof Slot.Rec rec) {
                matchRecord(rec, now, name);
            } else if (!(atEntry instanceof Slot.Unknown)
                    && !(now instanceof Slot.Unknown)
                    && !Merger.same(atEntry, now)) {
                refuse(atEntry, name);
            }
        }

        private void matchNumber(Slot.Num atEntry, @Nullable Slot now) {
            if (atEntry.value() instanceof Argument argument && header.owns(argument)) {
                boolean fits = Slot.isNumber(now) && BranchCondition.typeOf(now) == argument.type();
                values.add(
                        fits
                                ? BranchCondition.asNumber(Objects.requireNonNull(now), emitter)
                                : emitter.constant(argument.type(), 0));
            }
        }

        private void matchRecord(Slot.Rec atEntry, @Nullable Slot now, String name) {
            Records records = new Records(context);
            boolean fits = records.isRecord(now, atEntry);
            if (!fits && !(now instanceof Slot.Unknown)) {
                refuse(atEntry, name);
            }
            Map<String, Slot> components =
                    fits ? records.expand(Objects.requireNonNull(now), emitter).components : Map.of();
            atEntry.components.forEach(
                    (part, slot) -> match(slot, components.getOrDefault(part, new Slot.Unknown(slot.isWide())), name));
        }

        private void refuse(Slot atEntry, String name) {
            context.ambiguousReference(
                    "changes " + (name.isEmpty() ? "a variable" : "variable " + Labels.quoted(name))
                            + " in a loop to another " + (Slot.isLocalArray(atEntry) ? "local array" : "object"),
                    atEntry,
                    emitter.position,
                    name);
        }
    }
}
