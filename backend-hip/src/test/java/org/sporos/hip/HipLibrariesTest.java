package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HipLibrariesTest {
    @Test
    void the_newest_library_is_looked_for_first() {
        assertThat(HipLibraries.candidates(null, "libamdhip64.so"))
                .startsWith("libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5");
    }

    @Test
    void a_named_library_takes_the_place_of_all() {
        assertThat(HipLibraries.candidates("/some/where/libshim.so", "libamdhip64.so"))
                .containsExactly("/some/where/libshim.so");
    }
}
