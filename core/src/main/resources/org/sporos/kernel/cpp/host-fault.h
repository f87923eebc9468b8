namespace java {
// What fails on the host is done again by Java code, which says what is wrong: here it only ends.
struct Failed {};
[[noreturn]] __attribute__((noinline, cold)) static void fail() { throw Failed(); }

struct Fault {
    template <class... I> JAVA_MEMBER bool check(bool inside, int, I...) {
        if (__builtin_expect(!inside, 0)) fail();
        return true;
    }

    JAVA_MEMBER void note(int, long long, long long) { fail(); }
};
struct Errors {
    int claimed;
};
JAVA_FUNCTION void report(Errors*, int, const Fault&) {}
}
