package org.sporos.kernel.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Live-variable analysis of a region: backward data flow over its blocks (A. Aho and others, "Compilers", 1986, 10.6).
 * Inlined values have no variable; their uses are uses of their operands. Not thread-safe.
 */
public final class Liveness {
    private final Region region;
    private final Uses uses;
    private final Predicate<Value> inlined;
    private final BitSet[] liveIn;
    private final Map<Instruction, List<Value>> lastUses = new IdentityHashMap<>();
    private final BitSet temporaries = new BitSet();
    private @Nullable Map<Integer, BitSet> interference;

    /** Callbacks of a backward traversal of a block. */
    private interface Notes {
        /** A definition, with the live variables. */
        default void define(Value value, BitSet live) {}

        /** The last use of a value in its block. */
        default void end(Instruction user, Value value) {}

        /** The arguments of a block, defined in parallel. */
        default void enter(List<Argument> arguments, BitSet live) {}
    }

    private static final Notes NONE = new Notes() {};

    /** @param inlined returns whether an instruction is inlined at its uses */
    public Liveness(Region region, Uses uses, Predicate<Value> inlined) {
        this.region = region;
        this.uses = uses;
        this.inlined = inlined;
        this.liveIn = new BitSet[region.blocks().size()];
        for (int b = 0; b < liveIn.length; b++) {
            liveIn[b] = new BitSet();
        }
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int b = liveIn.length - 1; b >= 0; b--) {
                BitSet live = walk(region.block(b), NONE);
                changed |= !live.equals(liveIn[b]);
                liveIn[b] = live;
            }
        }
        for (Block block : region.blocks()) {
            walk(block, new Notes() {
                @Override
                public void end(Instruction user, Value value) {
                    if (value instanceof Instruction at && uses.home(at) == block) {
                        temporaries.set(value.id());
                        lastUses.computeIfAbsent(user, key -> new ArrayList<>()).add(value);
                    }
                }
            });
        }
    }

    /** Returns whether a value is used in its block and dead at its end. */
    public boolean isTemporary(Value value) {
        return temporaries.get(value.id());
    }

    /** Returns the temporaries whose last use is an instruction. */
    public List<Value> lastUses(Instruction instruction) {
        return lastUses.getOrDefault(instruction, List.of());
    }

    /** Returns whether the live ranges of two variables interfere: one is defined while the other is live. */
    public boolean interfere(Value a, Value b) {
        if (interference == null) {
            interference = interference();
        }
        return isSetWhile(a, b, interference) || isSetWhile(b, a, interference);
    }

    private static boolean isSetWhile(Value set, Value live, Map<Integer, BitSet> all) {
        BitSet others = all.get(set.id());
        return others != null && others.get(live.id());
    }

    private Map<Integer, BitSet> interference() {
        Map<Integer, BitSet> all = new HashMap<>();
        Notes notes = new Notes() {
            @Override
            public void define(Value value, BitSet live) {
                all.computeIfAbsent(value.id(), key -> new BitSet()).or(live);
            }

            @Override
            public void enter(List<Argument> arguments, BitSet live) {
                BitSet together = (BitSet) live.clone();
                arguments.forEach(argument -> together.set(argument.id()));
                arguments.forEach(argument -> define(argument, together));
            }
        };
        region.blocks().forEach(block -> walk(block, notes));
        all.forEach((id, others) -> others.clear(id));
        return all;
    }

    /** Traverses a block backward; returns the variables live at its entry, without its arguments. */
    private BitSet walk(Block block, Notes notes) {
        BitSet live = new BitSet();
        for (Edge edge : block.terminator().edges()) {
            live.or(liveIn[edge.target()]);
            edge.arguments().forEach(value -> use(value, null, live, notes));
        }
        block.terminator().operands().forEach(value -> use(value, null, live, notes));
        List<Instruction> all = block.instructions();
        for (int k = all.size() - 1; k >= 0; k--) {
            Instruction at = all.get(k);
            if (!inlined.test(at)) {
                if (at.type() != Type.VOID) {
                    live.clear(at.id());
                    notes.define(at, live);
                }
                at.operands().forEach(value -> use(value, at, live, notes));
                at.regions().forEach(nested -> useAll(nested, at, live, notes));
            }
        }
        List<Argument> arguments =
                block.arguments().stream().filter(of -> uses.count(of) > 0).toList();
        notes.enter(arguments, live);
        arguments.forEach(argument -> live.clear(argument.id()));
        return live;
    }

    private void use(Value value, @Nullable Instruction user, BitSet live, Notes notes) {
        if (inlined.test(value)) {
            ((Instruction) value).operands().forEach(operand -> use(operand, user, live, notes));
        } else if (!live.get(value.id())) {
            live.set(value.id());
            if (user != null) {
                notes.end(user, value);
            }
        }
    }

    private void useAll(Region nested, Instruction user, BitSet live, Notes notes) {
        for (Block block : nested.blocks()) {
            for (Instruction at : block.instructions()) {
                at.operands().forEach(value -> use(value, user, live, notes));
                at.regions().forEach(inner -> useAll(inner, user, live, notes));
            }
            block.terminator().operands().forEach(value -> use(value, user, live, notes));
            for (Edge edge : block.terminator().edges()) {
                edge.arguments().forEach(value -> use(value, user, live, notes));
            }
        }
    }
}
