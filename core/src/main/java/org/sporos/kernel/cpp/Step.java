package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Required;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/** Something that an entry does for each index. */
interface Step {

    /** Writes it for an index, the parts of which are given as expressions. */
    void write(EntryFunction entry, int depth, String... indexes);

    /** Returns whether it can note an offence. */
    default boolean canFail() {
        return false;
    }

    /**
     * Returns a pointer such that, for each index of a range, it stores at that element, and takes no branch to do so;
     * or an empty text. Asked by loops on the host.
     */
    default String filled() {
        return "";
    }

    /**
     * Returns a row of a view that it takes along a row of a box, if it takes no branch to do so and may be done again
     * for the same index; or null. Asked by loops on the host.
     *
     * @param before all parts of the index but the last, as expressions
     */
    default @Nullable DenseRow row(String... before) {
        return null;
    }

    /** Returns whether it takes no branch. Asked by loops on the host. */
    default boolean isStraight() {
        return false;
    }

    /** Returns whether two rows of a box at once load less than one after the other. Asked by loops on the host. */
    default boolean sharesRows() {
        return false;
    }

    /**
     * Returns whether it takes several places of a view that it stores to, and no index along the last axis touches
     * what another one stores. Asked by loops on the host.
     */
    default boolean isIndependent() {
        return false;
    }

    /** Returns whether it has branches that depend on data. Asked by loops on the host. */
    default boolean branches() {
        return false;
    }

    /** A step whose loop over the last index is split: for most indexes another step does the same with less to ask. */
    interface Split {
        /** Returns the step for the indexes inside. */
        Step inside();

        /**
         * Writes what narrows an interval of the last index to that of the indexes inside.
         *
         * @param low a variable, a long long: the first index
         * @param high a variable, a long long: the index behind the last one
         * @param indexes all parts of the index as expressions; the last one is not asked for
         */
        void narrow(EntryFunction entry, int depth, String low, String high, String... indexes);
    }

    /** Returns how the loop over its last index is split, or null if it is not. Asked by loops on the host. */
    default @Nullable Split split() {
        return null;
    }

    /** Returns the distance of the indexes along the last axis for which it does something. Asked by loops on the host. */
    default int stride() {
        return 1;
    }

    /**
     * Returns how many indexes from one on precede the first for which it does something, or -1 if there is none, as
     * C++. Asked if its stride is not 1.
     */
    default String skipped(String... indexes) {
        return "0";
    }

    /** A step some of whose checks can be done for many indexes before. */
    interface Reach {
        /** Returns the step without these checks. */
        Step inside();

        /** Returns the extents to check with. */
        List<DeferredBoundsChecks.Bound> bounds();

        /**
         * Writes what remembers the farthest places that the step takes at an index.
         *
         * @param farthest a variable for each extent
         */
        void write(EntryFunction entry, int depth, List<String> farthest, String... indexes);
    }

    /** Returns how its checks are done before, or null if they are not. Asked by loops on the host. */
    default @Nullable Reach reach() {
        return null;
    }

    /** Writes steps one after the other. */
    static void all(List<Step> steps, EntryFunction entry, int depth, String... indexes) {
        boolean several = steps.size() > 1;
        for (Step step : steps) {
            if (several && step.canFail()) {
                entry.line(depth, "{");
                step.write(entry, depth + 1, indexes);
                entry.line(depth, "}");
            } else {
                step.write(entry, depth, indexes);
            }
        }
    }

    /**
     * Returns a call of a body.
     *
     * @param member the number of the node that the body belongs to, counted from the first of the unit
     */
    static Step of(BodyFunction body, int member) {
        return new Step() {
            @Override
            public void write(EntryFunction entry, int depth, String... indexes) {
                entry.member(member);
                if (body.canFail()) {
                    entry.openFault(depth);
                    entry.beginItem(depth, indexes);
                }
                entry.line(depth, body.call(indexes) + ";");
                if (body.canFail()) {
                    entry.closeFault(depth);
                }
            }

            @Override
            public boolean canFail() {
                return body.canFail();
            }

            @Override
            public @Nullable Split split() {
                BodyFunction inside = body.inside();
                return inside == null ? null : halves(body, of(inside, member));
            }

            @Override
            public int stride() {
                return body.stride();
            }

            @Override
            public String skipped(String... indexes) {
                return body.skipped(indexes);
            }

            @Override
            public @Nullable Reach reach() {
                BodyFunction inside = body.reached();
                return inside == null ? null : reaching(body, of(inside, member));
            }

            @Override
            public String filled() {
                return body.filled();
            }

            @Override
            public @Nullable DenseRow row(String... before) {
                return body.row(before);
            }

            @Override
            public boolean isStraight() {
                return body.isStraight();
            }

            @Override
            public boolean sharesRows() {
                return body.sharesRows();
            }

            @Override
            public boolean isIndependent() {
                return body.isIndependent();
            }

            @Override
            public boolean branches() {
                return body.branches();
            }
        };
    }

    private static Split halves(BodyFunction whole, Step inside) {
        return new Split() {
            @Override
            public Step inside() {
                return inside;
            }

            @Override
            public void narrow(EntryFunction entry, int depth, String low, String high, String... indexes) {
                whole.narrowing(low, high, indexes).forEach(statement -> entry.line(depth, statement));
            }
        };
    }

    private static Reach reaching(BodyFunction whole, Step inside) {
        return new Reach() {
            @Override
            public Step inside() {
                return inside;
            }

            @Override
            public List<DeferredBoundsChecks.Bound> bounds() {
                return whole.bounds();
            }

            @Override
            public void write(EntryFunction entry, int depth, List<String> farthest, String... indexes) {
                entry.line(depth, whole.reach(farthest, indexes) + ";");
            }
        };
    }

    /** Returns a store of a value or of an element of another view. */
    static Step of(CppUnit.Elements unit) {
        return (entry, depth, indexes) -> {
            String value = unit.value() != null
                    ? constant(entry, unit.value())
                    : element(entry, Required.internal(unit.from(), "the source of a copy"), "from", indexes);
            entry.line(depth, element(entry, unit.to(), "to", indexes) + " = " + value + ";");
        };
    }

    private static String constant(EntryFunction entry, ElementValue value) {
        var type = org.sporos.kernel.ir.Type.of(value.type());
        return entry.parameter(Words.type(type), "value", new CppArgument.Constant(type, value.word(0)));
    }

    private static String element(EntryFunction entry, View view, String name, String... indexes) {
        List<String> terms = new ArrayList<>();
        for (int d = 0; d < indexes.length; d++) {
            long stride = view.stride(d);
            String by = stride == 1
                    ? ""
                    : " * "
                            + entry.unit
                                    .fact(view, "stride", d, name + "_s" + d, stride)
                                    .name();
            // Plain ints would wrap in large views.
            terms.add(stride == 1 && indexes.length == 1 ? indexes[d] : "(long long) " + indexes[d] + by);
        }
        return entry.unit.pointer(view, name).name() + "[" + String.join(" + ", terms) + "]";
    }
}
