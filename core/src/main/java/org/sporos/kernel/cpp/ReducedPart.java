package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.sporos.internal.error.Required;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.ReductionOp;
import org.sporos.reduce.Reduction;

/** The C++ of one result of a reduction: its elements, its operator, its contributions, and the store of the result. */
final class ReducedPart {
    static final int TILE = 2048;
    static final int LANES = 32;

    private final EntryFunction entry;
    private final Positions positions;
    private final LoopIr.Part part;
    private final String value;
    /** The type of an element. */
    final String element;
    /** The identity of the operator. */
    final String identity;

    ReducedPart(EntryFunction entry, Positions positions, LoopIr.Part part) {
        this.entry = entry;
        this.positions = positions;
        this.part = part;
        Type type = Storage.of(part.reduction().type()).value();
        this.value = Words.type(type);
        this.element = isLocated() ? "java::Located<" + value + ">" : value;
        String none = Words.literal(type, part.reduction().identity().word(0)).text();
        this.identity = isLocated() ? element + "{" + none + ", -1}" : none;
    }

    private boolean isLocated() {
        return part.reduction().op().hasLocation();
    }

    CppFunction contribution() {
        return part.contribution();
    }

    /** Returns the bytes of an element, without its location. */
    int bytes() {
        return part.reduction().type().bytes();
    }

    /** The operator, and its function if it is a user's. */
    record Operator(String text, List<LoopIr> functions) {}

    Operator operator() {
        CppFunction join = part.join();
        if (join == null) {
            return new Operator(Operators.functor(part.reduction().op()) + "()", List.of());
        }
        String name = entry.local("join");
        LoopIr.Value joined = new LoopIr.Value("", join, null, List.of("a", "b"), "");
        List<String> parameters = List.of(value + " a", value + " b");
        return new Operator(
                name, List.of(new LoopIr.Lambda(name, parameters, false, List.of(new LoopIr.Return(joined)))));
    }

    /** Returns a contribution as an element: with its location, or a boolean as a number. */
    LoopIr.Value contribution(CppFunction version, List<String> indexes, String location) {
        LoopIr.Value made = LoopIr.Value.of(version, indexes);
        ReductionOp op = part.reduction().op();
        if (isLocated()) {
            return made.in(element + "{", ", " + location + "}");
        }
        boolean isLogical = op == ReductionOp.LOGICAL_AND || op == ReductionOp.LOGICAL_OR;
        return isLogical ? made.in("(" + element + ") (", ")") : made;
    }

    /**
     * Returns the function of a position that returns the contribution there.
     *
     * @param steps the steps before the contribution
     */
    LoopIr.Lambda contributions(CppFunction version, List<LoopIr> steps) {
        String name = entry.local("value");
        Positions.Indexes indexes = positions.indexes();
        List<LoopIr> body = new ArrayList<>(indexes.lets());
        List<LoopIr> before = LoopIr.at(steps, indexes.parts());
        boolean isOneThatFails = before.size() == 1
                && before.get(0) instanceof LoopIr.Call call
                && call.version().canFail();
        // Its variable for faults is separate from that of the contribution; several steps have their own.
        body.addAll(isOneThatFails ? List.of(new LoopIr.Scope(before)) : before);
        body.add(new LoopIr.Return(contribution(version, indexes.parts(), Positions.POSITION)));
        return new LoopIr.Lambda(name, List.of(positions.type() + " " + Positions.POSITION), false, body);
    }

    /** Returns the function that stores the result. */
    LoopIr.Lambda sink() {
        Reduction reduction = part.reduction();
        String result = "*" + entry.unit.pointer(reduction.result(), "result").name();
        List<LoopIr> stores = new ArrayList<>();
        if (isLocated()) {
            String location = "*"
                    + entry.unit
                            .pointer(Required.internal(reduction.location(), "the location of a result"), "location")
                            .name();
            stores.add(new LoopIr.Store(result, "java::one_nan(v.value)"));
            stores.add(new LoopIr.Store(location, positions.location("v.at")));
        } else {
            stores.add(new LoopIr.Store(result, "v"));
        }
        return new LoopIr.Lambda("", List.of(element + " v"), false, stores);
    }

    /** Returns the number of units of the next level: tiles, or for operators of users rows and groups. */
    static long units(long level, boolean isBuiltIn) {
        int length = isBuiltIn ? TILE : LANES;
        return (level + length - 1) / length;
    }

    /** Returns memory for the results of units, such as tiles, and for the levels above them. */
    String partials(long units) {
        // A user's operator has levels of rows and groups above teams, and one group at least.
        long room = 3;
        for (long level = units; level > 1; level = units(level, part.join() == null)) {
            room += level;
        }
        int bytes = isLocated() ? 16 : Long.BYTES;
        return entry.parameter(element + "*", "partials", new CppArgument.ScratchAddress(room * bytes));
    }
}
