package org.sporos.kernel.compile;

import com.google.common.collect.Sets;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.param.FloatParam;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.param.Param;
import org.sporos.view.View;
import org.sporos.view.ViewSpec;

/**
 * Records the reads from captured objects on which a kernel depends, and substitutes placeholders for values that
 * differ between graphs: views, params and marked numbers. Used for one lift.
 */
class RecordingReader extends DirectReader {
    private final boolean marks;
    private final @Nullable ClassLoader loader;

    private final List<@Nullable Object> values = new ArrayList<>();
    private final List<@Nullable Object> substituted = new ArrayList<>();
    private final List<Object> kinds = new ArrayList<>();
    private final List<Source> sources = new ArrayList<>();

    private final Map<List<Object>, Integer> known = new HashMap<>();
    private final Map<Object, Object> placeholders = new IdentityHashMap<>();
    private final Set<Object> constants = Sets.newIdentityHashSet();
    private int captures = -1;
    private boolean complete = true;
    private boolean lasting = true;

    /** @param marks whether to mark numbers; else the kernel depends on their values */
    RecordingReader(CapturedFields fields, @Nullable ClassLoader loader, boolean marks) {
        super(fields);
        this.loader = loader;
        this.marks = marks;
    }

    /** Returns the values passed to the lifter, the captured values of the body first. */
    List<@Nullable Object> substituted() {
        return substituted;
    }

    /** Returns the kinds of the values, in the same order. */
    List<Object> kinds() {
        return kinds;
    }

    /** Returns the sources of the values after the captured ones. */
    List<Source> sources() {
        return sources;
    }

    /** Returns whether all reads are recorded. */
    boolean isComplete() {
        return complete;
    }

    /** Returns whether the template may be cached with the class of the body, across graphs. */
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
                int from = indexOf(lambda);
                seen.add(read(new Source.OfLambda(from, k), value));
            }
        }
        return seen;
    }

    @Override
    public Optional<FieldValue> field(Object owner, Field field) {
        int from = indexOf(owner);
        return super.field(owner, field)
                .map(found -> new FieldValue(read(new Source.OfField(from, field), found.value())));
    }

    /** Final fields are constants; JShell variables change and affect the code. */
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
        return constants.contains(array) ? element : read(new Source.OfArray(indexOf(array), at), element);
    }

    @Override
    public int length(Object array) {
        int length = super.length(array);
        if (!constants.contains(array)) {
            read(new Source.OfLength(indexOf(array)), length);
        }
        return length;
    }

    @Override
    public @Nullable ConstantTable table(Object array) {
        ConstantTable table = super.table(array);
        read(new Source.OfTable(indexOf(array)), table);
        return table;
    }

    @Override
    public void addConstant(Object object) {
        constants.add(object);
    }

    private int indexOf(Object owner) {
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
            return substituted.get(before);
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
            seen = placeholders.get(value);
            if (seen == null) {
                seen = Placeholders.of(value);
                placeholders.put(value, seen);
            }
        } else if (isMarked) {
            seen = Placeholders.marked(value, k);
        }
        substituted.add(seen);
        return seen;
    }

    /** Placeholders of captured values in a template. */
    private static final class Placeholders {
        private static final int MARK = 0x53E3_0D01;
        private static final int STEP = 7919;

        private Placeholders() {}

        /** Returns a view without memory of the same type and rank, or a param of the same type. */
        static Object of(Object value) {
            if (value instanceof View view) {
                long[] extents = new long[view.rank()];
                Arrays.fill(extents, 1);
                return ViewSpec.of(view.elementType(), extents).inGraph("template");
            } else if (value instanceof DoubleParam) {
                return DoubleParam.of("template", 0);
            } else if (value instanceof FloatParam) {
                return FloatParam.of("template", 0);
            } else if (value instanceof IntParam) {
                return IntParam.of("template", 0);
            }
            return value instanceof LongParam ? LongParam.of("template", 0) : BooleanParam.of("template", false);
        }

        /** Returns a number that is unlikely in user code, of the type of a captured number; other values unchanged. */
        static @Nullable Object marked(@Nullable Object value, int index) {
            int mark = MARK + STEP * index;
            if (value instanceof Integer) {
                return mark;
            } else if (value instanceof Long) {
                return (long) mark << Short.SIZE;
            } else if (value instanceof Float) {
                return Float.intBitsToFloat(mark);
            }
            return value instanceof Double ? (Object) Double.longBitsToDouble((long) mark << Short.SIZE) : value;
        }
    }
}
