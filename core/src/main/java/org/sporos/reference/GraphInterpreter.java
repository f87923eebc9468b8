package org.sporos.reference;

import com.google.common.primitives.Longs;
import java.util.function.BinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.graph.Conditional;
import org.sporos.graph.Graph;
import org.sporos.graph.Work;
import org.sporos.graph.WorkVisitor;
import org.sporos.internal.error.RunRefusal;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.StridedRegion;
import org.sporos.policy.Policy;
import org.sporos.policy.ReductionOp;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementType;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * The reference interpreter: runs works on this thread in plain Java, without checks, plans or generated code. Views
 * must be host memory outside of graphs; rings stay rotated. Refuses works with effects other than on views. Stateless.
 */
@SuppressWarnings("NullAway") // NullAway ignores nullable type arguments.
public final class GraphInterpreter implements WorkVisitor<@Nullable Void> {
    private static final GraphInterpreter INSTANCE = new GraphInterpreter();

    private GraphInterpreter() {}

    /** Runs a work to its end. Exceptions of lambdas propagate. */
    public static void run(Work work) {
        RunFrame before = RunFrame.enter(new RunFrame(true));
        try {
            work.accept(INSTANCE);
        } finally {
            RunFrame.enter(before);
        }
    }

    private void run(Graph graph) {
        graph.nodes().forEach(node -> node.work().accept(this));
    }

    @Override
    public @Nullable Void join(Work.Join work) {
        return null;
    }

    @Override
    public @Nullable Void parallelFor(Work.ParallelFor work) {
        KernelCalls.forEach(work.policy(), work.body());
        return null;
    }

    @Override
    public @Nullable Void parallelReduce(Work.ParallelReduce work) {
        work.reductions().forEach(reduction -> reduce(work.policy(), reduction));
        return null;
    }

    private static void reduce(Policy policy, Reduction reduction) {
        Indexes indexes = Indexes.of(policy);
        LongUnaryOperator contribution = KernelCalls.contribution(policy, indexes, reduction.contribution());
        if (reduction.location() == null) {
            put(reduction.result(), combined(reduction, indexes.size(), contribution));
            return;
        }
        long best = reduction.identity().word(0);
        long at = -1;
        for (long p = 0; p < indexes.size(); p++) {
            long value = contribution.applyAsLong(p);
            if (at < 0 || Operators.isBetter(reduction.op(), reduction.type(), value, best)) {
                best = value;
                at = p;
            }
        }
        put(reduction.result(), best);
        put(reduction.location(), at < 0 ? -1 : indexes.location(at));
    }

    /** Returns n contributions combined in tree order, or in scan order for operators of users. */
    private static long combined(Reduction reduction, long n, LongUnaryOperator contribution) {
        long identity = reduction.identity().word(0);
        BinaryOperator<Long> op = Operators.of(reduction.op(), reduction.type(), reduction.join());
        return reduction.op() == ReductionOp.CUSTOM
                ? ScanOrder.last(
                        LongStream.range(0, n).map(contribution).boxed().toList(), identity, op)
                : TreeOrder.reduce(n, contribution::applyAsLong, identity, op);
    }

    private static void put(View scalar, long bits) {
        StridedRegion region = scalar.region();
        region.allocation().bits(region.offset(), bits);
    }

    @Override
    public @Nullable Void parallelScan(Work.ParallelScan work) {
        Indexes indexes = Indexes.of(work.policy());
        LongUnaryOperator contribution = KernelCalls.contribution(work.policy(), indexes, work.contribution());
        long[] sums = new long[Math.toIntExact(indexes.size())];
        for (int p = 0; p < sums.length; p++) {
            sums[p] = contribution.applyAsLong(p);
        }
        ElementType type = work.scan().type();
        ScanOrder.sum(Longs.asList(sums), 0L, Operators.of(ReductionOp.SUM, type, null));
        int own = work.scan().isInclusive() ? 0 : 1;
        for (int p = 0; p < sums.length; p++) {
            KernelCalls.consume(indexes, work.consumer(), p, p < own ? 0 : sums[p - own]);
        }
        return null;
    }

    @Override
    public @Nullable Void single(Work.Single work) {
        work.body().run();
        return null;
    }

    @Override
    public @Nullable Void deepCopy(Work.DeepCopy work) {
        StridedRegion to = work.to().region();
        StridedRegion from = work.from().region();
        for (long p = 0; p < to.size(); p++) {
            to.allocation().bits(offset(to, p), from.allocation().bits(offset(from, p)));
        }
        return null;
    }

    @Override
    public @Nullable Void fill(Work.Fill work) {
        StridedRegion region = work.view().region();
        for (long p = 0; p < region.size(); p++) {
            region.allocation().bits(offset(region, p), work.value().word(0));
        }
        return null;
    }

    /** Returns the offset of the element at a row-major position. */
    private static long offset(StridedRegion region, long position) {
        long offset = region.offset();
        long row = position;
        for (int d = region.rank() - 1; d >= 0; d--) {
            offset += row % region.extents()[d] * region.strides()[d];
            row /= region.extents()[d];
        }
        return offset;
    }

    @Override
    public @Nullable Void subGraph(Work.SubGraph work) {
        run(work.graph());
        return null;
    }

    @Override
    public @Nullable Void branch(Work.If work) {
        return choose(work);
    }

    @Override
    public @Nullable Void choice(Work.Switch work) {
        return choose(work);
    }

    private @Nullable Void choose(Conditional work) {
        int index = work.ask();
        if (index >= 0 && index < work.nested().size()) {
            run(work.nested().get(index).graph());
        }
        return null;
    }

    @Override
    public @Nullable Void loop(Work.While work) {
        int iterations = 0;
        while (work.condition().test()) {
            if (iterations == work.maxIterations()) {
                throw RunRefusal.ofCall("R304", "the condition of a loop holds after " + iterations + " iterations");
            }
            run(work.body());
            iterations++;
        }
        IntView counter = work.iterations();
        if (counter != null) {
            counter.set(iterations);
        }
        return null;
    }

    @Override
    public @Nullable Void advance(Work.Advance work) {
        work.ring().advance();
        return null;
    }

    @Override
    public @Nullable Void hostCall(Work.HostCall work) {
        throw refused(work);
    }

    @Override
    public @Nullable Void captured(Work.Captured work) {
        throw refused(work);
    }

    @Override
    public @Nullable Void allocate(Work.Allocate work) {
        throw refused(work);
    }

    @Override
    public @Nullable Void free(Work.Free work) {
        throw refused(work);
    }

    @Override
    public @Nullable Void recordEvent(Work.RecordEvent work) {
        throw refused(work);
    }

    @Override
    public @Nullable Void awaitEvent(Work.AwaitEvent work) {
        throw refused(work);
    }

    @Override
    public @Nullable Void signalSemaphore(Work.SignalSemaphore work) {
        throw refused(work);
    }

    @Override
    public @Nullable Void waitSemaphore(Work.WaitSemaphore work) {
        throw refused(work);
    }

    private static InternalException refused(Work work) {
        return new InternalException("the reference does not run " + work);
    }
}
