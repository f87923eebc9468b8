package org.sporos.cuda;

import java.util.List;
import org.bytedeco.javacpp.Loader;

/**
 * The native functions of the driver that this backend calls, by the names that the driver's library has them under. A
 * call of one that the installed driver lacks would end the process, so all are looked up before any is called.
 */
final class CudaFunctions {
    static final List<String> OF_DRIVER = List.of(
            "cuCtxGetStreamPriorityRange",
            "cuCtxSetCurrent",
            "cuDestroyExternalSemaphore",
            "cuDeviceGet",
            "cuDeviceGetAttribute",
            "cuDeviceGetCount",
            "cuDeviceGetGraphMemAttribute",
            "cuDeviceGetName",
            "cuDeviceGraphMemTrim",
            "cuDevicePrimaryCtxGetState",
            "cuDevicePrimaryCtxRelease_v2",
            "cuDevicePrimaryCtxRetain",
            "cuDriverGetVersion",
            "cuEventCreate",
            "cuEventDestroy_v2",
            "cuEventRecord",
            "cuEventSynchronize",
            "cuFuncSetAttribute",
            "cuGetErrorName",
            "cuGetErrorString",
            "cuGraphAddDependencies_v2",
            "cuGraphAddNode_v2",
            "cuGraphConditionalHandleCreate",
            "cuGraphCreate",
            "cuGraphDebugDotPrint",
            "cuGraphDestroy",
            "cuGraphExecDestroy",
            "cuGraphInstantiateWithParams",
            "cuGraphKernelNodeSetAttribute",
            "cuGraphLaunch",
            "cuGraphUpload",
            "cuImportExternalSemaphore",
            "cuInit",
            "cuLaunchKernel",
            "cuMemAlloc_v2",
            "cuMemFreeHost",
            "cuMemFree_v2",
            "cuMemGetInfo_v2",
            "cuMemHostAlloc",
            "cuMemHostRegister_v2",
            "cuMemHostUnregister",
            "cuMemcpy3DAsync_v2",
            "cuMemcpyAsync",
            "cuMemsetD2D16Async",
            "cuMemsetD2D32Async",
            "cuMemsetD2D8Async",
            "cuModuleGetFunction",
            "cuModuleLoadData",
            "cuModuleUnload",
            "cuOccupancyMaxActiveBlocksPerMultiprocessor",
            "cuOccupancyMaxPotentialBlockSize",
            "cuPointerGetAttribute",
            "cuStreamBeginCapture_v2",
            "cuStreamCreate",
            "cuStreamDestroy_v2",
            "cuStreamEndCapture",
            "cuStreamQuery",
            "cuStreamSynchronize",
            "cuStreamWaitEvent");

    private CudaFunctions() {}

    /**
     * Returns those that the driver lacks, which is loaded already, so that all symbols of the process can be asked.
     */
    static List<String> missing() {
        return OF_DRIVER.stream().filter(name -> Loader.addressof(name) == null).toList();
    }
}
