package org.sporos.kernel.bytecode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.KernelBuilder;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;

/** The state shared by all methods that are lifted into one kernel. Not thread-safe. */
final class LiftContext {
    private static final Set<KernelCode> OF_ARGUMENTS =
            Set.of(KernelCode.K201, KernelCode.K206, KernelCode.K209, KernelCode.K302);

    private static final int MAX_INSTRUCTIONS = 100_000;

    final String label;
    final KernelBuilder kernel;
    final ClassFiles classes;
    final ObjectReader reader;

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

    private final Set<KernelProblem> problems = new LinkedHashSet<>();
    private final Map<Object, Map<String, ScalarRef>> scalars = new IdentityHashMap<>();
    private int instructions;

    LiftContext(
            String label, KernelBuilder kernel, ClassFiles classes, @Nullable ClassLoader loader, ObjectReader reader) {
        this.label = label;
        this.kernel = kernel;
        this.classes = classes;
        this.loader = loader;
        this.reader = reader;
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
        problem(code, clause, code.cure(), position, null);
    }

    /** Notes a problem about a variable. */
    void problem(KernelCode code, String clause, String cure, SourcePosition position, @Nullable String variable) {
        problems.add(new KernelProblem(code, "kernel " + Labels.quoted(label), clause, cure, position, variable));
    }

    /** Notes a call outside of the language; what was boxed or gathered for its arguments is no problem of its own. */
    void call(String clause, String instead, SourcePosition position, @Nullable String variable) {
        problems.removeIf(problem -> problem.position().equals(position) && OF_ARGUMENTS.contains(problem.code()));
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
