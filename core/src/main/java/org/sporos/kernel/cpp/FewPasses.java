package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Region;

/** Writes what a loop of a few passes computes ahead, by {@link LoopDistribution#ofFew}. Used once. */
final class FewPasses {
    private final Body body;
    private final Instructions instructions;
    private final LoopDistribution loop;
    private final ComputedAhead computed;
    private final String now;
    private final String pass;
    private final List<Stmt> each;

    private FewPasses(Body body, Instructions instructions, LoopDistribution loop) {
        this.body = body;
        this.instructions = instructions;
        this.loop = loop;
        this.computed = new ComputedAhead(body, instructions, loop);
        this.pass = body.names.fresh("pass");
        this.now = body.names.fresh(body.variable(loop.counter()));
        this.each = computed.of(now, Expr.variable(pass), List.copyOf(loop.ahead()));
    }

    /** Returns what a loop of a region computes ahead, or null if it stays whole. */
    static @Nullable FewPasses of(
            Body body, Instructions instructions, Region region, ControlFlow flow, ControlFlow.Loop loop) {
        LoopDistribution parts = LoopDistribution.ofFew(body, region, flow, loop);
        FewPasses few = parts == null ? null : new FewPasses(body, instructions, parts);
        return few == null || few.computed.isMissing() ? null : few;
    }

    /** Returns the statements of the loop with what they take from ahead. */
    Stmt.Loop rest(Supplier<Stmt.Loop> whole) {
        return computed.without(loop.numbers(), value -> null, body.variable(loop.counter()), whole);
    }

    /** Returns what stands before the rest, which must be there. */
    List<Stmt> ahead() {
        String n = instructions.expressions().use(loop.bound()).text();
        List<Stmt> out = new ArrayList<>(computed.arrays(n));
        each.addAll(computed.kept(now, pass));
        String head = "for (int " + pass + " = 0; " + pass + " < " + n + "; " + pass + "++)";
        out.add(new Stmt.Around(head, Set.of(), each, ""));
        return out;
    }
}
