package org.sporos.algorithm;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;
import org.sporos.view.Views;

/** Checks of the arguments of algorithms. */
final class Operands {
    private Operands() {}

    /** Returns a view of rank 1 of at most 2^31 - 1 elements. */
    @CanIgnoreReturnValue
    static <T extends View> T list(@Nullable T given, String what) {
        T view = Required.argument(given, what);
        if (view.rank() != 1) {
            throw new CodedArgumentException(
                    "S293",
                    named(view, what) + " has rank " + view.rank() + "; give a view of rank 1, such as a sub-view");
        }
        if (view.size() > Integer.MAX_VALUE) {
            throw new CodedArgumentException(
                    "S293",
                    named(view, what) + " has " + view.size()
                            + " elements, more than an int counts; give a part of it");
        }
        return view;
    }

    /** Returns a view of rank 1 whose elements are keys of a sort. */
    static View keys(@Nullable View given, String what) {
        View view = list(given, what);
        if (view instanceof IntView
                || view instanceof LongView
                || view instanceof FloatView
                || view instanceof DoubleView) {
            return view;
        }
        throw new CodedArgumentException(
                "S293",
                named(view, what) + " are of type " + view.elementType()
                        + "; copy them into a view of int, long, float or double");
    }

    /** Returns a view of rank 1 of a given number of elements. */
    @CanIgnoreReturnValue
    static <T extends View> T list(@Nullable T given, String what, long n, String why) {
        T view = list(given, what);
        if (view.size() != n) {
            throw new CodedArgumentException(
                    "S294",
                    named(view, what) + " has " + view.size() + " elements, and " + why + " needs " + n
                            + "; give a view of that extent");
        }
        return view;
    }

    /** Returns a view of rank 0. */
    @CanIgnoreReturnValue
    static IntView scalar(@Nullable IntView given, String what) {
        IntView view = Required.argument(given, what);
        if (view.rank() != 0) {
            throw new CodedArgumentException(
                    "S293",
                    named(view, what) + " has rank " + view.rank()
                            + "; give a view of rank 0, as IntView.of(label, space) makes it");
        }
        return view;
    }

    /** Demands that no two of some views share memory. Nulls are left out. */
    static void apart(String algorithm, @Nullable View... views) {
        for (int k = 0; k < views.length; k++) {
            for (int m = 0; m < k; m++) {
                View one = views[m];
                View two = views[k];
                if (one != null && two != null && Views.overlap(one, two)) {
                    throw new CodedArgumentException(
                            "S295",
                            algorithm + " is given the views " + Labels.quoted(one.label()) + " and "
                                    + Labels.quoted(two.label())
                                    + ", which share memory; give views of memory of their own");
                }
            }
        }
    }

    /** Demands three views of rank 1 that share no memory. */
    static void moving(String algorithm, @Nullable View to, @Nullable View from, @Nullable View indexes) {
        Operands.apart(
                algorithm,
                list(to, "the destination of " + algorithm),
                list(from, "the source of " + algorithm),
                list(indexes, "the indexes of " + algorithm));
    }

    /** Returns a number of at least a minimum. */
    @CanIgnoreReturnValue
    static int atLeast(int least, int n, String what) {
        if (n < least) {
            throw new CodedArgumentException("S296", what + " is " + n + "; give a number of at least " + least);
        }
        return n;
    }

    private static String named(View view, String what) {
        return what + ", view " + Labels.quoted(view.label()) + ",";
    }
}
