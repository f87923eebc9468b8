[#--
What ranges of int and of long indexes have in common.

  name  the class
  t     the type of its indexes
--]
[#macro dynamicBounds name t]

    /**
     * Returns the indexes {@code [0, n)}, where n is the value of a param at the submit of each run.
     *
     * @throws IllegalArgumentException if the param is not declared {@code within} bounds of 0 or more
     */
    public static ${name} of(${t.Type}Param n) {
        return of(0, n);
    }

    /**
     * Returns the indexes {@code [begin, end)}, where end is the value of a param at the submit of each run.
     *
     * @throws IllegalArgumentException if begin is negative or above the param's bounds, or the param is not declared
     * {@code within} bounds of 0 or more
     */
    public static ${name} of(${t.type} begin, ${t.Type}Param end) {
        return of(IndexAxis.of(NAME, begin, DynamicBound.of(NAME, end)));
    }

    /**
     * Returns the indexes {@code [begin, end)}, where both are the values of params at the submit of each run.
     *
     * @throws IllegalArgumentException if a param is not declared {@code within} bounds of 0 or more, or every possible
     * begin exceeds every end
     */
    public static ${name} of(${t.Type}Param begin, ${t.Type}Param end) {
        return of(IndexAxis.of(NAME, DynamicBound.of(NAME, begin), DynamicBound.of(NAME, end)));
    }

    /**
     * Returns the indexes {@code [0, n)}, where n is the value of a view when the node runs: a number written by an
     * earlier node, unknown to the host.
     *
     * @param n a view of rank 0
     * @param max the upper limit of n
     * @throws IllegalArgumentException if the view is not of rank 0, or the maximum is negative
     */
    public static ${name} of(${t.Type}View n, ${t.type} max) {
        return of(IndexAxis.of(NAME, 0, DynamicBound.of(NAME, n, max)));
    }

    /**
     * Returns the indexes {@code [begin, end)}, where both are the values of views when the node runs.
     *
     * @param begin a view of rank 0
     * @param end a view of rank 0
     * @param max the upper limit of the end
     * @throws IllegalArgumentException if a view is not of rank 0, or the maximum is negative
     */
    public static ${name} of(${t.Type}View begin, ${t.Type}View end, ${t.type} max) {
        return of(IndexAxis.of(NAME, DynamicBound.of(NAME, begin, max), DynamicBound.of(NAME, end, max)));
    }

    private static ${name} of(IndexAxis axis) {
        return new ${name}(axis, 0, 0, 0);
    }
[/#macro]
[#macro parts name t]

    /**
     * Returns the same range with a number of threads per GPU block; 0 leaves it to the library.
     *
     * @throws IllegalArgumentException if it is negative or more than 1024
     */
    public ${name} withBlock(int threads) {
        Policies.checkBlock(NAME, threads);
        return new ${name}(axis, threads, grid, chunk);
    }

    /**
     * Returns the same range with a number of blocks per GPU launch; 0 leaves it to the library, which launches a
     * thread per index. With a grid, threads loop over the indexes in strides of the grid. For a reduction it is an
     * upper limit, and a scan chooses its own. No result depends on it. The host ignores it.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public ${name} withGrid(int blocks) {
        Policies.checkGrid(NAME, blocks);
        return new ${name}(axis, block, blocks, chunk);
    }

    /**
     * Returns the same range with a number of indexes per chunk, the unit of work of host threads; 0 leaves it to the
     * library.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public ${name} withChunk(${t.type} indexes) {
        Policies.checkChunk(NAME, indexes);
        return new ${name}(axis, block, grid, indexes);
    }

    /** Returns the first index. */
    public ${t.type} begin() {
        return ${apply(t.fromBits, "axis.begin()")};
    }

    /** Returns the index after the last. */
    public ${t.type} end() {
        return ${apply(t.fromBits, "axis.end()")};
    }

    /** Returns the threads per GPU block, or 0. */
    public int block() {
        return block;
    }

    @Override
    public int grid() {
        return grid;
    }

    /** Returns the indexes per chunk, or 0. */
    public ${t.type} chunk() {
        return chunk;
    }

    /** @hidden */
    @Override
    public List<IndexAxis> axes() {
        return axis.isDynamic() ? List.of(axis) : List.of();
    }

    @Override
    public boolean isDynamic() {
        return axis.isDynamic();
    }

    /** @hidden */
    @Override
    public ${name} mapped(UnaryOperator<View> views) {
        return isDynamic() ? new ${name}(axis.mapped(views), block, grid, chunk) : this;
    }

    @Override
    public long size() {
        return axis.size();
    }
[/#macro]
