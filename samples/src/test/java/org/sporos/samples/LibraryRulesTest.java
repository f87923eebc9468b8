package org.sporos.samples;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.sporos.graph.EagerCalls;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;

/**
 * No source file leads back to itself by way of others: then each can be read, and tested, after those that it uses.
 * Errors of the library have codes, or the type of its own bugs: it makes none of Java's types. Here, as no other
 * module has all of the library on its class path; in one class, as the import of it takes seconds.
 */
final class LibraryRulesTest {
    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .withImportOption(location -> !location.contains("test-classes") && !location.contains("internal/guava"))
            .importPackages("org.sporos");

    /** Files that may name each other, as they are read together; each pattern counts as one file. */
    private static final List<String> FAMILIES = List.of(
            // Values that name each other in signatures, as a list and its nodes do.
            "space\\.Execution(Space|Stream)",
            "internal\\.run\\.Footprint(Pair)?",
            "(view\\.((Double|Float|Int|Long|Byte|Short)?View|Format|ViewFills|ViewSpec|Views)|internal\\.view\\.ViewRecorder)",
            "internal\\.view\\.(LevelMemory|RingState)",
            "policy\\.(IndexSet|Policy|(LongRange|MDRange|Range|Team)Policy)",
            "policy\\.(\\w+Contribution|TeamMember)",
            "param\\.(Double|Float|Int|Long)?Param",
            "plan\\.Launch(Plan|Unit)",
            "graph\\.(AllocateNodeRef|BodyLines|BodyTask|Conditional|Contributions|Definition|EagerCalls|EagerRun"
                    + "|ExecutableGraph|Graph|GraphCompiler|GraphRecorder|GraphRunException|KernelWork|LambdaArgument"
                    + "|LeafWork|MemoryPlan|NestedGraph|Nesting|Node|NodeRef|ParamFills|Placement|Profile|Recording"
                    + "|SourceLocation|Submission|Task|Tasks|UpdateResult|Verification|Work|WorkVisitor)",
            // A recursive descent over a tree, cut into one file a kind of node.
            "host\\.task\\.(Member|MemberThread|Nested\\w+|Team|Vector\\w+)");

    private static final Pattern UNCODED =
            Pattern.compile("java\\.(lang\\.((IllegalState|IllegalArgument|NullPointer|IndexOutOfBounds"
                    + "|UnsupportedOperation|Runtime)Exception|(ExceptionInInitializer)?Error)"
                    + "|io\\.UncheckedIOException)");
    private static final ArchRule CODED_ERRORS = noClasses()
            .that()
            .areNotAssignableTo(Throwable.class)
            .and()
            .resideOutsideOfPackages("org.sporos.internal.error..", "org.sporos.samples..")
            .should()
            .callConstructorWhere(describe(
                    "an error of Java, outside of code by javac",
                    call -> UNCODED.matcher(call.getTargetOwner().getName()).matches()
                            && !call.getOrigin().getName().equals("$deserializeLambda$")));

    /** The source files, each by the class that it is named after. */
    private static final class Files implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            JavaClass file = type;
            while (file.getEnclosingClass().isPresent()) {
                file = file.getEnclosingClass().get();
            }
            String name = file.getName().replaceFirst("org\\.sporos\\.", "");
            return SliceIdentifier.of(
                    FAMILIES.stream().filter(name::matches).findFirst().orElse(name));
        }

        @Override
        public String getDescription() {
            return "source files";
        }
    }

    /** Without the references against the order: eager calls take policies, views and tasks, which know spaces. */
    private static ArchRule noCycles() {
        return slices().assignedFrom(new Files())
                .should()
                .beFreeOfCycles()
                .ignoreDependency(ExecutionSpace.class, EagerCalls.class)
                .ignoreDependency(ExecutionStream.class, EagerCalls.class)
                .ignoreDependency(MemorySpace.class.getName(), "org.sporos.internal.space.HostMemorySpace");
    }

    @Test
    void no_file_leads_back_to_itself() {
        assertThat(LIBRARY).hasSizeGreaterThan(1000);
        noCycles().check(LIBRARY);
    }

    @Test
    void packages_of_the_host_have_an_order() {
        slices().matching("org.sporos.host.(*)..").should().beFreeOfCycles().check(LIBRARY);
    }

    @Test
    void errors_have_codes_or_the_type_of_bugs() {
        CODED_ERRORS.check(LIBRARY);
    }

    @Test
    void the_rule_finds_an_error_without_a_code() {
        assertThatThrownBy(() -> CODED_ERRORS.check(new ClassFileImporter().importClasses(Phaser.class)))
                .hasMessageContaining("IllegalStateException");
    }
}
