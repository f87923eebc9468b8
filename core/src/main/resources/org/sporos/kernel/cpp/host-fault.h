namespace java {
// The indexes of a work item: two ints in each long, or one index that is a long.
struct Item {
    long long first;
    long long second;
};

// The exception of the first fault in a call of an entry on the host. The caller of the entry catches it.
struct Failed {
    int site;
    long long first;
    long long second;
    Item item;
};

// The current work item. Its indexes are packed only at a fault.
struct Fault {
    int i, j, k, l;
    long long wide;

    JAVA_MEMBER Fault() : i(0), j(0), k(0), l(0), wide(0) {}

    JAVA_MEMBER void begin(int a) { i = a; }
    JAVA_MEMBER void begin(long long a) { wide = a; }
    JAVA_MEMBER void begin(int a, int b) { i = a, j = b; }
    JAVA_MEMBER void begin(int a, int b, int c) { i = a, j = b, k = c; }
    JAVA_MEMBER void begin(int a, int b, int c, int d) { i = a, j = b, k = c, l = d; }

    JAVA_MEMBER static long long pack(int a, int b) { return (long long) (unsigned) a | ((long long) b << 32); }

    [[noreturn]] __attribute__((noinline, cold)) static void fail(
            int at, long long a, long long b, int i, int j, int k, int l, long long wide) {
        throw Failed{at, a, b, Item{wide != 0 ? wide : pack(i, j), pack(k, l)}};
    }

    // Always inlined: otherwise compilers keep the work item in memory, and store its indexes for each item.
    [[noreturn]] JAVA_INLINED JAVA_MEMBER void fail(int at, long long a, long long b) const {
        fail(at, a, b, i, j, k, l, wide);
    }

    JAVA_MEMBER void note(int at, long long a, long long b) { fail(at, a, b); }

    JAVA_INLINED JAVA_MEMBER bool check(bool inside, int at, int i) {
        if (__builtin_expect(!inside, 0)) fail(at, pack(i, 0), 0);
        return true;
    }

    JAVA_INLINED JAVA_MEMBER bool check(bool inside, int at, long long i) {
        if (__builtin_expect(!inside, 0)) fail(at, i, 0);
        return true;
    }

    JAVA_INLINED JAVA_MEMBER bool check(bool inside, int at, int i, int j) {
        if (__builtin_expect(!inside, 0)) fail(at, pack(i, j), 0);
        return true;
    }

    JAVA_INLINED JAVA_MEMBER bool check(bool inside, int at, int i, int j, int k) {
        if (__builtin_expect(!inside, 0)) fail(at, pack(i, j), pack(k, 0));
        return true;
    }

    JAVA_INLINED JAVA_MEMBER bool check(bool inside, int at, int i, int j, int k, int l) {
        if (__builtin_expect(!inside, 0)) fail(at, pack(i, j), pack(k, l));
        return true;
    }
};
struct Errors;
JAVA_FUNCTION void report(Errors*, int, const Fault&) {}
}
