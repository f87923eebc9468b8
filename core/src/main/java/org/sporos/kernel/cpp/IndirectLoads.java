package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.KernelSlice;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.kernel.transform.ShortLoops;

/**
 * The unconditional checked loads of a body, also in short loops, whose indexes can be computed before the work items
 * run: from the item's index and from elements that the unit does not store, such as neighbour lists. An index that
 * needs floating-point arithmetic is not computed twice.
 */
final class IndirectLoads {
    private final FunctionContext body;
    /** The checks of the kernel before passes, to which its loads belong. */
    private final RuntimeChecks checks;

    private final Region region;
    private final ControlFlow flow;
    private final Set<Instruction> found = new LinkedHashSet<>();
    private final List<KernelSlice.Counted> loops = new ArrayList<>();
    private final Map<Value, Boolean> known = new IdentityHashMap<>();

    private IndirectLoads(FunctionContext body) {
        this.body = body;
        this.checks = new RuntimeChecks(body.views().kernel().proofs());
        this.region = body.kernel.body();
        this.flow = ControlFlow.of(region);
    }

    /**
     * Returns the loads of a body, or null if it has none or vectors gain nothing: unless branches are mispredicted,
     * scalar loads are faster than vectors gathered from them.
     */
    static @Nullable IndirectLoads of(FunctionContext body) {
        boolean isSmall = body.kernel.valueCount() <= IndexSetSplitting.MOST_VALUES;
        boolean gains = body.options.hoists() && VectorizationHeuristics.branches(body);
        if (!gains || !isSmall || !body.isChecked() || body.isTeam()) {
            return null;
        }
        IndirectLoads pass = new IndirectLoads(body);
        for (Block block : pass.region.blocks()) {
            if (pass.isUnconditional(block)) {
                pass.add(block);
            }
        }
        return pass.found.isEmpty() ? null : pass;
    }

    /** Returns the loads, in the order of their dependences. */
    Set<Instruction> loads() {
        return found;
    }

    /** Returns the slice of the kernel with one load for each pair of index and extent. */
    Kernel slice() {
        Map<Object, Instruction> first = new LinkedHashMap<>();
        for (Instruction load : found) {
            ViewRef.Captured view = (ViewRef.Captured) RuntimeChecks.viewOf(load.op());
            first.putIfAbsent(List.of(load.operand(0), body.view(view).extent(0)), load);
        }
        return KernelSlice.of(body.kernel, List.copyOf(first.values()), loops);
    }

    private boolean isUnconditional(Block block) {
        return region.blocks().stream()
                .filter(other -> other.terminator() instanceof Terminator.Return)
                .allMatch(end -> flow.dominates(block.id(), end.id()));
    }

    private void add(Block block) {
        ControlFlow.Loop loop = flow.innermostLoop(block.id());
        if (loop == null) {
            block.instructions().forEach(this::add);
            return;
        }
        KernelSlice.Counted counted = counted(block, LoopInfo.of(region, loop));
        if (counted != null) {
            known.put(counted.counter(), true);
            int before = found.size();
            counted.body().instructions().forEach(this::add);
            if (found.size() > before) {
                loops.add(counted);
            }
            // After the loop the counter has its final value, which a slice does not compute.
            known.clear();
        }
    }

    /** Returns the two-block loop of a header if its trip count is a small constant, else null. */
    private KernelSlice.@Nullable Counted counted(Block header, LoopInfo loop) {
        Block loopBody = loop.header() == header && ShortLoops.isShort(loop) ? loop.onlyBody() : null;
        Argument counter = loop.counter();
        if (loopBody == null
                || counter == null
                || loop.literalStart(counter) == null
                || loop.step(counter, ConstantFolding::literal) == null) {
            return null;
        }
        Value begin = loop.start(counter);
        Value next = loop.next(counter);
        return begin == null || next == null ? null : new KernelSlice.Counted(header, loopBody, counter, begin, next);
    }

    private void add(Instruction at) {
        if (at.op() instanceof Op.Load && checks.isChecked(at) && body.canClamp(at) && isKnown(at.operand(0))) {
            found.add(at);
        }
    }

    /** Returns whether a value can be computed before the work items run. */
    private boolean isKnown(Value value) {
        Boolean answer = known.get(value);
        if (answer == null) {
            answer = value instanceof Instruction at ? isKnown(at) : isIndex(value);
            known.put(value, answer);
        }
        return answer;
    }

    private boolean isIndex(Value value) {
        List<Argument> indexes = region.arguments();
        return indexes.contains(value);
    }

    private boolean isKnown(Instruction at) {
        boolean load =
                at.op() instanceof Op.Load && body.isConstant(at) && (found.contains(at) || !checks.isChecked(at));
        boolean integer = at.isPure() && at.regions().isEmpty() && !at.type().isFloating();
        return (load
                        || integer
                                && at.operands().stream()
                                        .noneMatch(of -> of.type().isFloating()))
                && at.operands().stream().allMatch(this::isKnown);
    }
}
