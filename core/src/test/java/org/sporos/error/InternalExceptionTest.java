package org.sporos.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class InternalExceptionTest {

    @Test
    void it_says_that_it_is_a_bug_of_which_version_and_asks_for_a_report() {
        IOException cause = new IOException("torn");
        assertThat(new InternalException("the plan has a cycle", cause))
                .hasMessageMatching("a bug in Sporos (of an unknown version|[0-9]\\S*) \\(Java "
                        + System.getProperty("java.version").replace("+", "\\+")
                        + "\\): the plan has a cycle; please report it with this stack trace")
                .hasCause(cause);
    }

    @Test
    void it_shares_no_type_with_the_mistakes_of_users() {
        assertThat(new InternalException("x"))
                .isNotInstanceOf(IllegalStateException.class)
                .isNotInstanceOf(IllegalArgumentException.class);
    }
}
