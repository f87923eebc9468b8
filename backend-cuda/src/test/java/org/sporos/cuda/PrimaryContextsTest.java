package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The holders of a context at the end of a process, counted by a driver that another library uses, too. */
class PrimaryContextsTest {
    /** Device 1 fails when it is made current. */
    private static final String COUNTS = """
            static int holders[2] = {%1$d, %1$d};
            int cuDevicePrimaryCtxRetain(void** context, int device) {
                holders[device]++;
                *context = (void*) (long) (device + 1);
                return 0;
            }
            __attribute__((destructor)) static void exit_of_the_other_library() {
                for (int device = 0; device < 2; device++) {
                    printf("device %%d: %%d holders\\n", device, holders[device] - %1$d);
                }
            }
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void needsCompiler() {
        assumeTrue(FakeCuda.canBeMade(), "there is no C++ compiler");
    }

    private String holdersAtTheEnd(int others) throws Exception {
        return new FakeCuda(folder, 13)
                .with("cuDevicePrimaryCtxRetain", COUNTS.formatted(others))
                .with(
                        "cuDevicePrimaryCtxRelease_v2",
                        "int cuDevicePrimaryCtxRelease_v2(int device) { holders[device]--; return 0; }")
                .with("cuDevicePrimaryCtxGetState", """
                        int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
                            *active = holders[device] > 0;
                            return 0;
                        }
                        """)
                .with(
                        "cuCtxSetCurrent",
                        "int cuCtxSetCurrent(void* context) { return context == (void*) 2 ? 700 : 0; }")
                .driver(0, 2, 0)
                .runtime()
                .compiler()
                .run(System.getProperty("java.class.path"), ContextsProgram.class);
    }

    @Test
    void a_context_that_another_library_holds_is_held_to_the_end_of_the_process() throws Exception {
        assertThat(holdersAtTheEnd(1)).endsWith("device 0: 1 holders\ndevice 1: 1 holders");
    }

    @Test
    void a_context_that_nobody_else_holds_is_given_back() throws Exception {
        assertThat(holdersAtTheEnd(0)).endsWith("device 0: 0 holders\ndevice 1: 0 holders");
    }

    @Test
    void a_driver_that_cannot_be_opened_says_why() throws Exception {
        assertThat(holdersAtTheEnd(0)).startsWith("D401: cuCtxSetCurrent failed with CUDA_ERROR_FAKE");
    }
}
