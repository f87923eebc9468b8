package org.sporos.kernel.zoo;

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

/** A team of one member, whose reductions go from left to right. */
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
        double result = op == ReductionOp.SUM ? 0 : op == ReductionOp.PROD ? 1 : contribution.at(0);
        for (int i = 0; i < n; i++) {
            result = joined(op, result, contribution.at(i));
        }
        return result;
    }

    /** Joins two values as a reduction does. */
    public static double joined(ReductionOp op, double a, double b) {
        return switch (op) {
            case SUM -> a + b;
            case PROD -> a * b;
            case MIN -> Math.min(a, b);
            default -> Math.max(a, b);
        };
    }

    @Override
    public float parallelReduceFloat(ReductionOp op, int n, FloatContribution.Range contribution) {
        float result = op == ReductionOp.SUM ? 0 : op == ReductionOp.PROD ? 1 : contribution.at(0);
        for (int i = 0; i < n; i++) {
            result = (float) joined(op, result, contribution.at(i));
        }
        return result;
    }

    @Override
    public int parallelReduceInt(ReductionOp op, int n, IntContribution.Range contribution) {
        return (int) parallelReduceLong(op, n, contribution::at);
    }

    @Override
    public long parallelReduceLong(ReductionOp op, int n, LongContribution.Range contribution) {
        long result = op == ReductionOp.SUM ? 0 : op == ReductionOp.PROD ? 1 : contribution.at(0);
        for (int i = 0; i < n; i++) {
            result = joined(op, result, contribution.at(i));
        }
        return result;
    }

    /** Joins two values as a reduction does. */
    public static long joined(ReductionOp op, long a, long b) {
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
    public DoubleView doubleScratch(int n) {
        return DoubleView.of("scratch", MemorySpace.host(), n);
    }

    @Override
    public FloatView floatScratch(int n) {
        return FloatView.of("scratch", MemorySpace.host(), n);
    }

    @Override
    public IntView intScratch(int n) {
        return IntView.of("scratch", MemorySpace.host(), n);
    }

    @Override
    public LongView longScratch(int n) {
        return LongView.of("scratch", MemorySpace.host(), n);
    }
}
