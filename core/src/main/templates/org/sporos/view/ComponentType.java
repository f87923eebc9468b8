package org.sporos.view;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;

/**
 * A primitive type of the components of records, and the views that store them. A boolean is stored as a byte, 0 or 1.
 */
enum ComponentType {
[#list views as t]
    ${t.TYPE}(${t.type}.class, ${t.Type}View.class) {
        @Override
        View view(String label, MemorySpace space, long... extents) {
            return ${t.Type}View.of(label, space, extents);
        }

        @Override
        ElementValue value(Object boxed) {
            return ElementValue.of((${t.type}) boxed);
        }
    },
[/#list]
    BOOLEAN(boolean.class, ByteView.class) {
        @Override
        View view(String label, MemorySpace space, long... extents) {
            return ByteView.of(label, space, extents);
        }

        @Override
        ElementValue value(Object boxed) {
            return ElementValue.of(toByte((boolean) boxed));
        }

        @Override
        MethodHandle getter(Class<?>... indexes) {
            return MethodHandles.filterReturnValue(
                    BYTE.getter(indexes), own("toBoolean", MethodType.methodType(boolean.class, byte.class)));
        }

        @Override
        MethodHandle setter(Class<?>... indexes) {
            return MethodHandles.filterArguments(
                    BYTE.setter(indexes),
                    indexes.length + 1,
                    own("toByte", MethodType.methodType(byte.class, boolean.class)));
        }
    };

    private final Class<?> type;
    private final Class<? extends View> view;

    ComponentType(Class<?> type, Class<? extends View> view) {
        this.type = type;
        this.view = view;
    }

    /** Returns the type of a primitive class, or null for other classes. */
    static @Nullable ComponentType of(Class<?> type) {
        return Arrays.stream(values()).filter(each -> each.type == type).findFirst().orElse(null);
    }

    /** Returns the class of the views that store it. */
    Class<? extends View> view() {
        return view;
    }

    /** Returns its Java name, such as {@code double}. */
    String word() {
        return type.getName();
    }

    /** Returns a new view of such components. */
    abstract View view(String label, MemorySpace space, long... extents);

    /** Returns the value for a fill of its view. */
    abstract ElementValue value(Object boxed);

    /** Returns the handle that reads an element, of type {@code (View, indexes)type}. */
    MethodHandle getter(Class<?>... indexes) {
        return access("get", MethodType.methodType(type, indexes));
    }

    /** Returns the handle that writes an element, of type {@code (View, indexes, type)void}. */
    MethodHandle setter(Class<?>... indexes) {
        return access("set", MethodType.methodType(void.class, indexes).appendParameterTypes(type));
    }

    private MethodHandle access(String method, MethodType signature) {
        try {
            MethodHandle found = MethodHandles.lookup().findVirtual(view, method, signature);
            return found.asType(found.type().changeParameterType(0, View.class));
        } catch (ReflectiveOperationException e) {
            throw new InternalException("a view has no method " + method, e);
        }
    }

    static boolean toBoolean(byte element) {
        return element != 0;
    }

    static byte toByte(boolean component) {
        return (byte) (component ? 1 : 0);
    }

    private static MethodHandle own(String name, MethodType signature) {
        try {
            return MethodHandles.lookup().findStatic(ComponentType.class, name, signature);
        } catch (ReflectiveOperationException e) {
            throw new InternalException("there is no method " + name, e);
        }
    }
}
