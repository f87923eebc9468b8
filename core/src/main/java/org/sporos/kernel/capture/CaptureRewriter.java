package org.sporos.kernel.capture;

import com.google.common.collect.Sets;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.param.Param;
import org.sporos.policy.KernelBody;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.view.View;

/**
 * Clones kernel bodies with views replaced. A lambda is recreated from its serialized form, as on deserialization;
 * captured values are traversed through arrays, records, lambdas and final fields, but not static fields. Values that
 * reach no replaced view are shared. Not thread-safe.
 */
public final class CaptureRewriter {
    private static final int MAX_OBJECTS = 20_000;

    private final UnaryOperator<View> views;
    private final Map<Object, Object> clones = new IdentityHashMap<>();
    private final Map<CapturingClass, Deserializer> deserializers = new HashMap<>();

    /** The capturing class of a lambda, by loader and name. */
    private record CapturingClass(@Nullable ClassLoader loader, String name) {}

    /** The synthetic method of a class that deserializes its lambdas. */
    private record Deserializer(Class<?> owner, Method method) {}

    /** @param views maps each view to its replacement */
    public CaptureRewriter(UnaryOperator<View> views) {
        this.views = views;
    }

    /**
     * Returns a clone of a body with views replaced.
     *
     * @throws RewriteException if the body cannot be cloned
     */
    public KernelBody rewritten(KernelBody body) {
        return (KernelBody) java.util.Objects.requireNonNull(value(body));
    }

    private @Nullable Object value(@Nullable Object value) {
        if (value instanceof View view) {
            return views.apply(view);
        } else if (value == null || isLeaf(value)) {
            return value;
        }
        Object known = clones.get(value);
        if (known != null) {
            return known;
        } else if (value.getClass().isHidden()) {
            Object lambda = lambda(value);
            clones.put(value, lambda);
            return lambda;
        }
        return reachesReplaced(value, Sets.newIdentityHashSet()) ? cloned(value) : value;
    }

    private Object cloned(Object value) {
        if (value instanceof Object[] array) {
            Object[] copy = (Object[]) Array.newInstance(array.getClass().getComponentType(), array.length);
            clones.put(value, copy);
            for (int k = 0; k < copy.length; k++) {
                copy[k] = value(array[k]);
            }
            return copy;
        }
        return clonedObject(value);
    }

    private static boolean isLeaf(Object value) {
        return value instanceof Param
                || value instanceof ExecutionSpace
                || value instanceof ExecutionStream
                || value instanceof MemorySpace
                || value instanceof Enum
                || (!(value instanceof Object[])
                        && !value.getClass().isHidden()
                        && FinalFields.isOfJdk(value.getClass()));
    }

    private boolean reachesReplaced(@Nullable Object value, Set<Object> visited) {
        if (value instanceof View view) {
            return views.apply(view) != view;
        } else if (value == null || isLeaf(value) || visited.size() > MAX_OBJECTS || !visited.add(value)) {
            return false;
        } else if (value instanceof Object[] array) {
            return anyReachesReplaced(array, visited);
        } else if (value.getClass().isHidden()) {
            SerializedLambda form = SerialLambda.of(value);
            return form != null && anyReachesReplaced(captured(form), visited);
        }
        CapturedFields fields = new CapturedFields();
        for (Field field : FinalFields.of(value.getClass())) {
            Object inside = fields.read(value, field).map(FieldValue::value).orElse(null);
            if (reachesReplaced(inside, visited)) {
                return true;
            }
        }
        return false;
    }

    private boolean anyReachesReplaced(@Nullable Object[] values, Set<Object> visited) {
        for (Object value : values) {
            if (reachesReplaced(value, visited)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Object[] captured(SerializedLambda form) {
        @Nullable Object[] captured = new Object[form.getCapturedArgCount()];
        for (int k = 0; k < captured.length; k++) {
            captured[k] = form.getCapturedArg(k);
        }
        return captured;
    }

    private Object lambda(Object lambda) {
        SerializedLambda form = SerialLambda.of(lambda);
        @Nullable Object[] arguments = form == null ? new Object[0] : captured(form);
        boolean isReplaced = false;
        for (int k = 0; k < arguments.length; k++) {
            Object argument = value(arguments[k]);
            isReplaced |= argument != arguments[k];
            arguments[k] = argument;
        }
        return form == null || !isReplaced
                ? lambda
                : lambda(form, lambda.getClass().getClassLoader(), arguments);
    }

    private Object lambda(SerializedLambda form, @Nullable ClassLoader loader, @Nullable Object[] arguments) {
        try {
            CapturingClass capturing = new CapturingClass(loader, form.getCapturingClass());
            Deserializer deserializer = deserializers.get(capturing);
            if (deserializer == null) {
                Class<?> owner = Class.forName(capturing.name().replace('/', '.'), false, loader);
                deserializer =
                        new Deserializer(owner, owner.getDeclaredMethod("$deserializeLambda$", SerializedLambda.class));
                deserializers.put(capturing, deserializer);
            }
            return call(deserializer.method(), with(form, deserializer.owner(), arguments));
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw new RewriteException("is a lambda that its class cannot make again");
        }
    }

    private static Object call(Method deserializer, SerializedLambda form) throws Throwable {
        if (deserializer.trySetAccessible()) {
            return deserializer.invoke(null, form);
        }
        return PrivateFields.method(deserializer).orElseThrow().invoke(form);
    }

    private static SerializedLambda with(SerializedLambda form, Class<?> owner, @Nullable Object[] arguments) {
        return new SerializedLambda(
                owner,
                form.getFunctionalInterfaceClass(),
                form.getFunctionalInterfaceMethodName(),
                form.getFunctionalInterfaceMethodSignature(),
                form.getImplMethodKind(),
                form.getImplClass(),
                form.getImplMethodName(),
                form.getImplMethodSignature(),
                form.getInstantiatedMethodType(),
                arguments);
    }

    /**
     * Clones an object of a user class with references replaced: a record by its canonical constructor, others without
     * a constructor call. A clone is registered before its fields are set, for cyclic references.
     */
    private Object clonedObject(Object object) {
        Class<?> type = object.getClass();
        try {
            if (type.isRecord()) {
                Object clone = ofRecord(object);
                clones.put(object, clone);
                return clone;
            }
            Object clone = allocate(type);
            clones.put(object, clone);
            for (Class<?> c = type; c != null && !FinalFields.isOfJdk(c); c = c.getSuperclass()) {
                fields(c, object, clone);
            }
            return clone;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            if (e instanceof RewriteException known) {
                throw known;
            }
            throw new RewriteException(
                    "captures an object of class " + type.getName() + ", whose fields cannot be set");
        }
    }

    private Object ofRecord(Object record) throws ReflectiveOperationException {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new Object[components.length];
        for (int k = 0; k < types.length; k++) {
            types[k] = components[k].getType();
            Field field = record.getClass().getDeclaredField(components[k].getName());
            Object value =
                    new CapturedFields().read(record, field).orElseThrow().value();
            values[k] = types[k].isPrimitive() ? value : value(value);
        }
        Constructor<?> constructor = record.getClass().getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private void fields(Class<?> type, Object object, Object clone) throws ReflectiveOperationException {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            field.setAccessible(true);
            Object value = field.get(object);
            boolean isFollowed =
                    Modifier.isFinal(field.getModifiers()) && !field.getType().isPrimitive();
            field.set(clone, isFollowed ? value(value) : value);
        }
    }

    /** By name: javac has no way to suppress the warning about the class. */
    private static Object allocate(Class<?> type) throws ReflectiveOperationException {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object instance = factory.getMethod("getReflectionFactory").invoke(null);
        Constructor<?> plain =
                (Constructor<?>) factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                        .invoke(instance, type, Object.class.getDeclaredConstructor());
        return plain.newInstance();
    }
}
