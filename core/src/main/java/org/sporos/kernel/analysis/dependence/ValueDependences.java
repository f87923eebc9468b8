package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/** The dependences of values on the work item, the loop iteration and memory. Immutable. */
final class ValueDependences {
    static final int ITEM = 1;
    static final int LOOP = 2;
    static final int MEMORY = 4;

    private final int[] of;
    /** The indexes of nested ranges; both regions of a scan have the index of the first. */
    private final Map<Value, Argument> ranges = new HashMap<>();

    private final Set<Allocation> written = new HashSet<>();
    private final List<Quotient> quotients = new ArrayList<>();
    private final Binding binding;
    private final LoopNest loops;
    private boolean changed;

    private record Quotient(AffineExpr<Symbol> dividend, long divisor) {}

    ValueDependences(Kernel kernel, Binding binding, LoopNest loops) {
        this.binding = binding;
        this.loops = loops;
        this.of = new int[kernel.valueCount()];
        for (Argument argument : kernel.body().arguments()) {
            of[argument.id()] = ITEM;
        }
        stores(kernel.body());
        do {
            changed = false;
            region(kernel.body());
        } while (changed);
    }

    private void stores(Region region) {
        for (Block block : region.blocks()) {
            for (Instruction i : block.instructions()) {
                ViewRef ref = i.op() instanceof Op.Store store
                        ? store.view()
                        : i.op() instanceof Op.Atomic atomic ? atomic.view() : null;
                if (ref instanceof ViewRef.Captured captured) {
                    written.add(binding.view(captured).allocation());
                }
                for (Region nested : i.regions()) {
                    stores(nested);
                }
            }
        }
    }

    private void region(Region region) {
        int conditions = 0;
        for (Block block : region.blocks()) {
            if (loops.flow(region).predecessors(block.id()).size() > 1) {
                // A phi depends on the conditions that select the incoming edge: any so far.
                for (Argument argument : block.arguments()) {
                    add(argument, conditions | (loops.of(argument) == null ? 0 : LOOP));
                }
            }
            for (Instruction i : block.instructions()) {
                add(i, instruction(i));
            }
            for (Edge edge : block.terminator().edges()) {
                List<Argument> arguments = region.block(edge.target()).arguments();
                for (int k = 0; k < arguments.size(); k++) {
                    add(arguments.get(k), of[edge.arguments().get(k).id()]);
                }
            }
            if (!(block.terminator() instanceof Terminator.Return)) {
                for (Value value : block.terminator().operands()) {
                    conditions |= of[value.id()];
                }
            }
        }
    }

    private int instruction(Instruction i) {
        int all = own(i);
        for (Value operand : i.operands()) {
            all |= of[operand.id()];
        }
        for (Region nested : i.regions()) {
            List<Argument> arguments = nested.arguments();
            for (int k = 0; k < arguments.size(); k++) {
                // The second argument is the prefix sum of a scan.
                add(arguments.get(k), k == 0 ? ITEM : ITEM | LOOP | MEMORY);
            }
            if (!arguments.isEmpty()) {
                ranges.put(arguments.get(0), i.region().arguments().get(0));
            }
            region(nested);
        }
        return all;
    }

    private int own(Instruction i) {
        Op op = i.op();
        if (op instanceof Op.Load load) {
            boolean constant = load.view() instanceof ViewRef.Captured captured
                    && !written.contains(binding.view(captured).allocation());
            return constant ? MEMORY : MEMORY | LOOP | ITEM;
        } else if (op instanceof Op.ArrayLoad || op instanceof Op.Atomic || isCombined(op)) {
            return MEMORY | LOOP | ITEM;
        }
        return op == TeamQuery.LEAGUE_RANK || op == TeamQuery.TEAM_RANK ? ITEM : 0;
    }

    private static boolean isCombined(Op op) {
        return op instanceof Op.Reduce || op instanceof Op.Scan;
    }

    private void add(Value value, int bits) {
        changed |= (of[value.id()] | bits) != of[value.id()];
        of[value.id()] |= bits;
    }

    /** Returns the dependences of a value, as bits. */
    int of(Value value) {
        return of[value.id()];
    }

    /** Returns whether a value is uniform over items and iterations. */
    boolean isUniform(Value value) {
        return value.type() != Type.VOID && (of[value.id()] & (ITEM | LOOP)) == 0;
    }

    /** Returns the canonical argument of a nested range's index, or null. */
    @Nullable
    Argument rangeIndex(Argument argument) {
        return ranges.get(argument);
    }

    /** Returns the number of a quotient of a form by a constant. */
    int quotient(AffineExpr<Symbol> dividend, long divisor) {
        Quotient wanted = new Quotient(dividend, divisor);
        int at = quotients.indexOf(wanted);
        if (at < 0) {
            quotients.add(wanted);
        }
        return at < 0 ? quotients.size() - 1 : at;
    }
}
