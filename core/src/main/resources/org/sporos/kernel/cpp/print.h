namespace java {
// A line printed by a work item: the node and the print statement, the indexes of the item, and the values.
struct PrintedLine {
    int node;
    int site;
    long long index[4];
    long long value[3];
};

// The head of the buffer: the number of printed lines, and the capacity. The lines follow it.
struct Prints {
    unsigned count;
    unsigned limit;
};

// The count stops far above all limits, so that it never wraps to 0.
JAVA_FUNCTION void print(Prints* prints, int node, int site, long long i, long long j, long long k, long long l,
        long long a, long long b, long long c) {
    if (atomic_get(&prints->count) >= 0x80000000u) return;
    const unsigned at = atomicAdd(&prints->count, 1u);
    if (at >= prints->limit) return;
    PrintedLine* line = (PrintedLine*) (prints + 1) + at;
    line->node = node;
    line->site = site;
    line->index[0] = i;
    line->index[1] = j;
    line->index[2] = k;
    line->index[3] = l;
    line->value[0] = a;
    line->value[1] = b;
    line->value[2] = c;
}
}
