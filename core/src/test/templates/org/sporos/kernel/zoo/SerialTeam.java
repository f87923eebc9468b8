package org.sporos.kernel.zoo;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}ScanBody;
[/#list]
import org.sporos.policy.RangeBody;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.ReductionOperator;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamMember;
import org.sporos.policy.TeamPolicy;
import org.sporos.reference.LaneOrder;
import org.sporos.reference.ScanOrder;
import org.sporos.reference.TreeOrder;
import org.sporos.space.MemorySpace;
[#list views as t]
import org.sporos.view.${t.Type}View;
[/#list]

/** A team of one member with vector lanes, whose reductions go in the library's order. */
public record SerialTeam(int leagueRank, int leagueSize, int lanes) implements TeamMember {
    /** Returns a team of a policy. */
    public static SerialTeam of(TeamPolicy policy, long leagueRank) {
        return new SerialTeam((int) leagueRank, policy.league(), policy.vector());
    }

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
[#list reals as t]

    @Override
    public ${t.type} parallelReduce${t.Type}(ReductionOperator operator, int n, ${t.Type}Contribution.Range contribution) {
        ${t.Box} identity = (${t.type}) identity(operator.op(), Double.POSITIVE_INFINITY);
        return TreeOrder.reduce(all(n, contribution::at), identity, ${t.type}Join(operator.op()));
    }

    @Override
    public ${t.type} vectorReduce${t.Type}(ReductionOperator operator, int n, ${t.Type}Contribution.Range contribution) {
        ${t.Box} identity = (${t.type}) identity(operator.op(), Double.POSITIVE_INFINITY);
        return LaneOrder.reduce(lanes, all(n, contribution::at), identity, ${t.type}Join(operator.op()));
    }

    private static BinaryOperator<${t.Box}> ${t.type}Join(ReductionOp op) {
        return switch (op) {
            case SUM -> ${t.Box}::sum;
            case PROD -> (a, b) -> a * b;
            case MIN -> Math::min;
            default -> Math::max;
        };
    }
[/#list]
[#list reductions as t]

    @Override
    public ${t.type} exclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        List<${t.Box}> sums = sums(n, contribution);
        IntStream.range(0, n).forEach(i -> consumer.at(i, i == 0 ? 0 : sums.get(i - 1)));
        return n <= 0 ? 0 : sums.get(n - 1);
    }

    @Override
    public ${t.type} inclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        List<${t.Box}> sums = sums(n, contribution);
        IntStream.range(0, n).forEach(i -> consumer.at(i, sums.get(i)));
        return n <= 0 ? 0 : sums.get(n - 1);
    }

    @Override
    public ${t.type} vectorExclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        List<${t.Box}> sums = laneSums(n, contribution);
        IntStream.range(0, n).forEach(i -> consumer.at(i, i == 0 ? 0 : sums.get(i - 1)));
        return n <= 0 ? 0 : sums.get(n - 1);
    }

    @Override
    public ${t.type} vectorInclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        List<${t.Box}> sums = laneSums(n, contribution);
        IntStream.range(0, n).forEach(i -> consumer.at(i, sums.get(i)));
        return n <= 0 ? 0 : sums.get(n - 1);
    }

    private List<${t.Box}> laneSums(int n, ${t.Type}Contribution.Range contribution) {
        return LaneOrder.sums(lanes, all(n, contribution::at), (${t.type}) 0, ${t.Box}::sum);
    }

    private static List<${t.Box}> sums(int n, ${t.Type}Contribution.Range contribution) {
        return ScanOrder.sums(all(n, contribution::at), (${t.type}) 0, ${t.Box}::sum);
    }
[/#list]

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
[#list integers as t]

    @Override
    public ${t.type} parallelReduce${t.Type}(ReductionOperator operator, int n, ${t.Type}Contribution.Range contribution) {
        return (${t.type}) integers(operator.op(), n, contribution::at, ${t.lowest}, ${t.highest});
    }

    @Override
    public ${t.type} vectorReduce${t.Type}(ReductionOperator operator, int n, ${t.Type}Contribution.Range contribution) {
        return parallelReduce${t.Type}(operator, n, contribution);
    }
[/#list]

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
[#list views as t]

    @Override
    public ${t.Type}View scratch${t.Type}(int n) {
        return ${t.Type}View.of("scratch", MemorySpace.host(), n);
    }

    @Override
    public ${t.Type}View deviceScratch${t.Type}(int n) {
        return scratch${t.Type}(n);
    }
[/#list]
}
