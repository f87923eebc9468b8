package org.sporos.internal.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ForeignStreamTest {

    @Test
    void a_space_of_another_name_is_named() {
        assertThat(ForeignStream.refusal("s", "hip:1", "hip:0"))
                .hasMessage("S218: stream 's' belongs to space 'hip:1' and the executable to the space 'hip:0'; make a"
                        + " stream with stream() of that one");
    }
}
