package org.sporos.kernel.bytecode;

import com.google.common.collect.Maps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ScratchLevel;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.ReductionOperator;
import org.sporos.space.ElementType;

/** Lifts calls of the team member and the bodies of nested ranges. */
record TeamLifter(LiftContext context, @Nullable MethodCode code, Emitter emitter, Bodies bodies) {
    private static final Map<String, TeamQuery> QUERIES =
            Maps.uniqueIndex(List.of(TeamQuery.values()), TeamQuery::method);

    /** The prefixes of methods that allocate scratch memory; the element type follows. */
    private static final Map<String, ScratchLevel> SCRATCH =
            Map.of("scratch", ScratchLevel.SHARED, "deviceScratch", ScratchLevel.DEVICE);

    /** The name prefix of operations on one member's lanes. */
    private static final String VECTOR = "vector";

    private static final Set<ReductionOp> EVERY =
            Set.of(ReductionOp.SUM, ReductionOp.PROD, ReductionOp.MIN, ReductionOp.MAX);

    /** Calls the lambda of a nested range. */
    interface Bodies {
        @Nullable
        Slot call(Emitter inner, Slot body, String method, String descriptor, List<Slot> arguments);
    }

    /** Lifts a call; returns its result, null for a void method. */
    @Nullable
    Slot call(String method, String descriptor, List<Slot> arguments, int at) {
        TeamQuery query = QUERIES.get(method);
        if (query != null) {
            return new Slot.Num(emitter.emit(query, Type.I32, List.of()));
        }
        boolean vector = method.startsWith(VECTOR);
        if (vector ? !context.hasLanes : context.depth > 0) {
            context.problem(KernelCode.K321, "calls TeamMember." + method + "() in a nested range", emitter.position);
        }
        switch (method) {
            case "barrier":
                emitter.emit(new Op.Barrier(), Type.VOID, List.of());
                return null;
            case "single":
                emitter.block.add(
                        new Op.Single(),
                        Type.VOID,
                        emitter.position,
                        List.of(),
                        region(Type.VOID, List.of(), arguments.get(0), "run", true));
                return null;
            case "parallelFor", "vectorFor":
                DraftRegion body = region(Type.VOID, List.of(Type.I32), arguments.get(1), "at", !vector);
                add(new Op.Range(vector), Type.VOID, arguments.get(0), body);
                return null;
            default:
                for (Map.Entry<String, ScratchLevel> level : SCRATCH.entrySet()) {
                    if (method.startsWith(level.getKey())) {
                        String element = method.substring(level.getKey().length());
                        return scratch(element, level.getValue(), arguments.get(0), at);
                    }
                }
                return method.contains("Reduce")
                        ? reduce(vector, descriptor, arguments)
                        : scan(!method.toLowerCase(Locale.ROOT).contains("exclusive"), vector, descriptor, arguments);
        }
    }

    private Slot reduce(boolean vector, String descriptor, List<Slot> arguments) {
        Type type = result(descriptor);
        ReductionOp operator =
                arguments.get(0) instanceof Slot.Known known && known.object() instanceof ReductionOperator constant
                        ? constant.op()
                        : null;
        boolean bits =
                operator == ReductionOp.BIT_AND || operator == ReductionOp.BIT_OR || operator == ReductionOp.BIT_XOR;
        if (operator == null || !EVERY.contains(operator) && !(bits && type.isInteger())) {
            context.problem(
                    KernelCode.K323,
                    "reduces over a team by " + (operator == null ? "an operator that is not constant" : operator),
                    emitter.position);
            return Arithmetic.unknown(type);
        }
        DraftRegion contribution = region(type, List.of(Type.I32), arguments.get(2), "at", !vector);
        return new Slot.Num(add(new Op.Reduce(operator, vector), type, arguments.get(1), contribution));
    }

    private Slot scan(boolean inclusive, boolean vector, String descriptor, List<Slot> arguments) {
        Type type = result(descriptor);
        DraftRegion contribution = region(type, List.of(Type.I32), arguments.get(1), "at", false);
        DraftRegion consumer = region(Type.VOID, List.of(Type.I32, type), arguments.get(2), "at", false);
        return new Slot.Num(add(new Op.Scan(inclusive, vector), type, arguments.get(0), contribution, consumer));
    }

    private static Type result(String descriptor) {
        String result = org.objectweb.asm.Type.getReturnType(descriptor).getDescriptor();
        return java.util.Objects.requireNonNull(LiftContext.numberType(result.charAt(0)));
    }

    private Slot scratch(String type, ScratchLevel level, Slot extent, int at) {
        ElementType element = ElementType.valueOf(type.toUpperCase(Locale.ROOT));
        String name = code == null ? "" : code.nextStoredName(at);
        ViewRef.Scratch view = context.kernel.captures().scratch(name.isEmpty() ? "scratch" : name, element, level);
        if (extent instanceof Slot.Num num) {
            emitter.emit(new Op.ScratchNew(view), Type.VOID, List.of(num.value()));
        }
        return new Slot.ScratchView(view);
    }

    /** Adds an operation over the indexes from 0 to n. */
    private Value add(Op op, Type type, Slot n, DraftRegion... regions) {
        Value count = n instanceof Slot.Num num ? num.value() : emitter.constant(0);
        return emitter.block.add(op, type, emitter.position, List.of(count), regions);
    }

    /**
     * Returns a region with the inlined call of a lambda.
     *
     * @param hasLanes whether vector ranges are allowed in it
     */
    private DraftRegion region(Type result, List<Type> parameters, Slot body, String method, boolean hasLanes) {
        DraftRegion region = context.kernel.region(result);
        List<Slot> arguments = new ArrayList<>();
        StringBuilder descriptor = new StringBuilder("(");
        for (Type parameter : parameters) {
            arguments.add(new Slot.Num(region.entry().argument(parameter, "", emitter.position)));
            descriptor.append(descriptor(parameter));
        }
        descriptor.append(')').append(descriptor(result));
        Emitter inner = new Emitter(region.entry(), emitter.position);
        boolean around = context.hasLanes;
        context.depth++;
        context.hasLanes = around && hasLanes;
        Slot returned = bodies.call(inner, body, method, descriptor.toString(), arguments);
        context.depth--;
        context.hasLanes = around;
        Value value = returned != null && Slot.isNumber(returned) ? BranchCondition.asNumber(returned, inner) : null;
        inner.block.leave(value, emitter.position);
        return region;
    }

    private static String descriptor(Type type) {
        return switch (type) {
            case VOID -> "V";
            case I32 -> "I";
            case I64 -> "J";
            case F32 -> "F";
            default -> "D";
        };
    }
}
