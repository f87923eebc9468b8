package org.sporos.internal.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LabelsTest {

    @Test
    void an_ordinary_label_is_shown_as_it_is() {
        for (String label :
                new String[] {"", "left", "Newton's step", "\u00e4\u00f6\u00fc \u4e2d \ud83c\udf31", "a\\b"}) {
            assertThat(Labels.shown(label)).isSameAs(label);
            assertThat(Labels.quoted(label)).isEqualTo("'" + label + "'");
        }
    }

    @Test
    void what_ends_lines_or_steers_terminals_is_escaped() {
        assertThat(Labels.quoted("a\nb\r\tc")).isEqualTo("'a\\nb\\r\\tc'");
        assertThat(Labels.quoted("\u001b[31m\0\u007f\u0085")).isEqualTo("'\\u001b[31m\\u0000\\u007f\\u0085'");
        assertThat(Labels.quoted("a\u2028b\u2029c")).isEqualTo("'a\\u2028b\\u2029c'");
    }

    @Test
    void what_turns_or_hides_text_is_escaped() {
        assertThat(Labels.quoted("\u202egnorw\u202c\u2066x\u2069\u200f"))
                .isEqualTo("'\\u202egnorw\\u202c\\u2066x\\u2069\\u200f'");
        assertThat(Labels.quoted("a\u200bb\ufeff")).isEqualTo("'a\\u200bb\\ufeff'");
        assertThat(Labels.quoted("tag \udb40\udc41")).isEqualTo("'tag \\udb40\\udc41'");
    }

    @Test
    void half_a_character_is_escaped() {
        assertThat(Labels.quoted("\ud83cx")).isEqualTo("'\\ud83cx'");
    }

    @Test
    void a_long_label_is_cut() {
        assertThat(Labels.quoted("x".repeat(120))).isEqualTo("'" + "x".repeat(120) + "'");
        assertThat(Labels.quoted("x".repeat(1_000_000))).isEqualTo("'" + "x".repeat(120) + "... (1000000 characters)'");
    }

    @Test
    void a_cut_leaves_characters_whole() {
        assertThat(Labels.shown("x".repeat(119) + "\ud83c\udf31".repeat(10)))
                .isEqualTo("x".repeat(119) + "... (139 characters)");
    }
}
