package org.sporos.testing;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** One call of a test method: with a space that is opened before it and closed after it. Used by one thread. */
final class SpaceInvocation implements TestTemplateInvocationContext {
    private static final Set<String> KINDS = Set.of("host", "cuda", "hip");

    private final String name;
    private final boolean isRequired;

    SpaceInvocation(String name, boolean isRequired) {
        this.name = name;
        this.isRequired = isRequired;
    }

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

    /** Returns why there is no such space here, or null. A space of no known kind is refused where it is opened. */
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

        /** A required space that cannot be opened fails the test when it is opened. */
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
