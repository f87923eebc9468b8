package org.sporos.contract;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.sporos.reference.ScanOrder;
import org.sporos.reference.TreeOrder;

/** Reductions and scans of some numbers in the orders of the library's reference. */
final class Reference {
    private Reference() {}

    /** Returns a reduction by a built-in operator. */
    static double reduce(int n, double identity, DoubleBinaryOperator op, IntToDoubleFunction contribution) {
        return TreeOrder.reduce(n, i -> contribution.applyAsDouble((int) i), identity, op::applyAsDouble);
    }

    /** Returns a reduction by an operator of a user: the last of the inclusive sums. */
    static <T> T ascending(int n, T identity, BinaryOperator<T> op, IntFunction<T> contribution) {
        return ScanOrder.last(all(n, contribution), identity, op);
    }

    /** Returns the inclusive sums. */
    static <T> List<T> scan(int n, T identity, BinaryOperator<T> op, IntFunction<T> contribution) {
        return ScanOrder.sums(all(n, contribution), identity, op);
    }

    private static <T> List<T> all(int n, IntFunction<T> contribution) {
        return IntStream.range(0, n).mapToObj(contribution).toList();
    }
}
