#include "faulty_memory.hpp"

#include <sqlite3.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace cofnod::faults {

namespace {

std::atomic<std::uint64_t> allocations{};
std::atomic<std::uint64_t> failing_at{};

bool fails() {
    const std::uint64_t count = ++allocations;
    return count == failing_at.load(std::memory_order_relaxed);
}

sqlite3_mem_methods real_memory;

void* sqlite_allocate(int size) { return fails() ? nullptr : real_memory.xMalloc(size); }
void* sqlite_resize(void* block, int size) { return fails() ? nullptr : real_memory.xRealloc(block, size); }

}  // namespace

void install_memory() {
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory);
    sqlite3_mem_methods ours = real_memory;
    ours.xMalloc = sqlite_allocate;
    ours.xRealloc = sqlite_resize;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
    // Small buffers set aside beforehand would hide allocations from the count.
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}

std::uint64_t allocations_seen() { return allocations; }

void fail_allocation(std::uint64_t nth) { failing_at = allocations + nth; }

}  // namespace cofnod::faults

namespace {

void* allocate(std::size_t size) {
    void* const block = cofnod::faults::fails() ? nullptr : std::malloc(size > 0 ? size : 1);
    if (!block) throw std::bad_alloc();
    return block;
}

void* allocate(std::size_t size, std::align_val_t alignment) {
    const auto unit = static_cast<std::size_t>(alignment);
    void* const block = cofnod::faults::fails() ? nullptr : std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
    if (!block) throw std::bad_alloc();
    return block;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return allocate(size, alignment); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return allocate(size, alignment); }
// Those of std::stable_sort. The library's own would call the first above; a sanitizer's would not.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return allocate(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept { return operator new(size, nothrow); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
