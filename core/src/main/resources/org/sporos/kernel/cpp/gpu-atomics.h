namespace java {
// Privatizes elements that all blocks update: calls work in all threads of a block with a copy in shared memory, and
// then merges the copy into the elements.
template <int LENGTH, class T, class Operator, class F>
JAVA_FUNCTION void in_copy(T* all, int span, T neutral, Operator merge, F work) {
    __shared__ T copy[LENGTH];
    const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    for (int k = thread; k < span; k += threads) copy[k] = neutral;
    __syncthreads();
    work(copy);
    __syncthreads();
    for (int k = thread; k < span; k += threads) {
        const T value = copy[k];
        if (value != neutral) merge(all + k, value);
    }
}
}
