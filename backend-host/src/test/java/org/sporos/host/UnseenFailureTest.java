package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.space.ExecutionSpace;
import org.sporos.testing.OnEachSpace;

/** A test on each space fails with the failure of a run that it does not wait for. */
final class UnseenFailureTest {
    private static final Graph FAILING = Graph.define(
            "g",
            root -> root.thenHost("bad", Access.reads(), () -> {
                throw new IllegalStateException("on purpose");
            }));

    /** Not found by its name: the tests here run it. */
    static final class Subject {
        @OnEachSpace("host,threads=1")
        void submits(ExecutionSpace space) {
            FAILING.instantiate(space).submit();
        }

        @OnEachSpace("host,threads=1")
        void submits_on_a_stream(ExecutionSpace space) {
            FAILING.instantiate(space).submit(space.stream("s"));
        }

        @OnEachSpace("host,threads=1")
        void sees_the_failure(ExecutionSpace space) {
            FAILING.instantiate(space).submit();
            assertThatThrownBy(space::fence).isInstanceOf(GraphRunException.class);
        }

        @OnEachSpace("host,threads=1")
        void closes_the_space(ExecutionSpace space) {
            space.close();
        }
    }

    private static List<TestExecutionResult> run(String method) {
        List<TestExecutionResult> results = new ArrayList<>();
        LauncherFactory.create(LauncherConfig.builder()
                        .enableLauncherSessionListenerAutoRegistration(false)
                        .enableTestExecutionListenerAutoRegistration(false)
                        .build())
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectMethod(Subject.class, method, ExecutionSpace.class))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest()) {
                                    results.add(result);
                                }
                            }
                        });
        return results;
    }

    @Test
    void a_failure_that_nobody_waited_for_is_that_of_the_test() {
        for (String method : List.of("submits", "submits_on_a_stream")) {
            assertThat(run(method))
                    .as(method)
                    .singleElement()
                    .satisfies(result -> assertThat(result.getThrowable())
                            .get()
                            .isInstanceOf(GraphRunException.class)
                            .asString()
                            .contains("'bad'"));
        }
    }

    @Test
    void a_failure_that_was_seen_and_a_closed_space_fail_nothing() {
        for (String method : List.of("sees_the_failure", "closes_the_space")) {
            assertThat(run(method))
                    .as(method)
                    .singleElement()
                    .satisfies(result -> assertThat(result.getThrowable()).isEmpty());
        }
    }
}
