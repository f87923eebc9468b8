package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.RankCollectives;
import org.sporos.contract.RankLaunch;

/** Memory of HIP devices goes between processes by way of pinned memory. */
@EnabledOnOs(OS.LINUX)
final class HipMpiTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"mpich", "openmpi"})
    void every_operation_is_right_on_two_devices_that_are_the_cpu(String mpi) throws Exception {
        String shim = Shims.file("libsporos-cpu-shim.so").toString();
        RankLaunch launch = new RankLaunch(mpi, folder).options("-D" + HipLibraries.RUNTIME_PROPERTY + "=" + shim);
        assertThat(launch.run(2, RankCollectives.class.getName(), "hip"))
                .contains("rank 0 of 2 is right", "rank 1 of 2 is right");
    }
}
