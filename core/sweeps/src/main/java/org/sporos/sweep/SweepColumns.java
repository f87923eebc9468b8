package org.sporos.sweep;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table. A record has one for each component, a map one for each key, another value one. Rows may have
 * different ones; the order is that in which rows bring them.
 */
final class SweepColumns {
    private static final String INDEX = "case";
    private static final String PARAMETERS = "parameters";
    private static final String RESULT = "result";
    private static final String FAILURE = "failure";

    private final Set<String> parameters = new LinkedHashSet<>();
    private final Set<String> results = new LinkedHashSet<>();
    private final boolean isFailing;

    SweepColumns(List<? extends SweepCase<?, ?>> rows) {
        for (SweepCase<?, ?> row : rows) {
            parameters.addAll(parts(PARAMETERS, row.parameters()).keySet());
            results.addAll(parts(RESULT, row.result()).keySet());
        }
        isFailing = rows.stream().anyMatch(row -> row.state() != SweepCase.State.DONE);
    }

    /** Returns the names of the columns. A result that is named as a parameter is {@code result.name}. */
    List<String> names() {
        Set<String> names = new LinkedHashSet<>();
        names.add(INDEX);
        names.addAll(parameters);
        results.forEach(name -> names.add(resultName(name)));
        if (isFailing) {
            names.add(FAILURE);
        }
        return List.copyOf(names);
    }

    private String resultName(String name) {
        return parameters.contains(name) || name.equals(INDEX) || name.equals(FAILURE) ? RESULT + "." + name : name;
    }

    /** Returns the values of a row by the names of their columns. */
    Map<String, @Nullable Object> values(SweepCase<?, ?> row) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.putAll(parts(PARAMETERS, row.parameters()));
        parts(RESULT, row.result()).forEach((name, value) -> values.put(resultName(name), value));
        values.put(INDEX, row.index());
        switch (row.state()) {
            case DONE -> {}
            case FAILED -> values.put(FAILURE, Cell.failure(row.failure()));
            case CANCELLED -> values.put(FAILURE, "cancelled");
        }
        return values;
    }

    private static Map<String, @Nullable Object> parts(String name, @Nullable Object value) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, part) -> parts.put(Cell.text(key), part));
        } else if (value != null && !addComponents(value, parts)) {
            parts.put(name, value);
        }
        return parts;
    }

    /** A record of a module that does not open it is one value. */
    private static boolean addComponents(Object value, Map<String, @Nullable Object> parts) {
        RecordComponent[] components = value.getClass().getRecordComponents();
        if (components == null) {
            return false;
        }
        Map<String, @Nullable Object> found = new LinkedHashMap<>();
        for (RecordComponent component : components) {
            Method accessor = component.getAccessor();
            if (!accessor.trySetAccessible()) {
                return false;
            }
            try {
                found.put(component.getName(), accessor.invoke(value));
            } catch (ReflectiveOperationException e) {
                return false;
            }
        }
        parts.putAll(found);
        return true;
    }
}
