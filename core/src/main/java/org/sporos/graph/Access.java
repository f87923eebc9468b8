package org.sporos.graph;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.List;
import org.sporos.internal.error.Required;
import org.sporos.view.View;

/**
 * The declared access to views of a node whose code the library cannot analyse.
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

    /** The kinds of access to a view. */
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

    /** Returns a read access to views. */
    public static Access reads(View... views) {
        return new Access(Mode.READ, Required.all(views, "the views of an access"));
    }

    /** Returns a write access to views; their previous content is irrelevant. */
    public static Access writes(View... views) {
        return new Access(Mode.WRITE, Required.all(views, "the views of an access"));
    }

    /** Returns a read and write access to views. */
    public static Access updates(View... views) {
        return new Access(Mode.READ_WRITE, Required.all(views, "the views of an access"));
    }
}
