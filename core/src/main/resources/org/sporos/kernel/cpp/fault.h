namespace java {
// The first offence of one work item.
struct Fault {
    int site;
    long long first;
    long long second;

    JAVA_MEMBER Fault() : site(0), first(0), second(0) {}

    JAVA_MEMBER void note(int at, long long a, long long b) {
        if (site == 0) {
            site = at;
            first = a;
            second = b;
        }
    }

    JAVA_MEMBER static long long pack(int a, int b) { return (long long) (unsigned) a | ((long long) b << 32); }

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

// The first offence of a launch, and where it is written down too, if anywhere.
struct Errors {
    int claimed;
    int node;
    int site;
    int unused;
    long long first;
    long long second;
    Errors* copy;
};

JAVA_FUNCTION void note(Errors* errors, int node, const Fault& fault) {
    errors->node = node;
    errors->site = fault.site;
    errors->first = fault.first;
    errors->second = fault.second;
}

JAVA_FUNCTION void report(Errors* errors, int node, const Fault& fault) {
    if (fault.site != 0 && atomic_read(&errors->claimed) == 0 && swap_if(&errors->claimed, 0, 1)) {
        note(errors, node, fault);
        if (errors->copy != nullptr) {
            note(errors->copy, node, fault);
            errors->copy->claimed = 1;
        }
    }
}

JAVA_FUNCTION bool has_failed(Errors* errors) { return atomic_read(&errors->claimed) != 0; }
}
