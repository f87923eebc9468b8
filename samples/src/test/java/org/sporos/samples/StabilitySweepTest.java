package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.sweep.Sweep;
import org.sporos.sweep.SweepTable;

class StabilitySweepTest {
    private static SweepTable<StabilitySweep.Rod, StabilitySweep.Outcome> run(int workers) {
        return Sweep.of("stability", StabilitySweep::outcome)
                .on("host,threads=1,strict", workers)
                .run(StabilitySweep.cases());
    }

    @Test
    void each_case_has_the_growth_that_the_theory_says_and_one_fails() {
        SweepTable<StabilitySweep.Rod, StabilitySweep.Outcome> table = run(2);
        assertThat(StabilitySweep.error(table)).isLessThan(1e-9);
        assertThat(StabilitySweep.hasOneFailure(table)).isTrue();
        assertThat(table.rows()).hasSize(19);
        assertThat(table.rows())
                .filteredOn(row -> row.result() != null && row.result().stable())
                .allMatch(row -> row.parameters().number() < 0.5001)
                .hasSize(9);
        assertThat(run(1).toCsv()).isEqualTo(table.toCsv());
    }
}
