package org.sporos.view;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;

/**
 * The decomposition of a record class into components: each primitive in it has a view of its own. Cached per class,
 * immutable.
 *
 * @param components in the order of the class, with those of nested records inline
 */
record RecordShape(Class<?> type, List<Component> components, RecordAccess access) {
    private static final int MAX_COMPONENTS = 64;

    private static final ClassValue<RecordShape> KNOWN = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return make(type);
        }
    };

    /**
     * A primitive component of a record.
     *
     * @param name its name, qualified by those of the enclosing records, as in {@code position.x}
     */
    record Component(String name, ComponentType type) {}

    RecordShape {
        components = List.copyOf(components);
    }

    /**
     * Returns the shape of a record class.
     *
     * @throws CodedArgumentException if views cannot hold its records
     */
    static RecordShape of(Class<?> type) {
        return KNOWN.get(type);
    }

    private static RecordShape make(Class<?> type) {
        if (!type.isRecord()) {
            throw new CodedArgumentException(
                    "K224",
                    type.getSimpleName() + " is no record class; give the class of a record, as in Particle.class");
        }
        List<Component> components = new ArrayList<>();
        add(type, type, "", new LinkedHashSet<>(), components);
        if (components.isEmpty() || components.size() > MAX_COMPONENTS) {
            throw new CodedArgumentException(
                    "K224",
                    "record " + type.getSimpleName() + " has " + components.size()
                            + " components; a record view has 1 to " + MAX_COMPONENTS
                            + (components.isEmpty() ? "" : ", so take several views"));
        }
        return new RecordShape(type, components, RecordAccess.of(type));
    }

    private static void add(Class<?> root, Class<?> type, String prefix, Set<Class<?>> around, List<Component> found) {
        around.add(type);
        for (RecordComponent each : type.getRecordComponents()) {
            Class<?> inner = each.getType();
            String name = prefix + each.getName();
            ComponentType primitive = ComponentType.of(inner);
            if (primitive != null) {
                found.add(new Component(name, primitive));
            } else if (inner.isRecord() && !around.contains(inner)) {
                add(root, inner, name + ".", around, found);
            } else {
                throw unfit(root, name, inner);
            }
        }
        around.remove(type);
    }

    private static CodedArgumentException unfit(Class<?> root, String name, Class<?> type) {
        String types =
                Stream.of(ComponentType.values()).map(ComponentType::word).collect(Collectors.joining(", "));
        return new CodedArgumentException(
                "K223",
                "record " + root.getSimpleName() + " has component " + name + " of type " + type.getSimpleName()
                        + (type.isRecord() ? ", which it lies in" : "")
                        + "; the components of a record in views are " + types + " and records of these");
    }

    /** Returns the element type that all components share. */
    ComponentType onlyType(String view) {
        ComponentType first = components.get(0).type();
        for (Component each : components) {
            if (each.type().view() != first.view()) {
                throw new CodedArgumentException(
                        "K228",
                        "record view " + Labels.quoted(view) + " cannot be interleaved: "
                                + components.get(0).name() + " of " + type.getSimpleName() + " is "
                                + first.word() + ", and " + each.name() + " is "
                                + each.type().word() + "; use RecordView.of, or components of one type");
            }
        }
        return first;
    }

    /** Returns the index of a component. */
    int indexOf(String view, String name) {
        for (int k = 0; k < components.size(); k++) {
            if (components.get(k).name().equals(name)) {
                return k;
            }
        }
        throw new CodedArgumentException(
                "S262",
                "record view " + Labels.quoted(view) + " has no component " + Labels.quoted(name) + "; those of "
                        + type.getSimpleName() + " are "
                        + components.stream().map(Component::name).collect(Collectors.joining(", ")));
    }

    /** By identity: there is one instance per class. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
