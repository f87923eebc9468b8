package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.graph.InstantiateOption.Arithmetic;

/**
 * The differences between the C++ of CUDA, of HIP and of the host.
 *
 * @param name its name
 * @param prelude the files of the prelude, in order
 * @param strictMath the files of StrictMath, included only if kernels call it
 * @param function the qualifiers of a function that kernels call
 * @param entry the qualifiers and the return type of an entry
 * @param await the function that an entry calls first, if any: it waits for launches that the entry depends on
 * @param setConditional the function that sets the value of a conditional node of a graph; empty if graphs cannot
 *     branch
 * @param clock the body of a function that returns the ticks of the device's clock; empty on host
 * @param isGpu whether each of many threads runs an entry
 * @param strict flags for Java's arithmetic
 * @param contracted flags for contraction
 * @param fast flags for contraction, fast division and square root; subnormal numbers are kept, as on the host
 */
public record CppDialect(
        String name,
        List<String> prelude,
        List<String> strictMath,
        String function,
        String entry,
        String await,
        String setConditional,
        String clock,
        boolean isGpu,
        List<String> strict,
        List<String> contracted,
        List<String> fast) {
    private static final List<String> STRICT_MATH =
            List.of("strict.h", "strict-powers.h", "strict-angles.h", "strict-names.h");

    private static final List<String> STRICT_MATH_IN_VECTORS = List.of(
            "strict.h", "host-lanes.h", "strict-powers.h", "strict-angles.h", "host-strict.h", "strict-names.h");

    /** CUDA C++, for NVRTC and nvcc. */
    public static final CppDialect CUDA = new CppDialect(
            "CUDA",
            List.of("cuda.h", "gpu.h", "fault.h", "java.h", "order.h", "gpu-team.h", "gpu-order.h", "gpu-atomics.h"),
            STRICT_MATH,
            "static __device__ __forceinline__",
            "extern \"C\" __global__ void",
            "java::await_launches",
            "cudaGraphSetConditional",
            "unsigned long long ns; asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(ns)); return ns;",
            true,
            List.of("-fmad=false"),
            List.of("-fmad=true"),
            List.of("-fmad=true", "-prec-div=false", "-prec-sqrt=false"));

    /** HIP C++, for hipRTC and hipcc. */
    public static final CppDialect HIP = new CppDialect(
            "HIP",
            List.of("hip.h", "gpu.h", "fault.h", "java.h", "order.h", "gpu-team.h", "gpu-order.h", "gpu-atomics.h"),
            STRICT_MATH,
            "static __device__ __forceinline__",
            "extern \"C\" __global__ void",
            "",
            "",
            "return (unsigned long long) wall_clock64();",
            true,
            List.of("-ffp-contract=off"),
            List.of("-ffp-contract=fast"),
            List.of(
                    "-ffp-contract=fast",
                    "-freciprocal-math",
                    "-fno-hip-fp32-correctly-rounded-divide-sqrt",
                    "-DJAVA_FAST"));

    /**
     * C++17 for the host, for g++ and clang++: pieces of loops and scans and tiles of reductions that Java code calls.
     */
    public static final CppDialect HOST = new CppDialect(
            "HOST",
            List.of("host.h", "host-fault.h", "java.h", "host-atomics.h", "order.h", "host-tile.h", "host-scan.h"),
            STRICT_MATH_IN_VECTORS,
            "JAVA_BODY",
            "JAVA_LOOP void",
            "",
            "",
            "",
            false,
            List.of("-ffp-contract=off"),
            List.of("-ffp-contract=fast"),
            List.of("-ffp-contract=fast", "-freciprocal-math"));

    /** Keeps unmodifiable copies. */
    public CppDialect {
        prelude = List.copyOf(prelude);
        strictMath = List.copyOf(strictMath);
        strict = List.copyOf(strict);
        contracted = List.copyOf(contracted);
        fast = List.copyOf(fast);
    }

    /** Returns the flags that a compiler needs for an arithmetic. */
    public List<String> flags(Arithmetic arithmetic) {
        return switch (arithmetic) {
            case STRICT -> strict;
            case CONTRACTED -> contracted;
            case FAST -> fast;
        };
    }
}
