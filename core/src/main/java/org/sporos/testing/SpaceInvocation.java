package org.sporos.testing;

import java.util.List;
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
    private final String name;
    private final boolean isRequired;

    SpaceInvocation(String name, boolean isRequired) {
        this.name = name;
        this.isRequired = isRequired;
    }

    /** Returns the kind of the space of a name. */
    static String kind(String name) {
        return name.split("[,:]", 2)[0].trim();
    }

    @Override
    public String getDisplayName(int invocationIndex) {
        return "[" + invocationIndex + "] " + name;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        return List.of(new OpenSpace());
    }

    /** Returns why there is no such space here, or null. */
    private @Nullable String absence() {
        String kind = kind(name);
        for (Availability found : ExecutionSpaces.available()) {
            if (found.kind().equals(kind)) {
                return found.available() ? null : found.toString();
            }
        }
        return kind + ": not available: there is no backend of this kind on the class path or module path";
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

        @Override
        public void afterEach(ExtensionContext context) {
            if (space != null) {
                space.close();
            }
        }
    }
}
