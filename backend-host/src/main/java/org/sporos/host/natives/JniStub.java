package org.sporos.host.natives;

import java.util.List;

/**
 * The JNI entry point of a library. It indexes JNI's fixed function table directly, so that no JDK headers are needed.
 */
final class JniStub {
    static final int MOST_ARRAYS = 32;
    static final int MOST_ARGUMENTS = 96;

    private JniStub() {}

    static String of(List<String> entries) {
        StringBuilder out = new StringBuilder("\nstatic void (*const entries[])(void**) = {");
        entries.forEach(entry -> out.append(entry).append(", "));
        return out.append("nullptr};\n")
                .append("""
                        extern "C" __attribute__((visibility("default"))) int NAME(
                                void*** env, void*, void* arrays, void* arguments) {
                            if (arrays == nullptr) return 0;
                            void** jni = *env;
                            const auto length = (int (*)(void*, void*)) jni[171];
                            const auto element = (void* (*)(void*, void*, int)) jni[173];
                            const auto pin = (void* (*)(void*, void*, unsigned char*)) jni[222];
                            const auto unpin = (void (*)(void*, void*, void*, int)) jni[223];
                            void* object[MOST_ARRAYS];
                            char* at[MOST_ARRAYS];
                            const int n = length(env, arrays);
                            for (int k = 0; k < n; k++) object[k] = element(env, arrays, k);
                            long long* a = (long long*) pin(env, arguments, nullptr);
                            if (a == nullptr) return 1;
                            int pinned = 0;
                            while (pinned < n && (at[pinned] = (char*) pin(env, object[pinned], nullptr)) != nullptr) pinned++;
                            if (pinned == n) {
                                const int count = (int) a[2];
                                long long* const first = a + HEAD;
                                const long long* const results = first + 2 * count + ERROR_LONGS;
                                void* slots[MOST_ARGUMENTS];
                                void* passed[MOST_ARGUMENTS];
                                for (int k = 0; k < count; k++) {
                                    long long* const value = first + 2 * k + 1;
                                    const long long kind = value[-1];
                                    slots[k] = kind >= 0 ? at[kind] + *value : kind == -2 ? (void*) value
                                        : kind == -3 ? (void*) (first + 2 * count) : (void*) *value;
                                    passed[k] = kind == -1 ? (void*) value : (void*) &slots[k];
                                }
                                try {
                                    for (long long call = 0; call < a[1]; call++) {
                                        entries[a[0]](passed);
                                        if (a[3] >= 0) *(long long*) passed[a[3]] += 2048;
                                        for (long long r = 0; r < a[4]; r++) {
                                            slots[results[2 * r]] = (char*) slots[results[2 * r]] + results[2 * r + 1];
                                        }
                                    }
                                } catch (const java::Failed& failed) {
                                    long long* const record = first + 2 * count;
                                    record[0] = failed.site;
                                    record[1] = failed.first;
                                    record[2] = failed.second;
                                    record[3] = failed.item.first;
                                    record[4] = failed.item.second;
                                }
                            }
                            for (int k = 0; k < pinned; k++) unpin(env, object[k], at[k], 0);
                            unpin(env, arguments, a, 0);
                            return pinned == n ? 0 : 1;
                        }
                        """.replace("NAME", NativeLibrary.FUNCTION)
                        .replace("HEAD", Integer.toString(LaunchTemplate.HEAD))
                        .replace("ERROR_LONGS", Integer.toString(LaunchTemplate.ERROR_LONGS))
                        .replace("MOST_ARRAYS", Integer.toString(MOST_ARRAYS))
                        .replace("MOST_ARGUMENTS", Integer.toString(MOST_ARGUMENTS)))
                .toString();
    }
}
