package org.sporos.view;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedIndexException;
import org.sporos.error.Labels;
import org.sporos.error.Required;
import org.sporos.run.RecordingMode;
import org.sporos.run.RunFrame;
import org.sporos.space.Allocation;

/**
 * Time levels: views of one shape whose roles turn. An advance makes the old level {@code j + 1} the new level
 * {@code j}, and the old level 0 the last one; no element moves. A kernel that captured {@link #level level(0)} sees in
 * each run the memory that is level 0 then, so that one graph serves all steps.
 *
 * <p>{@link #advance()} turns the ring for runs submitted later, {@code thenAdvance} inside of a graph for the nodes
 * behind it and for later runs. Each run sees the position as at its submit. The position is that of the last submit as
 * soon as that returns; eager calls on a level wait for the runs as always. Runs of other streams come after a run
 * which turns the ring; that run comes after all runs before. Thread-safe.
 *
 * <p>The body of a conditional may turn the ring any number of times. Behind it the ring has its position from before
 * it: where the turns add up to no multiple of {@link #size()}, the elements of all levels are moved once.
 *
 * <pre>{@code
 * ViewRing<DoubleView> levels = ViewRing.of(2, j -> DoubleView.of("u" + j, space, 1_000));
 * DoubleView now = levels.level(0);
 * DoubleView next = levels.level(1);
 * Graph smooth = Graph.define("smooth", start -> start.thenParallelFor(
 *                 "heat", RangePolicy.of(1, 999), i -> next.set(i, (now.get(i - 1) + now.get(i + 1)) / 2))
 *         .thenAdvance("turn", levels));
 * }</pre>
 */
public final class ViewRing<V extends View> implements AutoCloseable {
    private final RingState state;
    private final List<V> views;
    private final List<V> levels;

    private ViewRing(RingState state, List<V> views, List<V> levels) {
        this.state = state;
        this.views = views;
        this.levels = levels;
    }

    /**
     * Makes a ring of new views, which belong to it from now on. Level {@code j} is at first the view {@code j}.
     *
     * @param size the number of levels, at least 2
     * @param view makes each view; all must have one type, shape and memory space, and memory of their own
     * @throws IllegalArgumentException if they do not; they are closed then
     */
    @CheckReturnValue
    public static <V extends View> ViewRing<V> of(int size, IntFunction<V> view) {
        Required.argument(view, "what makes the views of a ring");
        if (size < 2) {
            throw new CodedArgumentException(
                    "S245", "a ring has " + size + " levels; give it 2 or more, or use a view");
        }
        List<V> views = new ArrayList<>(size);
        try {
            for (int j = 0; j < size; j++) {
                V made = Required.argument(view.apply(j), "a view of a ring");
                views.add(made);
                requireFit(views, made);
            }
        } catch (RuntimeException | Error refused) {
            views.forEach(View::close);
            throw refused;
        }
        return of(views);
    }

    private static <V extends View> ViewRing<V> of(List<V> views) {
        V first = views.get(0);
        RingState state = new RingState(
                first.label(), List.of(views), (part, level) -> first.label().concat(".level(" + level + ")"));
        @SuppressWarnings("unchecked") // A view makes views of its own class.
        List<V> levels = (List<V>) state.levels(0);
        return new ViewRing<>(state, List.copyOf(views), levels);
    }

    private static void requireFit(List<? extends View> views, View view) {
        View first = views.get(0);
        String flaw = flaw(first, view);
        for (int j = 0; flaw == null && j < views.size() - 1; j++) {
            boolean shared = RingState.shareElements(views.get(j).allocation(), view.allocation());
            flaw = shared ? "shows memory that another level has" : null;
        }
        if (flaw != null) {
            throw new CodedArgumentException(
                    "S245",
                    "view " + Labels.quoted(view.label()) + " cannot be level " + (views.size() - 1)
                            + " of the ring of "
                            + Labels.quoted(first.label()) + ": it " + flaw
                            + "; make each level anew, by the same call of of(...)");
        }
    }

    private static @Nullable String flaw(View first, View view) {
        Allocation memory = view.allocation();
        if (view.isSubview()) {
            return "is a part of another view";
        } else if (memory instanceof GraphMemory || memory instanceof LevelMemory) {
            return memory instanceof LevelMemory ? "is a level of a ring" : "lives inside of a graph";
        } else if (view.isClosed()) {
            return "is closed";
        } else if (view.elementType() != first.elementType()) {
            return "has elements of type " + view.elementType().javaName();
        } else if (view.memorySpace() != first.memorySpace()) {
            return "lives in " + view.memorySpace().name() + ", not in "
                    + first.memorySpace().name();
        } else if (!Objects.equals(view.layout(), first.layout())
                || !Arrays.equals(view.shape().extents(), first.shape().extents())) {
            return "has extents " + view.shape() + " " + view.packedLayout() + ", not " + first.shape() + " "
                    + first.packedLayout();
        }
        return null;
    }

    /** Returns the number of levels. */
    public int size() {
        return levels.size();
    }

    /**
     * Returns a level: always the same view for one number, whose elements are those of the level as it is at the time
     * of a run, or now for host code. It is not to be closed.
     *
     * @throws IndexOutOfBoundsException if there is no such level
     */
    public V level(int j) {
        if (j < 0 || j >= levels.size()) {
            throw new CodedIndexException(
                    "S246",
                    "the ring of " + Labels.quoted(state.label()) + " has no level " + j + "; they are 0 to "
                            + (levels.size() - 1));
        }
        return levels.get(j);
    }

    /**
     * Returns how often it was turned, by {@link #advance()} and by runs that were submitted, modulo its size. Turns in
     * bodies of conditionals do not count.
     */
    public int position() {
        return state.position();
    }

    /**
     * Turns the ring for the runs submitted from now on, and for host code. Becomes a node while eager calls are
     * recorded.
     *
     * @throws IllegalStateException if a host node calls it
     */
    public void advance() {
        if (RecordingMode.current() instanceof ViewRecorder recorder) {
            recorder.advance(this);
            return;
        }
        RunFrame.refuseInHostNode("advance");
        views.get(0).requireOpen();
        state.advance();
    }

    /** Returns what backends know of it. */
    public RingState state() {
        return state;
    }

    /** Closes all its views, whose memory is given back once no executable uses it. Idempotent. */
    @Override
    public void close() {
        levels.forEach(View::close);
        views.forEach(View::close);
    }

    @Override
    public String toString() {
        return "ring of " + size() + " levels of " + views.get(0) + " at position " + position();
    }
}
