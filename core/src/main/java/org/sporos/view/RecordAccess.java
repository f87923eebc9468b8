package org.sporos.view;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.InternalException;
import org.sporos.internal.base.PrivateMembers;
import org.sporos.internal.error.Required;

/**
 * Creates records from elements of views by their canonical constructor, and decomposes them by their fields: by
 * reflection if their package is open to the library, else by a lookup of their class. Accessors are user code, which
 * may return other values than the fields. Thread-safe.
 */
final class RecordAccess {
    /** The key of rank 1 with a long index. */
    static final int LONG_INDEX = 5;

    private static final int KINDS = 6;

    private final Class<?> type;
    private final MethodHandle maker;
    private final List<Part> parts;
    private final int size;
    private final AtomicReferenceArray<MethodHandle> getters = new AtomicReferenceArray<>(KINDS);
    private final AtomicReferenceArray<MethodHandle> setters = new AtomicReferenceArray<>(KINDS);

    /** A component: the getter of its field, and either its primitive type or the access of its record class. */
    private record Part(
            MethodHandle getter,
            @Nullable ComponentType type,
            @Nullable RecordAccess inner) {
        ComponentType primitive() {
            return Required.internal(type, "the type of a primitive component");
        }

        int size() {
            return inner == null ? 1 : inner.size;
        }
    }

    private RecordAccess(Class<?> type, MethodHandle maker, List<Part> parts) {
        this.type = type;
        this.maker = maker;
        this.parts = parts;
        this.size = parts.stream().mapToInt(Part::size).sum();
    }

    static RecordAccess of(Class<?> type) {
        List<Part> parts = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        for (RecordComponent each : type.getRecordComponents()) {
            Class<?> inner = each.getType();
            MethodHandle getter = found(type, () -> {
                Field field = type.getDeclaredField(each.getName());
                return open(field)
                        ? MethodHandles.lookup().unreflectGetter(field)
                        : PrivateMembers.getter(field).orElseThrow(() -> unreachable(type));
            });
            types.add(inner);
            parts.add(new Part(getter, ComponentType.of(inner), inner.isRecord() ? of(inner) : null));
        }
        return new RecordAccess(type, maker(type, types.toArray(Class<?>[]::new)), parts);
    }

    private static MethodHandle maker(Class<?> type, Class<?>... components) {
        return found(type, () -> {
            Constructor<?> canonical = type.getDeclaredConstructor(components);
            return open(canonical)
                    ? MethodHandles.lookup().unreflectConstructor(canonical)
                    : PrivateMembers.constructor(canonical).orElseThrow(() -> unreachable(type));
        });
    }

    private interface Finder {
        MethodHandle find() throws ReflectiveOperationException;
    }

    private static boolean open(AccessibleObject member) {
        try {
            return member.trySetAccessible();
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static MethodHandle found(Class<?> type, Finder finder) {
        try {
            return finder.find();
        } catch (ReflectiveOperationException e) {
            throw unreachable(type);
        }
    }

    private static CodedArgumentException unreachable(Class<?> type) {
        return new CodedArgumentException(
                "K225",
                "the constructor and the fields of record " + type.getName()
                        + " cannot be reached; open its package to org.sporos.core");
    }

    /** Returns the handle that creates a record from elements, of type {@code (View[], indexes)Object}. */
    MethodHandle getter(int rank) {
        MethodHandle known = getters.get(rank);
        if (known == null) {
            known = getter(0, indexes(rank));
            known = known.asType(known.type().changeReturnType(Object.class));
            getters.set(rank, known);
        }
        return known;
    }

    /** Returns the handle that stores a record to elements, of type {@code (View[], indexes, Object)void}. */
    MethodHandle setter(int rank) {
        MethodHandle known = setters.get(rank);
        if (known == null) {
            known = setter(0, indexes(rank));
            known = known.asType(known.type().changeParameterType(known.type().parameterCount() - 1, Object.class));
            setters.set(rank, known);
        }
        return known;
    }

    private static Class<?>[] indexes(int rank) {
        if (rank == LONG_INDEX) {
            return new Class<?>[] {long.class};
        }
        Class<?>[] indexes = new Class<?>[rank];
        Arrays.fill(indexes, int.class);
        return indexes;
    }

    private MethodHandle getter(int first, Class<?>[] indexes) {
        int at = first;
        List<MethodHandle> elements = new ArrayList<>();
        for (Part part : parts) {
            elements.add(
                    part.inner() == null
                            ? ofView(part.primitive().getter(indexes), at)
                            : part.inner().getter(at, indexes));
            at += part.size();
        }
        MethodType given = MethodType.methodType(type, View[].class).appendParameterTypes(indexes);
        MethodHandle all = MethodHandles.dropArguments(maker, elements.size(), given.parameterList());
        for (int k = elements.size() - 1; k >= 0; k--) {
            all = withElement(all, k, elements.get(k));
        }
        return all;
    }

    /** Replaces parameter k of a handle by the element of a view: the result has no parameter for that value. */
    private static MethodHandle withElement(MethodHandle all, int k, MethodHandle element) {
        int place = element.type().parameterCount();
        MethodHandle twice = MethodHandles.collectArguments(all, k, element);
        int[] order = new int[k + 2 * place];
        Arrays.setAll(order, j -> j < k + place ? j : j - place);
        MethodType type = twice.type().dropParameterTypes(k + place, k + 2 * place);
        return MethodHandles.permuteArguments(twice, type, order);
    }

    private MethodHandle setter(int first, Class<?>[] indexes) {
        int at = first;
        @Nullable MethodHandle all = null;
        for (Part part : parts) {
            MethodHandle set = part.inner() == null
                    ? ofView(part.primitive().setter(indexes), at)
                    : part.inner().setter(at, indexes);
            MethodHandle one = MethodHandles.filterArguments(set, indexes.length + 1, part.getter());
            all = all == null ? one : MethodHandles.foldArguments(one, all);
            at += part.size();
        }
        return Required.internal(all, "a component");
    }

    /** Adapts a handle from the view of one component to the array of all components' views. */
    private static MethodHandle ofView(MethodHandle access, int at) {
        MethodHandle view = MethodHandles.insertArguments(MethodHandles.arrayElementGetter(View[].class), 1, at);
        return MethodHandles.filterArguments(access, 0, view);
    }

    /** Returns all primitives of a record, boxed. */
    List<Object> values(Object record) {
        List<Object> values = new ArrayList<>();
        for (Part part : parts) {
            Object value = call(part.getter(), record);
            if (part.inner() == null) {
                values.add(value);
            } else {
                values.addAll(part.inner().values(value));
            }
        }
        return values;
    }

    private static Object call(MethodHandle getter, Object record) {
        try {
            return getter.invoke(record);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    /** Returns an exception of user code, which is unchecked: constructors of records declare no checked ones. */
    static RuntimeException thrown(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException thrown ? thrown : new InternalException("a record cannot be read", e);
    }
}
