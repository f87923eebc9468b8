package org.sporos.host;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.Redeployment;

/** A class loader is collected once what it loaded is done, whichever code its kernels got. */
class RedeployTest {
    private static final String NATIVE = "host,kernels=native";

    @ParameterizedTest
    @ValueSource(strings = {"host", "host,strict", "host,kernels=bytecode", NATIVE})
    void the_loader_of_an_application_is_collected(String space) {
        Redeployment.ofApplication(space);
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "host,strict", "host,kernels=bytecode", NATIVE})
    void the_loader_of_an_application_with_the_library_is_collected(String space) {
        Redeployment.withLibrary(space);
    }
}
