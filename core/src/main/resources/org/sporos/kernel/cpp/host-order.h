#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
namespace java {
// A barrier for the members of a team.
class Gathering {
    std::mutex lock;
    std::condition_variable all;
    const int size;
    int here = 0;
    unsigned long long round = 0;

  public:
    explicit Gathering(int n) : size(n) {}

    void wait() {
        std::unique_lock<std::mutex> held(lock);
        const unsigned long long mine = round;
        if (++here == size) {
            here = 0;
            round++;
            all.notify_all();
        } else {
            all.wait(held, [&] { return round != mine; });
        }
    }
};

struct Team {
    const int league_rank;
    const int league_size;
    const int team_rank;
    const int team_size;
    unsigned char* const memory;
    Gathering* const gathering;
    int used = 0;

    void barrier() {
        if (gathering != nullptr) gathering->wait();
    }

    // Returns n if there is scratch memory for n more elements; else notes a fault and returns 0.
    template <class T> JAVA_MEMBER int granted(Fault& fault, int site, int n, int bytes) const {
        const long long to = begin<T>() + (long long) n * (int) sizeof(T);
        if (n >= 0 && to <= bytes) return n;
        fault.note(site, n, to);
        return 0;
    }

    template <class T> JAVA_MEMBER T* scratch(int n) {
        T* at = (T*) (memory + 3 * LANES * 16 + begin<T>());
        used = begin<T>() + n * (int) sizeof(T);
        return at;
    }

    // Returns the offset of the next piece of scratch memory, which is aligned to its elements.
    template <class T> JAVA_MEMBER int begin() const { return (used + (int) sizeof(T) - 1) & -(int) sizeof(T); }

    template <class T, class Op, class F> T reduce(int n, T identity, Op op, F contribution) {
        return reduce_team(*this, (T*) memory, n, identity, op, contribution);
    }

    template <class T, class F, class G> T scan(int n, bool inclusive, F contribution, G take) {
        return scan_team(*this, (T*) memory, n, inclusive, contribution, take);
    }
};

// Runs one body for each member of one team.
template <class F> JAVA_FUNCTION void run_team(int rank, int league, int size, int scratch, F body) {
    std::vector<long long> memory((3 * LANES * 16 + scratch) / 8 + 1);
    unsigned char* at = (unsigned char*) memory.data();
    if (size == 1) {
        Team alone{rank, league, 0, 1, at, nullptr};
        body(alone);
        return;
    }
    Gathering gathering(size);
    std::vector<std::thread> members;
    for (int member = 0; member < size; member++) {
        members.emplace_back([&, member] {
            Team team{rank, league, member, size, at, &gathering};
            body(team);
        });
    }
    for (std::thread& member : members) member.join();
}

// A team of one member, for reductions on one thread.
struct Alone {
    const int team_rank = 0;
    const int team_size = 1;

    void barrier() {}
};

// Reduces [0, n) on one thread, in the same order as several threads do.
template <class T, class I, class Op, class F, class Sink>
JAVA_FUNCTION void reduce(I n, T identity, Op op, F contribution, Sink sink) {
    if (is_built_in(&op)) {
        Alone alone;
        T room[3 * LANES];
        sink(reduce_team(alone, room, n, identity, op, contribution));
        return;
    }
    std::vector<T> units;
    for (I from = 0; from < n; from += LANES) {
        T row[LANES];
        const int count = n - from > LANES ? LANES : (int) (n - from);
        for (int l = 0; l < count; l++) row[l] = contribution(from + l);
        units.push_back(fold_row(row, count, op));
    }
    while (n > 0) {
        const long long count = (long long) units.size();
        const long long groups = (count + GROUP - 1) / GROUP;
        for (long long group = 0; group < groups; group++) {
            units[group] = fold_group(units.data(), count, group, identity, op);
        }
        units.resize(groups);
        if (groups == 1) break;
    }
    sink(n > 0 ? units[0] : identity);
}

// Puts the prefix sums of one tile, as if nothing came before it, into room, which has whole rows. Returns the last
// one.
template <class T, class I, class F> JAVA_FUNCTION T scan_tile(I from, I to, F contribution, T* room) {
    T carry = 0;
    for (I row = from; row < to; row += LANES) {
        T* a = room + (row - from);
        for (int l = 0; l < LANES; l++) a[l] = row + l < to ? contribution(row + l) : (T) 0;
        for (int s = 1; s < LANES; s *= 2) {
            for (int l = 0; l < LANES; l++) {
                if (l & s) a[l] = plus(a[(l & ~(2 * s - 1)) + s - 1], a[l]);
            }
        }
        for (int l = 0; l < LANES; l++) a[l] = plus(carry, a[l]);
        carry = a[LANES - 1];
    }
    return carry;
}

// Returns a sum plus the sums before its tile. Each level of sums has the totals of its units, then the sum before each
// unit in its group.
template <class T, class I> JAVA_FUNCTION T scan_before(I tile, I tiles, const T* sums, T sum) {
    const T* level = sums;
    I unit = tile;
    for (I units = tiles; units > 1; units = (units + GROUP - 1) / GROUP) {
        sum = plus(level[units + unit], sum);
        level += 2 * units;
        unit /= GROUP;
    }
    return sum;
}

template <class T, class I, class F, class G>
JAVA_FUNCTION void scan_all(I n, F contribution, G take, bool inclusive) {
    const I tiles = n / TILE + (n % TILE != 0);
    std::vector<T> sums;
    std::vector<T> room(TILE);
    for (I units = tiles;; units = (units + GROUP - 1) / GROUP) {
        sums.resize(sums.size() + 2 * (size_t) units);
        if (units <= 1) break;
    }
    for (I tile = 0; tile < tiles; tile++) {
        sums[tile] = scan_tile(tile * TILE, n - tile * TILE > TILE ? tile * TILE + TILE : n, contribution, room.data());
    }
    T* level = sums.data();
    for (I units = tiles; units > 1; units = (units + GROUP - 1) / GROUP) {
        for (I group = 0; group * GROUP < units; group++) level[2 * units + group] = scan_group(group, units, level);
        level += 2 * units;
    }
    for (I tile = 0; tile < tiles; tile++) {
        const I to = n - tile * TILE > TILE ? tile * TILE + TILE : n;
        scan_tile(tile * TILE, to, contribution, room.data());
        T before = scan_before(tile, tiles, sums.data(), (T) 0);
        for (I p = tile * TILE; p < to; p++) {
            const T sum = scan_before(tile, tiles, sums.data(), room[p - tile * TILE]);
            take(p, inclusive ? sum : before);
            before = sum;
        }
    }
}
}
