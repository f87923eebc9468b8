package org.sporos.graph;

[#list params as t]
import org.sporos.param.${t.Type}Param;
[/#list]
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
[#list params as t]
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.view.View;

/** Fills with the value of a param: loops, since a native fill has a fixed value. */
final class ParamFills {
    private ParamFills() {}
[#list params as t]

    /** Returns a task that sets each element of a view to the value of the param at the submit. */
    static Task of(Tasks tasks, String label, ${t.Type}View view, ${t.Type}Param value) {
        tasks.check(label, view);
        tasks.check(label, value);
        return switch (view.rank()) {
            case 0 -> tasks.single(label, () -> view.set(value.get()));
            case 1 ->
                view.extent(0) > Integer.MAX_VALUE
                        ? tasks.<LongRangeBody>loop(
                                label, LongRangePolicy.of(view.extent(0)), i -> view.set(i, value.get()))
                        : tasks.<RangeBody>loop(
                                label, RangePolicy.of((int) view.extent(0)), i -> view.set(i, value.get()));
            case 2 -> tasks.<RangeBody2>loop(label, box(tasks, label, view), (i, j) -> view.set(i, j, value.get()));
            case 3 ->
                tasks.<RangeBody3>loop(
                        label, box(tasks, label, view), (i, j, k) -> view.set(i, j, k, value.get()));
            default ->
                tasks.<RangeBody4>loop(
                        label, box(tasks, label, view), (i, j, k, l) -> view.set(i, j, k, l, value.get()));
        };
    }
[/#list]

    /** Returns the indexes of a view of rank 2 or more. */
    private static MDRangePolicy box(Tasks tasks, String label, View view) {
        int[] n = new int[view.rank()];
        for (int d = 0; d < n.length; d++) {
            n[d] = tasks.intExtent(label, view, d);
        }
        return MDRangePolicy.of(new int[n.length], n);
    }
}
