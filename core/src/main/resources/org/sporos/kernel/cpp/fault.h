namespace java {
// The indexes of a work item: two ints in each long, or one index that is a long.
struct Item {
    long long first;
    long long second;
};

// The first fault of the work items of one thread. The indexes of the current item are copied only at a fault.
struct Fault {
    int site;
    long long first;
    long long second;
    Item now;
    Item item;

    JAVA_MEMBER Fault() : site(0), first(0), second(0), now(), item() {}

    JAVA_MEMBER void note(int at, long long a, long long b) {
        if (site == 0) {
            site = at;
            first = a;
            second = b;
            item = now;
        }
    }

    JAVA_MEMBER static long long pack(int a, int b) { return (long long) (unsigned) a | ((long long) b << 32); }

    JAVA_MEMBER void begin(int i) { now = Item{pack(i, 0), 0}; }
    JAVA_MEMBER void begin(long long i) { now = Item{i, 0}; }
    JAVA_MEMBER void begin(int i, int j) { now = Item{pack(i, j), 0}; }
    JAVA_MEMBER void begin(int i, int j, int k) { now = Item{pack(i, j), pack(k, 0)}; }
    JAVA_MEMBER void begin(int i, int j, int k, int l) { now = Item{pack(i, j), pack(k, l)}; }

    JAVA_MEMBER bool check(bool inside, int at, int i) {
        if (!inside) note(at, pack(i, 0), 0);
        return inside;
    }

    JAVA_MEMBER bool check(bool inside, int at, long long i) {
        if (!inside) note(at, i, 0);
        return inside;
    }

    JAVA_MEMBER bool check(bool inside, int at, int i, int j) {
        if (!inside) note(at, pack(i, j), 0);
        return inside;
    }

    JAVA_MEMBER bool check(bool inside, int at, int i, int j, int k) {
        if (!inside) note(at, pack(i, j), pack(k, 0));
        return inside;
    }

    JAVA_MEMBER bool check(bool inside, int at, int i, int j, int k, int l) {
        if (!inside) note(at, pack(i, j), pack(k, l));
        return inside;
    }
};

// The first fault of a launch, and a second record for it, or null.
struct Errors {
    int claimed;
    int node;
    int site;
    int unused;
    long long first;
    long long second;
    Item item;
    Errors* copy;
};

JAVA_FUNCTION void note(Errors* errors, int node, const Fault& fault) {
    errors->node = node;
    errors->site = fault.site;
    errors->first = fault.first;
    errors->second = fault.second;
    errors->item = fault.item;
}

JAVA_FUNCTION void report(Errors* errors, int node, const Fault& fault) {
    if (fault.site != 0 && atomic_get(&errors->claimed) == 0 && swap_if(&errors->claimed, 0, 1)) {
        note(errors, node, fault);
        if (errors->copy != nullptr) {
            note(errors->copy, node, fault);
            errors->copy->claimed = 1;
        }
    }
}

JAVA_FUNCTION bool has_failed(Errors* errors) { return atomic_get(&errors->claimed) != 0; }
}
