package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
 * Full unrolling of a loop: a copy for each iteration without its exit test, and a copy of the header for the exit.
 *
 * <p>Precondition: the loop has a {@link LoopInfo#tripCount trip count}. Cost: {@link UnrollForArrays} decides.
 */
final class LoopUnrolling {
    private final KernelEdit edit;
    private final LoopInfo loop;
    private final Region region;
    private final List<Copy> copies = new ArrayList<>();

    private LoopUnrolling(Kernel kernel, LoopInfo loop) {
        this.edit = KernelEdit.of(kernel);
        this.loop = loop;
        this.region = loop.region();
    }

    /** @param loop a loop of the kernel's body */
    static EditedKernel apply(Kernel kernel, LoopInfo loop) {
        LoopUnrolling pass = new LoopUnrolling(kernel, loop);
        pass.unroll(Objects.requireNonNull(loop.tripCount()));
        pass.repairUses();
        return pass.edit.finish();
    }

    private void unroll(long tripCount) {
        List<Block> blocks = loop.blocks();
        for (long k = 0; k < tripCount; k++) {
            copies.add(edit.copy(region, blocks, Map.of()));
        }
        Copy last = edit.copy(region, List.of(loop.header()), Map.of());
        LoopInfo.Test test = Objects.requireNonNull(loop.test());
        end(last, test.exit());
        for (int k = 0; k < copies.size(); k++) {
            Copy copy = copies.get(k);
            end(copy, test.inside());
            DraftBlock next = header(k + 1 < copies.size() ? copies.get(k + 1) : last);
            blocks.forEach(block -> copy.of(block).redirect(header(copy), next));
        }
        copies.add(last);
        for (Block block : region.blocks()) {
            if (!loop.contains(block.id())) {
                edit.block(block).redirect(edit.block(loop.header()), header(copies.get(0)));
            }
        }
    }

    private DraftBlock header(Copy copy) {
        return copy.of(loop.header());
    }

    /** Ends the header of a copy with one of its edges. */
    private void end(Copy copy, Edge edge) {
        header(copy).take(loop.header().terminator().edges().indexOf(edge));
    }

    /** Uses after the loop get the value of the last iteration. */
    private void repairUses() {
        SsaConstruction variables = new SsaConstruction(edit);
        Map<Value, Variable> escaping = new IdentityHashMap<>();
        Map<Value, Block> homes = new IdentityHashMap<>();
        for (Block block : loop.blocks()) {
            block.arguments().forEach(argument -> homes.put(argument, block));
            block.instructions().forEach(at -> homes.put(at, block));
        }
        for (Block user : region.blocks()) {
            if (!loop.contains(user.id()) && variables.isReached(edit.block(user))) {
                Map<Value, Value> now = new IdentityHashMap<>();
                for (Value value : uses(user)) {
                    Block home = homes.get(value);
                    if (home != null) {
                        Variable variable = escaping.computeIfAbsent(value, key -> variable(variables, value, home));
                        now.put(value, variables.atEntry(edit.block(user), variable));
                    }
                }
                edit.substitute(edit.block(user), now);
            }
        }
    }

    private Variable variable(SsaConstruction variables, Value value, Block home) {
        Variable variable = new Variable(value.type(), value.name(), value.position());
        for (Copy copy : copies) {
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
