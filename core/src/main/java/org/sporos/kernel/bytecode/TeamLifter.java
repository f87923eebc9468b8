package org.sporos.kernel.bytecode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.DraftRegion;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.TeamQuery;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;

/** Lifts the calls of the team member, the bodies of nested ranges among them. */
final class TeamLifter {
    private static final Map<String, TeamQuery> QUERIES = Map.of(
            "leagueRank", TeamQuery.LEAGUE_RANK,
            "leagueSize", TeamQuery.LEAGUE_SIZE,
            "teamRank", TeamQuery.TEAM_RANK,
            "teamSize", TeamQuery.TEAM_SIZE);

    /** The names of requests for scratch memory go on with the type. */
    private static final String SCRATCH = "scratch";

    private static final Set<ReductionOp> EVERY =
            Set.of(ReductionOp.SUM, ReductionOp.PROD, ReductionOp.MIN, ReductionOp.MAX);

    private final LiftContext context;
    private final @Nullable MethodCode code;
    private final Emitter emitter;

    TeamLifter(LiftContext context, @Nullable MethodCode code, Emitter emitter) {
        this.context = context;
        this.code = code;
        this.emitter = emitter;
    }

    /** Lifts a call; returns its result, null of a void method. */
    @Nullable
    Slot call(String method, String descriptor, List<Slot> arguments, int at) {
        TeamQuery query = QUERIES.get(method);
        if (query != null) {
            return new Slot.Num(emitter.emit(query, Type.I32, List.of()));
        }
        boolean vector = method.equals("vectorFor");
        if (context.depth > 0 && !(vector && context.depth == 1)) {
            context.problem(KernelCode.K321, "calls TeamMember." + method + "() in a nested range", emitter.position);
        }
        switch (method) {
            case "barrier":
                emitter.emit(new Op.Barrier(), Type.VOID, List.of());
                return null;
            case "single":
                nested(new Op.Single(), Type.VOID, List.of(), arguments.get(0), "()V", "run");
                return null;
            case "parallelFor", "vectorFor":
                nested(new Op.Range(vector), Type.VOID, arguments, arguments.get(1), "(I)V", "at");
                return null;
            default:
                return method.startsWith(SCRATCH)
                        ? scratch(method, arguments.get(0), at)
                        : reduce(descriptor, arguments);
        }
    }

    private Slot reduce(String descriptor, List<Slot> arguments) {
        String result = org.objectweb.asm.Type.getReturnType(descriptor).getDescriptor();
        Type type = java.util.Objects.requireNonNull(LiftContext.numberType(result.charAt(0)));
        ReductionOp operator =
                arguments.get(0) instanceof Slot.Known known && known.object() instanceof ReductionOp op ? op : null;
        boolean bits =
                operator == ReductionOp.BIT_AND || operator == ReductionOp.BIT_OR || operator == ReductionOp.BIT_XOR;
        if (operator == null || !EVERY.contains(operator) && !(bits && type.isInteger())) {
            context.problem(
                    KernelCode.K323,
                    "reduces over a team by " + (operator == null ? "what is not constant" : operator),
                    emitter.position);
            return Arithmetic.unknown(type);
        }
        Value value =
                nested(new Op.Reduce(operator), type, arguments.subList(1, 2), arguments.get(2), "(I)" + result, "at");
        return value == null ? Arithmetic.unknown(type) : new Slot.Num(value);
    }

    private Slot scratch(String method, Slot extent, int at) {
        ElementType element =
                ElementType.valueOf(method.substring(SCRATCH.length()).toUpperCase(Locale.ROOT));
        String name = code == null ? "" : code.nameTaking(at);
        ViewRef.Scratch view = context.kernel.captures().scratch(name.isEmpty() ? "scratch" : name, element);
        if (extent instanceof Slot.Num num) {
            emitter.emit(new Op.ScratchNew(view), Type.VOID, List.of(num.value()));
        }
        return new Slot.ScratchView(view);
    }

    private @Nullable Value nested(Op op, Type type, List<Slot> range, Slot body, String descriptor, String method) {
        DraftRegion region = context.kernel.region(type);
        List<Slot> indexes = new ArrayList<>();
        List<Value> operands = new ArrayList<>();
        if (descriptor.startsWith("(I")) {
            Argument index = region.entry().argument(Type.I32, "", emitter.position);
            indexes.add(new Slot.Num(index));
            operands.add(range.get(0) instanceof Slot.Num num ? num.value() : emitter.constant(0));
        }
        Emitter inner = new Emitter(region.entry(), emitter.position);
        context.depth++;
        Slot result = new CallLifter(context, region, null, inner).functional(body, method, descriptor, indexes);
        context.depth--;
        Value value = result != null && Merger.isNumber(result) ? BranchCondition.asNumber(result, inner) : null;
        inner.block.leave(value, emitter.position);
        return emitter.block.add(op, type, emitter.position, operands, region);
    }
}
