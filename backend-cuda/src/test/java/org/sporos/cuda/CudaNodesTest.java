package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the driver gets of kernel nodes, whose fields are written into native memory without the bindings. */
class CudaNodesTest {
    /** The structures as CUDA's header declares them. */
    private static final String ADD_NODE = """
            struct Kernel {
                void* func;
                unsigned gx, gy, gz, bx, by, bz, shared;
                void** params;
                void** extra;
                void* kern;
                void* ctx;
            };
            struct Params {
                int type;
                int reserved[3];
                Kernel kernel;
                char rest[160];
            };
            static long nodes = 500;
            int cuGraphAddNode_v2(void** node, void* graph, void** before, void* edges, unsigned long n, Params* p) {
                Kernel& k = p->kernel;
                *node = (void*) ++nodes;
                printf("node %ld in %ld, type %d, after %lu", nodes, (long) graph, p->type, n);
                if (n > 0) printf(": %ld", (long) before[0]);
                if (p->type == 0 && k.params) {
                    printf(", function %ld, grid %u, block %u, %s, parameters %ld %d",
                           (long) k.func, k.gx, k.bx, k.extra ? "more" : "no more",
                           *(long*) k.params[0], *(int*) k.params[1]);
                } else if (p->type == 0) {
                    long** extra = (long**) k.extra;
                    long* arguments = extra[1];
                    printf(", function %ld, grid %u %u %u, block %u %u %u, shared %u, %s, keys %ld %ld %ld",
                           (long) k.func, k.gx, k.gy, k.gz, k.bx, k.by, k.bz, k.shared,
                           k.params || k.kern || k.ctx || edges ? "more" : "no more",
                           (long) extra[0], (long) extra[2], (long) extra[4]);
                    printf(", %ld bytes: %ld %d", *extra[3], arguments[0], *(int*) (arguments + 1));
                } else {
                    bool clear = true;
                    for (char* at = (char*) &k; at < p->rest; at++) clear &= *at == 0;
                    printf(", %s", clear ? "nothing else" : "something else");
                }
                printf("\\n");
                fflush(stdout);
                return 0;
            }
            """;

    private static final String PARAMETERS = """
            int cuFuncGetParamInfo(void*, unsigned long n, unsigned long* offset, unsigned long* size) {
                *offset = 8 * n;
                *size = n == 0 ? 8 : 4;
                return n < 2 ? 0 : 1;
            }
            """;
    private static final String ATTRIBUTE = """
            int cuGraphKernelNodeSetAttribute(void* node, int attribute, const int* value) {
                printf("node %ld has attribute %d as %d\\n", (long) node, attribute, *value);
                fflush(stdout);
                return 0;
            }
            """;

    private static final String INSTANTIATE = """
            int cuGraphInstantiateWithParams(void** executable, void* graph, unsigned long long* params) {
                *executable = (void*) 900;
                printf("instantiate %ld, flags %llu\\n", (long) graph, params[0]);
                fflush(stdout);
                return 0;
            }
            """;
    private static final String CREATE = "int cuGraphCreate(void** graph, int) { *graph = (void*) 42; return 0; }";
    private static final String EDGE = """
            int cuGraphAddDependencies_v2(void* graph, void** from, void** to, void* edges, unsigned long n) {
                printf("edge from %ld to %ld, %lu\\n", (long) from[0], (long) to[0], n);
                fflush(stdout);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void needsCompiler() {
        assumeTrue(FakeCuda.canBeMade(), "there is no g++ to make libraries with");
    }

    @Test
    void kernel_nodes_say_all_that_they_are_given_and_nothing_of_the_node_before() throws Exception {
        FakeCuda cuda = new FakeCuda(folder, 13)
                .with("cuGraphAddNode_v2", ADD_NODE)
                .with("cuFuncGetParamInfo", PARAMETERS)
                .with("cuGraphKernelNodeSetAttribute", ATTRIBUTE)
                .with("cuGraphInstantiateWithParams", INSTANTIATE)
                .with("cuGraphCreate", CREATE)
                .with("cuGraphAddDependencies_v2", EDGE)
                .driver(13000, 1, 0)
                .runtime();
        assertThat(cuda.run(System.getProperty("java.class.path"), NodesProgram.class))
                .isEqualTo("""
                node 501 in 42, type 0, after 0, function 77, grid 2 3 4, block 5 6 7, shared 8, no more, keys 1 2 0, 12 bytes: 1234 56
                node 502 in 42, type 5, after 0, nothing else
                node 503 in 42, type 0, after 1: 501, function 78, grid 9 1 1, block 256 1 1, shared 0, no more, keys 1 2 0, 8 bytes: -1 56
                node 504 in 42, type 0, after 1: 503, function 79, grid 1 1 1, block 1 1 1, shared 0, no more, keys 1 2 0, 16 bytes: 4321 0
                node 505 in 42, type 0, after 0, function 80, grid 3, block 32, no more, parameters -2 7
                node 505 has attribute 2 as 1
                node 505 has attribute 8 as -3
                edge from 501 to 503, 1
                instantiate 42, flags 9
                executable 900""");
    }
}
