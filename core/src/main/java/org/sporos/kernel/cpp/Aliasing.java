package org.sporos.kernel.cpp;

import java.util.Collection;
import org.sporos.space.Allocation;
import org.sporos.view.LevelMemory;
import org.sporos.view.View;

/** The pairs of captured views that may share memory. */
final class Aliasing {

    private Aliasing() {}

    /** Returns whether a view certainly shares no memory with any other of the views. */
    static boolean isAlone(View view, Collection<View> views) {
        for (View other : views) {
            if (other != view && mayOverlap(view.allocation(), other.allocation())) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayOverlap(Allocation a, Allocation b) {
        if (a == b) {
            return true;
        }
        if (a instanceof LevelMemory || b instanceof LevelMemory) {
            // Levels share no memory with each other; that nothing else of the graph does with them is checked.
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
