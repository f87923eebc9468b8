package org.sporos.kernel.bytecode;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.Replacement;
import org.sporos.kernel.SourcePosition;

/**
 * Forms of Kotlin and Scala that compile to calls of their runtime libraries. Problems inside of the library are
 * reported as one problem of the form and its line. In a clause, {@code %s} is the called method.
 */
enum RuntimeForm {
    RANGE(
            KernelCode.K201,
            "makes a range that is an object",
            "write it in the head of the loop without step or reversed(), as in for (k in 0 until n), or use while",
            "kotlin/ranges/",
            "kotlin/collections/ArraysKt.getIndices",
            "kotlin/collections/CollectionsKt.getIndices"),
    STEP(
            KernelCode.K202,
            "has a loop with a step that is not constant",
            "write a constant step, or use while",
            "kotlin/internal/ProgressionUtilKt."),
    COERCE(
            KernelCode.K202,
            "calls %s, which throws where the lower bound is above the upper one",
            "call coerceAtLeast and coerceAtMost",
            "kotlin/ranges/RangesKt.coerceIn"),
    ROUND(KernelCode.K202, "calls %s, which throws for NaN", "call Math.round", "kotlin/math/MathKt.roundTo"),
    PAIR(
            KernelCode.K201,
            "makes a Pair or a Triple",
            "use a val for each value, or a data class of numbers with @JvmRecord",
            "kotlin/Pair",
            "kotlin/Triple",
            "kotlin/TuplesKt.to"),
    BY_LAZY(
            KernelCode.K210,
            "reads a property by lazy",
            "copy its value into a val before the kernel",
            "kotlin/Lazy",
            "kotlin/SynchronizedLazy",
            "kotlin/UnsafeLazy",
            "kotlin/SafePublicationLazy"),
    PRECONDITION(
            KernelCode.K202,
            "calls %s, which throws",
            KernelCode.K202.cure(),
            "kotlin/PreconditionsKt",
            "scala/Predef$.require",
            "scala/Predef$.assert",
            "scala/runtime/Scala3RunTime",
            "scala/sys/package$.error"),
    WHEN(KernelCode.K202, "has a when that throws where no branch fits", "add else", "kotlin/NoWhenBranchMatched"),
    MATCH(KernelCode.K202, "has a match that throws where no case fits", "add case _", "scala/MatchError"),
    SHARED_VAR(
            KernelCode.K201,
            "has a var that a lambda inside of the kernel changes",
            "pass the lambda to an inline function, or write a loop",
            "kotlin/jvm/internal/Ref"),
    EQUALITY(
            KernelCode.K215,
            "compares objects, such as strings, with ==",
            KernelCode.K215.cure(),
            "kotlin/jvm/internal/Intrinsics.areEqual",
            "scala/runtime/BoxesRunTime.equals"),
    SCALA_RANGE(
            KernelCode.K201,
            "makes a Range, as a for does",
            "use while",
            "scala/runtime/RichInt$.until",
            "scala/runtime/RichInt$.to",
            "scala/runtime/RichLong$.until",
            "scala/runtime/RichLong$.to",
            "scala/collection/immutable/Range",
            "scala/collection/immutable/NumericRange"),
    SCALA_ARRAY(
            KernelCode.K204,
            "calls %s of an array, as a for does",
            "use while over its indexes",
            "scala/collection/ArrayOps"),
    SCALA_SHARED_VAR(
            KernelCode.K201,
            "has a var that a function literal inside of the kernel changes",
            "use while in place of for or foreach",
            "scala/runtime/IntRef",
            "scala/runtime/LongRef",
            "scala/runtime/FloatRef",
            "scala/runtime/DoubleRef",
            "scala/runtime/BooleanRef",
            "scala/runtime/ObjectRef"),
    LAZY_VAL(KernelCode.K210, "reads a lazy val", "copy its value into a val before the kernel", "scala/runtime/Lazy"),
    TUPLE(KernelCode.K201, "makes a tuple", "use a val for each value", "scala/Tuple"),
    LIST(
            KernelCode.K201,
            "makes a List",
            "use a local array or a view",
            "scala/collection/immutable/List$",
            "scala/collection/immutable/$colon$colon.<init>"),
    ARRAY_FILL(
            KernelCode.K204,
            "makes an array by a method of Array",
            "use new Array[Double](12), and fill it by while",
            "scala/Array$.",
            "scala/reflect/ClassTag"),
    ARRAY_AS_COLLECTION(
            KernelCode.K204,
            "uses an array as a collection",
            "use while over its indexes",
            "scala/Predef$.wrap",
            "scala/LowPriorityImplicits.wrap",
            "scala/runtime/ScalaRunTime$.wrap"),
    BOX(
            KernelCode.K209,
            "boxes a number",
            SourceLanguage.SCALA.cure(KernelCode.K209),
            "scala/runtime/BoxesRunTime.boxTo");

    /** A suffix added by compilers: {@code until$extension}, {@code foreach$mVc$sp}, {@code f$default}. */
    private static final Pattern ADDED = Pattern.compile("\\$.*");

    /** A part of the names of fields and methods of lazy vals. */
    private static final String LAZY = "$lzy";

    private static final Pattern GETTER = Pattern.compile("get[A-Z].*");

    private final KernelCode code;
    private final String clause;
    private final String cure;
    private final List<String> calls;

    RuntimeForm(KernelCode code, String clause, String cure, String... calls) {
        this.code = code;
        this.clause = clause;
        this.cure = cure;
        this.calls = List.of(calls);
    }

    /** Returns whether a class belongs to the runtime library of Kotlin or Scala. */
    static boolean isRuntime(String owner) {
        return owner.startsWith("kotlin/") || owner.startsWith("scala/");
    }

    /** Returns whether a method or field is of a runtime library or of the implementation of a lazy val. */
    static boolean isRuntimeMember(String owner, String name) {
        return isRuntime(owner) || name.contains(LAZY);
    }

    /** Returns whether an exception is Scala's return from a function literal. */
    static boolean isReturn(@Nullable String exception) {
        return "scala/runtime/NonLocalReturnControl".equals(exception);
    }

    /** Returns whether a static method is a check that cannot fail in a kernel. */
    static boolean isRedundantCheck(String owner, String name) {
        return owner.equals("kotlin/jvm/internal/Intrinsics")
                && (name.startsWith("check") || name.equals("throwUninitializedPropertyAccessException"));
    }

    /** Returns whether a class holds a captured mutable variable. */
    static boolean isSharedVariable(String owner) {
        RuntimeForm form = find(owner + ".");
        return form == SHARED_VAR || form == SCALA_SHARED_VAR;
    }

    /** Returns the problem of an unsupported runtime call. */
    static KernelProblem problem(String kernel, String owner, String name, SourcePosition position) {
        RuntimeForm form = name.contains(LAZY) ? LAZY_VAL : find(owner + "." + name);
        String shown = shown(owner, name);
        if (form == null && name.equals("<init>")) {
            return new KernelProblem(
                    KernelCode.K201,
                    kernel,
                    "makes a new " + SourceNames.simple(owner),
                    SourceLanguage.of(position).cure(KernelCode.K201),
                    position,
                    null);
        }
        return form == null
                ? new KernelProblem(
                        KernelCode.K204, kernel, "calls " + shown, Replacement.of(owner, name), position, null)
                : new KernelProblem(form.code, kernel, form.clause.replace("%s", shown), form.cure, position, null);
    }

    private static @Nullable RuntimeForm find(String call) {
        RuntimeForm best = null;
        int length = 0;
        for (RuntimeForm form : values()) {
            for (String known : form.calls) {
                if (known.length() > length && call.startsWith(known)) {
                    best = form;
                    length = known.length();
                }
            }
        }
        return best;
    }

    private static String shown(String owner, String name) {
        String plain = ADDED.matcher(name).replaceFirst("");
        boolean property = owner.startsWith("kotlin/") && GETTER.matcher(plain).matches();
        return property ? Character.toLowerCase(plain.charAt(3)) + plain.substring(4) : plain + "()";
    }
}
