package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.ir.EditedKernel;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.KernelEdit.Copy;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.SsaConstruction;
import org.sporos.kernel.ir.SsaConstruction.Variable;

/**
 * Full unrolling of loops that have no block in common: a copy for each iteration without its exit test, and a copy of
 * the header that exits.
 *
 * <p>Precondition: the loops have a {@link LoopInfo#tripCount trip count}. Cost: {@link UnrollForArrays} decides.
 */
final class LoopUnrolling {
    private final KernelEdit edit;
    private final Region region;
    private final List<Unrolled> unrolled;

    /** A loop with the copies of its iterations; the last copy exits. */
    private record Unrolled(LoopInfo loop, List<Copy> copies) {
        DraftBlock header(Copy copy) {
            return copy.of(loop.header());
        }

        /** Ends the header of a copy with one of its edges. */
        void end(Copy copy, Edge edge) {
            header(copy).take(loop.header().terminator().edges().indexOf(edge));
        }
    }

    private LoopUnrolling(Kernel kernel, List<LoopInfo> loops) {
        this.edit = KernelEdit.of(kernel);
        this.region = kernel.body();
        this.unrolled = loops.stream().map(this::copied).toList();
    }

    /** @param loops loops of the kernel's body */
    static EditedKernel apply(Kernel kernel, List<LoopInfo> loops) {
        LoopUnrolling pass = new LoopUnrolling(kernel, loops);
        pass.unrolled.forEach(pass::enter);
        pass.repairUses();
        return pass.edit.finish();
    }

    private Unrolled copied(LoopInfo loop) {
        List<Copy> copies = new ArrayList<>();
        List<Block> blocks = loop.blocks();
        for (long k = Objects.requireNonNull(loop.tripCount()); k > 0; k--) {
            copies.add(edit.copy(region, blocks, Map.of()));
        }
        copies.add(edit.copy(region, List.of(loop.header()), Map.of()));
        Unrolled made = new Unrolled(loop, copies);
        LoopInfo.Test test = Objects.requireNonNull(loop.test());
        for (int k = 0; k < copies.size() - 1; k++) {
            Copy copy = copies.get(k);
            DraftBlock next = made.header(copies.get(k + 1));
            made.end(copy, test.inside());
            blocks.forEach(block -> copy.of(block).redirect(made.header(copy), next));
        }
        made.end(copies.get(copies.size() - 1), test.exit());
        return made;
    }

    /** Redirects the edges that enter a loop. */
    private void enter(Unrolled made) {
        DraftBlock header = edit.block(made.loop.header());
        DraftBlock first = made.header(made.copies.get(0));
        outside(made.loop, block -> drafts(block).forEach(draft -> draft.redirect(header, first)));
    }

    private void outside(LoopInfo loop, Consumer<Block> visitor) {
        region.blocks().stream().filter(block -> !loop.contains(block.id())).forEach(visitor);
    }

    /** Returns the draft of a block, or its copies if its loop is unrolled. */
    private List<DraftBlock> drafts(Block block) {
        for (Unrolled made : unrolled) {
            if (made.loop.contains(block.id())) {
                return made.copies.stream()
                        .filter(copy -> copy.has(block))
                        .map(copy -> copy.of(block))
                        .toList();
            }
        }
        return List.of(edit.block(block));
    }

    /** After a loop, each of its values is that of the last iteration. */
    private void repairUses() {
        SsaConstruction variables = new SsaConstruction(edit);
        for (Unrolled made : unrolled) {
            Map<Value, Block> homes = new IdentityHashMap<>();
            for (Block block : made.loop.blocks()) {
                block.arguments().forEach(argument -> homes.put(argument, block));
                block.instructions().forEach(at -> homes.put(at, block));
            }
            Map<Value, Variable> escaping = new IdentityHashMap<>();
            outside(made.loop, user -> {
                Set<Value> used = uses(user);
                used.retainAll(homes.keySet());
                for (DraftBlock draft : used.isEmpty() ? List.<DraftBlock>of() : drafts(user)) {
                    if (variables.isReached(draft)) {
                        Map<Value, Value> now = new IdentityHashMap<>();
                        for (Value value : used) {
                            Variable variable = escaping.computeIfAbsent(
                                    value,
                                    key -> variable(variables, made, value, Objects.requireNonNull(homes.get(value))));
                            now.put(value, variables.atEntry(draft, variable));
                        }
                        edit.substitute(draft, now);
                    }
                }
            });
        }
    }

    private static Variable variable(SsaConstruction variables, Unrolled made, Value value, Block home) {
        Variable variable = new Variable(value.type(), value.name(), value.position());
        for (Copy copy : made.copies) {
            if (copy.has(home)) {
                variables.assign(copy.of(home), variable, copy.of(value));
            }
        }
        return variable;
    }

    private static Set<Value> uses(Block block) {
        Set<Value> uses = new LinkedHashSet<>(block.terminator().operands());
        block.instructions().forEach(at -> uses.addAll(at.operands()));
        block.terminator().edges().forEach(edge -> uses.addAll(edge.arguments()));
        return uses;
    }
}
