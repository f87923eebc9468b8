package org.sporos.host.jit;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Writes one copy of a kernel's body into a method. Pure values with one use are written at that use, all others get a
 * local variable.
 */
final class BodyWriter implements FlowWriter.Parts {
    private final MethodWriter code;
    private final Region region;
    private final BodyFacts facts;
    private final Map<Value, Integer> locals = new IdentityHashMap<>();
    /** Local variables of dead temporaries, for reuse by temporaries only. */
    private final Map<Type, Deque<Integer>> free = new EnumMap<>(Type.class);

    private final ExpressionWriter expressions;
    private final EffectWriter effects;
    private int result = ArgumentUnpacker.NO_LOCAL;

    BodyWriter(MethodWriter code, BodyFacts facts) {
        this.code = code;
        this.facts = facts;
        this.region = facts.body().region();
        this.expressions = new ExpressionWriter(code, facts, this::local);
        this.effects = new EffectWriter(code, facts, expressions);
    }

    /**
     * Writes the body for arguments in local variables, indexes first, and returns the local variable of its result.
     * The caller releases all local variables.
     */
    int write(int... indexes) {
        List<Argument> arguments = region.arguments();
        int items = facts.captured().members().get(0).launch().indexes().size();
        facts.faults().item(items == 0 ? Type.I32 : arguments.get(0).type(), Arrays.copyOf(indexes, items));
        for (int k = 0; k < arguments.size(); k++) {
            locals.put(arguments.get(k), indexes[k]);
        }
        if (region.result() != Type.VOID) {
            result = code.local(region.result());
        }
        new FlowWriter(code, region, expressions, this).write();
        return result;
    }

    @Override
    public void instruction(Instruction instruction) {
        if (!facts.isInlined(instruction)) {
            effects.write(instruction);
            if (instruction.type() != Type.VOID) {
                code.store(instruction.type(), local(instruction));
            }
            facts.liveness().lastUses(instruction).forEach(this::end);
        }
    }

    @Override
    public void pop(Argument argument) {
        code.store(argument.type(), local(argument));
    }

    @Override
    public void result(Value value) {
        expressions.value(value);
        code.store(region.result(), result);
    }

    private int local(Value value) {
        Integer known = locals.get(value);
        if (known == null) {
            Integer ended = facts.liveness().isTemporary(value) ? ofEnded(value.type()) : null;
            known = ended != null ? ended : code.local(value.type());
            locals.put(value, known);
        }
        return known;
    }

    private @Nullable Integer ofEnded(Type type) {
        Deque<Integer> ended = free.get(type);
        return ended == null ? null : ended.poll();
    }

    private void end(Value value) {
        Integer local = locals.remove(value);
        if (local != null) {
            free.computeIfAbsent(value.type(), type -> new ArrayDeque<>()).push(local);
        }
    }
}
