package org.sporos.kernel.ir;

import java.util.Locale;
import org.sporos.error.InternalException;

/** The names of operations in the printed IR. */
public final class Mnemonics {

    private Mnemonics() {}

    /** Returns the name of an operation, such as {@code team.barrier}. */
    public static String of(Op op) {
        if (op instanceof Op.Operator operator) {
            return (op instanceof Op.MathFunction ? "math." : "") + lower(operator.name());
        } else if (op instanceof Op.Constant) {
            return "const";
        } else if (op instanceof Op.Scalar) {
            return "scalar";
        } else if (op instanceof Op.Param) {
            return "param";
        } else if (op instanceof Op.Select select) {
            return select.isMasked() ? "select.masked" : "select";
        } else if (op instanceof Op.Extent extent) {
            return extent.dimension() == Op.Extent.SIZE ? "size" : "extent";
        } else if (op instanceof Op.Print) {
            return "print";
        }
        return access(op);
    }

    private static String access(Op op) {
        if (op instanceof Op.Load) {
            return "load";
        } else if (op instanceof Op.Store) {
            return "store";
        } else if (op instanceof Op.Atomic atomic) {
            return "atomic." + atomic.kind().mnemonic();
        } else if (op instanceof Op.ArrayNew) {
            return "array.new";
        } else if (op instanceof Op.ArrayLoad) {
            return "array.load";
        } else if (op instanceof Op.ArrayStore) {
            return "array.store";
        } else if (op instanceof Op.Check check) {
            return "check." + lower(check.failure().name());
        } else if (op instanceof Op.Farthest) {
            return "farthest";
        }
        return "team." + ofTeam(op);
    }

    private static String ofTeam(Op op) {
        if (op instanceof Op.TeamQuery query) {
            return query.method();
        } else if (op instanceof Op.Barrier) {
            return "barrier";
        } else if (op instanceof Op.ScratchNew) {
            return "scratch";
        } else if (op instanceof Op.Range range) {
            return range.vector() ? "vectorFor" : "parallelFor";
        } else if (op instanceof Op.Reduce reduce) {
            return (reduce.vector() ? "vectorReduce." : "parallelReduce.")
                    + lower(reduce.operator().name());
        } else if (op instanceof Op.Scan scan) {
            String order = scan.inclusive() ? "InclusiveScan" : "ExclusiveScan";
            return scan.vector() ? "vector" + order : scan.inclusive() ? "inclusiveScan" : "exclusiveScan";
        } else if (op instanceof Op.Single) {
            return "single";
        }
        throw new InternalException("no name for " + op);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
