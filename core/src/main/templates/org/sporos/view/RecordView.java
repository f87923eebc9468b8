package org.sporos.view;

import com.google.errorprone.annotations.CheckReturnValue;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;
import org.sporos.space.ElementValue;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.MemorySpace;

/**
 * A labelled array of records of rank 0 to 4, held as a structure of arrays: each primitive of the records has a {@link
 * View} of its own, a {@linkplain #component component}. The components of {@linkplain #interleaved interleaved}
 * records are adjacent in one allocation.
 *
 * <p>{@link #get get} creates a record from the elements of all components, by its constructor, and {@link #set set}
 * stores its fields, regardless of its accessors. In a kernel no record is allocated: a {@code get} loads only the
 * components that the kernel uses, so that {@code p.get(i).x()} is one load. A {@code set} stores all of them; to write
 * a single one, use its component.
 *
 * <p>The components of a record are {@code byte}, {@code short}, {@code int}, {@code long}, {@code float}, {@code
 * double}, {@code boolean}, which is held as a byte 0 or 1, and records of these. Components of nested records have
 * qualified names such as {@code position.x}. A record may define its constructor and accessors explicitly, within the
 * restrictions of kernel code. Its module need not open any package.
 *
 * <p>Elements have the thread-safety of views: two threads may write different components of one element. {@link
 * #close()} closes the components. All access methods throw what those of views throw.
 *
 * <pre>{@code
 * record Particle(double x, double v, int cell) {}
 *
 * RecordView<Particle> p = RecordView.of("p", space, Particle.class, n);
 * DoubleView x = p.component("x", DoubleView.class);
 * Graph move = Graph.define("move", start -> start.thenParallelFor("move", RangePolicy.of(n), i -> {
 *     Particle old = p.get(i);
 *     p.set(i, new Particle(old.x() + 0.1 * old.v(), old.v(), old.cell()));
 * }));
 * }</pre>
 *
 * @since 0.1.0
 */
public final class RecordView<R extends Record> implements AutoCloseable {
    private final String label;
    /** The kernel compiler reads this field and the next one by name. */
    private final Class<R> type;

    private final View[] components;
    private final RecordShape shape;
    /** The allocation of interleaved components, with one more dimension, or null. */
    private final @Nullable View elements;

    private RecordView(String label, Class<R> type, View[] components, RecordShape shape, @Nullable View elements) {
        this.elements = elements;
        this.label = label;
        this.type = type;
        this.components = components;
        this.shape = shape;
    }

    /**
     * Returns a new view of records whose components are zeros, in the memory of an execution space.
     *
     * @param extents up to 4 extents; none for a single record
     * @throws IllegalArgumentException if the records have components that views cannot hold
     */
    @CheckReturnValue
    public static <R extends Record> RecordView<R> of(
            String label, ExecutionSpace space, Class<R> type, long... extents) {
        Required.argument(label, "the label of a view");
        RecordView<R> view = of(label, View.memory(label, space), type, extents);
        for (View component : view.components) {
            component.belongsTo(space);
        }
        return view;
    }

    /** Returns a new view of records whose components are zeros, in the memory of an execution space. */
    @CheckReturnValue
    public static <R extends Record> RecordView<R> of(
            String label, ExecutionSpace space, Class<R> type, int... extents) {
        return of(label, space, type, Shape.extents(extents));
    }

    /** Returns a new view of a single record whose components are zeros, in the memory of an execution space. */
    @CheckReturnValue
    public static <R extends Record> RecordView<R> of(String label, ExecutionSpace space, Class<R> type) {
        return of(label, space, type, new long[0]);
    }

    /** Returns a new view of records whose components are zeros, in a memory space. */
    @CheckReturnValue
    public static <R extends Record> RecordView<R> of(String label, MemorySpace space, Class<R> type, long... extents) {
        Required.argument(label, "the label of a view");
        RecordShape shape =
                RecordShape.of(Required.argument(type, () -> "the class of the records of " + Labels.quoted(label)));
        View[] views =
                made(shape.components(), each -> each.type().view(label.concat("." + each.name()), space, extents));
        return new RecordView<>(label, type, views, shape, null);
    }

    /**
     * Returns a new view of interleaved records, the layout of complex numbers in libraries: the primitives of a record
     * are contiguous in memory, and the records are in row-major order. All components have one element type.
     *
     * <pre>{@code
     * RecordView<Complex> z = RecordView.interleaved("z", space, Complex.class, n);
     * DoubleView numbers = z.elements(DoubleView.class);
     * }</pre>
     *
     * @param extents up to 3 extents; none for a single record
     * @throws IllegalArgumentException if the records have components of several types, or of an unsupported type
     */
    @CheckReturnValue
    public static <R extends Record> RecordView<R> interleaved(
            String label, ExecutionSpace space, Class<R> type, long... extents) {
        Required.argument(label, "the label of a view");
        RecordView<R> view = interleaved(label, View.memory(label, space), type, extents);
        for (View component : view.components) {
            component.belongsTo(space);
        }
        Required.internal(view.elements, "the elements of a view").belongsTo(space);
        return view;
    }

    /** Returns a new view of interleaved records, in the memory of an execution space. */
    @CheckReturnValue
    public static <R extends Record> RecordView<R> interleaved(
            String label, ExecutionSpace space, Class<R> type, int... extents) {
        return interleaved(label, space, type, Shape.extents(extents));
    }

    /** Returns a new view of a single interleaved record, in the memory of an execution space. */
    @CheckReturnValue
    public static <R extends Record> RecordView<R> interleaved(String label, ExecutionSpace space, Class<R> type) {
        return interleaved(label, space, type, new long[0]);
    }

    /** Returns a new view of interleaved records, in a memory space. */
    @CheckReturnValue
    public static <R extends Record> RecordView<R> interleaved(
            String label, MemorySpace space, Class<R> type, long... extents) {
        Required.argument(label, "the label of a view");
        RecordShape shape =
                RecordShape.of(Required.argument(type, () -> "the class of the records of " + Labels.quoted(label)));
        return over(label, type, shape, Interleaving.elements(label, space, shape, extents));
    }

    private static <R extends Record> RecordView<R> over(
            String label, Class<R> type, RecordShape shape, View elements) {
        View[] components = Interleaving.components(label, shape, elements);
        return new RecordView<>(label, type, components, shape, elements);
    }

    /** Returns a new view of rank 1 that holds the values of records. */
    @CheckReturnValue
    @SafeVarargs
    public static <R extends Record> RecordView<R> copyOf(
            String label, ExecutionSpace space, Class<R> type, R... records) {
        RecordView<R> view = of(label, space, type, Required.argument(records, "the records of a view").length);
        view.hold(records, Views::put);
        return view;
    }

    /** Creates a view of each part; after a failure, closes the earlier ones. */
    private static <T> View[] made(List<T> parts, Function<T, View> view) {
        List<View> made = new ArrayList<>();
        try {
            parts.forEach(part -> made.add(view.apply(part)));
            return made.toArray(View[]::new);
        } catch (RuntimeException | Error refused) {
            made.forEach(View::close);
            throw refused;
        }
    }

    /** Returns a new view of records whose components are zeros, in a memory space. */
    @CheckReturnValue
    public static <R extends Record> RecordView<R> of(String label, MemorySpace space, Class<R> type, int... extents) {
        return of(label, space, type, Shape.extents(extents));
    }

    /** Returns a new view of a single record whose components are zeros, in a memory space. */
    @CheckReturnValue
    public static <R extends Record> RecordView<R> of(String label, MemorySpace space, Class<R> type) {
        return of(label, space, type, new long[0]);
    }

    /** Returns its label. The label of a component is this, a dot and the component's name. */
    public String label() {
        return label;
    }

    /** Returns the class of its records. */
    public Class<R> type() {
        return type;
    }

    /** Returns the number of its dimensions, 0 to 4. */
    public int rank() {
        return components[0].rank();
    }

    /**
     * Returns the extent of a dimension.
     *
     * @throws IndexOutOfBoundsException if the view has no such dimension
     */
    public long extent(int dimension) {
        return components[0].extent(dimension);
    }

    /** Returns the number of its records. */
    public long size() {
        return components[0].size();
    }

    /** Returns where it lives. */
    public MemorySpace memorySpace() {
        return components[0].memorySpace();
    }

    /** Returns whether {@link #close()} was called on it, or on the view that it is a part of. */
    public boolean isClosed() {
        return components[0].isClosed();
    }

    /** Returns the views of all components, in the order of the record. */
    public List<View> components() {
        return List.of(components);
    }

    /**
     * Returns the view of a component, which shares the memory of this one and need not be closed.
     *
     * @param name its name in the record, qualified in a nested record, as in {@code position.x}
     * @throws IllegalArgumentException if the record has no such component
     */
    public View component(String name) {
        return components[shape.indexOf(label, Required.argument(name, "the name of a component"))];
    }

    /**
     * Returns the view of a component by its class, such as {@link DoubleView}.
     *
     * @throws IllegalArgumentException if the record has no such component, or if it is of another type
     */
    public <V extends View> V component(String name, Class<V> view) {
        View found = component(name);
        Required.argument(view, "the class of a component");
        if (!view.isInstance(found)) {
            throw new CodedArgumentException(
                    "S263",
                    "component " + Labels.quoted(name) + " of record view " + Labels.quoted(label) + " is "
                            + found.getClass().getSimpleName() + ", not " + view.getSimpleName()
                            + "; ask for it as that");
        }
        return view.cast(found);
    }

    /** Returns whether its components are interleaved in one allocation. */
    public boolean isInterleaved() {
        return elements != null;
    }

    /**
     * Returns the elements of interleaved records as a view with the components as an additional last dimension. It
     * need not be closed.
     *
     * @throws IllegalArgumentException if the records are not interleaved, or the view is of another type
     */
    public <V extends View> V elements(Class<V> view) {
        Required.argument(view, "the class of the elements of interleaved records");
        return Interleaving.as(view, label, elements);
    }

    /** Returns a sub-view, which shares its memory. */
    @CheckReturnValue
    public RecordView<R> subview(Slice... slices) {
        if (elements != null) {
            return over(label, type, shape, Interleaving.subview(elements, slices));
        }
        return with(component -> component.subview(slices));
    }

    /** Returns a mirror on the host: always a new view of the same extents, in memory that copy nodes can use. */
    @CheckReturnValue
    public RecordView<R> mirror() {
        if (elements != null) {
            return over(label, type, shape, elements.mirror());
        }
        return with(View::mirror);
    }

    /** Returns this view if host code may access it, else a {@link #mirror()}. */
    @CheckReturnValue
    public RecordView<R> mirrorView() {
        RunFrame.refuseDeviceCallInHostNode("mirrorView");
        return memorySpace().isHostAccessible() ? this : mirror();
    }

    private RecordView<R> with(UnaryOperator<View> change) {
        return new RecordView<>(label, type, made(components(), change), shape, null);
    }

    /**
     * Copies the records of one view to another, component by component, as {@link Views#deepCopy} does.
     *
     * @throws IllegalArgumentException if the records or extents differ, or the views overlap
     * @throws IllegalStateException if one is closed
     */
    public static <R extends Record> void deepCopy(RecordView<R> to, RecordView<R> from) {
        Required.argument(to, "the record view to copy to");
        Required.argument(from, "the record view to copy from");
        to.requireSameRecords(from);
        if (to.elements != null && from.elements != null) {
            Views.deepCopy(to.elements, from.elements);
            return;
        }
        for (int k = 0; k < to.components.length; k++) {
            Views.deepCopy(to.components[k], from.components[k]);
        }
    }

    /** Sets each record of a view, component by component, as the fills of {@link Views} do. */
    public static <R extends Record> void fill(RecordView<R> view, R record) {
        List<ElementValue> values =
                Required.argument(view, "the record view to fill").values(record);
        for (int k = 0; k < values.size(); k++) {
            Views.fill(view.components[k], values.get(k));
        }
    }

    /**
     * Copies the values of records into the view, in row-major order of its indexes, after all earlier submits that
     * access it.
     *
     * @throws IllegalArgumentException if the number of records differs from the size of the view
     */
    @SafeVarargs
    public final void assign(R... records) {
        hold(Required.argument(records, "the records of a view"), (to, from) -> Views.write("assign", to, from));
    }

    private void hold(R[] records, BiConsumer<View, View> copy) {
        Views.requireSize(components[0], records.length);
        try (RecordView<R> host = onHost()) {
            RecordView<R> list = host.list();
            for (int i = 0; i < records.length; i++) {
                list.set(i, records[i]);
            }
            for (int k = 0; k < components.length; k++) {
                copy.accept(components[k], host.components[k]);
            }
        }
    }

    /**
     * Returns the records in row-major order of their indexes, from any memory space, after all earlier submits that
     * write them.
     */
    @CheckReturnValue
    public R[] toArray() {
        return copied("toArray");
    }

    /**
     * Returns the only record of a view of rank 0, from any memory space, after all earlier submits that write it.
     *
     * @throws IllegalArgumentException if the view has another rank
     */
    public R read() {
        if (rank() != 0) {
            throw components[0].wrongRank(0);
        }
        return copied("read")[0];
    }

    private R[] copied(String call) {
        try (RecordView<R> host = onHost()) {
            for (int k = 0; k < components.length; k++) {
                Views.read(call, host.components[k], components[k]);
            }
            RecordView<R> list = host.list();
            @SuppressWarnings("unchecked") // The array has that component type.
            R[] records = (R[]) Array.newInstance(type, Math.toIntExact(size()));
            for (int i = 0; i < records.length; i++) {
                records[i] = list.get(i);
            }
            return records;
        }
    }

    private RecordView<R> onHost() {
        return of(label, MemorySpace.host(), type, components[0].region().extents());
    }

    /** Returns the same memory as a view of rank 1; requires contiguous records. */
    private RecordView<R> list() {
        return with(View::list);
    }

    /** Closes all components; their memory is freed once no executable uses it. Idempotent. */
    @Override
    public void close() {
        if (elements != null) {
            elements.close();
        }
        for (View component : components) {
            component.close();
        }
    }

    /** Returns the views that own its memory. */
    List<View> owners() {
        return elements == null ? components() : List.of(elements);
    }

    /** Returns the same view over the memory of other {@link #owners()}. */
    RecordView<R> over(String other, List<View> parts) {
        return elements == null
                ? new RecordView<>(other, type, parts.toArray(View[]::new), shape, null)
                : over(other, type, shape, parts.get(0));
    }

    /** Returns the difference of its records and their memory from those of another view, or null. */
    @Nullable
    String differenceFrom(RecordView<?> other) {
        if (type != other.type) {
            return "has records of " + type.getSimpleName() + ", not " + other.type.getSimpleName();
        }
        return isInterleaved() == other.isInterleaved()
                ? null
                : "is " + (isInterleaved() ? "" : "not ") + "interleaved";
    }

    /**
     * Returns the values of a record's components, in their order.
     *
     * @hidden
     */
    public List<ElementValue> values(R record) {
        List<Object> values = shape.access().values(Required.argument(record, "a record"));
        List<ElementValue> elements = new ArrayList<>();
        for (int k = 0; k < components.length; k++) {
            elements.add(shape.components().get(k).type().value(values.get(k)));
        }
        return elements;
    }

    /**
     * Returns a label with the name of a component, by its index.
     *
     * @hidden
     */
    public String nameOf(String label, int component) {
        return label.concat("." + shape.components().get(component).name());
    }

    /**
     * Throws if another view has other records.
     *
     * @hidden
     */
    public void requireSameRecords(RecordView<?> other) {
        if (type != other.type) {
            throw new CodedArgumentException(
                    "S264",
                    "record view " + Labels.quoted(label) + " of " + type.getSimpleName() + " is to be copied from "
                            + Labels.quoted(other.label) + " of " + other.type.getSimpleName()
                            + "; copy the components that both have");
        }
    }
[#list ranks as rank]

    /** Returns ${rank.element?replace("element", "record")}. */
    public R get(${rank.ints}) {
        try {
            return record((Object) shape.access().getter(${rank?index}).invokeExact(components${rank.indexes?has_content?then(", " + rank.indexes, "")}));
        } catch (Throwable e) {
            throw RecordAccess.thrown(e);
        }
    }
[/#list]

    /** Returns record (i) of a view of rank 1, by a long index. */
    public R get(long i) {
        try {
            return record(
                    (Object) shape.access().getter(RecordAccess.LONG_INDEX).invokeExact(components, i));
        } catch (Throwable e) {
            throw RecordAccess.thrown(e);
        }
    }
[#list ranks as rank]

    /** Sets ${rank.element?replace("element", "record")}. */
    public void set(${leading(rank.ints)}R record) {
        try {
            shape.access().setter(${rank?index}).invokeExact(components, ${leading(rank.indexes)}given(record));
        } catch (Throwable e) {
            throw RecordAccess.thrown(e);
        }
    }
[/#list]

    /** Sets record (i) of a view of rank 1, by a long index. */
    public void set(long i, R record) {
        try {
            shape.access().setter(RecordAccess.LONG_INDEX).invokeExact(components, i, given(record));
        } catch (Throwable e) {
            throw RecordAccess.thrown(e);
        }
    }

    private R record(Object made) {
        return type.cast(made);
    }

    private static Object given(Record record) {
        return Required.argument(record, "the record that a record view is set to");
    }

    @Override
    public String toString() {
        return "RecordView of " + type.getSimpleName() + " " + Labels.quoted(label) + " " + components[0].shape()
                + " in " + memorySpace().name();
    }
}
