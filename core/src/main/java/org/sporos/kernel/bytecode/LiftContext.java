package org.sporos.kernel.bytecode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.KernelBuilder;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.Type;

/** The state shared by all methods inlined into one kernel. Not thread-safe. */
final class LiftContext {
    private static final Set<KernelCode> OF_ARGUMENTS =
            Set.of(KernelCode.K201, KernelCode.K206, KernelCode.K209, KernelCode.K302);

    private static final int MAX_INSTRUCTIONS = 100_000;

    final String label;
    final KernelBuilder kernel;
    final ClassFiles classes;
    final ObjectReader reader;
    final Methods methods;

    /** Lifts the body of a called method. */
    interface Methods {
        /**
         * Returns the result, or null for a void method or one that never returns.
         *
         * @param arguments the arguments; the receiver of an instance method is first
         * @param caller the position of the call, or null for the kernel's own method
         */
        @Nullable
        Slot lift(
                LiftContext context,
                MethodCode code,
                Emitter emitter,
                List<Slot> arguments,
                @Nullable SourcePosition caller);
    }

    /** The class loader of the current method. */
    @Nullable
    ClassLoader loader;

    /** The numeric arguments of the kernel, in most kernels its indexes. */
    final List<Value> indexes = new ArrayList<>();

    /** Whether the kernel is the body of a team. */
    boolean isTeam;

    /** The call stack of inlined methods, the kernel's own first; recursion is rejected. */
    final List<String> active = new ArrayList<>();

    /** The number of enclosing nested ranges. */
    int depth;

    /** True where the lanes of a member are free: outside of vector ranges, and of scans of a team. */
    boolean hasLanes = true;

    /** The problem that replaces all problems inside of a call of another language's runtime library. */
    @Nullable
    KernelProblem enclosing;

    private final Set<KernelProblem> problems = new LinkedHashSet<>();
    private final Set<KernelProblem> forms = new HashSet<>();
    private final Map<Object, Map<String, ScalarRef>> scalars = new IdentityHashMap<>();
    private int instructions;
    private boolean lacksNumber;

    LiftContext(
            String label,
            KernelBuilder kernel,
            ClassFiles classes,
            @Nullable ClassLoader loader,
            ObjectReader reader,
            Methods methods) {
        this.label = label;
        this.kernel = kernel;
        this.classes = classes;
        this.loader = loader;
        this.reader = reader;
        this.methods = methods;
    }

    /** Runs an action under another class loader, such as that of a lambda called by a library. */
    <T extends @Nullable Object> T withLoader(@Nullable ClassLoader other, Supplier<T> code) {
        ClassLoader before = loader;
        loader = other;
        try {
            return code.get();
        } finally {
            loader = before;
        }
    }

    /** Returns whether a slot is a number, where one is needed; if not, a problem has been reported or will be. */
    boolean requiresNumber(@Nullable Slot slot) {
        boolean isNumber = Slot.isNumber(slot);
        lacksNumber |= !isNumber;
        return isNumber;
    }

    /** Reports a problem; the clause is a predicate of the kernel, as in {@code calls String.length()}. */
    void problem(KernelCode code, String clause, SourcePosition position) {
        problem(code, clause, SourceLanguage.of(position).cure(code), position, null);
    }

    /** Reports a problem of a variable. */
    void problem(KernelCode code, String clause, String cure, SourcePosition position, @Nullable String variable) {
        if (enclosing != null) {
            form(enclosing);
        } else if (!OF_ARGUMENTS.contains(code) || !isForm(position)) {
            problems.add(new KernelProblem(code, shown(), clause, cure, position, variable));
        }
    }

    /** Reports a variable that may refer to several objects or local arrays. */
    void ambiguousReference(String clause, Slot slot, SourcePosition position, String variable) {
        problem(
                KernelCode.K305,
                clause,
                Slot.isLocalArray(slot)
                        ? "copy the elements with System.arraycopy, or choose rows of one array, such as new double[2][4]"
                        : KernelCode.K305.cure(),
                position,
                variable.isEmpty() ? null : variable);
    }

    private boolean isForm(SourcePosition position) {
        return problems.stream()
                .anyMatch(
                        problem -> forms.contains(problem) && problem.position().equals(position));
    }

    private String shown() {
        return "kernel " + Labels.quoted(label);
    }

    private void removeArguments(SourcePosition position) {
        problems.removeIf(problem -> problem.position().equals(position)
                && OF_ARGUMENTS.contains(problem.code())
                && (problem.code() == KernelCode.K209 || !forms.contains(problem)));
    }

    /** Reports a Kotlin or Scala form that compiles to a call of its runtime library. */
    void runtimeForm(String owner, String name, SourcePosition position) {
        form(enclosing == null ? RuntimeForm.problem(shown(), owner, name, position) : enclosing);
    }

    /** Reports a form and removes the boxing problems of its arguments. */
    private void form(KernelProblem form) {
        if (form.code() != KernelCode.K209 || !isForm(form.position())) {
            removeArguments(form.position());
            forms.add(form);
            problems.add(form);
        }
    }

    /** Lifts a method; problems inside of a runtime library merge into one at the user's call. */
    <T extends @Nullable Object> T calling(String owner, String name, SourcePosition position, Supplier<T> code) {
        KernelProblem before = enclosing;
        if (!RuntimeForm.isRuntimeMember(owner, name)) {
            enclosing = null;
        } else if (enclosing == null) {
            enclosing = RuntimeForm.problem(shown(), owner, name, position);
        }
        try {
            return code.get();
        } finally {
            enclosing = before;
        }
    }

    /** Reports a call outside of the language and removes the problems of its arguments. */
    void call(String clause, String cure, SourcePosition position, @Nullable String variable) {
        removeArguments(position);
        problem(KernelCode.K204, clause, cure, position, variable);
    }

    /** Returns all problems; without any, each instruction was lifted. */
    List<KernelProblem> problems() {
        if (lacksNumber && problems.isEmpty()) {
            throw new InternalException(shown() + " has a value that was not lifted, for no reason");
        }
        return List.copyOf(problems);
    }

    /** Returns the scalar of a field, one per object and field. */
    ScalarRef scalar(Object owner, String key, Supplier<ScalarRef> made) {
        return scalars.computeIfAbsent(owner, o -> new HashMap<>()).computeIfAbsent(key, k -> made.get());
    }

    /** Counts instructions; returns whether the kernel exceeds the limit, which is reported once. */
    boolean isTooLarge(int more) {
        instructions += more;
        if (instructions > MAX_INSTRUCTIONS) {
            problem(
                    KernelCode.K217,
                    "has more than " + MAX_INSTRUCTIONS + " instructions with all that it calls",
                    kernel.position());
        }
        return instructions > MAX_INSTRUCTIONS;
    }

    /** Returns the raw bits of a boxed primitive. */
    static long bits(Object boxed) {
        if (boxed instanceof Double d) {
            return Double.doubleToRawLongBits(d);
        } else if (boxed instanceof Float f) {
            return Float.floatToRawIntBits(f);
        } else if (boxed instanceof Boolean b) {
            return b ? 1 : 0;
        } else if (boxed instanceof Character c) {
            return c;
        }
        return ((Number) boxed).longValue();
    }

    /** Returns the scalar type of a boxed primitive. */
    static Type scalarType(Object boxed) {
        if (boxed instanceof Boolean) {
            return Type.BOOL;
        } else if (boxed instanceof Double) {
            return Type.F64;
        } else if (boxed instanceof Float) {
            return Type.F32;
        }
        return boxed instanceof Long ? Type.I64 : Type.I32;
    }

    /** Returns the numeric type of a JVM descriptor, or null for a reference. */
    static @Nullable Type numberType(char descriptor) {
        return switch (descriptor) {
            case 'Z', 'B', 'S', 'C', 'I' -> Type.I32;
            case 'J' -> Type.I64;
            case 'F' -> Type.F32;
            case 'D' -> Type.F64;
            default -> null;
        };
    }
}
