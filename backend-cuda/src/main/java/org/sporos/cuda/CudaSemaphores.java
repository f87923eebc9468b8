package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
import static org.bytedeco.cuda.global.cudart.cuDestroyExternalSemaphore;
import static org.bytedeco.cuda.global.cudart.cuImportExternalSemaphore;

import org.bytedeco.cuda.cudart.CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1;
import org.bytedeco.cuda.cudart.CUextSemaphore_st;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/** External semaphores of CUDA: import, and arrays of them for nodes. */
final class CudaSemaphores {

    private CudaSemaphores() {}

    static long imported(int fileDescriptor) {
        try (CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1 description = new CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1()) {
            description.zero();
            description.type(CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD);
            description.handle_fd(fileDescriptor);
            Semaphore semaphore = new Semaphore(0);
            CudaCall.check(cuImportExternalSemaphore(semaphore, description), "cuImportExternalSemaphore");
            return semaphore.address();
        }
    }

    static void destroy(long semaphore) {
        CudaCall.checkRelease(cuDestroyExternalSemaphore(new Semaphore(semaphore)), "cuDestroyExternalSemaphore");
    }

    /**
     * Fills CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2, or that of waits with the same fields: the addresses of an array of
     * handles and of an array of values, and their length. The binding cannot pass an array of handles.
     */
    static void array(Pointer node, LongPointer handle, Pointer value) {
        LongPointer fields = new LongPointer(node);
        fields.put(0, handle.address());
        fields.put(1, value.address());
        fields.put(2, 1);
    }

    /** A CUextSemaphore_st. */
    private static final class Semaphore extends CUextSemaphore_st {
        Semaphore(long handle) {
            address = handle;
        }
    }
}
