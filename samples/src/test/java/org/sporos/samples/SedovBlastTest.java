package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

class SedovBlastTest {
    @Test
    void the_shock_is_where_the_solution_of_sedov_has_it_and_the_cube_stays_symmetric() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2")) {
            SedovBlast.Blast blast = SedovBlast.run(space, 10);
            assertThat(blast.steps()).isEqualTo(231);
            assertThat(blast.energy()[0]).isCloseTo(27205.31, within(0.01));
            assertThat(blast.shock()).isCloseTo(1, within(0.05));
            assertThat(blast.asymmetry()).isLessThan(1e-12);
        }
    }
}
