package org.sporos.kernel.compile;

import com.google.common.collect.Sets;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.bytecode.DirectReader;
import org.sporos.kernel.capture.CapturedFields;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.capture.FieldValue;
import org.sporos.kernel.ir.ConstantTable;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * Notes all that a kernel depends on of what its body captured, and gives stand-ins for what differs from graph to
 * graph: views and params of nobody, and numbers that are marked. Used for one lift.
 */
class RecordingReader extends DirectReader {
    private final boolean marks;
    private final @Nullable ClassLoader loader;

    private final List<@Nullable Object> values = new ArrayList<>();
    private final List<@Nullable Object> given = new ArrayList<>();
    private final List<Object> kinds = new ArrayList<>();
    private final List<Source> sources = new ArrayList<>();

    private final Map<List<Object>, Integer> known = new HashMap<>();
    private final Map<Object, Object> standIns = new IdentityHashMap<>();
    private final Set<Object> fixed = Sets.newIdentityHashSet();
    private int captures = -1;
    private boolean complete = true;
    private boolean lasting = true;

    /** @param marks whether numbers are marked, else they belong to what the kernel depends on */
    RecordingReader(CapturedFields fields, @Nullable ClassLoader loader, boolean marks) {
        super(fields);
        this.loader = loader;
        this.marks = marks;
    }

    /** Returns what the lifter got, with the values that the body itself captured first. */
    List<@Nullable Object> given() {
        return given;
    }

    /** Returns the kinds of all that was read, in the same order. */
    List<Object> kinds() {
        return kinds;
    }

    /** Returns where that comes from which the body did not capture itself. */
    List<Source> sources() {
        return sources;
    }

    /** Returns whether all that was read is noted. */
    boolean isComplete() {
        return complete;
    }

    /** Returns whether it may be kept as long as the class of the body, and used for other graphs. */
    boolean isLasting() {
        return lasting;
    }

    @Override
    public List<@Nullable Object> captured(Object lambda, CapturedKernel kernel) {
        List<@Nullable Object> seen = new ArrayList<>();
        boolean isBody = captures < 0;
        captures = isBody ? kernel.captured().size() : captures;
        for (int k = 0; k < kernel.captured().size(); k++) {
            Object value = kernel.captured().get(k);
            if (isBody) {
                seen.add(add(value, marks, true));
            } else {
                int from = placeOf(lambda);
                seen.add(read(new Source.OfLambda(from, k), value));
            }
        }
        return seen;
    }

    @Override
    public Optional<FieldValue> field(Object owner, Field field) {
        int from = placeOf(owner);
        return super.field(owner, field)
                .map(found -> new FieldValue(read(new Source.OfField(from, field), found.value())));
    }

    /** Constants never change; variables of JShell do, and decide about the code. */
    @Override
    public Optional<FieldValue> staticField(Field field) {
        Optional<FieldValue> found = super.staticField(field);
        lasting &= Modifier.isFinal(field.getModifiers());
        if (field.getType().isPrimitive()) {
            return found;
        }
        return found.map(value -> new FieldValue(read(new Source.OfStatic(field), value.value())));
    }

    @Override
    public @Nullable Object element(Object array, int at) {
        Object element = super.element(array, at);
        return fixed.contains(array) ? element : read(new Source.OfArray(placeOf(array), at), element);
    }

    @Override
    public int length(Object array) {
        int length = super.length(array);
        if (!fixed.contains(array)) {
            read(new Source.OfLength(placeOf(array)), length);
        }
        return length;
    }

    @Override
    public @Nullable ConstantTable table(Object array) {
        ConstantTable table = super.table(array);
        read(new Source.OfTable(placeOf(array)), table);
        return table;
    }

    @Override
    public void addConstant(Object object) {
        fixed.add(object);
    }

    private int placeOf(Object owner) {
        for (int k = 0; k < values.size(); k++) {
            if (values.get(k) == owner) {
                return k;
            }
        }
        complete = false;
        return 0;
    }

    private @Nullable Object read(Source source, @Nullable Object value) {
        Integer before = known.putIfAbsent(source.key(), values.size());
        if (before != null) {
            return given.get(before);
        }
        sources.add(source);
        return add(value, marks && source.isPrimitive(), source.isPrimitive());
    }

    private @Nullable Object add(@Nullable Object value, boolean isMarked, boolean isPrimitive) {
        int k = values.size();
        values.add(value);
        kinds.add(isPrimitive ? ValueKind.of(values, k, isMarked) : ValueKind.ofReference(values, k));
        lasting &= ValueKind.isWithin(value, loader);
        Object seen = value;
        if (value instanceof View || value instanceof Param) {
            seen = standIns.get(value);
            if (seen == null) {
                seen = StandIns.of(value);
                standIns.put(value, seen);
            }
        } else if (isMarked) {
            seen = StandIns.marked(value, k);
        }
        given.add(seen);
        return seen;
    }
}
