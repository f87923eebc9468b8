// AMD's errors by number, name and text.
#pragma once

namespace shim {

// hipError_t
enum Status {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NOT_INITIALIZED = 3,
    INVALID_CONFIGURATION = 9,
    INVALID_PITCH = 12,
    INVALID_DEVICE_POINTER = 17,
    INVALID_MEMCPY_DIRECTION = 21,
    NO_DEVICE = 100,
    INVALID_DEVICE = 101,
    INVALID_IMAGE = 200,
    NO_BINARY_FOR_GPU = 209,
    INVALID_HANDLE = 400,
    ILLEGAL_STATE = 401,
    NOT_FOUND = 500,
    NOT_READY = 600,
    ILLEGAL_ADDRESS = 700,
    PEER_ACCESS_ALREADY_ENABLED = 704,
    HOST_MEMORY_ALREADY_REGISTERED = 712,
    HOST_MEMORY_NOT_REGISTERED = 713,
    LAUNCH_FAILURE = 719,
    NOT_SUPPORTED = 801,
    CAPTURE_UNSUPPORTED = 900,
    CAPTURE_INVALIDATED = 901,
    CAPTURE_MERGE = 902,
    CAPTURE_UNMATCHED = 903,
    CAPTURE_UNJOINED = 904,
    CAPTURE_ISOLATION = 905,
    CAPTURED_EVENT = 907,
    CAPTURE_WRONG_THREAD = 908,
    UNKNOWN = 999
};

struct Name {
    int status;
    const char *name, *text;
};
inline constexpr Name NAMES[] = {
    {SUCCESS, "hipSuccess", "no error"},
    {INVALID_VALUE, "hipErrorInvalidValue", "invalid argument"},
    {OUT_OF_MEMORY, "hipErrorOutOfMemory", "out of memory"},
    {NOT_INITIALIZED, "hipErrorNotInitialized", "initialization error"},
    {INVALID_CONFIGURATION, "hipErrorInvalidConfiguration", "invalid configuration argument"},
    {INVALID_PITCH, "hipErrorInvalidPitchValue", "invalid pitch argument"},
    {INVALID_DEVICE_POINTER, "hipErrorInvalidDevicePointer", "invalid device pointer"},
    {INVALID_MEMCPY_DIRECTION, "hipErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {NO_DEVICE, "hipErrorNoDevice", "no ROCm-capable device is detected"},
    {INVALID_DEVICE, "hipErrorInvalidDevice", "invalid device ordinal"},
    {INVALID_IMAGE, "hipErrorInvalidImage", "device kernel image is invalid"},
    {NO_BINARY_FOR_GPU, "hipErrorNoBinaryForGpu", "no kernel image is available for execution on the device"},
    {INVALID_HANDLE, "hipErrorInvalidHandle", "invalid resource handle"},
    {ILLEGAL_STATE, "hipErrorIllegalState", "the operation cannot be performed in the present state"},
    {NOT_FOUND, "hipErrorNotFound", "named symbol not found"},
    {NOT_READY, "hipErrorNotReady", "device not ready"},
    {ILLEGAL_ADDRESS, "hipErrorIllegalAddress", "an illegal memory access was encountered"},
    {PEER_ACCESS_ALREADY_ENABLED, "hipErrorPeerAccessAlreadyEnabled", "peer access is already enabled"},
    {HOST_MEMORY_ALREADY_REGISTERED, "hipErrorHostMemoryAlreadyRegistered",
     "part or all of the requested memory range is already mapped"},
    {HOST_MEMORY_NOT_REGISTERED, "hipErrorHostMemoryNotRegistered",
     "pointer does not correspond to a registered memory region"},
    {LAUNCH_FAILURE, "hipErrorLaunchFailure", "unspecified launch failure"},
    {NOT_SUPPORTED, "hipErrorNotSupported", "operation not supported"},
    {CAPTURE_UNSUPPORTED, "hipErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"},
    {CAPTURE_INVALIDATED, "hipErrorStreamCaptureInvalidated",
     "operation failed due to a previous error during capture"},
    {CAPTURE_MERGE, "hipErrorStreamCaptureMerge", "operation would result in a merge of separate capture sequences"},
    {CAPTURE_UNMATCHED, "hipErrorStreamCaptureUnmatched", "capture was not ended in the same stream as it began"},
    {CAPTURE_UNJOINED, "hipErrorStreamCaptureUnjoined", "capturing stream has unjoined work"},
    {CAPTURE_ISOLATION, "hipErrorStreamCaptureIsolation",
     "dependency created on uncaptured work in another stream"},
    {CAPTURED_EVENT, "hipErrorCapturedEvent", "operation not permitted on an event last recorded in a capturing stream"},
    {CAPTURE_WRONG_THREAD, "hipErrorStreamCaptureWrongThread",
     "attempt to terminate a thread-local capture sequence from another thread"},
    {UNKNOWN, "hipErrorUnknown", "unknown error"},
};

inline const Name &name_of(int status) {
    for (const Name &name : NAMES) {
        if (name.status == status) return name;
    }
    return NAMES[sizeof NAMES / sizeof *NAMES - 1];
}
}
