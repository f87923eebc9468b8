package org.sporos.kernel.cpp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Conversion;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Unary;
import org.sporos.kernel.ir.Value;
import org.sporos.kernel.ir.ViewRef;

/**
 * An integer of a body as an exact sum of a constant and of indexes, captured scalars, params and extents, each some
 * times. All terms are so small that no sum of two overflows a long. Immutable.
 */
final class IndexSum {
    private static final int MOST_TERMS = 8;
    private static final long LARGEST_FACTOR = 1 << 8;
    private static final long LARGEST = 1L << 40;
    private static final int DEEPEST = 16;

    private final Map<Object, Term> terms;
    private final long constant;

    /** @param value one of the values that are the same */
    private record Term(Value value, long times) {}

    private IndexSum(Map<Object, Term> terms, long constant) {
        this.terms = terms;
        this.constant = constant;
    }

    /** Returns a value as a sum, or null if it is none that is known. */
    static @Nullable IndexSum of(Value value, List<Argument> indexes, Guarantees proofs) {
        return new Reader(indexes, proofs).of(value, 0);
    }

    /** Returns how often an index or another value is in it. */
    long times(Argument index) {
        Term term = terms.get(index);
        return term == null ? 0 : term.times();
    }

    /** Returns whether any index is in it. */
    boolean hasIndexes() {
        return terms.values().stream().anyMatch(term -> term.value() instanceof Argument);
    }

    IndexSum plus(long more) {
        return new IndexSum(terms, constant + more);
    }

    IndexSum without(Argument index) {
        Map<Object, Term> rest = new LinkedHashMap<>(terms);
        rest.remove(index);
        return new IndexSum(rest, constant);
    }

    IndexSum times(long factor) {
        Map<Object, Term> product = new LinkedHashMap<>();
        terms.forEach((key, term) -> product.put(key, new Term(term.value(), term.times() * factor)));
        return new IndexSum(product, constant * factor);
    }

    /** Returns the sum of both, or null if it has too many terms or too large ones. */
    @Nullable
    IndexSum plus(IndexSum other) {
        Map<Object, Term> sum = new LinkedHashMap<>(terms);
        for (Map.Entry<Object, Term> entry : other.terms.entrySet()) {
            Term added = entry.getValue();
            Term known = sum.get(entry.getKey());
            long times = added.times() + (known == null ? 0 : known.times());
            if (times == 0) {
                sum.remove(entry.getKey());
            } else {
                sum.put(entry.getKey(), new Term(added.value(), times));
            }
        }
        IndexSum all = new IndexSum(sum, constant + other.constant);
        return all.isSmall() ? all : null;
    }

    @Nullable
    IndexSum minus(IndexSum other) {
        return plus(other.times(-1));
    }

    private boolean isSmall() {
        return terms.size() <= MOST_TERMS
                && Math.abs(constant) <= LARGEST
                && terms.values().stream().allMatch(term -> Math.abs(term.times()) <= LARGEST_FACTOR);
    }

    /** Returns the one value that it has by the proofs, or null if they know none. */
    @Nullable
    Long only(Guarantees proofs) {
        long sum = constant;
        for (Term term : terms.values()) {
            long value = proofs.least(term.value());
            if (value != proofs.greatest(term.value()) || Math.abs(value) > LARGEST) {
                return null;
            }
            sum += term.times() * value;
        }
        return sum;
    }

    /** Returns it as C++ for an entry: a long long. */
    String text(Body body, List<Argument> indexes, String... names) {
        StringBuilder out = new StringBuilder();
        terms.values().forEach(term -> {
            long times = term.times();
            out.append(out.isEmpty() ? times < 0 ? "-" : "" : times < 0 ? " - " : " + ");
            out.append(Math.abs(times) == 1 ? "" : Math.abs(times) + " * ");
            out.append("(long long) ").append(name(term.value(), body, indexes, names));
        });
        if (out.isEmpty()) {
            return constant + "LL";
        }
        return constant == 0 ? out.toString() : out + (constant < 0 ? " - " : " + ") + Math.abs(constant);
    }

    private static String name(Value value, Body body, List<Argument> indexes, String... names) {
        if (value instanceof Argument index) {
            String name = names[indexes.indexOf(index)];
            return name.contains(" ") ? "(" + name + ")" : name;
        }
        Instruction at = (Instruction) value;
        if (at.op() instanceof Op.Extent extent) {
            return body.extent(extent.view(), extent.dimension());
        }
        return (at.op() instanceof Op.Param ? "*" : "") + body.scalar(at);
    }

    /** Reads sums. */
    private record Reader(List<Argument> indexes, Guarantees proofs) {
        @Nullable
        IndexSum of(Value value, int depth) {
            if (value instanceof Argument index) {
                return indexes.contains(index) && isSmall(index) ? term(index, index) : null;
            }
            Instruction at = (Instruction) value;
            if (depth > DEEPEST || !at.type().isInteger()) {
                return null;
            } else if (at.op() instanceof Op.Constant literal) {
                long bits = at.type() == Type.I32 ? (int) literal.bits() : literal.bits();
                return Math.abs(bits) <= LARGEST && bits != Long.MIN_VALUE ? new IndexSum(Map.of(), bits) : null;
            } else if (at.op() instanceof Op.Scalar scalar) {
                return isSmall(at) ? term(scalar.scalar(), at) : null;
            } else if (at.op() instanceof Op.Param param) {
                return isSmall(at) ? term(param.param(), at) : null;
            } else if (at.op() instanceof Op.Extent extent) {
                boolean captured = extent.view() instanceof ViewRef.Captured;
                return captured && isSmall(at) ? term(extent, at) : null;
            }
            return operation(at, depth + 1);
        }

        private @Nullable IndexSum operation(Instruction at, int depth) {
            if (at.op() == Conversion.I2L) {
                return of(at.operand(0), depth);
            } else if (!proofs.cannotOverflow(at)) {
                return null;
            } else if (at.op() == Conversion.L2I) {
                return of(at.operand(0), depth);
            } else if (at.op() == Unary.NEG) {
                IndexSum one = of(at.operand(0), depth);
                return one == null ? null : one.times(-1);
            } else if (at.op() != Binary.ADD && at.op() != Binary.SUB && at.op() != Binary.MUL) {
                return null;
            }
            IndexSum left = of(at.operand(0), depth);
            IndexSum right = left == null ? null : of(at.operand(1), depth);
            if (left == null || right == null) {
                return null;
            } else if (at.op() == Binary.MUL) {
                return left.terms.isEmpty() ? product(right, left.constant) : product(left, right);
            }
            return at.op() == Binary.ADD ? left.plus(right) : left.minus(right);
        }

        private static @Nullable IndexSum product(IndexSum sum, IndexSum factor) {
            return factor.terms.isEmpty() ? product(sum, factor.constant) : null;
        }

        private static @Nullable IndexSum product(IndexSum sum, long factor) {
            if (Math.abs(factor) > LARGEST_FACTOR || Math.abs(sum.constant) > LARGEST / LARGEST_FACTOR) {
                return null;
            }
            IndexSum product = sum.times(factor);
            return product.isSmall() ? product : null;
        }

        private static IndexSum term(Object key, Value value) {
            return new IndexSum(Map.of(key, new Term(value, 1)), 0);
        }

        /** An int is small, and a long where the proofs say so. */
        private boolean isSmall(Value value) {
            return value.type() == Type.I32 || proofs.least(value) >= -LARGEST && proofs.greatest(value) <= LARGEST;
        }
    }
}
