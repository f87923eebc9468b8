package org.sporos.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.sporos.space.ExecutionSpace;

/** Runs of methods with the annotation by JUnit. This module has no backend: every space is missing. */
final class OnEachSpaceTest {
    private static final String REQUIRED = "sporos.spaces.required";
    private static final List<String> RUN = new ArrayList<>();

    /** Not found by its name: the tests here run it. */
    static final class Subject {
        @OnEachSpace({"host,threads=1", "cuda:1"})
        void one(ExecutionSpace space) {
            RUN.add(space.name());
        }
    }

    /** Asks for whatever there is. */
    static final class Everywhere {
        @OnEachSpace
        void one(ExecutionSpace space) {
            RUN.add(space.name());
        }
    }

    /** No kind of the library is called so. */
    static final class Misspelt {
        @OnEachSpace({"hots", "host"})
        void one(ExecutionSpace space) {
            RUN.add(space.name());
        }
    }

    private static final class Recorder implements TestExecutionListener {
        final List<String> told = new ArrayList<>();

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            told.add(test.getDisplayName() + " skipped: " + reason);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                told.add(test.getDisplayName() + " " + result.getStatus()
                        + result.getThrowable().map(e -> ": " + e.getMessage()).orElse(""));
            }
        }
    }

    @AfterEach
    void clear() {
        System.clearProperty(REQUIRED);
        RUN.clear();
    }

    private static List<String> run(Class<?> type) {
        Recorder recorder = new Recorder();
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .build());
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(type))
                        .build(),
                recorder);
        return recorder.told;
    }

    @Test
    void a_space_that_is_not_there_is_skipped_with_the_reason() {
        assertThat(run(Subject.class))
                .containsExactly(
                        "[1] host,threads=1 skipped: host: not available: there is no backend of this kind on the class"
                                + " path or module path",
                        "[2] cuda:1 skipped: cuda: not available: there is no backend of this kind on the class path or"
                                + " module path");
        assertThat(RUN).isEmpty();
    }

    @Test
    void a_property_makes_a_skip_a_failure() {
        System.setProperty(REQUIRED, "hip, cuda");
        List<String> told = run(Subject.class);
        assertThat(told).hasSize(2);
        assertThat(told.get(0)).contains("[1] host,threads=1 skipped");
        assertThat(told.get(1)).startsWith("[2] cuda:1 FAILED: S211: there is no execution space of the kind 'cuda'");
    }

    @Test
    void a_misspelt_space_fails_its_test() {
        assertThat(run(Misspelt.class))
                .anySatisfy(told -> assertThat(told)
                        .startsWith("[1] hots FAILED: S211: there is no execution space of the kind 'hots'")
                        .contains("; the library has cuda, hip, host; there are:"))
                .anySatisfy(told -> assertThat(told).startsWith("[2] host skipped"));
    }

    @Test
    void a_misspelt_kind_that_is_required_fails() {
        System.setProperty(REQUIRED, "cdua");
        assertThat(run(Subject.class))
                .hasSize(3)
                .anySatisfy(told ->
                        assertThat(told).startsWith("[3] cdua FAILED: S211: there is no execution space of the kind"));
    }

    @Test
    void a_required_kind_that_is_not_on_the_class_path_fails() {
        System.setProperty(REQUIRED, "cuda");
        assertThat(run(Everywhere.class)).singleElement().asString().startsWith("[1] cuda FAILED: S211");
    }
}
