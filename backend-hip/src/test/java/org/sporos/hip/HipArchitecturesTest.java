package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.gpu.GpuException;

class HipArchitecturesTest {
    private static final int ROCM_5_2 = 50_221_153;
    private static final int ROCM_6_4 = 60_443_484;

    @ParameterizedTest
    @ValueSource(strings = {"gfx906", "gfx90a", "gfx1030"})
    void old_architectures_are_known_to_all_releases(String architecture) {
        assertThatCode(() -> HipArchitectures.require(architecture, ROCM_5_2)).doesNotThrowAnyException();
        assertThatCode(() -> HipArchitectures.require(architecture, ROCM_6_4)).doesNotThrowAnyException();
    }

    @Test
    void a_later_architecture_needs_a_later_release() {
        assertThatCode(() -> HipArchitectures.require("gfx942", ROCM_6_4)).doesNotThrowAnyException();
        assertThatThrownBy(() -> HipArchitectures.require("gfx942", ROCM_5_2))
                .isInstanceOf(GpuException.class)
                .hasMessageEndingWith("kernels cannot be compiled for 'gfx942' by hipRTC of ROCm 5.2:"
                        + " it needs ROCm 6.0 or later");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gfx9", "gfx103", "", "sm_90", "gfx90a:xnack-"})
    void what_is_no_name_of_an_architecture_is_refused(String architecture) {
        assertThatThrownBy(() -> HipArchitectures.require(architecture, ROCM_6_4))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining("this version of Sporos does not know it");
    }

    @Test
    void features_behind_the_name_are_cut_off() {
        assertThat(HipArchitectures.base("gfx90a:sramecc+:xnack-")).isEqualTo("gfx90a");
        assertThat(HipArchitectures.base("gfx1030")).isEqualTo("gfx1030");
    }

    @Test
    void a_version_is_written_as_amd_writes_it() {
        assertThat(HipDevices.text(ROCM_5_2)).isEqualTo("5.2.21153");
        assertThat(HipDevices.text(ROCM_6_4)).isEqualTo("6.4.43484");
    }
}
