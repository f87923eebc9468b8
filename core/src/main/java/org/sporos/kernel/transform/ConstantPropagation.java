package org.sporos.kernel.transform;

import com.google.common.collect.Sets;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/**
 * Sparse conditional constant propagation (M. Wegman and F. Zadeck, 1991): integers and booleans that are constants
 * become literals, branches on them jumps, and unreachable blocks are removed. Checks that fail stay.
 *
 * <p>Precondition: none; regions of team operations stay unchanged. Cost: none, as the kernel only gets smaller.
 */
final class ConstantPropagation implements KernelPass {
    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        return kernel.with(new Constants(kernel.kernel()).edited());
    }

    /** Returns the number of instructions that the pass would leave in a kernel, without literals. */
    static int remaining(Kernel kernel) {
        Constants known = new Constants(kernel);
        int count = 0;
        for (Block block : kernel.body().blocks()) {
            for (Instruction at : block.instructions()) {
                count += known.reached.get(block.id()) && !known.constants.containsKey(at) ? 1 : 0;
            }
        }
        return count;
    }

    /** The constants of a kernel. */
    private static final class Constants {
        private final Kernel kernel;
        private final Region region;
        private final BitSet reached = new BitSet();
        private final Map<Value, Long> constants = new IdentityHashMap<>();
        /** The arguments with several values. */
        private final Set<Value> varying = Sets.newIdentityHashSet();

        private boolean changed;
        private @Nullable KernelEdit edit;

        Constants(Kernel kernel) {
            this.kernel = kernel;
            this.region = kernel.body();
            varying.addAll(region.arguments());
            reached.set(0);
            do {
                changed = false;
                region.blocks().stream()
                        .filter(block -> reached.get(block.id()))
                        .forEach(this::visit);
            } while (changed);
        }

        private void visit(Block block) {
            for (Instruction at : block.instructions()) {
                set(at, evaluate(at));
            }
            Edge only = onlyEdge(block.terminator());
            (only == null ? block.terminator().edges() : List.of(only)).forEach(this::follow);
        }

        private @Nullable Long evaluate(Instruction at) {
            Long value = ConstantFolding.evaluate(at, constants::get);
            boolean fails = at.op() instanceof Op.Check
                    && !constants.getOrDefault(at.operand(0), -1L).equals(value);
            return fails ? null : value;
        }

        private void set(Value value, @Nullable Long now) {
            Long before = now == null ? constants.remove(value) : constants.put(value, now);
            changed |= now == null ? before != null : !now.equals(before);
        }

        private void follow(Edge edge) {
            changed |= !reached.get(edge.target());
            reached.set(edge.target());
            List<Argument> arguments = region.block(edge.target()).arguments();
            for (int k = 0; k < arguments.size(); k++) {
                Argument argument = arguments.get(k);
                Long passed = constants.get(edge.arguments().get(k));
                Long known = constants.get(argument);
                if (!varying.contains(argument)) {
                    boolean varies = passed == null || known != null && !known.equals(passed);
                    set(argument, varies ? null : passed);
                    changed |= varies && varying.add(argument);
                }
            }
        }

        /** Returns the edge that is always taken, or null. */
        private @Nullable Edge onlyEdge(Terminator end) {
            Long value = end.operands().isEmpty()
                    ? null
                    : constants.get(end.operands().get(0));
            if (value != null && end instanceof Terminator.Branch branch) {
                return value != 0 ? branch.whenTrue() : branch.whenFalse();
            } else if (value != null && end instanceof Terminator.Switch choice) {
                int key = choice.keys().indexOf(value.intValue());
                return key < 0 ? choice.otherwise() : choice.cases().get(key);
            }
            return null;
        }

        /** Returns the kernel with its constants as literals, or null if nothing changes. */
        @Nullable
        KernelEdit edited() {
            for (Block block : region.blocks()) {
                if (reached.get(block.id())) {
                    block.arguments().forEach(this::replace);
                    block.instructions().forEach(at -> replace(block, at));
                    Edge only = onlyEdge(block.terminator());
                    if (only != null) {
                        draft().block(block).take(block.terminator().edges().indexOf(only));
                    }
                }
            }
            return edit;
        }

        private KernelEdit draft() {
            edit = edit == null ? KernelEdit.of(kernel) : edit;
            return edit;
        }

        private void replace(Block block, Instruction at) {
            Long condition = at.op() instanceof Op.Select ? constants.get(at.operand(0)) : null;
            if (constants.containsKey(at) && !(at.op() instanceof Op.Constant)) {
                replace(at);
                if (!at.isPure()) {
                    draft().block(block).remove(at);
                }
            } else if (condition != null) {
                draft().replace(at, at.operand(condition != 0 ? 1 : 2));
            }
        }

        private void replace(Value value) {
            Long constant = constants.get(value);
            if (constant != null) {
                draft().replace(value, draft().constant(value.type(), constant));
            }
        }
    }
}
