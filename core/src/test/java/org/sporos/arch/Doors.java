package org.sporos.arch;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.sporos.graph.EagerCalls;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/**
 * Which package may look into which. A package that is not in the table has no door at all, and a test says so.
 *
 * <p>One interface is open to all: spaces and streams have eager calls, whose arguments are values that know spaces.
 * Nothing of the package space but the two interfaces of spaces and streams uses it, see {@link #mayHaveEagerCalls}.
 */
final class Doors {
    private static final String VALUES = "space internal.space internal.run view internal.view policy reduce param ";
    private static final String KERNEL =
            "kernel kernel.capture kernel.bytecode kernel.ir kernel.analysis kernel.analysis.interval kernel.analysis.dependence kernel.compile kernel.transform kernel.cpp "
                    + "kernel.diskcache ";
    private static final Map<String, List<String>> OPEN = new LinkedHashMap<>();

    private static final List<String> HALVES = List.of("internal.space", "internal.view");

    private static final String ERROR = "error";
    private static final String BASE = "internal.base";

    /** All packages may look into these. */
    private static final List<String> GROUND = List.of(ERROR, BASE, "internal.error", "internal.flight");

    static {
        open(BASE, "");
        open(ERROR, "");
        open("internal.error", "");
        open("internal.flight", "");
        // The halves of a room, one for users and one for the library, are open to each other.
        open("space", "internal.space");
        open("internal.space", "space");
        open("internal.run", "internal.space space");
        open("view", "internal.view internal.run internal.space space");
        open("internal.view", "view internal.run internal.space space");
        open("policy", "param view internal.space space");
        open("reduce", "policy view space");
        open("param", "internal.run space");
        open("debug", "internal.run");
        open("graph", VALUES);
        open("kernel", "");
        open("kernel.capture", "kernel " + VALUES);
        open("kernel.ir", "kernel " + VALUES);
        open("kernel.bytecode", "kernel kernel.capture kernel.ir " + VALUES);
        open("kernel.analysis", "kernel kernel.ir " + VALUES);
        open("kernel.analysis.interval", "kernel kernel.ir kernel.analysis " + VALUES);
        open("kernel.analysis.dependence", "kernel kernel.ir kernel.analysis kernel.analysis.interval " + VALUES);
        open("kernel.transform", "kernel kernel.ir kernel.analysis kernel.analysis.interval " + VALUES);
        open(
                "kernel.compile",
                "kernel kernel.capture kernel.bytecode kernel.ir kernel.analysis kernel.analysis.interval kernel.analysis.dependence graph "
                        + VALUES);
        open(
                "kernel.cpp",
                "kernel kernel.ir kernel.analysis kernel.analysis.interval kernel.analysis.dependence kernel.transform graph "
                        + VALUES);
        open("kernel.diskcache", "");
        open("check", "graph " + KERNEL + VALUES);
        open("plan", "graph check " + KERNEL + VALUES);
        open("spi", "plan check graph " + KERNEL + VALUES);
        open("backend", "spi plan graph " + KERNEL + VALUES);
        open("gpu", "trace backend spi plan graph " + KERNEL + VALUES);
        open("reference", "graph " + VALUES);
        open(
                "verify",
                "graph reference kernel kernel.capture kernel.analysis.dependence kernel.compile kernel.ir kernel.analysis.interval "
                        + VALUES);
        open("pipeline", "memory backend spi plan check verify graph " + KERNEL + VALUES);
        open("render", "graph");
        open("memory", "render spi plan graph " + KERNEL + VALUES);
        open("trace", "render verify spi plan graph " + KERNEL + VALUES);
    }

    private Doors() {}

    private static void open(String from, String to) {
        OPEN.put(from, Stream.of(to.split(" ")).filter(s -> !s.isEmpty()).toList());
    }

    static boolean knows(String name) {
        return OPEN.containsKey(name);
    }

    /** Returns the room of a package below a root: {@code internal.space} is a half of {@code space}. */
    static String room(String name) {
        return HALVES.contains(name) ? name.substring(name.indexOf('.') + 1) : name;
    }

    /** Returns whether a class of the package space is one of those that users make eager calls on. */
    static boolean mayHaveEagerCalls(Class<?> type) {
        return type == ExecutionSpace.class || type == ExecutionStream.class;
    }

    /** Returns a rule for each package below a root: it depends on no package that it has no door to. */
    static List<ArchRule> rules(String root) {
        List<ArchRule> rules = new ArrayList<>();
        OPEN.forEach((from, to) -> {
            TreeSet<String> closed = new TreeSet<>(OPEN.keySet());
            closed.removeAll(to);
            closed.remove(from);
            closed.removeAll(GROUND);
            String[] packages = closed.stream().map(name -> root + "." + name).toArray(String[]::new);
            rules.add(noClasses()
                    .that()
                    .resideInAPackage(root + "." + from)
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(packages).and(not(equivalentTo(EagerCalls.class))))
                    .allowEmptyShould(true)
                    .because(from + " may look into " + (to.isEmpty() ? "nothing" : String.join(", ", to)) + " only"));
        });
        return rules;
    }
}
