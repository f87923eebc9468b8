package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ArgumentsTest {
    private static final String[] DEFAULTS = {"size=100", "jacobi=false", "matrix="};

    @Test
    void options_that_are_not_given_have_their_defaults() {
        Arguments arguments = parse();
        assertThat(arguments.number("size")).isEqualTo(100);
        assertThat(arguments.flag("jacobi")).isFalse();
        assertThat(arguments.text("matrix")).isEmpty();
    }

    @Test
    void given_options_have_what_is_given() {
        Arguments arguments = parse("--jacobi", "--size=7", "--matrix=a=b.mtx", "--space=host");
        assertThat(arguments.number("size")).isEqualTo(7);
        assertThat(arguments.flag("jacobi")).isTrue();
        assertThat(arguments.text("matrix")).isEqualTo("a=b.mtx");
        assertThat(arguments.text("space")).isEqualTo("host");
    }

    @Test
    void the_options_of_maven_without_any_are_no_options() {
        assertThat(Arguments.parse(new String[0], "size=3").number("size")).isEqualTo(3);
    }

    @Test
    void what_is_no_option_is_refused_with_those_that_are() {
        for (String wrong : new String[] {"--sise=3", "size=3", "-size=3", "x", "--"}) {
            assertThatThrownBy(() -> parse(wrong))
                    .hasMessage("'" + wrong + "' is none of the options --size, --jacobi, --matrix, --space");
        }
    }

    @Test
    void a_number_that_is_none_is_refused() {
        for (String wrong :
                new String[] {"--size=", "--size", "--size=0", "--size=-1", "--size=1.5", "--size=9999999999"}) {
            assertThatThrownBy(() -> parse(wrong))
                    .hasMessage("'" + wrong + "' takes a whole number above 0, such as 100");
        }
    }

    @Test
    void a_switch_takes_true_or_false() {
        assertThatThrownBy(() -> parse("--jacobi=yes")).hasMessage("'--jacobi=yes' takes true or false");
        assertThat(parse("--jacobi", "--jacobi=false").flag("jacobi")).isFalse();
    }

    private static Arguments parse(String... args) {
        return Arguments.parse(args, DEFAULTS);
    }
}
