package org.sporos.internal.run;

import java.util.List;
import org.sporos.internal.error.Labels;

/**
 * An operation on whole views that host code asks for outside of graphs, such as a copy.
 *
 * @param name its name in messages, such as {@code toArray}
 * @param label the label of its view
 * @param effects what it does with memory
 */
public record EagerCall(String name, String label, List<MemoryEffect> effects) {

    /** Keeps an unmodifiable copy. */
    public EagerCall {
        effects = List.copyOf(effects);
    }

    /** Returns whether the order of the call and of something else may matter. */
    public boolean conflictsWith(MemoryEffect other) {
        for (MemoryEffect effect : effects) {
            if (effect.conflictsWith(other)) {
                return true;
            }
        }
        return false;
    }

    /** Returns it as in {@code toArray of view 'x'}. */
    @Override
    public String toString() {
        return name + " of view " + Labels.quoted(label);
    }
}
