package org.sporos.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * A test method that JUnit calls once for each execution space, with a new space as its argument. The space is closed
 * after all after-each methods; an unreported failure of a run fails the test. If a kind of space is not available, its
 * test is skipped with the reason; the system property {@code sporos.spaces.required}, such as {@code cuda,hip}, turns
 * that into a failure. An unknown space or kind is refused.
 *
 * <pre>{@code
 * class StepTest {
 *     @OnEachSpace
 *     void a_step_is_verified(ExecutionSpace space) {
 *         Assertions.assertTrue(graph.verify(space).isEqual());
 *     }
 *
 *     @OnEachSpace({"host,threads=1", "host,threads=3", "cuda"})
 *     void a_step_runs(ExecutionSpace space) {
 *         graph.run(space);
 *     }
 * }
 * }</pre>
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@ExtendWith(OnEachSpace.Provider.class)
public @interface OnEachSpace {

    /**
     * Returns the names of the spaces, as for {@link ExecutionSpaces#open(String)}. By default all kinds that are on
     * the class path or required; the host is {@code host,strict}, where host code must not access memory, as for a
     * device.
     */
    String[] value() default {};

    /** Provides JUnit with the spaces of a test method. Stateless. */
    final class Provider implements TestTemplateInvocationContextProvider {
        private static final String REQUIRED = "sporos.spaces.required";

        @Override
        public boolean supportsTestTemplate(ExtensionContext context) {
            return true;
        }

        @Override
        public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
            String[] named = context.getTestMethod()
                    .flatMap(method -> AnnotationSupport.findAnnotation(method, OnEachSpace.class))
                    .map(OnEachSpace::value)
                    .orElseGet(() -> new String[0]);
            List<String> required = required();
            List<String> names = named.length == 0 ? all(required) : Arrays.asList(named);
            Stream<String> misspelt = required.stream().filter(kind -> !SpaceInvocation.isKnown(kind));
            return Stream.concat(names.stream(), misspelt)
                    .distinct()
                    .map(name -> new SpaceInvocation(name, required.contains(SpaceInvocation.kind(name))));
        }

        private static List<String> required() {
            return Arrays.stream(System.getProperty(REQUIRED, "").split(","))
                    .map(String::trim)
                    .filter(kind -> !kind.isEmpty())
                    .toList();
        }

        private static List<String> all(List<String> required) {
            Set<String> kinds = new LinkedHashSet<>();
            for (Availability kind : ExecutionSpaces.available()) {
                kinds.add(kind.kind());
            }
            kinds.addAll(required);
            List<String> names = new ArrayList<>();
            kinds.forEach(kind -> names.add(kind.equals("host") ? "host,strict" : kind));
            return names;
        }

        /** One call of a test method: with a space that is opened before it and closed after it. Used by one thread. */
        private record SpaceInvocation(String name, boolean isRequired) implements TestTemplateInvocationContext {
            private static final Set<String> KINDS = Set.of("host", "cuda", "hip");

            /** Returns whether a kind is one of the library or of a backend that is here: the others are misspelt. */
            static boolean isKnown(String kind) {
                return KINDS.contains(kind)
                        || ExecutionSpaces.available().stream()
                                .anyMatch(found -> found.kind().equals(kind));
            }

            /** Returns the kind of a named space; the rest of the name is checked when the space is opened. */
            static String kind(String name) {
                return name.strip().split("[:,]", 2)[0].strip().toLowerCase(Locale.ROOT);
            }

            @Override
            public String getDisplayName(int invocationIndex) {
                return "[" + invocationIndex + "] " + name;
            }

            @Override
            public List<Extension> getAdditionalExtensions() {
                return List.of(new OpenSpace());
            }

            /**
             * Returns the reason why a space is not available here, or null. A space of an unknown kind is refused when
             * it is opened.
             */
            private @Nullable String absence() {
                String kind = kind(name);
                for (Availability found : ExecutionSpaces.available()) {
                    if (found.kind().equals(kind)) {
                        return found.available() ? null : found.toString();
                    }
                }
                return !isKnown(kind)
                        ? null
                        : kind + ": not available: there is no backend of this kind on the class path or module path";
            }

            private final class OpenSpace
                    implements ExecutionCondition, BeforeEachCallback, ParameterResolver, AfterEachCallback {
                private @Nullable ExecutionSpace space;

                /** A required space that is not available fails the test when it is opened. */
                @Override
                public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
                    String reason = isRequired ? null : absence();
                    return reason == null
                            ? ConditionEvaluationResult.enabled("runs on " + name)
                            : ConditionEvaluationResult.disabled(reason);
                }

                @Override
                public void beforeEach(ExtensionContext context) {
                    space = ExecutionSpaces.open(name);
                }

                @Override
                public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
                    return parameter.getParameter().getType() == ExecutionSpace.class;
                }

                @Override
                public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
                    return space;
                }

                /** An unreported failure of a run fails the test. */
                @Override
                public void afterEach(ExtensionContext context) {
                    try (ExecutionSpace ended = space) {
                        if (ended != null && !ended.isClosed()) {
                            ended.fence();
                        }
                    }
                }
            }
        }
    }
}
