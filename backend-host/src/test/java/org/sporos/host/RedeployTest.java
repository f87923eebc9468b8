package org.sporos.host;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.Redeployment;
import org.sporos.matrix.Full;

/** A class loader is collected once what it loaded is done, whichever code its kernels got. */
class RedeployTest {
    private static Stream<String> spaces() {
        return Full.matrix("host,kernels=native", "host", "host,strict", "host,kernels=bytecode");
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void the_loader_of_an_application_is_collected(String space) {
        Redeployment.ofApplication(space);
    }

    @Tag("matrix")
    @ParameterizedTest
    @MethodSource("spaces")
    void the_loader_of_an_application_with_the_library_is_collected(String space) {
        Redeployment.withLibrary(space);
    }
}
