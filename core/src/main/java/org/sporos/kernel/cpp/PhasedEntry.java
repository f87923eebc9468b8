package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Type;
import org.sporos.view.View;

/**
 * Writes the entry of a launch of phases: one block, or a wave of them, whose threads call a function for each member.
 * Few members are called directly, with arguments of the launch; many through the rows of a table, where members of
 * equal text share a call. Early exits are in the functions: all threads must reach the barriers of the entry. The
 * condition of a loop of phases is the last member.
 */
final class PhasedEntry {
    /** The most members that are called directly. */
    static final int MOST_CALLS = 8;
    /** The most arguments of direct calls: 2 KiB of the 4 that a launch can pass. */
    private static final int MOST_ARGUMENTS = 256;
    /** The longs of rows that are staged in shared memory at a time; the prelude has the same constant. */
    private static final int STAGED = 1024;

    private static final int WARP = 32;
    /**
     * The blocks of a wave that a multiprocessor has at least: while one folds a tile, others load. An iteration of
     * conjugate gradients on 1000 x 1000 points takes 48 us with 1, 37 with 2, and 40 with 3, which spill registers;
     * docs/benchmarks/shapes-of-small-work.md.
     */
    private static final int WAVE_BLOCKS = 2;
    /** The unsigned ints of the state of a wave; the prelude has the same. */
    private static final int WAVE_STATE = 5;

    private final EntryFunction entry;
    private final CppUnit.Phased unit;
    private final List<List<Call>> phases;
    private final @Nullable Call condition;
    private final BiPredicate<CppUnit, View> writes;
    private final List<CppLaunch.Table.Member> members = new ArrayList<>();
    private final List<CppArgument> arguments = new ArrayList<>();
    private int width;
    private int threads = WARP;
    private int widest = 1;
    /** The expression for the threads that run the phases, and their barrier. */
    private final String scope;

    /**
     * A call of the function of a member.
     *
     * @param types the parameter types of the function
     */
    record Call(CppUnit member, CppLaunch launch, List<String> types) {
        /** Returns whether one warp can run it while others run other members: it has no barrier. */
        boolean isNarrow() {
            return launch.geometry().blockX() <= WARP && !hasBarrier(member);
        }

        private static boolean hasBarrier(CppUnit unit) {
            return unit instanceof CppUnit.Reduce
                    || DynamicRange.isOf(unit)
                    || unit instanceof CppUnit.Fused fused
                            && fused.members().stream().anyMatch(Call::hasBarrier);
        }
    }

    private PhasedEntry(
            EntryFunction entry,
            CppUnit.Phased unit,
            List<List<Call>> phases,
            @Nullable Call condition,
            BiPredicate<CppUnit, View> writes) {
        this.entry = entry;
        this.unit = unit;
        this.phases =
                isWave(unit) ? phases.stream().map(PhasedEntry::reductionsLast).toList() : phases;
        this.condition = condition;
        this.writes = writes;
        this.scope = isWave(unit) ? entry.local("wave") : "java::OneBlock()";
    }

    private static List<Call> reductionsLast(List<Call> phase) {
        return phase.stream()
                .sorted(Comparator.comparing(call -> reduces(call.member())))
                .toList();
    }

    private static boolean isWave(CppUnit.Phased unit) {
        return unit.repeat() != null && unit.repeat().isWave();
    }

    /**
     * @param phases the calls of each, in the order of {@link CppUnit.Phased#phases()}
     * @param condition the call of that of the loop that repeats them, or null
     * @param writes whether a unit may write to the memory of a view
     */
    static PhasedEntry write(
            EntryFunction entry,
            CppUnit.Phased unit,
            List<List<Call>> phases,
            @Nullable Call condition,
            BiPredicate<CppUnit, View> writes) {
        PhasedEntry written = new PhasedEntry(entry, unit, phases, condition, writes);
        entry.gate(unit.isGated(), "");
        List<LoopIr> nodes = new ArrayList<>();
        if (isWave(unit)) {
            String state = entry.parameter("unsigned*", "state", new CppArgument.CounterAddress(WAVE_STATE));
            nodes.add(new LoopIr.Update("const java::Wave " + written.scope + "{" + state + "};"));
        }
        String iterations = written.iterations();
        List<Call> calls = new ArrayList<>();
        written.phases.forEach(calls::addAll);
        if (condition != null) {
            calls.add(condition);
        }
        int passed = calls.stream().mapToInt(call -> call.types().size()).sum();
        calls.forEach(call -> written.useThreads(call.launch().geometry().blockX()));
        if (calls.size() <= MOST_CALLS && passed <= MOST_ARGUMENTS) {
            written.arguments.addAll(entry.arguments());
            nodes.addAll(written.oneByOne(iterations));
        } else {
            nodes.addAll(written.byTable(iterations));
            written.arguments.addAll(entry.arguments());
        }
        LoopPass phasing = isWave(unit) ? PhasesWithBarriers.ofWave(written.scope) : PhasesWithBarriers.ofBlock();
        LoopPrinter.print(entry, 1, LoopPipeline.of(phasing).run(nodes, entry::local));
        if (isWave(unit)) {
            entry.limitThreads(ReduceOnGrid.TOGETHER, WAVE_BLOCKS);
        } else {
            entry.limitThreads(CppGeometry.MOST_THREADS, 1);
        }
        return written;
    }

    private void useThreads(int wanted) {
        threads = Math.max(threads, wanted);
    }

    CppGeometry geometry() {
        if (!isWave(unit)) {
            return new CppGeometry(threads, 1, 1, 1, 1, 1, 0);
        }
        long items = 1;
        for (List<Call> phase : phases) {
            for (Call call : phase) {
                items = Math.max(items, items(call.member()));
            }
        }
        return CppGeometry.wave(ReduceOnGrid.TOGETHER, items);
    }

    /** Returns the most work items of a member. */
    private static long items(CppUnit member) {
        if (member instanceof CppUnit.Fused fused) {
            return fused.members().stream().mapToLong(PhasedEntry::items).max().orElse(1);
        } else if (member instanceof CppUnit.For loop) {
            return loop.policy().size();
        } else if (member instanceof CppUnit.Reduce reduce) {
            return reduce.policy().size();
        }
        return member instanceof CppUnit.Elements elements ? elements.policy().size() : 1;
    }

    /** Returns the launch of the entry. */
    CppLaunch launch(String name) {
        CppLaunch.Table table = new CppLaunch.Table(members, width);
        return new CppLaunch(unit.label(), name, arguments, List.of(), List.of(), geometry(), table);
    }

    /** Returns the address of the number of iterations of a loop, or that of nothing. */
    private String iterations() {
        CppUnit.Repeat repeat = unit.repeat();
        return repeat == null || repeat.iterations() == null
                ? "nullptr"
                : entry.parameter("int*", "iterations", new CppArgument.ViewAddress(repeat.iterations()));
    }

    /**
     * Returns a loop over phases where there is one, else the phases.
     *
     * @param last the calls that one thread of a wave makes before it evaluates the condition again
     */
    private List<LoopIr> repeated(
            String iterations, List<LoopIr> nodes, List<LoopIr> last, List<LoopIr> row, List<String> passed) {
        if (condition == null) {
            return nodes;
        }
        List<LoopIr> body = new ArrayList<>(row);
        List<String> all = new ArrayList<>(passed);
        all.addAll(List.of("answer", "passes", "threadIdx.x", "blockDim.x"));
        body.add(new LoopIr.Prelude(condition.launch().entry(), all, null));
        String function = entry.local("condition");
        List<LoopIr> out = new ArrayList<>();
        out.add(new LoopIr.Lambda(function, List.of("int* answer", "int* passes"), false, body));
        List<String> arguments = new ArrayList<>(List.of(iterations, function));
        if (isWave(unit)) {
            String end = entry.local("end");
            out.add(new LoopIr.Lambda(end, List.of(), false, last));
            arguments.add(0, scope);
            arguments.add(end);
        }
        out.add(new LoopIr.Prelude("java::loop", arguments, new LoopIr.Lambda("", List.of(), false, nodes)));
        return out;
    }

    private List<LoopIr> oneByOne(String iterations) {
        List<LoopIr> nodes = new ArrayList<>();
        List<LoopIr> last = new ArrayList<>();
        for (int p = 0; p < phases.size(); p++) {
            List<Call> phase = phases.get(p);
            boolean isLast =
                    isWave(unit) && p == phases.size() - 1 && phase.stream().allMatch(PhasedEntry::isSingle);
            List<LoopIr> body = new ArrayList<>();
            for (Call call : phase) {
                List<String> passed = passed(call);
                passed.addAll(
                        isWave(unit) && !isLast
                                ? List.of(scope + ".thread()", scope + ".threads()")
                                : List.of("threadIdx.x", "blockDim.x"));
                body.add(new LoopIr.Prelude(call.launch().entry(), passed, null));
            }
            if (isLast) {
                last.addAll(body);
            } else {
                nodes.add(new LoopIr.Phase(body, endsWithBarrier(p)));
            }
        }
        return repeated(iterations, nodes, last, List.of(), condition == null ? List.of() : passed(condition));
    }

    /**
     * Returns whether a phase ends with a reduction of a wave, after whose barrier blocks may start the next phase: none
     * of its members writes to a result, which slower blocks still store.
     */
    private boolean endsWithBarrier(int phase) {
        List<Call> calls = phases.get(phase);
        if (!isWave(unit) || !reduces(calls.get(calls.size() - 1).member())) {
            return false;
        }
        List<Call> next = phase + 1 < phases.size() ? phases.get(phase + 1) : List.of();
        return calls.stream()
                .flatMap(call -> results(call.member()).stream())
                .noneMatch(result -> next.stream().anyMatch(call -> writes.test(call.member(), result)));
    }

    /** Returns whether a member ends with a reduction, without calls after its results. */
    private static boolean reduces(CppUnit member) {
        return member instanceof CppUnit.Reduce
                || member instanceof CppUnit.Fused fused
                        && reduces(fused.members().get(fused.members().size() - 1));
    }

    /** Returns the results of the reductions of a member, with their locations. */
    private static List<View> results(CppUnit member) {
        if (member instanceof CppUnit.Fused fused) {
            return fused.members().stream()
                    .flatMap(each -> results(each).stream())
                    .toList();
        }
        return member instanceof CppUnit.Reduce reduce
                ? reduce.parts().stream()
                        .flatMap(part -> Stream.of(
                                part.reduction().result(), part.reduction().location()))
                        .filter(Objects::nonNull)
                        .map(View.class::cast)
                        .toList()
                : List.of();
    }

    private static boolean isSingle(Call call) {
        return call.member() instanceof CppUnit.Single;
    }

    /** Adds a member whose arguments are those of the launch, and returns these. */
    private List<String> passed(Call call) {
        members.add(new CppLaunch.Table.Member(0, call.launch(), call.member().nodes()));
        List<String> passed = new ArrayList<>();
        for (String type : call.types()) {
            String name = "a" + members.size() + "_" + passed.size();
            CppArgument argument = call.launch().arguments().get(passed.size());
            passed.add(entry.parameter(type, name, argument));
        }
        return passed;
    }

    private List<LoopIr> byTable(String iterations) {
        Map<String, Integer> codes = new LinkedHashMap<>();
        List<LoopIr> calls = new ArrayList<>();
        phases.forEach(phase -> phase.forEach(call -> {
            width = Math.max(width, 1 + call.types().size());
            if (codes.putIfAbsent(call.launch().entry(), codes.size()) == null) {
                calls.add(called(call));
            }
        }));
        if (condition != null) {
            width = Math.max(width, 1 + condition.types().size());
        }
        for (int p = 0; p < phases.size(); p++) {
            boolean endsWave = isWave(unit) && p == phases.size() - 1;
            rows(phases.get(p), codes, !endsWave && !endsWithBarrier(p));
        }
        String rows = entry.parameter("const long long*", "table", new CppArgument.TableAddress());
        List<String> passed = List.of(
                scope,
                "staged",
                rows,
                entry.parameter("int", "width", new CppArgument.Constant(Type.I32, width)),
                entry.parameter("int", "rows", new CppArgument.Constant(Type.I32, members.size())),
                entry.parameter("int", "widest", new CppArgument.Constant(Type.I32, widest)));
        // Independent of sizes, so that they can be updated.
        boolean isWide = !isWave(unit) && phases.stream().anyMatch(phase -> phase.size() > 1);
        String function = "java::phases<" + isWide + ", " + (width <= STAGED) + ">";
        List<String> parameters = List.of("const long long* row", "int thread", "int threads");
        LoopIr call = new LoopIr.Prelude(function, passed, new LoopIr.Lambda("", parameters, false, selected(calls)));
        List<LoopIr> nodes = new ArrayList<>(List.of(new LoopIr.Update("java::Staged staged;")));
        nodes.addAll(repeated(
                iterations,
                List.of(call),
                List.of(),
                List.of(new LoopIr.Let("const long long* const", "row", rows + " + (long long) rows * width")),
                condition == null ? List.of() : BesideEntry.unpacked(condition.types())));
        if (condition != null) {
            members.add(new CppLaunch.Table.Member(
                    0, condition.launch(), condition.member().nodes()));
        }
        return nodes;
    }

    private static LoopIr called(Call call) {
        List<String> passed = BesideEntry.unpacked(call.types());
        passed.addAll(List.of("thread", "threads"));
        return new LoopIr.Prelude(call.launch().entry(), passed, null);
    }

    /** Returns the call selected by the code of a row. */
    private static List<LoopIr> selected(List<LoopIr> calls) {
        if (calls.size() == 1) {
            return calls;
        }
        List<LoopIr> otherwise = List.of(calls.get(calls.size() - 1));
        for (int code = calls.size() - 2; code >= 0; code--) {
            otherwise = List.of(new LoopIr.Guard("code == " + code, List.of(calls.get(code)), otherwise));
        }
        return List.of(new LoopIr.Let("const int", "code", "(int) row[0]"), otherwise.get(0));
    }

    /**
     * Adds the rows of a phase. Adjacent narrow members run side by side, a warp each: the upper half of their heads is
     * twice their number, plus 1 if a barrier follows.
     */
    private void rows(List<Call> phase, Map<String, Integer> codes, boolean endsWithBarrier) {
        for (int from = 0; from < phase.size(); ) {
            int to = from + 1;
            int most = isWave(unit) ? 1 : Math.max(1, STAGED / width / 2);
            while (to < phase.size()
                    && to - from < most
                    && phase.get(from).isNarrow()
                    && phase.get(to).isNarrow()) {
                to++;
            }
            int beside = to - from;
            widest = Math.max(widest, beside);
            useThreads(beside == 1 ? WARP : Math.min(CppGeometry.MOST_THREADS, WARP * beside));
            long control = 2L * beside + (to == phase.size() && endsWithBarrier ? 1 : 0);
            for (int k = from; k < to; k++) {
                Call call = phase.get(k);
                long code = codes.getOrDefault(call.launch().entry(), 0);
                members.add(new CppLaunch.Table.Member(
                        code | control << Integer.SIZE,
                        call.launch(),
                        call.member().nodes()));
            }
            from = to;
        }
    }
}
