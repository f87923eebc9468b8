package org.sporos.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.sporos.graph.EagerCalls;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/** The rules of the house, each shown to fail on a class that breaks it. */
final class ArchitectureTest {
    private static final String ROOT = "org.sporos";
    private static final String PLANTED = "org.sporos.arch.planted";
    private static final Path MAIN = classesOf(Graph.class);
    private static final JavaClasses OURS = new ClassFileImporter().importPath(MAIN);
    private static final JavaClasses BAD = new ClassFileImporter().importPackages(PLANTED);

    private static Path classesOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static List<JavaPackage> packages(JavaClasses classes) {
        return classes.stream()
                .map(type -> type.getPackage())
                .filter(p -> !p.getName().isEmpty())
                .distinct()
                .toList();
    }

    @Test
    void doors_go_one_way() {
        Doors.rules(ROOT).forEach(rule -> rule.check(OURS));
    }

    @Test
    void each_package_is_in_the_table_of_doors() {
        assertThat(packages(OURS))
                .extracting(JavaPackage::getName)
                .allMatch(name -> Doors.knows(name.substring(ROOT.length() + 1)));
    }

    @Test
    void only_spaces_and_streams_have_eager_calls() {
        assertThat(OURS.stream()
                        .filter(type -> type.getPackageName().equals(ROOT + ".space"))
                        .filter(type -> type.getDirectDependenciesFromSelf().stream()
                                .anyMatch(to -> to.getTargetClass().isEquivalentTo(EagerCalls.class))))
                .hasSize(2)
                .allMatch(type -> Doors.mayHaveEagerCalls(type.reflect()));
    }

    @Test
    void a_package_that_looks_the_other_way_is_named() {
        assertThatThrownBy(() -> Doors.rules(PLANTED).forEach(rule -> rule.check(BAD)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("space may look into internal.space only")
                .hasMessageContaining("planted.space.LooksUp")
                .hasMessageContaining("planted.graph.Above");
    }

    /** The packages below a root, the two halves of a room as one. */
    private record Rooms(String root) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            return name.startsWith(root + ".")
                    ? SliceIdentifier.of(Doors.room(name.substring(root.length() + 1)))
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "rooms of " + root;
        }
    }

    private static ArchRule noCycles(String root) {
        return slices().assignedFrom(new Rooms(root))
                .should()
                .beFreeOfCycles()
                .ignoreDependency(ExecutionSpace.class, EagerCalls.class)
                .ignoreDependency(ExecutionStream.class, EagerCalls.class);
    }

    @Test
    void packages_have_no_cycles() {
        noCycles(ROOT).check(OURS);
    }

    @Test
    void a_cycle_is_named() {
        assertThatThrownBy(() -> noCycles(PLANTED).check(BAD))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("loop.one")
                .hasMessageContaining("loop.two");
    }

    private static ArchRule cleanSignatures(Set<String> exported) {
        return classes()
                .that()
                .resideInAnyPackage(exported.toArray(String[]::new))
                .and()
                .haveModifier(JavaModifier.PUBLIC)
                .should(new Signatures());
    }

    private static Set<String> exportedToAll() throws IOException {
        return descriptor().exports().stream()
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
    }

    @Test
    void what_users_see_names_no_library_that_is_ours_alone() throws IOException {
        Set<String> exported = exportedToAll();
        assertThat(exported).contains("org.sporos.graph", "org.sporos.view");
        cleanSignatures(exported).check(OURS);
    }

    @Test
    void a_library_in_a_signature_is_named() {
        assertThatThrownBy(() -> cleanSignatures(Set.of(PLANTED + ".leaks")).check(BAD))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("LeaksGuava.list() names com.google.common.collect.ImmutableList")
                .hasMessageContaining("LeaksGuava.nested(java.util.Map) names org.objectweb.asm.ClassReader")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void each_package_is_null_marked() {
        assertThat(packages(OURS)).allMatch(ArchitectureTest::isNullMarked, "is @NullMarked");
    }

    @Test
    void a_package_that_is_not_null_marked_is_found() {
        assertThat(packages(BAD)).extracting(JavaPackage::getName).contains(PLANTED + ".unmarked");
        assertThat(packages(BAD).stream().filter(p -> p.getName().equals(PLANTED + ".unmarked")))
                .noneMatch(ArchitectureTest::isNullMarked);
    }

    private static boolean isNullMarked(JavaPackage p) {
        return p.isAnnotatedWith(NullMarked.class);
    }

    @Test
    void nothing_is_printed() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(OURS);
    }

    @Test
    void a_class_that_prints_is_named() {
        assertThatThrownBy(() -> NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(BAD))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("planted.loud.Prints");
    }

    @Test
    void records_of_the_log_have_named_methods_as_sources() throws IOException {
        assertThat(LogCalls.of(MAIN))
                .contains("org/sporos/pipeline/Instantiation.warn")
                .noneMatch(LogCalls::isLambda);
    }

    @Test
    void a_lambda_that_logs_is_named() throws IOException {
        assertThat(LogCalls.of(classesOf(ArchitectureTest.class).resolve(PLANTED.replace('.', '/'))))
                .hasSize(1)
                .allMatch(LogCalls::isLambda);
    }

    @Test
    void all_loggers_are_safe_ones() throws IOException {
        assertThat(LogCalls.loggersOf(MAIN)).containsExactly("org/sporos/internal/error/SafeLogger.of");
        assertThat(LogCalls.loggersOf(classesOf(ArchitectureTest.class).resolve(PLANTED.replace('.', '/'))))
                .hasSize(1);
    }

    private static ModuleDescriptor descriptor() throws IOException {
        try (var in = Files.newInputStream(MAIN.resolve("module-info.class"))) {
            return ModuleDescriptor.read(in);
        }
    }

    /** What the module shows to whom. A change here is a change of the public interface. */
    @Test
    void the_module_shows_what_it_should() throws IOException {
        ModuleDescriptor module = descriptor();
        StringBuilder text = new StringBuilder(module.name()).append('\n');
        module.requires().stream()
                .sorted()
                .forEach(r -> text.append("requires ")
                        .append(r.modifiers().stream()
                                .map(m -> m.name().toLowerCase() + " ")
                                .sorted()
                                .collect(Collectors.joining()))
                        .append(r.name())
                        .append('\n'));
        module.exports().stream()
                .sorted()
                .forEach(e -> text.append("exports ")
                        .append(e.source())
                        .append(
                                e.isQualified()
                                        ? " to " + e.targets().stream().sorted().toList()
                                        : "")
                        .append('\n'));
        module.opens().stream()
                .sorted()
                .forEach(o -> text.append("opens ").append(o.source()).append('\n'));
        module.uses().stream()
                .sorted()
                .forEach(u -> text.append("uses ").append(u).append('\n'));
        module.provides().stream()
                .sorted()
                .forEach(p -> text.append("provides ")
                        .append(p.service())
                        .append(" with ")
                        .append(p.providers())
                        .append('\n'));
        assertThat(text.toString()).isEqualTo("""
                org.sporos.core
                requires static com.google.common
                requires static com.google.errorprone.annotations
                requires mandated java.base
                requires static jdk.jfr
                requires jdk.unsupported
                requires static transitive org.jspecify
                requires org.objectweb.asm
                requires org.objectweb.asm.tree
                exports org.sporos.backend to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.check to [org.sporos.host]
                exports org.sporos.debug
                exports org.sporos.error
                exports org.sporos.gpu to [org.sporos.communicators, org.sporos.cuda, org.sporos.hip]
                exports org.sporos.graph
                exports org.sporos.internal.base to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.internal.error to [org.sporos.algorithms, org.sporos.communicators, org.sporos.cuda, org.sporos.hip, org.sporos.host, org.sporos.sweeps]
                exports org.sporos.internal.flight to [org.sporos.host]
                exports org.sporos.internal.run to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.internal.space to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.internal.view to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.kernel to [org.sporos.host]
                exports org.sporos.kernel.analysis to [org.sporos.host]
                exports org.sporos.kernel.analysis.dependence to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.kernel.analysis.interval to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.kernel.compile to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.kernel.cpp to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.kernel.diskcache to [org.sporos.host]
                exports org.sporos.kernel.ir to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.kernel.transform to [org.sporos.host]
                exports org.sporos.param
                exports org.sporos.plan to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.policy
                exports org.sporos.reduce
                exports org.sporos.render
                exports org.sporos.space
                exports org.sporos.spi to [org.sporos.cuda, org.sporos.hip, org.sporos.host]
                exports org.sporos.trace to [org.sporos.host]
                exports org.sporos.view
                uses org.sporos.graph.GraphCompiler
                uses org.sporos.internal.space.ExecutionSpaceProvider
                provides org.sporos.graph.GraphCompiler with [org.sporos.pipeline.Pipeline]
                """);
    }
}
