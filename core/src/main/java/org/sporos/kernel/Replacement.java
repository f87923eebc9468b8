package org.sporos.kernel;

import java.util.List;

/**
 * Substitutes for JDK calls outside of the kernel language. A test compares them with the table of the page on kernels.
 */
public enum Replacement {
    RANDOM(
            "random numbers of the JDK",
            "call Philox and Distributions of org.sporos.random, or fill a view with random numbers before",
            "java/util/Random",
            "java/util/random/",
            "java/util/SplittableRandom",
            "java/util/concurrent/ThreadLocalRandom",
            "java/security/",
            "java/lang/Math.random",
            "java/lang/StrictMath.random",
            "java/util/UUID",
            "kotlin/random/",
            "scala/util/Random"),
    EXACT(
            "`Math.divideExact`, `Objects.checkIndex`",
            "compare; an index outside of a view is a failure anyway",
            "java/lang/Math.*Exact",
            "java/lang/StrictMath.*Exact",
            "java/lang/Math.checkIndex",
            "java/util/Objects.check"),
    TEXT(
            "methods of strings, a switch on a string",
            "switch on a number or decide before the launch; make and read text in a host node",
            "java/lang/String",
            "java/lang/CharSequence",
            "java/text/",
            "java/util/regex/",
            "java/util/Formatter",
            "kotlin/text/",
            "scala/StringContext",
            "scala/collection/StringOps"),
    TIME(
            "clocks",
            "read the clock in a host node, or around submit and fence",
            "java/lang/System.nanoTime",
            "java/lang/System.currentTimeMillis",
            "java/time/",
            "java/util/Date"),
    ARRAY(
            "`Arrays` and `System.arraycopy` of other than local arrays",
            "write a loop, or copy and fill views by nodes of the graph",
            "java/util/Arrays",
            "java/lang/System.arraycopy"),
    THREAD(
            "threads, locks, JDK atomics",
            "order nodes by the graph, and use the atomics of views",
            "java/lang/Thread",
            "java/util/concurrent/",
            "java/lang/Object.wait",
            "java/lang/Object.notify"),
    COLLECTION(
            "collections, streams, `Optional`",
            "use views that exist before, or records of primitives",
            "java/util/",
            "kotlin/collections/",
            "kotlin/sequences/",
            "scala/collection/",
            "scala/Option"),
    OUTPUT(
            "printing, files, networks",
            "write numbers into a view, and print or store them in a host node",
            "java/io/",
            "java/nio/",
            "java/net/",
            "java/util/logging/",
            "java/lang/System$Logger",
            "kotlin/io/",
            "scala/Console",
            "scala/Predef$.print");

    private final String what;
    private final String instead;
    private final List<String> calls;

    Replacement(String what, String instead, String... calls) {
        this.what = what;
        this.instead = instead;
        this.calls = List.of(calls);
    }

    /** Returns the name of the unsupported group of methods, in Markdown. */
    public String what() {
        return what;
    }

    /** Returns the substitute, as a clause. */
    public String instead() {
        return instead;
    }

    /** Returns the substitute for a call, by the longest matching pattern. */
    public static String of(String owner, String method) {
        String call = owner + "." + method;
        String best = "";
        String instead = KernelCode.K204.cure();
        for (Replacement replacement : values()) {
            for (String known : replacement.calls) {
                if (known.length() > best.length() && fits(known, call)) {
                    best = known;
                    instead = replacement.instead;
                }
            }
        }
        return instead;
    }

    private static boolean fits(String known, String call) {
        int any = known.indexOf('*');
        return any < 0
                ? call.startsWith(known)
                : call.startsWith(known.substring(0, any)) && call.endsWith(known.substring(any + 1));
    }
}
