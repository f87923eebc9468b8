package org.sporos.host.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.PrintLog;
import org.sporos.graph.KernelCall;
import org.sporos.graph.Node;
import org.sporos.graph.ProgressReporter;
import org.sporos.graph.Work;
import org.sporos.host.jit.GeneratedLoops;
import org.sporos.host.jit.TieredLoop;
import org.sporos.host.natives.NativeCodeListener;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.host.natives.NativeLoop;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.plan.LaunchUnit;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.ReductionOp;
import org.sporos.reduce.Reduction;

/** Compiles the kernels of a graph for host: lambdas, bytecode, and C++ by tier. */
public final class KernelCompiler {
    private final KernelIndex index;
    private final Tier tier;
    private final @Nullable PrintLog prints;
    private final NativeCompileQueue queue = new NativeCompileQueue();
    private final GeneratedLoops loops;

    private KernelCompiler(KernelIndex index, Tier tier, @Nullable PrintLog prints) {
        this.index = index;
        this.tier = tier;
        this.prints = prints;
        this.loops = new GeneratedLoops(onWork());
    }

    private LongConsumer onWork() {
        return tier == Tier.AUTO ? queue::addWork : nanos -> {};
    }

    /** Returns a compiler without kernels: all bodies are called directly. */
    public static KernelCompiler none() {
        return new KernelCompiler(KernelIndex.empty(), Tier.LOOP, null);
    }

    /**
     * Returns the compiler of a graph for a space. A strict space calls the lambdas, as it checks every access.
     *
     * @param prints receives the lines that kernels print, null if none prints
     */
    public static KernelCompiler of(KernelIndex index, TaskContext context, @Nullable PrintLog prints) {
        return new KernelCompiler(index, context.strict() ? Tier.LOOP : context.tier(), prints);
    }

    /** Returns the body, wrapped if it prints: lines are then sorted by work item. */
    @SuppressWarnings("unchecked") // A proxy has the interfaces of the body.
    <B extends KernelBody> B called(Node node, int call, B body) {
        return prints != null && prints(node, call)
                ? (B) BodyProxies.printing(body, prints.lines(), prints.number(node))
                : body;
    }

    /** Returns whether a body of a node prints. */
    boolean prints(Node node, int call) {
        return prints != null && index.of(node, call).facts().kernel().prints();
    }

    /** Returns whether a body of teams gives the same with one member as with several; false if it is not known. */
    boolean isMemberFree(Node node, int call) {
        return call < index.of(node).size()
                && MemberUse.isFree(index.of(node, call).facts().kernel());
    }

    /** Returns the tier of a task's code. */
    static Tier tier(@Nullable TieredLoop code) {
        if (code == null) {
            return Tier.LOOP;
        }
        return code.isNative() ? Tier.NATIVE : code.isLambda() ? Tier.LOOP : Tier.BYTECODE;
    }

    /** Returns the slowest tier of several codes. */
    static Tier tier(List<TieredLoop> codes) {
        return codes.stream()
                .map(KernelCompiler::tier)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Returns the times of measured tiers and the reasons for missing ones, or the empty string. */
    static String note(@Nullable TieredLoop code) {
        return code == null ? "" : note(List.of(code));
    }

    /** Returns the note on several codes: the times of each, then each reason once. */
    static String note(List<TieredLoop> codes) {
        return note(codes, codes);
    }

    /** Returns the note on codes that one C++ loop replaces: its times once it runs the work. */
    static String note(List<TieredLoop> codes, TieredLoop together) {
        List<TieredLoop> all = new ArrayList<>(codes);
        all.add(together);
        return note(together.isNative() ? List.of(together) : codes, all);
    }

    private static String note(List<TieredLoop> timed, List<TieredLoop> codes) {
        StringJoiner times = new StringJoiner(" / ");
        Set<String> reasons = new LinkedHashSet<>();
        for (TieredLoop code : timed) {
            if (!code.times().isEmpty()) {
                times.add(code.times());
            }
        }
        for (TieredLoop code : codes) {
            if (!code.withoutBytecode().isEmpty()) {
                reasons.add("no bytecode: " + code.withoutBytecode());
            }
        }
        for (TieredLoop code : codes) {
            String reason = code.withoutCpp();
            if (reason != null) {
                reasons.add(reason);
            }
        }
        StringJoiner note = new StringJoiner("; ");
        if (times.length() > 0) {
            note.add(times.toString());
        }
        reasons.forEach(note::add);
        return note.toString();
    }

    /** Returns the loop of the only body of a node, or null. */
    @Nullable
    TieredLoop forEach(Node node, Policy policy, KernelBody body) {
        KernelFacts facts = facts(node, 0);
        if (facts == null) {
            return null;
        }
        TieredLoop code = forEach(node.label(), policy, List.of(facts));
        return code != null ? code : lambda(node.label(), policy, body, facts);
    }

    /** Returns the loop that calls the lambda of an untranslatable kernel, until there is C++. */
    private TieredLoop lambda(String label, Policy policy, KernelBody body, KernelFacts facts) {
        String reason = GeneratedLoops.refusal(List.of(facts));
        TieredLoop code = TieredLoop.of(body, ListedBody.elements(policy), reason, onWork());
        if (wantsNative()) {
            expect(code, queue.loop(label, policy, List.of(facts), listener(code)));
        }
        return code;
    }

    /** Returns the fused loop of a merged unit, or null. */
    @Nullable
    TieredLoop forEach(LaunchUnit unit) {
        List<KernelFacts> all = new ArrayList<>();
        Policy policy = null;
        for (LaunchUnit member : unit.members()) {
            if (member.node().role() != KernelCall.Role.FOR) {
                return null;
            }
            KernelFacts facts = facts(member.node(), 0);
            if (facts == null) {
                return null;
            }
            policy = member.node().kernels().get(0).policy();
            all.add(facts);
        }
        return policy == null ? null : forEach(unit.node().label(), policy, all);
    }

    private @Nullable TieredLoop forEach(String label, Policy policy, List<KernelFacts> members) {
        TieredLoop code = loops.forEach(members);
        if (code != null && wantsNative()) {
            expect(code, queue.loop(label, policy, members, listener(code)));
        }
        return code;
    }

    /**
     * Returns the code that evaluates and folds a contribution, or null.
     *
     * @param call the index of the contribution among the bodies of the node
     * @param tiled the reduction passed to {@link #askForTiles} later, or null; C++ folds tiles of longer bodies too
     */
    @Nullable
    TieredLoop contribution(Node node, int call, Policy policy, ReductionOp op, @Nullable Reduction tiled) {
        KernelFacts facts = facts(node, call);
        TieredLoop code = facts == null ? null : loops.contribution(facts, op);
        if (facts == null || code == null || !wantsNative()) {
            return code;
        }
        if (tiled != null && NativeCompileQueue.folds(facts, tiled)) {
            code.foldTiles();
        }
        if (!code.folds()) {
            expect(code, queue.rows(node.label(), policy, facts, listener(code)));
        }
        return code;
    }

    /** Returns the code that scans a range in one pass, or null. */
    @Nullable
    TieredLoop scan(Node node, Work.ParallelScan work) {
        KernelFacts contribution = facts(node, 0);
        KernelFacts consumer = facts(node, 1);
        if (contribution == null || consumer == null) {
            return null;
        }
        TieredLoop code = loops.scan(contribution, consumer, work.scan().isInclusive());
        if (code != null && wantsNative()) {
            expect(code, queue.scan(node.label(), work.policy(), work.scan(), contribution, consumer, listener(code)));
        }
        return code;
    }

    /** Returns the code of a scan's consumer, its second body, or null. */
    @Nullable
    TieredLoop consumer(Node node, Policy policy) {
        KernelFacts facts = facts(node, 1);
        TieredLoop code = facts == null ? null : loops.consumer(facts);
        if (facts != null && code != null && wantsNative()) {
            expect(code, queue.rows(node.label(), policy, facts, listener(code)));
        }
        return code;
    }

    /** Returns whether tiles of a reduction are folded by the code that evaluates it, rather than by the task. */
    boolean foldsTiles(Node node, int call, Reduction reduction) {
        KernelFacts facts = facts(node, call);
        return facts != null && (tier != Tier.NATIVE || NativeCompileQueue.folds(facts, reduction));
    }

    /** Queues C++ that folds the tiles of a reduction into an array, if its Java code folds tiles too. */
    private void askForTiles(Node node, int call, Policy policy, Reduction reduction, TieredLoop code, Object results) {
        KernelFacts facts = facts(node, call);
        if (facts == null || !code.folds() || !wantsNative()) {
            return;
        }
        String refusal = queue.tiles(node.label(), policy, facts, reduction, results, listener(code));
        expect(code, refusal);
        if (refusal == null) {
            queue.rows(node.label(), policy, facts, restListener(code));
        }
    }

    /** One reduction of a node: the index of its contribution among the bodies, and the array of tile results. */
    record TiledPart(int call, Reduction reduction, TieredLoop code, Object results) {}

    /**
     * Queues C++ that folds the tiles of reductions into their arrays. Returns the loop of all, or null if each needs
     * its own.
     */
    @Nullable
    TieredLoop askForTiles(Node node, Policy policy, List<TiledPart> parts) {
        List<KernelFacts> facts = new ArrayList<>();
        for (TiledPart part : parts) {
            KernelFacts its = facts(node, part.call());
            if (its != null && part.code().folds()) {
                facts.add(its);
            }
        }
        List<Reduction> reductions = parts.stream().map(TiledPart::reduction).toList();
        boolean isOneLoop = wantsNative()
                && parts.size() > 1
                && facts.size() == parts.size()
                && NativeCompileQueue.foldTogether(facts, reductions);
        if (!isOneLoop) {
            parts.forEach(
                    part -> askForTiles(node, part.call(), policy, part.reduction(), part.code(), part.results()));
            return null;
        }
        TieredLoop together = TieredLoop.ofTiles(onWork());
        List<Object> results = parts.stream().map(TiledPart::results).toList();
        queue.tiles(node.label(), policy, facts, reductions, results, listener(together));
        expect(together, null);
        return together;
    }

    private void expect(TieredLoop code, @Nullable String refusal) {
        if (refusal == null) {
            code.awaitCpp(queue::state);
        } else {
            code.refuseCpp(refusal);
        }
    }

    private NativeCodeListener listener(TieredLoop code) {
        return new NativeCodeListener() {
            @Override
            public void offer(NativeLoop made) {
                code.offer(made, tier == Tier.NATIVE);
            }

            @Override
            public void refuse(String reason) {
                code.refuseCpp(reason);
            }

            @Override
            public double worked() {
                return code.worked();
            }
        };
    }

    /** Returns the listener for rows left over by tiles; the code of tiles counts the work and keeps the reason. */
    private static NativeCodeListener restListener(TieredLoop code) {
        return new NativeCodeListener() {
            @Override
            public void offer(NativeLoop made) {
                code.offerRest(made);
            }

            @Override
            public void refuse(String reason) {}

            @Override
            public double worked() {
                return 0;
            }
        };
    }

    /** Returns a colon and the reason why a body has no loop of its own, or the empty string. */
    String whyLambda(Node node, int call) {
        KernelFacts facts = facts(node, call);
        return facts == null ? prints(node, call) ? ": it prints" : "" : ": " + GeneratedLoops.refusal(List.of(facts));
    }

    /** Returns the C++ source of kernels without preludes, empty if there is none. */
    public String cppText() {
        return queue.text();
    }

    private boolean wantsNative() {
        return tier == Tier.NATIVE || tier == Tier.AUTO;
    }

    /** Completes the queue: compiles C++ now if it is forced, else once the graph is busy. */
    public void ready(ProgressReporter progress) {
        if (tier == Tier.NATIVE) {
            queue.compile(progress);
        }
    }

    /** Returns whether a body of a loop or reduction has a loop of its own, so that an index may take long. */
    boolean repeats(Node node) {
        return IntStream.range(0, node.kernels().size())
                .mapToObj(call -> facts(node, call))
                .anyMatch(facts -> facts != null && facts.kernel().hasLoops());
    }

    /** Returns the facts of a kernel, or null if its lambda is called directly, as for kernels that print. */
    private @Nullable KernelFacts facts(Node node, int call) {
        return tier == Tier.LOOP || prints(node, call)
                ? null
                : index.of(node, call).code();
    }

    /**
     * Decides whether a team may have any number of members: none sees its rank, and all effects are those of nested
     * ranges, whose indexes are spread over the members, or of single calls. The order of nested reductions and scans
     * depends on the range alone. Stateless.
     */
    private static final class MemberUse {
        private MemberUse() {}

        /** Returns whether the result of a kernel is independent of the number of members. */
        static boolean isFree(Kernel kernel) {
            return isFree(kernel.body(), false);
        }

        /** @param isSpread whether the region runs once for each index, or once for the team */
        private static boolean isFree(Region region, boolean isSpread) {
            for (Block block : region.blocks()) {
                for (Instruction instruction : block.instructions()) {
                    Op op = instruction.op();
                    boolean repeats = op instanceof Op.Store || op instanceof Op.Atomic || op instanceof Op.Print;
                    if (op == Op.TeamQuery.TEAM_RANK || op == Op.TeamQuery.TEAM_SIZE || repeats && !isSpread) {
                        return false;
                    }
                    boolean spreads = isSpread || !Op.isVector(op);
                    if (!instruction.regions().stream().allMatch(inner -> isFree(inner, spreads))) {
                        return false;
                    }
                }
            }
            return true;
        }
    }
}
