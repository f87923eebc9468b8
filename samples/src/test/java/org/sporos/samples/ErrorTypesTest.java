package org.sporos.samples;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.concurrent.Phaser;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Errors of the library have codes, or the type of its own bugs: it makes none of Java's types. Here, as no other
 * module has all of the library on its class path.
 */
final class ErrorTypesTest {
    private static final Pattern UNCODED =
            Pattern.compile("java\\.(lang\\.((IllegalState|IllegalArgument|NullPointer|IndexOutOfBounds"
                    + "|UnsupportedOperation|Runtime)Exception|(ExceptionInInitializer)?Error)"
                    + "|io\\.UncheckedIOException)");
    private static final ArchRule RULE = noClasses()
            .that()
            .areNotAssignableTo(Throwable.class)
            .and()
            .resideOutsideOfPackages(
                    "org.sporos.internal.error..", "org.sporos.internal.guava..", "org.sporos.samples..")
            .should()
            .callConstructorWhere(describe(
                    "an error of Java, outside of code by javac",
                    call -> UNCODED.matcher(call.getTargetOwner().getName()).matches()
                            && !call.getOrigin().getName().equals("$deserializeLambda$")));

    @Test
    void errors_have_codes_or_the_type_of_bugs() {
        RULE.check(new ClassFileImporter()
                .withImportOption(location -> !location.contains("test-classes"))
                .importPackages("org.sporos"));
    }

    @Test
    void the_rule_finds_an_error_without_a_code() {
        assertThatThrownBy(() -> RULE.check(new ClassFileImporter().importClasses(Phaser.class)))
                .hasMessageContaining("IllegalStateException");
    }
}
