package org.sporos.kernel.analysis.dependence;

import java.util.Collection;
import org.sporos.internal.run.Footprint;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.LevelMemory;
import org.sporos.view.View;

/** Alias analysis of captured views. */
public final class Aliasing {

    private Aliasing() {}

    /** Returns whether a view provably shares no element with any other of the views. */
    public static boolean isAlone(View view, Collection<View> views) {
        for (View other : views) {
            boolean same = other.allocation() == view.allocation();
            if (other != view && (same ? mayMeet(view, other) : mayOverlap(view.allocation(), other.allocation()))) {
                return false;
            }
        }
        return true;
    }

    /** Parts of one memory often share no element, such as the even and the odd columns of a grid. */
    private static boolean mayMeet(View one, View other) {
        return Footprint.of(one.region()).meets(Footprint.of(other.region())) != Footprint.Meeting.NEVER;
    }

    private static boolean mayOverlap(Allocation a, Allocation b) {
        if (a instanceof LevelMemory || b instanceof LevelMemory) {
            // Levels share no memory with each other; the graph is checked for other views of that memory.
            return false;
        }
        Object left = a.backingArray();
        Object right = b.backingArray();
        if (left != null || right != null) {
            return left == right;
        }
        try {
            // Two allocations may be made over the same native memory by a user who knows the address.
            return a.address() < b.address() + b.bytes() && b.address() < a.address() + a.bytes();
        } catch (IllegalStateException noAddressYet) {
            return true;
        }
    }
}
