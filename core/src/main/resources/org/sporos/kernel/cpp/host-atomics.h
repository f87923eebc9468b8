namespace java {
// Updates of an element that no other thread accesses.
template <class T> JAVA_FUNCTION void update_add(T* at, T value) { *at = add(*at, value); }
template <class T> JAVA_FUNCTION void update_min(T* at, T value) { *at = min(*at, value); }
template <class T> JAVA_FUNCTION void update_max(T* at, T value) { *at = max(*at, value); }

// Privatizes elements that all threads update: calls work with a copy, and then merges the copy into the elements.
template <int LENGTH, class T, class Operator, class F>
JAVA_FUNCTION JAVA_INLINED void in_copy(T* all, int span, T neutral, Operator merge, F work) {
    T copy[LENGTH];
    for (int k = 0; k < span; k++) copy[k] = neutral;
    work(copy);
    for (int k = 0; k < span; k++) {
        if (copy[k] != neutral) merge(all + k, copy[k]);
    }
}
}
