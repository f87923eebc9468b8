package org.sporos.view;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedIndexException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RecordingMode;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.internal.view.RingState;
import org.sporos.internal.view.ViewRecorder;

/**
 * Time levels: views of one shape whose roles rotate. An advance makes the old level {@code j + 1} the new level {@code
 * j}, and the old level 0 the last one; no element moves. A kernel that captured {@link #level level(0)} accesses in
 * each run the current memory of level 0, so that one graph serves all steps.
 *
 * <p>{@link #advance()} rotates the ring for later submits, {@code thenAdvance} inside a graph for the nodes after it
 * and for later runs. Each run uses the position at its submit. {@link #position()} includes a submit as soon as that
 * returns; eager calls on a level wait for pending runs as usual. A run that rotates the ring is ordered after all
 * earlier runs, and before all later runs of any stream. Thread-safe.
 *
 * <p>The body of a conditional may rotate the ring any number of times. After the conditional the ring has its previous
 * position again: unless the rotations add up to a multiple of {@link #size()}, the elements of all levels are moved
 * once.
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
public final class ViewRing<V extends AutoCloseable> implements AutoCloseable {
    private final RingState state;
    /** The text of the first view, not the view itself: it would count as captured by kernels that capture a ring. */
    private final String first;
    /** The views that own the memory. */
    private final List<View> owners;

    /** The views of the levels. */
    private final List<View> shown;

    private final List<V> levels;

    private ViewRing(RingState state, String first, List<View> owners, List<View> shown, List<V> levels) {
        this.state = state;
        this.first = first;
        this.owners = owners;
        this.shown = shown;
        this.levels = levels;
    }

    /**
     * Creates a ring that owns new views. Level {@code j} is initially view {@code j}.
     *
     * @param size the number of levels, at least 2
     * @param view creates each view; all must have the same type, shape and memory space, and separate memory
     * @throws IllegalArgumentException if they do not, after closing them
     */
    @CheckReturnValue
    public static <V extends View> ViewRing<V> of(int size, IntFunction<V> view) {
        return make(size, view, new Parts<V>() {
            @Override
            public List<View> of(V whole) {
                return List.of(whole);
            }

            @Override
            public String label(V first, int part, String level) {
                return level;
            }

            @Override
            @SuppressWarnings("unchecked") // A view creates views of its own class.
            public V level(V first, String label, List<View> parts) {
                return (V) parts.get(0);
            }
        });
    }

    /**
     * Creates a ring that owns new views of records, with components that rotate together.
     *
     * <pre>{@code
     * record Particle(double x, double v) {}
     *
     * ViewRing<RecordView<Particle>> levels =
     *         ViewRing.ofRecords(2, j -> RecordView.of("p" + j, space, Particle.class, n));
     * RecordView<Particle> now = levels.level(0);
     * }</pre>
     *
     * @param size the number of levels, at least 2
     * @param view creates each view; all must have the same record class, shape, interleaving and memory space, and
     * separate memory
     * @throws IllegalArgumentException if they do not, after closing them
     */
    @CheckReturnValue
    public static <R extends Record> ViewRing<RecordView<R>> ofRecords(int size, IntFunction<RecordView<R>> view) {
        return make(size, view, new Parts<RecordView<R>>() {
            @Override
            public List<View> of(RecordView<R> whole) {
                return whole.owners();
            }

            @Override
            public String label(RecordView<R> first, int part, String level) {
                return first.isInterleaved() ? level : first.nameOf(level, part);
            }

            @Override
            public RecordView<R> level(RecordView<R> first, String label, List<View> parts) {
                return first.over(label, parts);
            }
        });
    }

    /** The decomposition of a view into views that own its memory, and its reconstruction over other memory. */
    private interface Parts<V> {
        List<View> of(V whole);

        /** @param level the label of a level */
        String label(V first, int part, String level);

        V level(V first, String label, List<View> parts);
    }

    private static <V extends AutoCloseable> ViewRing<V> make(int size, IntFunction<V> view, Parts<V> parts) {
        Required.argument(view, "what makes the views of a ring");
        if (size < 2) {
            throw new CodedArgumentException(
                    "S245", "a ring has " + size + " levels; give it 2 or more, or use a view");
        }
        List<V> views = new ArrayList<>(size);
        List<List<View>> owners = new ArrayList<>(size);
        try {
            for (int j = 0; j < size; j++) {
                V made = Required.argument(view.apply(j), "a view of a ring");
                views.add(made);
                owners.add(parts.of(made));
                requireFit(views.get(0), made, owners);
            }
        } catch (RuntimeException | Error refused) {
            owners.forEach(level -> level.forEach(View::close));
            throw refused;
        }
        return of(views.get(0), owners, parts);
    }

    private static <V extends AutoCloseable> ViewRing<V> of(V first, List<List<View>> owners, Parts<V> parts) {
        String label = label(first);
        List<List<View>> byPart = IntStream.range(0, owners.get(0).size())
                .mapToObj(part -> owners.stream().map(level -> level.get(part)).toList())
                .toList();
        List<List<Allocation>> memories = byPart.stream()
                .map(part -> part.stream().map(View::allocation).toList())
                .toList();
        RingState state = new RingState(
                label, owners, memories, (part, level) -> parts.label(first, part, levelLabel(label, level)));
        List<View> shown = new ArrayList<>();
        List<V> levels = IntStream.range(0, owners.size())
                .mapToObj(level -> parts.level(
                        first,
                        levelLabel(label, level),
                        IntStream.range(0, state.parts())
                                .mapToObj(part -> byPart.get(part)
                                        .get(0)
                                        .sameOver(state.levels(part).get(level)))
                                .peek(shown::add)
                                .toList()))
                .toList();
        return new ViewRing<>(
                state, first.toString(), owners.stream().flatMap(List::stream).toList(), List.copyOf(shown), levels);
    }

    private static String label(AutoCloseable view) {
        return view instanceof RecordView<?> records ? records.label() : ((View) view).label();
    }

    private static String levelLabel(String label, int level) {
        return label.concat(".level(" + level + ")");
    }

    /** @param owners the owners of all levels so far, the new one last */
    private static void requireFit(AutoCloseable first, AutoCloseable view, List<List<View>> owners) {
        int level = owners.size() - 1;
        String violation = view instanceof RecordView<?> records ? records.differenceFrom((RecordView<?>) first) : null;
        for (int part = 0; violation == null && part < owners.get(level).size(); part++) {
            violation = violation(owners.get(0).get(part), owners.get(level).get(part));
        }
        if (violation == null && isShared(owners.subList(0, level), owners.get(level))) {
            violation = "shows memory that another level has";
        }
        if (violation != null) {
            throw new CodedArgumentException(
                    "S245",
                    "view " + Labels.quoted(label(view)) + " cannot be level " + level + " of the ring of "
                            + Labels.quoted(label(first)) + ": it " + violation
                            + "; make each level anew, by the same call of of(...)");
        }
    }

    private static boolean isShared(List<List<View>> others, List<View> parts) {
        return others.stream()
                .flatMap(List::stream)
                .anyMatch(other -> parts.stream()
                        .anyMatch(part -> RingState.shareElements(other.allocation(), part.allocation())));
    }

    private static @Nullable String violation(View first, View view) {
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
     * Returns a level: always the same view for the same number, over the level's current memory in a run, or now for
     * host code. It must not be closed.
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
     * Returns the number of rotations modulo the size, by {@link #advance()} and by submitted runs. Rotations in bodies
     * of conditionals do not count.
     */
    public int position() {
        return state.position();
    }

    /**
     * Rotates the ring for later submits, and for host code. Becomes a node while eager calls are recorded.
     *
     * @throws IllegalStateException if a host node calls it
     */
    public void advance() {
        if (RecordingMode.current() instanceof ViewRecorder recorder) {
            recorder.advance(state, shown);
            return;
        }
        RunFrame.refuseInHostNode("advance");
        owners.get(0).requireOpen();
        state.advance();
    }

    /**
     * Returns its memory and position.
     *
     * @hidden
     */
    public RingState state() {
        return state;
    }

    /**
     * Returns the views of the parts of all levels.
     *
     * @hidden
     */
    public List<View> views() {
        return shown;
    }

    /** Closes all its views; their memory is freed once no executable uses it. Idempotent. */
    @Override
    public void close() {
        shown.forEach(View::close);
        owners.forEach(View::close);
    }

    @Override
    public String toString() {
        return "ring of " + size() + " levels of " + first + " at position " + position();
    }
}
