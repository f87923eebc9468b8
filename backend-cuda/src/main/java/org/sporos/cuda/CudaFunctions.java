package org.sporos.cuda;

import java.util.List;
import org.bytedeco.javacpp.Loader;

/**
 * The symbols of the driver functions used by this backend. A call of a missing function would abort the process, so
 * all are looked up before the first call.
 */
final class CudaFunctions {
    static final List<String> OF_DRIVER = List.of(
            "cuCtxEnablePeerAccess",
            "cuCtxGetStreamPriorityRange",
            "cuCtxSetCurrent",
            "cuDestroyExternalSemaphore",
            "cuDeviceCanAccessPeer",
            "cuDeviceGet",
            "cuDeviceGetAttribute",
            "cuDeviceGetCount",
            "cuDeviceGetGraphMemAttribute",
            "cuDeviceGetName",
            "cuDeviceGetPCIBusId",
            "cuDeviceGraphMemTrim",
            "cuDevicePrimaryCtxGetState",
            "cuDevicePrimaryCtxRelease_v2",
            "cuDevicePrimaryCtxRetain",
            "cuDriverGetVersion",
            "cuEventCreate",
            "cuEventDestroy_v2",
            "cuEventRecord",
            "cuEventSynchronize",
            "cuFuncGetParamInfo",
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
            "cuPointerGetAttribute",
            "cuStreamBeginCapture_v2",
            "cuStreamCreateWithPriority",
            "cuStreamDestroy_v2",
            "cuStreamEndCapture",
            "cuStreamQuery",
            "cuStreamSynchronize",
            "cuStreamWaitEvent");

    private CudaFunctions() {}

    /**
     * Returns the functions missing in the driver, which must be loaded already: the lookup is in all symbols of the
     * process.
     */
    static List<String> missing() {
        return OF_DRIVER.stream().filter(name -> Loader.addressof(name) == null).toList();
    }
}
