package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ViewRef;

/**
 * Shares address computations: an access at a constant distance after an earlier one of its block along each dimension,
 * such as the four pixels around a computed point, is written as the earlier offset plus the distance. Compilers do not
 * find the common address in {@code (low + 1) * stride + (left + 1)}. Indexes that are loop arguments stay: compilers
 * recognize induction variables.
 */
final class AddressCse {
    private final FunctionContext body;
    private final Map<Instruction, Instruction> earlier = new IdentityHashMap<>();

    AddressCse(FunctionContext body) {
        this.body = body;
        if (body.options.hoists()) {
            Walk.blocks(body.code.body(), this::add);
        }
    }

    /** Returns the earlier access from whose offset an access is computed, or null. */
    @Nullable
    Instruction earlier(Instruction access) {
        return earlier.get(access);
    }

    /** Returns the distance of an index from that of the earlier access. */
    static long distance(Value index, Value from) {
        return index == from ? 0 : Objects.requireNonNull(constant(index, from));
    }

    private void add(Block block) {
        List<Instruction> proven = new ArrayList<>();
        for (Instruction at : block.instructions()) {
            // The offset of an access proven in bounds fits into an int, too.
            if (RuntimeChecks.indexes(at) > 0 && at.op() instanceof Op.Load && !body.checks.isChecked(at)) {
                proven.stream()
                        .filter(from -> isAfter(at, from))
                        .findFirst()
                        .ifPresentOrElse(from -> earlier.put(at, from), () -> proven.add(at));
            }
        }
    }

    private static boolean isAfter(Instruction at, Instruction from) {
        ViewRef view = RuntimeChecks.viewOf(at.op());
        return view instanceof ViewRef.Captured
                && view.equals(RuntimeChecks.viewOf(from.op()))
                && !at.operands().equals(from.operands())
                && IntStream.range(0, view.rank()).allMatch(d -> isAfter(at.operand(d), from.operand(d)));
    }

    private static boolean isAfter(Value index, Value from) {
        return index == from
                || from instanceof Instruction && Objects.requireNonNullElse(constant(index, from), 0L) > 0;
    }

    private static @Nullable Long constant(Value index, Value from) {
        return AffineExpr.distance(index, from, ConstantFolding::literal);
    }
}
