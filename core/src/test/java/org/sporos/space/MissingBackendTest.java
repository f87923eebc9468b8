package org.sporos.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MissingBackendTest {

    @Test
    void a_program_is_on_a_path_or_in_an_image() {
        assertThat(MissingBackend.in(MissingBackendTest.class.getModule())).isEqualTo(MissingBackend.ON_CLASS_PATH);
        assertThat(MissingBackend.in(Object.class.getModule())).isEqualTo(MissingBackend.IN_IMAGE);
        assertThat(MissingBackend.at(Optional.of(URI.create("file:///libs/sporos-core.jar"))))
                .isEqualTo(MissingBackend.ON_MODULE_PATH);
        assertThat(MissingBackend.at(Optional.empty())).isEqualTo(MissingBackend.ON_MODULE_PATH);
    }

    @Test
    void the_advice_is_for_the_way_the_program_is_packaged() {
        assertThat(MissingBackend.ON_CLASS_PATH.advice("host"))
                .isEqualTo("add org.sporos:sporos-host to the dependencies");
        assertThat(MissingBackend.ON_MODULE_PATH.advice("cuda"))
                .isEqualTo("add the jar of org.sporos:sporos-cuda to the module path");
        assertThat(MissingBackend.IN_IMAGE.advice("host"))
                .isEqualTo("this image of jlink lacks its module, which no module requires; with the jar of"
                        + " org.sporos:sporos-host on the module path, call jlink with --add-modules org.sporos.host");
        assertThat(MissingBackend.IN_IMAGE.advice("cuda"))
                .endsWith("--add-modules"
                        + " org.sporos.cuda,org.bytedeco.javacpp.linux.x86_64,org.bytedeco.cuda.linux.x86_64");
        assertThat(MissingBackend.IN_IMAGE.advice("tpu")).isEmpty();
    }
}
