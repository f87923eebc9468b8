package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/** Contract tests once more, of classes that a compiler made without the names of variables. */
abstract class StrippedContract {
    private static final int N = 100;

    /** The name of the space of those tests. */
    private static String inner = "";

    /** Returns the name of the space to run on. */
    abstract String spec();

    static final class Rebinding extends RebindContract {
        @Override
        String spec() {
            return inner;
        }
    }

    static final class Updates extends UpdateContract {
        @Override
        String spec() {
            return inner;
        }
    }

    static final class Texts extends Contract {
        @Override
        String spec() {
            return inner;
        }

        @Test
        void code_does_not_name_what_a_lambda_captured() {
            IntView view = ints("quux", N);
            IntView filled = ints("quuy", N);
            IntParam param = IntParam.of("quuz", 1);
            ExecutableGraph exec = run(root -> root.thenFill("fill", filled, 1)
                    .thenParallelFor("k", RangePolicy.of(N), i -> view.set(i, filled.get(i) + param.get())));
            String code = exec.explain(ExplainOption.WITH_CODE).replaceAll("'quu.'", "");
            assertThat(code).doesNotContain("quu");
            assertThat(view.toArray()).containsOnly(2);
        }
    }

    @Test
    void code_is_the_same_whatever_views_are_called_where_variables_have_no_names() throws Exception {
        assertAllPass(new StrippedClasses(true));
    }

    @Test
    @Tag("full")
    void code_is_the_same_whatever_views_are_called_without_debug_information() throws Exception {
        assertAllPass(new StrippedClasses(false));
    }

    private void assertAllPass(StrippedClasses classes) throws Exception {
        Class<?> there = classes.loadClass(StrippedContract.class.getName());
        setSpaces(there, spec());
        try {
            Results results = new Results();
            LauncherFactory.create(LauncherConfig.builder()
                            .enableLauncherSessionListenerAutoRegistration(false)
                            .enableTestExecutionListenerAutoRegistration(false)
                            .enablePostDiscoveryFilterAutoRegistration(false)
                            .build())
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(
                                            selectClass(classes.loadClass(Rebinding.class.getName())),
                                            selectClass(classes.loadClass(Updates.class.getName())),
                                            selectClass(classes.loadClass(Texts.class.getName())))
                                    .build(),
                            results);
            assertThat(results.failed).isEmpty();
            assertThat(results.passed).isGreaterThan(20);
        } finally {
            setSpaces(there, "");
        }
    }

    private static void setSpaces(Class<?> there, String spec) throws ReflectiveOperationException {
        Method method = there.getDeclaredMethod("setSpaces", String.class);
        method.setAccessible(true);
        method.invoke(null, spec);
    }

    /** Called in the other classes. */
    private static void setSpaces(String spec) {
        Spaces.closeShared();
        inner = spec;
    }

    private static final class Results implements TestExecutionListener {
        private final List<String> failed = new ArrayList<>();
        private int passed;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                failed.add(test.getDisplayName() + ": " + result.getThrowable().orElse(null));
            } else if (test.isTest()) {
                passed++;
            }
        }
    }
}
