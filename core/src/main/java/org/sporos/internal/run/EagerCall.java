package org.sporos.internal.run;

import java.util.List;
import org.sporos.internal.error.Labels;

/**
 * An operation on whole views by host code outside of graphs, such as a copy.
 *
 * @param name its name in messages, such as {@code toArray}
 * @param label the label of its view
 * @param effects its effects on memory
 */
public record EagerCall(String name, String label, List<MemoryEffect> effects) {

    /** Keeps an unmodifiable copy. */
    public EagerCall {
        effects = List.copyOf(effects);
    }

    /** Returns whether the call and another effect conflict, so that their order matters. */
    public boolean conflictsWith(MemoryEffect other) {
        for (MemoryEffect effect : effects) {
            if (effect.conflictsWith(other)) {
                return true;
            }
        }
        return false;
    }

    /** Returns a description such as {@code toArray of view 'x'}. */
    @Override
    public String toString() {
        return name + " of view " + Labels.quoted(label);
    }
}
