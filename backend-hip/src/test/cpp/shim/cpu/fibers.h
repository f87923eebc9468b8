// Stacks of their own, and the step from one to another.
#pragma once

namespace shim {

// Where a fiber stands while it does not run.
struct Fiber;

// Returns a new fiber that is about to call a function, which must never return.
Fiber *new_fiber(void (*body)());
// Makes it start again, whatever it was doing.
void restart(Fiber *fiber, void (*body)());
// Stands for what runs on a thread by itself.
Fiber *this_thread_as_fiber();
// Leaves one, which must be what runs, and goes on with another.
void step(Fiber *from, Fiber *to);
}
