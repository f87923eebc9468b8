package org.sporos.gpu;

import org.sporos.kernel.cpp.CppProgram;
import org.sporos.spi.KernelUnits;

/**
 * What the classes that lower one graph share.
 *
 * @param owned the owner of all that they take from the driver
 * @param kernels the units of the graph that have kernels
 * @param text the launches of those, by the same numbers
 * @param program the compiled kernels
 * @param params the live params of the graph
 * @param errors the address of the record of faults
 * @param hostCalls the Java code of host nodes
 */
record LoweringState(
        GpuSpace space,
        GpuDriver driver,
        Owned owned,
        KernelUnits kernels,
        CppProgram text,
        GpuProgram program,
        ParamBlock params,
        long errors,
        HostCalls hostCalls) {

    /** Returns the address of device memory that the executable keeps, whose content is undefined. */
    long deviceMemory(long bytes) {
        return owned.add(driver.allocate(bytes), driver::free);
    }

    /** Returns the address of an int of zero that the executable keeps. */
    long zeroedInt() {
        long address = deviceMemory(Integer.BYTES);
        long stream = driver.createStream();
        try {
            driver.fill(address, Integer.BYTES, 0, Integer.BYTES, 1, 1, stream);
            driver.synchronize(stream);
        } finally {
            driver.destroyStream(stream);
        }
        return address;
    }
}
