/*
 * MPI calls of a communicator, the native methods of MpiCalls. Handles are ints or pointers, depending on the MPI; Java
 * stores them as longs. JNI's fixed function table is declared here, so that no JDK headers are needed.
 */
#include <mpi.h>
#include <stdint.h>
#include <unistd.h>

typedef void** const* Env;
typedef long long Handle;
#define CALL(name) __attribute__((visibility("default"))) name
#define METHOD(name) Java_org_sporos_host_mpi_MpiCalls_##name

static void fail(Env env, int code) {
    void* (*find)(Env, const char*) = (void* (*)(Env, const char*)) (*env)[6];
    int (*raise)(Env, void*, const char*) = (int (*)(Env, void*, const char*)) (*env)[14];
    char text[MPI_MAX_ERROR_STRING + 1] = {0};
    int length = 0;
    MPI_Error_string(code, text, &length);
    raise(env, find(env, "java/lang/IllegalStateException"), text);
}

static void* text_of(Env env, const char* text) {
    return ((void* (*)(Env, const char*)) (*env)[167])(env, text);
}

static char* memory(Env env, void* buffer) {
    return ((char* (*)(Env, void*)) (*env)[230])(env, buffer);
}

static Handle begun(Env env, int code, MPI_Request request) {
    if (code != MPI_SUCCESS) fail(env, code);
    return (Handle) (intptr_t) request;
}

static Handle joined(Env env, int code, MPI_Comm comm) {
    if (code == MPI_SUCCESS) code = MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (code != MPI_SUCCESS) fail(env, code);
    return (Handle) (intptr_t) comm;
}

#define COMM ((MPI_Comm) (intptr_t) comm)

/* Returns whether any thread may call MPI at any time. */
CALL(unsigned char) METHOD(init)(Env env, void* type) {
    int provided = -1;
    int code = MPI_Init_thread(0, 0, MPI_THREAD_MULTIPLE, &provided);
    if (code != MPI_SUCCESS) fail(env, code);
    return provided == MPI_THREAD_MULTIPLE;
}

CALL(void*) METHOD(version)(Env env, void* type) {
    char text[MPI_MAX_LIBRARY_VERSION_STRING + 1] = {0};
    int length = 0;
    MPI_Get_library_version(text, &length);
    for (int k = 0; k < length; k++) {
        if (text[k] == '\n' || text[k] < ' ' || text[k] > '~') text[k] = 0;
    }
    return text_of(env, text);
}

/* A separate communicator, so that messages of other code in this process cannot match. */
CALL(Handle) METHOD(world)(Env env, void* type) {
    MPI_Comm comm = MPI_COMM_NULL;
    int code = MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (code == MPI_SUCCESS) code = MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    return joined(env, code, comm);
}

CALL(Handle) METHOD(split)(Env env, void* type, Handle comm, int color, int key) {
    MPI_Comm part = MPI_COMM_NULL;
    int code = MPI_Comm_split(COMM, color, key, &part);
    return joined(env, code, part);
}

CALL(int) METHOD(rank)(Env env, void* type, Handle comm) {
    int rank = -1;
    int code = MPI_Comm_rank(COMM, &rank);
    if (code != MPI_SUCCESS) fail(env, code);
    return rank;
}

CALL(int) METHOD(size)(Env env, void* type, Handle comm) {
    int size = -1;
    int code = MPI_Comm_size(COMM, &size);
    if (code != MPI_SUCCESS) fail(env, code);
    return size;
}

CALL(Handle) METHOD(send)(Env env, void* type, Handle comm, void* buffer, int at, int bytes, int to, int tag) {
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_Isend(memory(env, buffer) + at, bytes, MPI_BYTE, to, tag, COMM, &request);
    return begun(env, code, request);
}

CALL(Handle) METHOD(receive)(Env env, void* type, Handle comm, void* buffer, int at, int bytes, int from, int tag) {
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_Irecv(memory(env, buffer) + at, bytes, MPI_BYTE, from, tag, COMM, &request);
    return begun(env, code, request);
}

CALL(Handle) METHOD(allGather)(Env env, void* type, Handle comm, void* own, int at, int bytes, void* all, int allAt) {
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_Iallgather(
        memory(env, own) + at, bytes, MPI_BYTE, memory(env, all) + allAt, bytes, MPI_BYTE, COMM, &request);
    return begun(env, code, request);
}

CALL(Handle) METHOD(broadcast)(Env env, void* type, Handle comm, void* buffer, int at, int bytes, int root) {
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_Ibcast(memory(env, buffer) + at, bytes, MPI_BYTE, root, COMM, &request);
    return begun(env, code, request);
}

/* Types: double, float, int64, int32. Operators: sum, product, least, greatest, and, or, exclusive or. */
CALL(Handle) METHOD(allReduce)(
        Env env, void* type, Handle comm, void* buffer, int at, int count, int elements, int operator) {
    MPI_Datatype types[] = {MPI_DOUBLE, MPI_FLOAT, MPI_INT64_T, MPI_INT32_T};
    MPI_Op operators[] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX, MPI_BAND, MPI_BOR, MPI_BXOR};
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_Iallreduce(
        MPI_IN_PLACE, memory(env, buffer) + at, count, types[elements], operators[operator], COMM, &request);
    return begun(env, code, request);
}

CALL(unsigned char) METHOD(isDone)(Env env, void* type, Handle handle) {
    MPI_Request request = (MPI_Request) (intptr_t) handle;
    int done = 0;
    int code = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) fail(env, code);
    return done != 0;
}

CALL(void) METHOD(free)(Env env, void* type, Handle comm) {
    MPI_Comm handle = COMM;
    int code = MPI_Comm_free(&handle);
    if (code != MPI_SUCCESS) fail(env, code);
}

CALL(void) METHOD(end)(Env env, void* type) {
    int code = MPI_Finalize();
    if (code != MPI_SUCCESS) fail(env, code);
}

CALL(void) METHOD(abort)(Env env, void* type) {
    MPI_Abort(MPI_COMM_WORLD, 1);
    _exit(1);
}
