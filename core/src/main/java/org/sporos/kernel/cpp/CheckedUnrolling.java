package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;

/**
 * A counted loop on the host whose passes still check something, such as an index that was loaded: several passes are
 * written in a row, with the question for the end behind each. No compiler does so by itself: it would know the number
 * of passes before it unrolls, and to find that takes longer than the few passes of a row of a sparse matrix.
 */
final class CheckedUnrolling {
    /** The most instructions of a pass that is written several times. */
    private static final int LONGEST = 24;

    private final Body body;
    private final CountedLoop loop;

    CheckedUnrolling(Body body, CountedLoop loop) {
        this.body = body;
        this.loop = loop;
    }

    /** Returns whether the loop is written so: a pass is short, and something besides the counter is checked. */
    boolean fit() {
        List<Instruction> pass = loop.body().instructions();
        return body.options.hoists() && pass.size() <= LONGEST && pass.stream().anyMatch(this::mayFail);
    }

    private boolean mayFail(Instruction at) {
        return body.checks.isChecked(at) && !loop.accesses().contains(at)
                || body.checks.isDivision(at) && body.checks.mayDivideByZero(at);
    }

    /**
     * Returns the instructions of a pass with what is checked first, each behind what it needs: a load behind all
     * checks can be part of the instruction that uses it. Where something is stored all stay in their order.
     */
    List<Instruction> inOrder() {
        Set<Instruction> first = Sets.newIdentityHashSet();
        List<Instruction> all = loop.body().instructions();
        for (int k = all.size() - 1; k >= 0; k--) {
            Instruction at = all.get(k);
            boolean reads = at.op() instanceof Op.Load || at.op() instanceof Op.ArrayLoad;
            if (!reads && !at.isPure() && !body.checks.isDivision(at)) {
                return all;
            }
            if (mayFail(at) || first.contains(at)) {
                if (!body.inlining.isInlined(at) && body.isShared(at)) {
                    // Its variable holds another value until then, which others may still read.
                    return all;
                }
                first.add(at);
                at.operands().stream()
                        .filter(Instruction.class::isInstance)
                        .map(Instruction.class::cast)
                        .forEach(first::add);
            }
        }
        List<Instruction> order = new ArrayList<>(all);
        order.removeIf(at -> !first.contains(at));
        all.stream().filter(at -> !first.contains(at)).forEach(order::add);
        return order;
    }

    /** Returns the loop up to a bound in a variable. */
    Stmt text(String end, List<Stmt> pass) {
        String counter = body.variable(loop.counter());
        String head = "java::passes(" + counter + ", " + end + ", [&](int " + counter + ") JAVA_INLINED";
        return new Stmt.Around(head, Set.of(counter, end), pass, ");");
    }
}
