package org.sporos.kernel.zoo;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.FloatContribution;
import org.sporos.policy.IntContribution;
import org.sporos.policy.LongContribution;
import org.sporos.policy.RangeBody;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamMember;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** A team of one member, whose reductions go in the library's order. */
public record SerialTeam(int leagueRank, int leagueSize) implements TeamMember {
    @Override
    public int teamRank() {
        return 0;
    }

    @Override
    public int teamSize() {
        return 1;
    }

    @Override
    public void barrier() {}

    @Override
    public void parallelFor(int n, RangeBody body) {
        for (int i = 0; i < n; i++) {
            body.at(i);
        }
    }

    @Override
    public void vectorFor(int n, RangeBody body) {
        parallelFor(n, body);
    }

    @Override
    public void single(SingleBody body) {
        body.run();
    }

    @Override
    public double parallelReduceDouble(ReductionOp op, int n, DoubleContribution.Range contribution) {
        BinaryOperator<Double> join = switch (op) {
            case SUM -> Double::sum;
            case PROD -> (a, b) -> a * b;
            case MIN -> Math::min;
            default -> Math::max;
        };
        return TreeOrder.reduce(all(n, contribution::at), identity(op, Double.POSITIVE_INFINITY), join);
    }

    private static double identity(ReductionOp op, double highest) {
        return switch (op) {
            case SUM -> 0;
            case PROD -> 1;
            case MIN -> highest;
            default -> -highest;
        };
    }

    private static <T> List<T> all(int n, IntFunction<T> contribution) {
        return IntStream.range(0, n).mapToObj(contribution).toList();
    }

    @Override
    public float parallelReduceFloat(ReductionOp op, int n, FloatContribution.Range contribution) {
        BinaryOperator<Float> join = switch (op) {
            case SUM -> Float::sum;
            case PROD -> (a, b) -> a * b;
            case MIN -> Math::min;
            default -> Math::max;
        };
        float identity = (float) identity(op, Double.POSITIVE_INFINITY);
        return TreeOrder.reduce(all(n, contribution::at), identity, join);
    }

    @Override
    public int parallelReduceInt(ReductionOp op, int n, IntContribution.Range contribution) {
        return (int) integers(op, n, contribution::at, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public long parallelReduceLong(ReductionOp op, int n, LongContribution.Range contribution) {
        return integers(op, n, contribution, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Integers give the same in any order. */
    private static long integers(
            ReductionOp op, int n, LongContribution.Range contribution, long lowest, long highest) {
        long result = switch (op) {
            case SUM, BIT_OR, BIT_XOR -> 0;
            case PROD -> 1;
            case BIT_AND -> -1;
            case MIN -> highest;
            default -> lowest;
        };
        for (int i = 0; i < n; i++) {
            result = joined(op, result, contribution.at(i));
        }
        return result;
    }

    private static long joined(ReductionOp op, long a, long b) {
        return switch (op) {
            case SUM -> a + b;
            case PROD -> a * b;
            case MIN -> Math.min(a, b);
            case BIT_AND -> a & b;
            case BIT_OR -> a | b;
            case BIT_XOR -> a ^ b;
            default -> Math.max(a, b);
        };
    }

    @Override
    public DoubleView scratchDouble(int n) {
        return DoubleView.of("scratch", MemorySpace.host(), n);
    }

    @Override
    public FloatView scratchFloat(int n) {
        return FloatView.of("scratch", MemorySpace.host(), n);
    }

    @Override
    public IntView scratchInt(int n) {
        return IntView.of("scratch", MemorySpace.host(), n);
    }

    @Override
    public LongView scratchLong(int n) {
        return LongView.of("scratch", MemorySpace.host(), n);
    }
}
