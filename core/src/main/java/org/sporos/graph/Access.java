package org.sporos.graph;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.List;
import org.sporos.internal.error.Required;
import org.sporos.view.View;

/**
 * The declared access to some views by a node that the library cannot look into.
 *
 * <pre>{@code
 * root.thenHost("save", Access.reads(x, y), () -> System.out.println(x.get(0) + y.get(0)));
 * }</pre>
 *
 * @param mode whether it reads, writes or both
 * @param views the views
 */
@CheckReturnValue
public record Access(Mode mode, List<View> views) {

    /** The ways to touch a view. */
    public enum Mode {
        READ,
        WRITE,
        READ_WRITE;

        /** Returns whether it writes. */
        public boolean writes() {
            return this != READ;
        }
    }

    /** Keeps an unmodifiable copy. */
    public Access {
        views = List.copyOf(views);
    }

    /** Returns the reading of views. */
    public static Access reads(View... views) {
        return new Access(Mode.READ, Required.all(views, "the views of an access"));
    }

    /** Returns the writing of views whose content before does not matter. */
    public static Access writes(View... views) {
        return new Access(Mode.WRITE, Required.all(views, "the views of an access"));
    }

    /** Returns the reading and writing of views. */
    public static Access updates(View... views) {
        return new Access(Mode.READ_WRITE, Required.all(views, "the views of an access"));
    }
}
