package org.sporos.kernel.capture;

import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.SourcePosition;
import org.sporos.policy.KernelBody;

/** Captures kernel bodies: lambdas, method references and objects of named or anonymous classes. Stateless. */
public final class KernelCapture {

    private KernelCapture() {}

    /** Captures a kernel body. Throws no exception. */
    public static CaptureResult of(KernelBody body) {
        return of((Object) body);
    }

    /** Captures an object of any functional interface; a captured lambda must be serializable, too. */
    public static CaptureResult of(Object body) {
        return of(body, null);
    }

    /**
     * Captures a body.
     *
     * @param like the result of a body of the same class, or null; returned if the captured values are the same
     */
    public static CaptureResult of(Object body, @Nullable CaptureResult like) {
        Class<?> type = body.getClass();
        if (!type.isHidden()) {
            return functor(body);
        }
        SerializedLambda lambda = SerialLambda.of(body);
        if (lambda == null) {
            return refused(KernelCode.K103, "is a lambda " + interfaceOf(type) + " that is not serializable");
        }
        if (lambda.getImplMethodKind() == MethodHandleInfo.REF_newInvokeSpecial) {
            return refused(KernelCode.K101, "is the constructor reference " + shown(lambda) + "::new");
        }
        List<@Nullable Object> captured = captured(lambda);
        boolean isSame = like instanceof CaptureResult.Found known
                && CapturedKernel.areSame(known.kernel().captured(), captured);
        return like != null && isSame ? like : new CaptureResult.Found(found(type, lambda, captured));
    }

    private static List<@Nullable Object> captured(SerializedLambda lambda) {
        Object[] captured = new Object[lambda.getCapturedArgCount()];
        for (int k = 0; k < captured.length; k++) {
            captured[k] = lambda.getCapturedArg(k);
        }
        return Arrays.asList(captured);
    }

    private static CapturedKernel found(Class<?> type, SerializedLambda lambda, List<@Nullable Object> captured) {
        return new CapturedKernel(
                type.getClassLoader(),
                lambda.getImplClass(),
                lambda.getImplMethodName(),
                lambda.getImplMethodSignature(),
                lambda.getImplMethodKind() == MethodHandleInfo.REF_invokeStatic,
                lambda.getFunctionalInterfaceMethodName(),
                lambda.getFunctionalInterfaceMethodSignature(),
                captured);
    }

    private static CaptureResult functor(Object body) {
        Class<?> type = body.getClass();
        BodyInterface implemented = BodyInterface.of(type);
        if (implemented.count() != 1) {
            return refused(
                    KernelCode.K101,
                    "is of class " + type.getName() + ", which implements " + implemented.count()
                            + " kernel interfaces instead of one");
        }
        return new CaptureResult.Found(new CapturedKernel(
                type.getClassLoader(),
                implemented.owner(),
                implemented.method(),
                implemented.descriptor(),
                false,
                implemented.method(),
                implemented.descriptor(),
                List.of(body)));
    }

    private static String interfaceOf(Class<?> lambda) {
        Class<?>[] interfaces = lambda.getInterfaces();
        return interfaces.length == 0 ? "" : "of " + interfaces[0].getSimpleName();
    }

    private static String shown(SerializedLambda lambda) {
        String owner = lambda.getImplClass();
        return owner.substring(owner.lastIndexOf('/') + 1);
    }

    private static CaptureResult refused(KernelCode code, String clause) {
        return new CaptureResult.Refused(
                new KernelProblem(code, "the body", clause, code.cure(), SourcePosition.UNKNOWN, null));
    }

    /**
     * The kernel interface (see {@link KernelBody}) of a class other than a lambda. Immutable, cached per class.
     *
     * @param count the number of implemented kernel interfaces
     * @param owner the internal name of the class
     * @param method the name of the interface's method; empty unless count is 1
     * @param descriptor the descriptor of that method
     */
    private record BodyInterface(int count, String owner, String method, String descriptor) {
        private static final ClassValue<BodyInterface> KNOWN = new ClassValue<>() {
            @Override
            protected BodyInterface computeValue(Class<?> type) {
                return find(type);
            }
        };

        /** Returns the interface of a class. */
        static BodyInterface of(Class<?> type) {
            return KNOWN.get(type);
        }

        private static BodyInterface find(Class<?> type) {
            List<Method> methods = methodsOf(type);
            String owner = type.getName().replace('.', '/');
            if (methods.size() != 1) {
                return new BodyInterface(methods.size(), owner, "", "");
            }
            Method method = methods.get(0);
            String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                    .toMethodDescriptorString();
            return new BodyInterface(1, owner, method.getName(), descriptor);
        }

        /** Returns the abstract methods of the kernel interfaces of a class, one per interface. */
        private static List<Method> methodsOf(Class<?> type) {
            Set<Class<?>> all = new LinkedHashSet<>();
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                collect(c, all);
            }
            List<Method> found = new ArrayList<>();
            for (Class<?> candidate : all) {
                for (Method method : candidate.getDeclaredMethods()) {
                    if (Modifier.isAbstract(method.getModifiers())) {
                        found.add(method);
                    }
                }
            }
            return found;
        }

        private static void collect(Class<?> type, Set<Class<?>> into) {
            for (Class<?> parent : type.getInterfaces()) {
                if (KernelBody.class.isAssignableFrom(parent) && into.add(parent)) {
                    collect(parent, into);
                }
            }
        }
    }
}
