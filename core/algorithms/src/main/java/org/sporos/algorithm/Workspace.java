package org.sporos.algorithm;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.List;
import org.sporos.error.CodedStateException;
import org.sporos.error.InternalException;
import org.sporos.internal.error.Required;
import org.sporos.space.ElementType;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.RecordView;
import org.sporos.view.View;

/**
 * The temporary memory of algorithms, in the memory of one space. Each graph of an algorithm allocates its memory at
 * definition and keeps it for all runs; a run allocates nothing.
 *
 * <p>{@link #close()} frees the memory once no executable uses it, so a workspace may be closed right after the
 * instantiation of its last graph. Two nodes that nest the same graph share its memory: they must be ordered, as the
 * race check requires (G102). Thread-safe.
 *
 * <pre>{@code
 * try (Workspace workspace = Workspace.of(space)) {
 *     Graph sort = RadixSort.of(keys).graph("sort", workspace);
 *     sort.run(space);
 * }
 * }</pre>
 */
public final class Workspace implements AutoCloseable {
    /** Begins the labels of all views, so that errors say where they come from. */
    private static final String PREFIX = "workspace.";

    private final MemorySpace memory;
    private final List<View> views = new ArrayList<>();
    private long bytes;
    private boolean closed;

    private Workspace(MemorySpace memory) {
        this.memory = memory;
    }

    /** Returns an empty workspace in the memory of a space. */
    public static Workspace of(ExecutionSpace space) {
        return new Workspace(
                Required.argument(space, "the space of a workspace").memorySpace());
    }

    /** Returns the bytes allocated for graphs. */
    public synchronized long bytes() {
        return bytes;
    }

    /** Frees the memory once no executable uses it. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        views.forEach(View::close);
        views.clear();
    }

    /** Returns whether its memory is of a host, whose threads are few and fast. */
    boolean isOfHost() {
        return memory.name().startsWith("host");
    }

    IntView ints(String label, int n) {
        return kept(IntView.of(PREFIX + label, open(), n));
    }

    LongView longs(String label, int n) {
        return kept(LongView.of(PREFIX + label, open(), n));
    }

    IntView scalar(String label) {
        return kept(IntView.of(PREFIX + label, open()));
    }

    <R extends Record> RecordView<R> records(String label, Class<R> type, int n) {
        RecordView<R> made = RecordView.of(PREFIX + label, open(), type, n);
        made.components().forEach(this::kept);
        return made;
    }

    /** Returns a view of rank 1 of another view's type and size. */
    View like(View other, String label) {
        ElementType type = other.elementType();
        return switch (type) {
            case INT -> kept(IntView.of(PREFIX + label, open(), other.size()));
            case LONG -> kept(LongView.of(PREFIX + label, open(), other.size()));
            case FLOAT -> kept(FloatView.of(PREFIX + label, open(), other.size()));
            case DOUBLE -> kept(DoubleView.of(PREFIX + label, open(), other.size()));
            default -> throw new InternalException("a workspace is asked for a view of " + type);
        };
    }

    private synchronized MemorySpace open() {
        if (closed) {
            throw new CodedStateException(
                    "S297",
                    "the workspace of an algorithm is closed; make the graph before, or with another workspace");
        }
        return memory;
    }

    @CanIgnoreReturnValue
    private synchronized <T extends View> T kept(T view) {
        views.add(view);
        bytes += view.size() * view.elementType().bytes();
        return view;
    }
}
