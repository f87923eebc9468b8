package org.sporos.cuda;

import org.sporos.gpu.GpuException;

/** Opens and closes drivers of one device: two at a time, one that fails to open, one later. */
final class ContextsProgram {
    private ContextsProgram() {}

    public static void main(String[] none) {
        CudaDriver first = CudaDriver.open(0);
        CudaDriver second = CudaDriver.open(0);
        second.close();
        second.close();
        first.close();
        try {
            CudaDriver.open(1).close();
        } catch (GpuException e) {
            System.out.println(e.getMessage());
        }
        CudaDriver.open(0).close();
    }
}
