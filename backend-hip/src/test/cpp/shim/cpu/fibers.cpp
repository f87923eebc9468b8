#include "fibers.h"

#include <sys/mman.h>

#include <new>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace shim {
namespace {
// Touched as far as it is used; a page at the low end catches who uses more.
constexpr unsigned long STACK = 256 * 1024, PAGE = 4096;

char *new_stack() {
    void *at = mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) throw std::bad_alloc();
    mprotect(at, PAGE, PROT_NONE);
    return (char *) at;
}
}

#if defined(__x86_64__)

// Puts the registers that a function must keep on the stack, and takes the others' from theirs.
extern "C" void sporos_shim_step(void **from, void *to);
asm(R"(
    .text
    .type sporos_shim_step, @function
sporos_shim_step:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size sporos_shim_step, .-sporos_shim_step
)");

struct Fiber {
    void *top = nullptr;
    char *stack = nullptr;
};

void restart(Fiber *fiber, void (*body)()) {
    // Six registers, then where to return to; and the stack as it is at the first instruction of a function.
    void **top = (void **) (fiber->stack + STACK) - 1;
    *top = nullptr;
    *--top = (void *) body;
    for (int k = 0; k < 6; k++) *--top = nullptr;
    fiber->top = top;
}

void step(Fiber *from, Fiber *to) { sporos_shim_step(&from->top, to->top); }

#else

struct Fiber {
    ucontext_t context;
    char *stack = nullptr;
};

void restart(Fiber *fiber, void (*body)()) {
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = fiber->stack;
    fiber->context.uc_stack.ss_size = STACK;
    fiber->context.uc_link = nullptr;
    makecontext(&fiber->context, body, 0);
}

void step(Fiber *from, Fiber *to) { swapcontext(&from->context, &to->context); }

#endif

Fiber *new_fiber(void (*body)()) {
    Fiber *fiber = new Fiber();
    fiber->stack = new_stack();
    restart(fiber, body);
    return fiber;
}

Fiber *this_thread_as_fiber() { return new Fiber(); }
}
