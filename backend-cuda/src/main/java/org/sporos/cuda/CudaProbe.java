package org.sporos.cuda;

import org.bytedeco.javacpp.Loader;
import org.sporos.gpu.GpuException;
import org.sporos.space.Availability;

/** Asks the CUDA driver whether it has devices. The first class that loads native code. */
final class CudaProbe {
    private static final String DRIVER = "libcuda.so.1";

    private CudaProbe() {}

    static Availability probe(String kind) {
        Loader.loadGlobal(DRIVER);
        try {
            int devices = CudaDriver.deviceCount();
            String compiler = NvrtcCompiler.version();
            return new Availability(
                    kind, devices > 0, devices + (devices == 1 ? " device, " : " devices, ") + compiler);
        } catch (GpuException e) {
            return new Availability(kind, false, String.valueOf(e.getMessage()));
        }
    }

    static void requireDevice(int ordinal) {
        int devices = CudaDriver.deviceCount();
        if (ordinal >= devices) {
            throw new IllegalArgumentException("S210: there is no device cuda:" + ordinal + "; there are " + devices
                    + ", from cuda:0 to cuda:" + (devices - 1));
        }
    }
}
