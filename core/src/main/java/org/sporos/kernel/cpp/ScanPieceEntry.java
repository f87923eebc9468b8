package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.KernelSlice;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;

/** Writes entries that scan some tiles of a range at once: contributions, sums and consumer. */
final class ScanPieceEntry {
    /** A value that makes the number of a tile a long. */
    private static final long FAR = 1L << 40;

    private ScanPieceEntry() {}

    /**
     * The last arguments are the first index, the number of indexes, the number of the first tile, the levels of
     * groups, and whether sums go to the consumer; else the totals of tiles go to the array.
     */
    static CppGeometry write(
            EntryFunction entry, CppUnit.ScanPiece unit, CppFunction contribution, CppFunction consumer) {
        entry.items(unit.policy());
        entry.widen();
        LoopPrinter.print(entry, 1, nodes(entry, unit, contribution, consumer));
        return CppGeometry.SINGLE;
    }

    static List<LoopIr> nodes(
            EntryFunction entry, CppUnit.ScanPiece unit, CppFunction contribution, CppFunction consumer) {
        CppFunction condition = null;
        EntryCondition listed = listed(unit, contribution, consumer);
        if (listed != null) {
            ProvenKernel whole = consumer.proven();
            ProvenKernel slice = whole.with(listed.kernel(), whole.proofs());
            condition = consumer.version("_first", slice);
        }
        Type type = Storage.of(unit.scan().type()).value();
        String word = Words.type(type);
        String element = type.isFloating() ? word : "long long";
        String sums = entry.parameter(element + "* __restrict__", "sums", new CppArgument.ScratchAddress(0));
        boolean ints = unit.policy() instanceof RangePolicy;
        String begin = entry.begin(first(unit), ints ? Type.I32 : Type.I64);
        String count = entry.constant("count", 1);
        String tile = entry.constant("tile", FAR);
        String levels = entry.constant("levels", 1);
        String passes = entry.constant("passes", 1);
        String i = begin + " + p";
        LoopIr.Lambda value = function(
                entry.local("value"), List.of("int p"), new LoopIr.Return(LoopIr.Value.of(contribution, List.of(i))));
        LoopIr.Value taken = new LoopIr.Value("", consumer, List.of(i), List.of(i, "sum"), "");
        LoopIr.Lambda take =
                function(entry.local("take"), List.of("int p", word + " sum"), new LoopIr.Evaluate("", taken));
        List<LoopIr> nodes = new ArrayList<>(List.of(new LoopIr.Faults(), value, take));
        String running = type.isFloating()
                ? "java::RealSums<" + word + ">{" + sums + ", " + levels + ", " + tile + "}"
                : "java::WholeSum<" + word + ">{" + sums + "}";
        List<String> whole = new ArrayList<>(List.of(count, running, value.name()));
        if (listed != null && condition != null) {
            LoopIr.Value acts = LoopIr.Value.of(condition, List.of(i, "0")).in(listed.acts() ? "" : "!", "");
            LoopIr.Lambda takes = function(entry.local("takes"), List.of("int p"), new LoopIr.Return(acts));
            nodes.add(takes);
            whole.add(takes.name());
        }
        whole.add(take.name());
        LoopIr pass = new LoopIr.Prelude("java::scan_pass<" + unit.scan().isInclusive() + ">", whole, null);
        LoopIr totals = new LoopIr.Prelude("java::scan_totals", whole.subList(0, 3), null);
        nodes.add(new LoopIr.Guard(passes, List.of(pass), List.of(totals)));
        return nodes;
    }

    private static LoopIr.Lambda function(String name, List<String> parameters, LoopIr body) {
        return new LoopIr.Lambda(name, parameters, true, List.of(body));
    }

    /**
     * Returns the condition under which the consumer has effects, if such indexes may be listed first; else null.
     * Floating-point sums are computed in blocks anyway, and a contribution may fail only after all consumers before
     * it.
     */
    private static @Nullable EntryCondition listed(
            CppUnit.ScanPiece unit, CppFunction contribution, CppFunction consumer) {
        if (Storage.of(unit.scan().type()).value().isFloating() || contribution.canFail()) {
            return null;
        }
        FunctionContext body = consumer.body();
        return EntryCondition.of(
                body.kernel,
                body.kernel.body().arguments().get(1),
                load -> !body.checks.isChecked(load) && body.isConstant(load));
    }

    private static long first(CppUnit.ScanPiece unit) {
        return unit.policy() instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) unit.policy()).begin();
    }

    /**
     * The condition of a kernel's first branch, if one edge returns at once. It depends on arguments, captured values
     * and elements of views; evaluation has no side effects. Immutable.
     *
     * @param kernel a kernel that returns the condition, a BOOL
     * @param acts the value of the condition for which the kernel does work
     */
    private record EntryCondition(Kernel kernel, boolean acts) {

        /**
         * Returns the entry condition of a kernel without a result, or null.
         *
         * @param unknown an argument on which the condition must not depend
         * @param isFree whether a load cannot fail and no earlier store changes its value
         */
        static @Nullable EntryCondition of(Kernel whole, Argument unknown, Predicate<Instruction> isFree) {
            Region body = whole.body();
            Block entry = body.entry();
            boolean isPure = entry.instructions().stream()
                    .allMatch(at -> at.op() instanceof Op.Load ? isFree.test(at) : at.isPure());
            if (!isPure || !(entry.terminator() instanceof Terminator.Branch branch)) {
                return null;
            }
            boolean ends = doesNothing(body, branch.whenTrue());
            if (ends == doesNothing(body, branch.whenFalse())) {
                return null;
            }
            Value condition = branch.condition();
            Terminator end = new Terminator.Return(condition, branch.position());
            Kernel slice = KernelSlice.of(whole, List.of(condition), end, Type.BOOL);
            boolean isDependent = condition == unknown
                    || slice.body().entry().instructions().stream()
                            .anyMatch(at -> at.operands().contains(unknown));
            return isDependent ? null : new EntryCondition(slice, !ends);
        }

        private static boolean doesNothing(Region body, Edge edge) {
            Block target = body.block(edge.target());
            return target.instructions().isEmpty() && target.terminator() instanceof Terminator.Return;
        }
    }
}
