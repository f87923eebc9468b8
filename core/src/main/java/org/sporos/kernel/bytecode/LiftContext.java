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
import org.sporos.internal.error.Labels;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.KernelBuilder;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.Type;

/** The state shared by all methods that are lifted into one kernel. Not thread-safe. */
final class LiftContext {
    private static final Set<KernelCode> OF_ARGUMENTS =
            Set.of(KernelCode.K201, KernelCode.K206, KernelCode.K209, KernelCode.K302);

    private static final int MAX_INSTRUCTIONS = 100_000;

    final String label;
    final KernelBuilder kernel;
    final ClassFiles classes;
    final ObjectReader reader;
    final Methods methods;

    /** Lifts the code of a method in the place of a call. */
    interface Methods {
        /**
         * Returns the result, or null of a void method, or where it never returns.
         *
         * @param arguments with the receiver first, where there is one
         * @param caller where the call stands, or null for the kernel's own method
         */
        @Nullable
        Slot lift(
                LiftContext context,
                MethodCode code,
                Emitter emitter,
                List<Slot> arguments,
                @Nullable SourcePosition caller);
    }

    /** The loader that finds the classes that the code being lifted names. */
    @Nullable
    ClassLoader loader;

    /** The arguments of the kernel that are numbers: of most its indexes. */
    final List<Value> indexes = new ArrayList<>();

    /** True if the kernel is the body of a team. */
    boolean isTeam;

    /** The methods that are being inlined, the kernel's own first: no method may come twice. */
    final List<String> active = new ArrayList<>();

    /** The number of enclosing nested ranges. */
    int depth;

    /** True where the lanes of a member are free: outside of vector ranges, and of scans of a team. */
    boolean hasLanes = true;

    /** The problem that stands for all problems of the code being lifted: of a call of another language's runtime. */
    @Nullable
    KernelProblem instead;

    private final Set<KernelProblem> problems = new LinkedHashSet<>();
    private final Set<KernelProblem> forms = new HashSet<>();
    private final Map<Object, Map<String, ScalarRef>> scalars = new IdentityHashMap<>();
    private int instructions;

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

    /** Lifts code whose classes another loader finds: that of a lambda which a library calls. */
    <T extends @Nullable Object> T within(@Nullable ClassLoader other, Supplier<T> code) {
        ClassLoader before = loader;
        loader = other;
        try {
            return code.get();
        } finally {
            loader = before;
        }
    }

    /** Notes a problem: the clause goes on from the label of the kernel, as in {@code calls String.length()}. */
    void problem(KernelCode code, String clause, SourcePosition position) {
        problem(code, clause, SourceLanguage.of(position).cure(code), position, null);
    }

    /** Notes a problem about a variable. */
    void problem(KernelCode code, String clause, String cure, SourcePosition position, @Nullable String variable) {
        if (instead != null) {
            form(instead);
        } else if (!OF_ARGUMENTS.contains(code) || !isForm(position)) {
            problems.add(new KernelProblem(code, shown(), clause, cure, position, variable));
        }
    }

    /** Notes that a variable would have to hold one object or another; what it holds has a cure of its own. */
    void severalObjects(String clause, Slot slot, SourcePosition position, String variable) {
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

    /** Notes the problem of a form of another language that its compiler turns into what a runtime class does. */
    void runtimeForm(String owner, String name, SourcePosition position) {
        form(instead == null ? RuntimeForm.problem(shown(), owner, name, position) : instead);
    }

    /** Notes the problem of a form, and forgets that its arguments are boxed. */
    private void form(KernelProblem form) {
        if (form.code() != KernelCode.K209 || !isForm(form.position())) {
            removeArguments(form.position());
            forms.add(form);
            problems.add(form);
        }
    }

    /** Lifts a method. All problems of a runtime's method are one, of the call by the user's code. */
    <T extends @Nullable Object> T calling(String owner, String name, SourcePosition position, Supplier<T> code) {
        KernelProblem before = instead;
        if (!RuntimeForm.isInside(owner, name)) {
            instead = null;
        } else if (instead == null) {
            instead = RuntimeForm.problem(shown(), owner, name, position);
        }
        try {
            return code.get();
        } finally {
            instead = before;
        }
    }

    /** Notes a call outside of the language; what was boxed or gathered for its arguments is no problem of its own. */
    void call(String clause, String instead, SourcePosition position, @Nullable String variable) {
        removeArguments(position);
        problem(KernelCode.K204, clause, instead, position, variable);
    }

    List<KernelProblem> problems() {
        return List.copyOf(problems);
    }

    /** Returns the scalar that a field of an object is; each field gives one scalar. */
    ScalarRef scalar(Object owner, String key, Supplier<ScalarRef> made) {
        return scalars.computeIfAbsent(owner, o -> new HashMap<>()).computeIfAbsent(key, k -> made.get());
    }

    /**
     * Counts instructions; returns whether there are too many now, which is noted once, about the kernel as a whole.
     */
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

    /** Returns the type of the scalar that a boxed primitive becomes. */
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

    /** Returns the type of the number that a JVM descriptor stands for, or null for a reference. */
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
