package org.sporos.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class OptionsTest {
    private final Options options = new Options("--rounds=3", "--best", "axpy", "--tiers=loop+native", "dot");

    @Test
    void values_flags_and_words_are_told_apart() {
        assertThat(options.number("rounds", 7)).isEqualTo(3);
        assertThat(options.number("millis", 40)).isEqualTo(40);
        assertThat(options.list("tiers", "bytecode")).containsExactly("loop", "native");
        assertThat(options.text("cpp", "")).isEmpty();
        assertThat(options.has("best")).isTrue();
        assertThat(options.has("explain")).isFalse();
        assertThat(options.words()).containsExactly("axpy", "dot");
    }

    @Test
    void a_number_has_digits() {
        assertThatThrownBy(() -> new Options("--rounds=many").number("rounds", 7))
                .isInstanceOf(NumberFormatException.class)
                .hasMessageContaining("many");
    }
}
